/** The routes of receipts without a gateway, beside the import worker of a stand. */
import { v7 as newId } from "uuid";
import { importOperations } from "../../../functions/imports/operations.ts";
import { startCommitBody } from "../../../functions/imports/receipt-schemas.ts";
import type { ImportSource } from "../../../shared/import/row/parsed-contact.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { sessionInput } from "../process/operation-input.ts";
import type { ImportStand } from "./import-work.ts";

export function receiptCalls(stand: ImportStand, store: Store, accountId: string) {
  let count = 0;
  const operations = importOperations({
    ...stand.worker(),
    store,
    files: stand.files,
    accountFiles: stand.accountFiles,
    signUpload: async () => ({ url: "", fields: {} }),
    newId: () => newId({ msecs: stand.now().getTime(), seq: count++ }),
  });
  const input = sessionInput(accountId);
  return {
    commit: async (contacts: readonly object[], options: { importId?: string; source?: ImportSource } = {}) => {
      const { source = "vcard", importId } = options;
      const body = { contacts: JSON.parse(JSON.stringify(contacts)), importId };
      return (await operations.commitImportRows({ ...input, params: { source }, body, remainingTime: () => 28_000 }))
        .body;
    },
    start: async (importId: string, body: object = {}, source: ImportSource = "vcard") => {
      const params = { source, importId };
      return operations.startImportCommit({ ...input, params, body: startCommitBody().parse(body) });
    },
    list: async (query = { limit: 50, offset: 0 }) => (await operations.listImportReceipts({ ...input, query })).body,
    read: async (id: string, query = { limit: 200, offset: 0 }) =>
      (await operations.getImportReceipt({ ...input, params: { id }, query })).body,
    undo: async (id: string) => (await operations.undoImport({ ...input, params: { id } })).body.receipt,
  };
}
