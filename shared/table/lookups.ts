/** Finds contacts by handle, e-mail address and phone number: one at a time, or many at once for imports. */
import { hash } from "node:crypto";
import { isFoundBy, type Lookup, lookupPrefix, prefixOfKey } from "./contact-derived.ts";
import { mapInParallel } from "./parallel.ts";
import { keysFrom, queryItems } from "./query.ts";
import type { Store } from "./store.ts";

/**
 * The ids of the contacts that are found this way, as a `LookupResult` gives them. Read inconsistently, at half the price, the answer
 * may be a moment old.
 */
export async function findContactIds(
  store: Store,
  accountId: string,
  lookup: Lookup,
  consistent = true,
): Promise<readonly string[]> {
  const found: Found = new Map();
  const prefix = lookupPrefix(lookup);
  for await (const { sk, id } of readLookups(store, accountId, prefix, consistent)) {
    remember(found, prefix, keptOf(lookup.kind, sk, id));
  }
  return idsOf(lookup, found.get(prefix));
}

/**
 * Ids of the contacts that a lookup finds, the oldest first; of a number that they spell in several ways, the first
 * hundred.
 */
export type LookupResult = (lookup: Lookup) => readonly string[];

/** Queries of single lookups that are under way at once. */
const parallelQueries = 16;
/**
 * A query costs at least a whole unit, and one unit of a range read passes some 27 lookups, of which a contact has
 * about three. So reading all of them is the cheaper way, and always the quicker one, for accounts of up to this many
 * contacts for each lookup that is asked for.
 */
const contactsPerQuery = 8;

/** Whether reading all lookups of an account of so many contacts costs no more than asking for so many of them. */
export function isCheaperAsWhole(lookupCount: number, contactCount: number): boolean {
  return contactCount <= lookupCount * contactsPerQuery;
}

/**
 * Reads all lookups that share a kind with this one, once and consistently, and answers every lookup of that kind;
 * keeps 100 to 150 bytes of each.
 */
export async function findAmongKind(store: Store, accountId: string, like: Lookup): Promise<LookupResult> {
  const found: Found = new Map();
  for await (const { sk, id } of readLookups(store, accountId, rangeOf(lookupPrefix(like)))) {
    remember(found, shortened(prefixOfKey(sk.slice(0, -id.length))), keptOf(like.kind, sk, id));
  }
  return (lookup) => idsOf(lookup, found.get(shortened(lookupPrefix(lookup))));
}

/** Consistently read. `contactCount` is the account's, by which the cheaper way is chosen. */
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

/** By the prefix of their lookups: several numbers that end alike are read together. */
type Wanted = ReadonlyMap<string, Lookup["kind"]>;
/** By prefix, what is kept of the one item, mostly, or of several, in the order of their sort keys. */
type Found = Map<string, string | Spelling[]>;

/** Where thousands share a number, no lookup may go through them all. */
interface Spelling {
  /** `lookupKey` of a phone number, empty for other kinds, of which a prefix has but one spelling. */
  key: string;
  /** The oldest first. */
  ids: string[];
}

const mostOfSpellings = 100;

async function queryEach(store: Store, accountId: string, wanted: Wanted, found: Found): Promise<void> {
  await mapInParallel([...wanted], parallelQueries, async ([prefix, kind]) => {
    for await (const { sk, id } of readLookups(store, accountId, prefix)) remember(found, prefix, keptOf(kind, sk, id));
  });
}

/** Reads all lookups of the kinds that are wanted, and keeps the wanted ones. */
async function readRanges(store: Store, accountId: string, wanted: Wanted, found: Found): Promise<void> {
  const ranges = new Set([...wanted.keys()].map(rangeOf));
  await Promise.all([...ranges].map((range) => readRange(store, accountId, range, wanted, found)));
}

/** What the sort keys of all lookups of a kind start with. */
function rangeOf(prefix: string): string {
  return prefix.slice(0, prefix.indexOf("#") + 1);
}

async function readRange(store: Store, accountId: string, range: string, wanted: Wanted, found: Found): Promise<void> {
  for await (const { sk, id } of readLookups(store, accountId, range)) {
    const prefix = prefixOfKey(sk.slice(0, -id.length));
    const kind = wanted.get(prefix);
    if (kind !== undefined) remember(found, prefix, keptOf(kind, sk, id));
  }
}

/** The id, but of a phone number the sort key, which tells how the contact spells it. */
function keptOf(kind: Lookup["kind"], sk: string, id: string): string {
  return kind === "phone" ? sk : id;
}

function spellingOf(kept: string): Spelling {
  const end = kept.lastIndexOf("#") + 1;
  return { key: kept.slice(0, end), ids: [kept.slice(end)] };
}

function remember(found: Found, prefix: string, kept: string): void {
  const known = found.get(prefix);
  if (known === undefined) {
    found.set(prefix, kept);
    return;
  }
  const spellings = typeof known === "string" ? [spellingOf(known)] : known;
  const [last, next] = [spellings.at(-1), spellingOf(kept)];
  if (last?.key === next.key) last.ids.push(...next.ids);
  else spellings.push(next);
  found.set(prefix, spellings);
}

function idsOf(lookup: Lookup, known: string | readonly Spelling[] = []): readonly string[] {
  const spellings = typeof known === "string" ? [spellingOf(known)] : known;
  const alike = spellings.filter(({ key }) => isFoundBy(lookup, key));
  if (alike.length < 2) return alike[0]?.ids ?? [];
  // A contact may have several spellings. Ids begin with their time.
  const ids = new Set(alike.flatMap((spelling) => spelling.ids.slice(0, mostOfSpellings)));
  return [...ids].sort().slice(0, mostOfSpellings);
}

/** 72 bits, enough for the lookups of one account. */
function shortened(prefix: string): string {
  return hash("sha256", prefix, "base64url").slice(0, 12);
}

/** All lookups whose sort keys start so, page after page. */
async function* readLookups(
  store: Store,
  accountId: string,
  start: string,
  consistent = true,
): AsyncGenerator<{ sk: string; id: string }, void> {
  const query = { ...keysFrom(accountId, start), ConsistentRead: consistent };
  for await (const { sk, id } of queryItems(store, query)) yield { sk: String(sk), id: String(id) };
}
