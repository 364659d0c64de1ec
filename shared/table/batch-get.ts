/** Reads many items by their keys. */
import { BatchGetCommand } from "@aws-sdk/lib-dynamodb";
import { unavailable } from "../http/errors.ts";
import type { Store } from "./store.ts";

/** Keys of one call (DynamoDB's quota). */
const maxKeys = 100;
/** Calls in a row that answer nothing before the table counts as too busy. */
const maxEmptyCalls = 4;

/**
 * The items that exist, consistently read, in no particular order. Each key is read once, however often it is given.
 */
export async function batchGet(
  store: Store,
  keys: readonly { pk: string; sk: string }[],
): Promise<Record<string, unknown>[]> {
  const left = [...new Map(keys.map((key) => [`${key.pk} ${key.sk}`, key])).values()];
  const items: Record<string, unknown>[] = [];
  for (let emptyCalls = 0; left.length > 0; ) {
    const Keys = left.splice(0, maxKeys);
    const { Responses, UnprocessedKeys } = await store.client.send(
      new BatchGetCommand({ RequestItems: { [store.tableName]: { Keys, ConsistentRead: true } } }),
    );
    items.push(...(Responses?.[store.tableName] ?? []));
    const unread = (UnprocessedKeys?.[store.tableName]?.Keys ?? []) as typeof left;
    left.push(...unread);
    // A part of an answer is normal, 16 MB being its most; answers of nothing mean that the table is throttled.
    emptyCalls = unread.length === Keys.length ? emptyCalls + 1 : 0;
    if (emptyCalls === maxEmptyCalls) throw unavailable(new Error("the table is throttled"));
  }
  return items;
}
