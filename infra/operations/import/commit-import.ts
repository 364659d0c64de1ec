/** Lets the server write the rows of an import, and waits until it has. */
import type { Client } from "../../../shared/client/client.ts";
import type { ImportReceipt } from "../../../shared/client/types.ts";
import { poll } from "./poll.ts";
import type { Progress } from "./progress.ts";
import { rowsOf } from "./read-rows.ts";
import type { ParsedImport } from "./send-files.ts";

/** `started` gets the receipt as soon as the server has the task. */
export async function commitImport(
  client: Client,
  parsed: ParsedImport,
  groups: string[],
  progress: Progress,
  started: (receiptId: string) => void,
): Promise<ImportReceipt> {
  const { importId, source, totalCount, invalidCount } = parsed;
  const rows = invalidCount > 0 && totalCount <= mostChosen ? { include: await withInvalid(client, parsed) } : {};
  const { receipt: begun } = await client.startImportCommit({ source, importId, groups, ...rows });
  started(begun.id);
  progress.begin({ name: "Importing", total: begun.total, unit: "rows" });
  const { receipt } = await poll(
    () => client.getImportReceipt({ id: begun.id, limit: 1 }),
    ({ receipt }) => progress.update(rowsDone(receipt)),
    ({ receipt }) => receipt.status !== "running",
  );
  progress.end();
  return receipt;
}

/** The rows that a commit takes by their ids. */
const mostChosen = 40_000;

/** All rows, also those that are not valid, so that the receipt has their faults. */
async function withInvalid(client: Client, parsed: ParsedImport): Promise<string[]> {
  const tempIds: string[] = [];
  for await (const { tempId } of rowsOf(client, parsed)) tempIds.push(tempId);
  return tempIds;
}

function rowsDone({ imported, updated, skipped, failed }: ImportReceipt): number {
  return imported + updated + skipped + failed;
}
