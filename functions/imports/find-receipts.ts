/** Finds the imports to which the rows of a commit belong, and thereby the receipts that list them. */
import type { ImportSource } from "../../shared/import/row/parsed-contact.ts";
import { listParsedImports } from "../../shared/import/store/import.ts";
import { readRowStates } from "../../shared/import/store/row-states.ts";
import type { ReceiptOf } from "../../shared/import-commit/commit.ts";
import { clientReceipt, type ReceiptWriter } from "../../shared/import-commit/receipt-writer.ts";
import { type ReceiptParts, requireParsed } from "./receipt-operations.ts";

interface Import {
  accountId: string;
  source: ImportSource;
  /** When absent, each row belongs to the newest parsed import of the source that has it. */
  importId: string | undefined;
}

/** Throws 404 for an unknown `importId`. */
export async function findReceipts(
  parts: Pick<ReceiptParts, "store" | "files" | "now" | "newId">,
  { accountId, source, importId }: Import,
  rows: readonly { tempId: string }[],
): Promise<ReceiptOf> {
  const { store, files, now, newId } = parts;
  if (importId !== undefined) {
    const receipt = clientReceipt(store, await requireParsed(parts, { accountId, source, importId }), newId);
    return () => receipt;
  }
  const imports = (await listParsedImports(store, accountId, now())).filter((record) => record.source === source);
  const found = new Map<string, ReceiptWriter>();
  for (const record of imports.sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1))) {
    const left = rows.filter(({ tempId }) => !found.has(tempId));
    if (left.length === 0) break;
    const states = await readRowStates(files, record);
    const receipt = clientReceipt(store, record, newId);
    for (const { tempId } of left) if (states.has(tempId)) found.set(tempId, receipt);
  }
  return ({ tempId }) => found.get(tempId);
}
