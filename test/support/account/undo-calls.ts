/** Undos of changes without a gateway: requests, dry runs, and processes of the worker. */
import { v7 as newId } from "uuid";
import { routeGroup } from "../../../functions/account/group.ts";
import { undoOperations } from "../../../functions/account/undo-activity.ts";
import { importWorkKey } from "../../../shared/import/store/import-work.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { createImportStand } from "../import/import-work.ts";
import type { MemoryAccountFiles } from "../process/account-files.ts";
import { operationCalls } from "../process/operation-calls.ts";

const { undoActivity, getUndo } = routeGroup.rows;

/** The account bucket in memory also gets the long values that `storeWithFiles` writes. */
export function undoCalls(store: Store, accountId: string, files: MemoryAccountFiles, now = () => new Date()) {
  const operations = undoOperations({ store, files, newId: () => newId(), now });
  const call = operationCalls({ undoActivity, getUndo }, operations, accountId, () => 28_000);
  const stand = createImportStand(store, now().getTime());
  const ask = async (body: object) => (await call("undoActivity", { body })).body.undo;
  const read = async (id: string) => (await call("getUndo", { params: { id } })).body.undo;
  const serve = (id: string, some = store) =>
    stand.serve(importWorkKey({ accountId, undoId: id, kind: "changes" }), { store: some, accountFiles: files, now });
  return {
    ask,
    read,
    serve,
    dry: (body: object) => ask({ ...body, dryRun: true }),
    /** Starts the undo and does it. */
    run: async (body: object) => {
      const { id } = await ask(body);
      await serve(id ?? "");
      return read(id ?? "");
    },
  };
}

export function storeWithFiles(store: Store, files: MemoryAccountFiles): Store {
  return { ...store, putLongValue: files.put };
}
