/** Marks the rows of a file that match existing contacts. */
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { contactsWithLookups } from "../../../shared/contact/store/aliases.ts";
import type { Lookup } from "../../../shared/contact/store/contact-derived.ts";
import {
  findManyContactIds,
  isCheaperAsWhole,
  type LookupResult,
  readLookupsOfKind,
} from "../../../shared/contact/store/lookups.ts";
import { importLookups } from "../../../shared/import/identity/lookup-index.ts";
import type { ImportSource, ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { openContactCache } from "./contact-cache.ts";
import { FileRows } from "./file-rows.ts";
import { createPreview, type FindIds } from "./preview.ts";

/**
 * Yields the rows in their order. `alreadyExists`, `duplicateOf` and `duplicateInFile` say what a commit of all rows would
 * do, and issues say what it would leave out. A row without a name is the duplicate of a later row that names the person.
 * If it was yielded before, `standIns` gets the `tempId` of the later row, by the index of the row.
 *
 * All rows are read first. Then it is known whether a query for each value or a reading of all lookups of the account, which
 * serves all rows, is cheaper. Contacts are read only if a row has a value of theirs.
 */
export async function* markExisting(
  store: Store,
  accountId: string,
  source: ImportSource,
  contacts: AsyncIterable<ParsedContact>,
  standIns: Map<number, string>,
): AsyncGenerator<ParsedContact, void> {
  const rows = await FileRows.of(contacts);
  const head = await getAccountHead(store, accountId);
  const contactCount = contactsWithLookups(head);
  const cache = await openContactCache(store, head, source);
  const compare = createPreview(cache, accountId, source, standIns, rows.find);
  const isWhole = isCheaperAsWhole(rows.lookupCount, contactCount);
  const findAny = contactCount === 0 ? () => [] : isWhole ? findAmongAll(store, accountId) : undefined;
  for (const batch of rows.batches()) {
    const lookups = batch.flatMap(importLookups);
    yield* await compare(batch, findAny ?? (await findManyContactIds(store, accountId, lookups, contactCount)));
  }
}

/** Reads all lookups of a kind when the first of that kind is needed, and keeps some 100 bytes of each. */
function findAmongAll(store: Store, accountId: string): FindIds {
  const kinds = new Map<Lookup["kind"], Promise<LookupResult>>();
  return async (lookup) => {
    let known = kinds.get(lookup.kind);
    if (known === undefined) {
      known = readLookupsOfKind(store, accountId, lookup);
      kinds.set(lookup.kind, known);
    }
    return (await known)(lookup);
  };
}
