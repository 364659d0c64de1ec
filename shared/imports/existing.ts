/** Which rows of a file are about people who are contacts already. */
import { getAccountHead } from "../table/account.ts";
import type { Lookup } from "../table/contact-derived.ts";
import { findAmongKind, findManyContactIds, isCheaperAsWhole, type LookupResult } from "../table/lookups.ts";
import type { Store } from "../table/store.ts";
import { createPreview, type FindIds } from "./known-people.ts";
import { importLookups } from "./lookup-index.ts";
import type { ImportSource, ParsedContact } from "./parsed-contact.ts";
import { openPeople } from "./people.ts";
import { rowMark } from "./row-identity.ts";

/** Rows, as JSON, that are held back at most until it is known which way to find them is the cheaper one. */
const maxHeldLength = 16 * 1000 * 1000;
/** Rows, and their length as JSON, that are compared with the account at once, once the way is known. */
const rowsAtOnce = 200;
const lengthAtOnce = 1000 * 1000;

/**
 * The rows as they come, with `alreadyExists`, `duplicateOf` and `duplicateInFile` filled by what a commit of all rows in
 * their order would do, and with issues about what it would leave out. A row without a name is the duplicate of a later
 * one that names the person: of rows that were handed out by then, `standIns` gets the later one's `tempId`, by the
 * place of the row among all.
 *
 * Costs what asking for all rows at once would: rows are held back until reading all lookups of the account is the
 * cheaper way, which then serves every row that follows. Contacts are read only where rows have a value of theirs.
 */
export async function* markExisting(
  store: Store,
  accountId: string,
  source: ImportSource,
  contacts: AsyncIterable<ParsedContact>,
  standIns: Map<number, string>,
): AsyncGenerator<ParsedContact, void> {
  const { contactCount } = await getAccountHead(store, accountId);
  const people = await openPeople(store, accountId, rowMark(source, ""), contactCount);
  const compare = createPreview(people, accountId, source, standIns);
  // As JSON: a text that was cut out of the file would hold a part of the file.
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

/** Reads all lookups of a kind when the first of that kind is asked for; keeps some 100 bytes of each. */
function findAmongAll(store: Store, accountId: string): FindIds {
  const kinds = new Map<Lookup["kind"], Promise<LookupResult>>();
  return async (lookup) => {
    let known = kinds.get(lookup.kind);
    if (known === undefined) {
      known = findAmongKind(store, accountId, lookup);
      kinds.set(lookup.kind, known);
    }
    return (await known)(lookup);
  };
}
