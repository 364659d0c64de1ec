/** Finds contacts by handle, e-mail address and phone number: one at a time, or many at once for imports. */
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { type Lookup, lookupPrefix } from "./contact-derived.ts";
import { mapInParallel } from "./parallel.ts";
import { accountPartition, type Store } from "./store.ts";

/**
 * The ids of the contacts that are found this way, the oldest first. Read inconsistently, at half the price, the answer
 * may be a moment old.
 */
export async function findContactIds(
  store: Store,
  accountId: string,
  lookup: Lookup,
  consistent = true,
): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of readLookups(store, accountId, lookupPrefix(lookup), consistent)) ids.push(id);
  return ids;
}

/** Ids of the contacts that a lookup finds, the oldest first. */
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
 * All lookups that share a kind with this one, consistently read: their prefixes (`lookupPrefix`), each with the id of
 * one contact, the oldest of a prefix first.
 */
export async function* readKind(
  store: Store,
  accountId: string,
  like: Lookup,
): AsyncGenerator<{ prefix: string; id: string }, void> {
  for await (const { sk, id } of readLookups(store, accountId, kindOf(lookupPrefix(like)))) {
    yield { prefix: sk.slice(0, -id.length), id };
  }
}

/** Consistently read. `contactCount` is the account's, by which the cheaper way is chosen. */
export async function findManyContactIds(
  store: Store,
  accountId: string,
  lookups: readonly Lookup[],
  contactCount: number,
): Promise<LookupResult> {
  if (contactCount === 0) return () => [];
  const wanted = new Map(lookups.map((lookup) => [lookupPrefix(lookup), lookup]));
  const found = isCheaperAsWhole(wanted.size, contactCount)
    ? await readRanges(store, accountId, new Set(wanted.keys()))
    : await queryEach(store, accountId, wanted);
  return (lookup) => found.get(lookupPrefix(lookup)) ?? [];
}

type Found = Map<string, string[]>;

async function queryEach(store: Store, accountId: string, wanted: ReadonlyMap<string, Lookup>): Promise<Found> {
  const entries = await mapInParallel([...wanted], parallelQueries, async ([prefix, lookup]) => {
    return [prefix, await findContactIds(store, accountId, lookup)] as const;
  });
  return new Map(entries.map(([prefix, ids]) => [prefix, ids]));
}

/** Reads all lookups of the kinds that are wanted, and keeps the wanted ones. */
async function readRanges(store: Store, accountId: string, wanted: ReadonlySet<string>): Promise<Found> {
  const found: Found = new Map();
  const kinds = new Set([...wanted].map(kindOf));
  await Promise.all([...kinds].map((kind) => readRange(store, accountId, kind, wanted, found)));
  return found;
}

function kindOf(prefix: string): string {
  return prefix.slice(0, prefix.indexOf("#") + 1);
}

async function readRange(
  store: Store,
  accountId: string,
  kind: string,
  wanted: ReadonlySet<string>,
  found: Found,
): Promise<void> {
  for await (const { sk, id } of readLookups(store, accountId, kind)) {
    const prefix = sk.slice(0, -id.length);
    if (!wanted.has(prefix)) continue;
    const ids = found.get(prefix);
    if (ids) ids.push(id);
    else found.set(prefix, [id]);
  }
}

/** All lookups whose sort keys start so, page after page. */
async function* readLookups(
  store: Store,
  accountId: string,
  start: string,
  consistent = true,
): AsyncGenerator<{ sk: string; id: string }, void> {
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await store.client.send(
      new QueryCommand({
        TableName: store.tableName,
        KeyConditionExpression: "pk = :pk AND begins_with(sk, :start)",
        ExpressionAttributeValues: { ":pk": accountPartition(accountId), ":start": start },
        ConsistentRead: consistent,
        ExclusiveStartKey: from,
      }),
    );
    for (const { sk, id } of Items) yield { sk: String(sk), id: String(id) };
    from = LastEvaluatedKey;
  } while (from);
}
