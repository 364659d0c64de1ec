/**
 * The preview of a file: what a commit of all its rows would do, by the same search and the same merge, without writing.
 *
 * 1. All rows are read and held, compressed (file-rows.ts), because whom a row joins depends on the rows after it, too.
 * 2. For each batch of them, the contacts, marks and lookups of the account are read (preview-account.ts).
 * 3. Each row is joined to a contact, or makes one, as the earlier rows leave the account (preview.ts). Contacts that rows
 *    are compared with are kept as short texts (compared-contact.ts).
 * 4. What the commit would leave out or a person should look at becomes an issue of the row (preview-issues.ts).
 */
import type { ImportSource, ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { FileRows } from "./file-rows.ts";
import { Preview } from "./preview.ts";
import { PreviewAccount } from "./preview-account.ts";

/**
 * Yields the rows in their order. `alreadyExists`, `duplicateOf` and `duplicateInFile` say what a commit of all rows would
 * do, and issues say what it would leave out. A row without a name is the duplicate of a later row that names the person.
 * If it was yielded before, `standIns` gets the `tempId` of the later row, by the index of the row.
 */
export async function* markExisting(
  store: Store,
  accountId: string,
  source: ImportSource,
  contacts: AsyncIterable<ParsedContact>,
  standIns: Map<number, string>,
): AsyncGenerator<ParsedContact, void> {
  const rows = await FileRows.of(contacts);
  const preview = new Preview(await PreviewAccount.open(store, accountId, source, rows), standIns);
  for (const batch of rows.batches()) yield* await preview.compare(batch);
}
