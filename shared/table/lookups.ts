/** Finds the contacts of many handles, e-mail addresses and phone numbers at once, for imports. */
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { findContactIds, type Lookup, lookupPrefix } from "./contact-derived.ts";
import { mapInParallel } from "./parallel.ts";
import { accountPartition, type Store } from "./store.ts";

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

/** Consistently read. `contactCount` is the account's, by which the cheaper way is chosen. */
export async function findManyContactIds(
  store: Store,
  accountId: string,
  lookups: readonly Lookup[],
  contactCount: number,
): Promise<LookupResult> {
  if (contactCount === 0) return () => [];
  const wanted = new Map(lookups.map((lookup) => [lookupPrefix(lookup), lookup]));
  const found =
    contactCount <= wanted.size * contactsPerQuery
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
  const kinds = new Set([...wanted].map((prefix) => prefix.slice(0, prefix.indexOf("#") + 1)));
  await Promise.all([...kinds].map((kind) => readRange(store, accountId, kind, wanted, found)));
  return found;
}

async function readRange(
  store: Store,
  accountId: string,
  kind: string,
  wanted: ReadonlySet<string>,
  found: Found,
): Promise<void> {
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await store.client.send(
      new QueryCommand({
        TableName: store.tableName,
        KeyConditionExpression: "pk = :pk AND begins_with(sk, :kind)",
        ExpressionAttributeValues: { ":pk": accountPartition(accountId), ":kind": kind },
        ConsistentRead: true,
        ...(from && { ExclusiveStartKey: from }),
      }),
    );
    for (const { sk, id } of Items) {
      const prefix = String(sk).slice(0, -String(id).length);
      if (!wanted.has(prefix)) continue;
      const ids = found.get(prefix);
      if (ids) ids.push(String(id));
      else found.set(prefix, [String(id)]);
    }
    from = LastEvaluatedKey;
  } while (from);
}
