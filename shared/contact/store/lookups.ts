/** Finds contacts by handle, e-mail address or phone number: one lookup, or many lookups for imports. */
import { mapInParallel } from "../../platform/dynamodb/parallel.ts";
import { prefixQuery, queryItems } from "../../platform/dynamodb/query.ts";
import type { Store } from "../../platform/dynamodb/store.ts";
import { longId } from "../../platform/text/short-id.ts";
import { type ExternalIdLookup, isFoundBy, type Lookup, lookupPrefix, prefixOfKey } from "./contact-derived.ts";

/** The ids of the contacts that one lookup finds. An inconsistent read costs half, and its answer may be a moment old. */
export async function findContactIds(
  store: Store,
  accountId: string,
  lookup: Lookup | ExternalIdLookup,
  consistent = true,
): Promise<readonly string[]> {
  const found: Found = new Map();
  for await (const item of readLookups(store, accountId, lookupPrefix(lookup), consistent)) remember(found, item);
  return idsOf(lookup, found);
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

/** Whether reading all lookups of the account costs at most as much as a query for each of `lookupCount`. */
export function isCheaperAsWhole(lookupCount: number, contactCount: number): boolean {
  return contactCount <= lookupCount * contactsPerQuery;
}

/**
 * Consistently reads all items of a lookup's kind, and finds contacts by any lookup of that kind. Keeps about 200 bytes of
 * each item in memory.
 */
export async function readLookupsOfKind(store: Store, accountId: string, example: Lookup): Promise<LookupResult> {
  const found: Found = new Map();
  const range = kindPrefix(lookupPrefix(example));
  for await (const item of readLookups(store, accountId, range)) remember(found, item);
  return (lookup) => idsOf(lookup, found);
}

/** Finds contacts by many lookups with consistent reads. `contactCount` decides which way of reading is cheaper. */
export async function findManyContactIds(
  store: Store,
  accountId: string,
  lookups: readonly Lookup[],
  contactCount: number,
): Promise<LookupResult> {
  if (contactCount === 0) return () => [];
  const prefixes = new Set(lookups.map(lookupPrefix));
  const isWhole = isCheaperAsWhole(prefixes.size, contactCount);
  const ranges = isWhole ? new Set([...prefixes].map(kindPrefix)) : prefixes;
  const found: Found = new Map();
  await mapInParallel([...ranges], parallelQueries, async (range) => {
    for await (const item of readLookups(store, accountId, range)) if (prefixes.has(item.prefix)) remember(found, item);
  });
  return (lookup) => idsOf(lookup, found);
}

/** Finds contacts by the sort keys of lookups. */
export function findAmongKeys(keys: Iterable<string>): LookupResult {
  const found: Found = new Map();
  for (const sk of [...keys].sort()) remember(found, lookupItem(sk));
  return (lookup) => idsOf(lookup, found);
}

/** An item that a lookup with this prefix may find. */
interface LookupItem {
  prefix: string;
  /** The contact's short id. For a phone number it is the sort key, which also has the contact's spelling. */
  entry: string;
}

/** The entries by prefix, in the order of the sort keys. Most prefixes have one item, whose entry is a string. */
type Found = Map<string, string | Spelling[]>;

/** Contacts with the same spelling are grouped, so that a number that thousands share is compared once. */
interface Spelling {
  /** The `lookupKey` of a phone number; empty for other kinds, whose prefix has only one spelling. */
  key: string;
  /** Short ids of contacts, the oldest first. */
  ids: string[];
}

const maxIdsOfSpellings = 100;

/** The prefix of the sort keys of all lookups of the same kind. */
function kindPrefix(prefix: string): string {
  return prefix.slice(0, prefix.indexOf("#") + 1);
}

function spellingOf(entry: string): Spelling {
  const end = entry.lastIndexOf("#") + 1;
  return { key: entry.slice(0, end), ids: [entry.slice(end)] };
}

function remember(found: Found, { prefix, entry }: LookupItem): void {
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

function idsOf(lookup: Lookup | ExternalIdLookup, found: Found): readonly string[] {
  const known = found.get(lookupPrefix(lookup)) ?? [];
  const spellings = typeof known === "string" ? [spellingOf(known)] : known;
  const matching = spellings.filter(({ key }) => isFoundBy(lookup, key));
  if (matching.length < 2) return (matching[0]?.ids ?? []).map(longId);
  // A contact may have several spellings. Ids start with their creation time.
  const ids = new Set(matching.flatMap((spelling) => spelling.ids.slice(0, maxIdsOfSpellings)));
  return [...ids].sort().slice(0, maxIdsOfSpellings).map(longId);
}

/** Reads the items whose sort keys start with the range. */
async function* readLookups(
  store: Store,
  accountId: string,
  range: string,
  consistent = true,
): AsyncGenerator<LookupItem, void> {
  const query = { ...prefixQuery(accountId, range), ConsistentRead: consistent };
  for await (const item of queryItems(store, query)) yield lookupItem(String(item.sk));
}

/** Sort keys of lookups end with the contact's short id, which has no `#`. */
function lookupItem(sk: string): LookupItem {
  const start = sk.lastIndexOf("#") + 1;
  return { prefix: prefixOfKey(sk.slice(0, start)), entry: sk.startsWith("T#") ? sk : sk.slice(start) };
}
