/** Reads many items by their keys. */
import { BatchGetCommand } from "@aws-sdk/lib-dynamodb";
import { unavailable } from "../http/errors.ts";
import type { Store } from "./store.ts";

/** Keys of one call (DynamoDB's quota). */
const maxKeys = 100;
/** Calls in a row that answer nothing before the table counts as too busy. */
const maxEmptyCalls = 4;

export interface BatchGetOptions {
  /** Read inconsistently, at half the price, the answer may be a moment old. */
  consistent?: boolean;
  /** The attributes that are answered; all of them cost. */
  attributes?: readonly string[];
}

/**
 * The items that exist, consistently read if not asked otherwise, in no particular order. Each key is read once,
 * however often it is given.
 */
export async function batchGet(
  store: Store,
  keys: readonly { pk: string; sk: string }[],
  { consistent = true, attributes }: BatchGetOptions = {},
): Promise<Record<string, unknown>[]> {
  const left = [...new Map(keys.map((key) => [`${key.pk} ${key.sk}`, key])).values()];
  const items: Record<string, unknown>[] = [];
  const options = { ConsistentRead: consistent, ...(attributes && { ProjectionExpression: attributes.join(", ") }) };
  for (let emptyCalls = 0; left.length > 0; ) {
    const Keys = left.splice(0, maxKeys);
    const { Responses, UnprocessedKeys } = await store.client.send(
      new BatchGetCommand({ RequestItems: { [store.tableName]: { Keys, ...options } } }),
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
