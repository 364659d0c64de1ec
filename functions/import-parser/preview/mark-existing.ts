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
import { importLookups } from "../../../shared/import/identity/match.ts";
import type { ImportSource, ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { openContactCache } from "./contact-cache.ts";
import { createPreview, type FindIds } from "./preview.ts";

/** The length of the rows as JSON that are held back at most until it is known which way of reading is cheaper. */
const maxHeldLength = 16 * 1000 * 1000;
/** The rows, and their length as JSON, that are compared with the account at once. */
const rowsAtOnce = 200;
const lengthAtOnce = 1000 * 1000;

/**
 * Yields the rows in their order. `alreadyExists`, `duplicateOf` and `duplicateInFile` say what a commit of all rows would
 * do, and issues say what it would leave out. A row without a name is the duplicate of a later row that names the person.
 * If it was yielded before, `standIns` gets the `tempId` of the later row, by the index of the row.
 *
 * The cost is that of a query with all rows: rows are held back until it is cheaper to read all lookups of the account,
 * which then serve all rows that follow. Contacts are read only if a row has a value of theirs.
 */
export async function* markExisting(
  store: Store,
  accountId: string,
  source: ImportSource,
  contacts: AsyncIterable<ParsedContact>,
  standIns: Map<number, string>,
): AsyncGenerator<ParsedContact, void> {
  const head = await getAccountHead(store, accountId);
  const contactCount = contactsWithLookups(head);
  const cache = await openContactCache(store, head, source);
  const compare = createPreview(cache, accountId, source, standIns);
  // As JSON, because a text that was cut out of the file would keep a part of the file in memory.
  const held: string[] = [];
  let [heldLength, lookupCount] = [0, 0];
  let findAny: FindIds | undefined = contactCount === 0 ? () => [] : undefined;

  async function* release(): AsyncGenerator<ParsedContact, void> {
    const rows = held.splice(0).map((text) => JSON.parse(text) as ParsedContact);
    heldLength = 0;
    const find = findAny ?? (await findManyContactIds(store, accountId, rows.flatMap(importLookups), contactCount));
    for (let at = 0; at < rows.length; at += rowsAtOnce) yield* await compare(rows.slice(at, at + rowsAtOnce), find);
  }

  for await (const contact of contacts) {
    const text = JSON.stringify(contact);
    held.push(text);
    heldLength += text.length;
    if (!findAny) {
      lookupCount += importLookups(contact).length;
      if (isCheaperAsWhole(lookupCount, contactCount)) findAny = findAmongAll(store, accountId);
    }
    const isFull = findAny ? held.length >= rowsAtOnce || heldLength > lengthAtOnce : heldLength > maxHeldLength;
    if (isFull) yield* release();
  }
  yield* release();
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
