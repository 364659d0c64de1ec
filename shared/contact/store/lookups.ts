/** Finds contacts by handle, e-mail address or phone number: one lookup, or many lookups for imports. */
import { hash } from "node:crypto";
import { mapInParallel } from "../../platform/dynamodb/parallel.ts";
import { prefixQuery, queryItems } from "../../platform/dynamodb/query.ts";
import type { Store } from "../../platform/dynamodb/store.ts";
import { isFoundBy, type Lookup, lookupPrefix, prefixOfKey } from "./contact-derived.ts";

/** The ids of the contacts that one lookup finds. An inconsistent read costs half, and its answer may be a moment old. */
export async function findContactIds(
  store: Store,
  accountId: string,
  lookup: Lookup,
  consistent = true,
): Promise<readonly string[]> {
  const found: Found = new Map();
  const prefix = lookupPrefix(lookup);
  for await (const { sk, id } of readLookups(store, accountId, prefix, consistent)) {
    remember(found, prefix, entryOf(lookup.kind, sk, id));
  }
  return idsOf(lookup, found.get(prefix));
}

/** The ids of the contacts that a lookup finds, the oldest first. For a number with several spellings, at most 100 ids. */
export type LookupResult = (lookup: Lookup) => readonly string[];

/** The number of queries in parallel. */
const parallelQueries = 16;
/**
 * A query costs at least one unit. One unit of a range read covers about 27 lookups, and a contact has about three. So for
 * accounts with up to this many contacts per lookup, reading all lookups is cheaper, and always faster.
 */
const contactsPerQuery = 8;

/** Whether reading all lookups of an account with so many contacts costs at most as much as so many queries. */
export function isCheaperAsWhole(lookupCount: number, contactCount: number): boolean {
  return contactCount <= lookupCount * contactsPerQuery;
}

/**
 * Consistently reads all items of a lookup's kind, and finds contacts by any lookup of that kind. Keeps 100 to 150 bytes of
 * each item in memory.
 */
export async function readLookupsOfKind(store: Store, accountId: string, example: Lookup): Promise<LookupResult> {
  const found: Found = new Map();
  for await (const { sk, id } of readLookups(store, accountId, kindPrefix(lookupPrefix(example)))) {
    remember(found, shortened(prefixOfKey(sk.slice(0, -id.length))), entryOf(example.kind, sk, id));
  }
  return (lookup) => idsOf(lookup, found.get(shortened(lookupPrefix(lookup))));
}

/** Finds contacts by many lookups with consistent reads. `contactCount` decides which way of reading is cheaper. */
export async function findManyContactIds(
  store: Store,
  accountId: string,
  lookups: readonly Lookup[],
  contactCount: number,
): Promise<LookupResult> {
  if (contactCount === 0) return () => [];
  const wanted: Wanted = new Map(lookups.map((lookup) => [lookupPrefix(lookup), lookup.kind]));
  const found: Found = new Map();
  if (isCheaperAsWhole(wanted.size, contactCount)) await readRanges(store, accountId, wanted, found);
  else await queryEach(store, accountId, wanted, found);
  return (lookup) => idsOf(lookup, found.get(lookupPrefix(lookup)));
}

/** The kinds of lookups by prefix. Phone numbers with the same last digits have the same prefix. */
type Wanted = ReadonlyMap<string, Lookup["kind"]>;
/** The entries by prefix, in the order of the sort keys. Most prefixes have one item, whose entry is a string. */
type Found = Map<string, string | Spelling[]>;

/** Contacts with the same spelling are grouped, so that a number that thousands share is compared once. */
interface Spelling {
  /** The `lookupKey` of a phone number; empty for other kinds, whose prefix has only one spelling. */
  key: string;
  /** Contact ids, the oldest first. */
  ids: string[];
}

const maxIdsOfSpellings = 100;

async function queryEach(store: Store, accountId: string, wanted: Wanted, found: Found): Promise<void> {
  await mapInParallel([...wanted], parallelQueries, async ([prefix, kind]) => {
    for await (const { sk, id } of readLookups(store, accountId, prefix))
      remember(found, prefix, entryOf(kind, sk, id));
  });
}

/** Reads all items of the wanted kinds, and keeps the wanted items. */
async function readRanges(store: Store, accountId: string, wanted: Wanted, found: Found): Promise<void> {
  const ranges = new Set([...wanted.keys()].map(kindPrefix));
  await Promise.all([...ranges].map((range) => readRange(store, accountId, range, wanted, found)));
}

/** The prefix of the sort keys of all lookups of the same kind. */
function kindPrefix(prefix: string): string {
  return prefix.slice(0, prefix.indexOf("#") + 1);
}

async function readRange(store: Store, accountId: string, range: string, wanted: Wanted, found: Found): Promise<void> {
  for await (const { sk, id } of readLookups(store, accountId, range)) {
    const prefix = prefixOfKey(sk.slice(0, -id.length));
    const kind = wanted.get(prefix);
    if (kind !== undefined) remember(found, prefix, entryOf(kind, sk, id));
  }
}

/** The contact's id. For a phone number it is the sort key, which also has the contact's spelling. */
function entryOf(kind: Lookup["kind"], sk: string, id: string): string {
  return kind === "phone" ? sk : id;
}

function spellingOf(entry: string): Spelling {
  const end = entry.lastIndexOf("#") + 1;
  return { key: entry.slice(0, end), ids: [entry.slice(end)] };
}

function remember(found: Found, prefix: string, entry: string): void {
  const known = found.get(prefix);
  if (known === undefined) {
    found.set(prefix, entry);
    return;
  }
  const spellings = typeof known === "string" ? [spellingOf(known)] : known;
  const [last, next] = [spellings.at(-1), spellingOf(entry)];
  if (last?.key === next.key) last.ids.push(...next.ids);
  else spellings.push(next);
  found.set(prefix, spellings);
}

function idsOf(lookup: Lookup, known: string | readonly Spelling[] = []): readonly string[] {
  const spellings = typeof known === "string" ? [spellingOf(known)] : known;
  const matching = spellings.filter(({ key }) => isFoundBy(lookup, key));
  if (matching.length < 2) return matching[0]?.ids ?? [];
  // A contact may have several spellings. Ids start with their creation time.
  const ids = new Set(matching.flatMap((spelling) => spelling.ids.slice(0, maxIdsOfSpellings)));
  return [...ids].sort().slice(0, maxIdsOfSpellings);
}

/** 72 bits are enough to distinguish the lookups of one account. */
function shortened(prefix: string): string {
  return hash("sha256", prefix, "base64url").slice(0, 12);
}

/** Reads the items whose sort keys start with the prefix. */
async function* readLookups(
  store: Store,
  accountId: string,
  prefix: string,
  consistent = true,
): AsyncGenerator<{ sk: string; id: string }, void> {
  const query = { ...prefixQuery(accountId, prefix), ConsistentRead: consistent };
  for await (const { sk, id } of queryItems(store, query)) yield { sk: String(sk), id: String(id) };
}
