/** Which rows of a file are about people who are contacts already. */
import { hash } from "node:crypto";
import { getAccountHead } from "../table/account.ts";
import { type Lookup, lookupPrefix, lookupsOf } from "../table/contact-derived.ts";
import { findManyContactIds, isCheaperAsWhole, readKind } from "../table/lookups.ts";
import type { Store } from "../table/store.ts";
import { identifies } from "./identity.ts";
import type { ParsedContact } from "./parsed-contact.ts";

type FindOldest = (lookup: Lookup) => string | undefined | Promise<string | undefined>;

/** Rows, as JSON, that are held back at most until it is known which way to find them is the cheaper one. */
const maxHeldLength = 16 * 1000 * 1000;

/**
 * The rows as they come, with `alreadyExists` and `duplicateOf` filled by any profile, e-mail address or phone number
 * that a contact has, in this order, and of several contacts by the oldest. Whether the name agrees too is asked at
 * commit: here a person looks at it.
 *
 * Costs what asking for all rows at once would: rows are held back until reading all lookups of the account is the
 * cheaper way, which then serves every row that follows.
 */
export async function* markExisting(
  store: Store,
  accountId: string,
  contacts: AsyncIterable<ParsedContact>,
): AsyncGenerator<ParsedContact, void> {
  const { contactCount } = await getAccountHead(store, accountId);
  const held: string[] = [];
  let [heldLength, lookupCount] = [0, 0];
  let findAny: FindOldest | undefined = contactCount === 0 ? () => undefined : undefined;

  async function* release(): AsyncGenerator<ParsedContact, void> {
    const rows = held.splice(0).map((text) => JSON.parse(text) as ParsedContact);
    heldLength = 0;
    const find = findAny ?? (await findThese(store, accountId, rows.flatMap(telling), contactCount));
    for (const contact of rows) yield await mark(contact, find);
  }

  for await (const contact of contacts) {
    if (findAny) {
      yield await mark(contact, findAny);
      continue;
    }
    // As JSON: a text that was cut out of the file would hold a part of the file.
    const text = JSON.stringify(contact);
    held.push(text);
    heldLength += text.length;
    lookupCount += telling(contact).length;
    if (isCheaperAsWhole(lookupCount, contactCount)) findAny = findAmongAll(store, accountId);
    if (findAny || heldLength > maxHeldLength) yield* release();
  }
  yield* release();
}

async function mark(contact: ParsedContact, find: FindOldest): Promise<ParsedContact> {
  for (const lookup of telling(contact)) {
    const contactId = await find(lookup);
    if (contactId !== undefined) {
      return { ...contact, alreadyExists: true, duplicateOf: { contactId, matchedOn: lookup.kind } };
    }
  }
  return contact;
}

/** All but the website, which colleagues share. */
function telling(contact: ParsedContact): Lookup[] {
  return lookupsOf(contact).filter((lookup) => lookup.kind !== "handle" || identifies(lookup));
}

async function findThese(
  store: Store,
  accountId: string,
  lookups: readonly Lookup[],
  contactCount: number,
): Promise<FindOldest> {
  const find = await findManyContactIds(store, accountId, lookups, contactCount);
  return (lookup) => find(lookup)[0];
}

/** Reads all lookups of a kind when the first of that kind is asked for; keeps some 100 bytes of each. */
function findAmongAll(store: Store, accountId: string): FindOldest {
  const kinds = new Map<Lookup["kind"], Promise<Map<string, string>>>();
  return async (lookup) => {
    let known = kinds.get(lookup.kind);
    if (known === undefined) {
      known = readOldest(store, accountId, lookup);
      kinds.set(lookup.kind, known);
    }
    return (await known).get(shortened(lookupPrefix(lookup)));
  };
}

async function readOldest(store: Store, accountId: string, like: Lookup): Promise<Map<string, string>> {
  const oldest = new Map<string, string>();
  for await (const { prefix, id } of readKind(store, accountId, like)) {
    const key = shortened(prefix);
    if (!oldest.has(key)) oldest.set(key, id);
  }
  return oldest;
}

/** 72 bits, enough for the lookups of one account. */
function shortened(prefix: string): string {
  return hash("sha256", prefix, "base64url").slice(0, 12);
}
