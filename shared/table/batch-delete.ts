/** Deletes many items by their keys, without a condition and in no order. */
import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { unavailable } from "../http/errors.ts";
import { mapInParallel } from "./parallel.ts";
import type { Store } from "./store.ts";

export interface ItemKey {
  pk: string;
  sk: string;
}

/** Keys of one call (DynamoDB's quota). */
const maxKeys = 25;
const parallelCalls = 8;
/** Calls in a row that leave something before the table counts as too busy. */
const mostAttempts = 6;

/** Each key once. Throws `service_unavailable` when the table is too busy: what is gone stays gone. */
export async function batchDelete(
  store: Store,
  keys: readonly ItemKey[],
  pause: (milliseconds: number) => Promise<void>,
): Promise<void> {
  const calls = Array.from({ length: Math.ceil(keys.length / maxKeys) }, (_, n) =>
    keys.slice(n * maxKeys, (n + 1) * maxKeys),
  );
  await mapInParallel(calls, parallelCalls, async (some) => {
    let left = some.map((Key) => ({ DeleteRequest: { Key: { ...Key } as Record<string, unknown> } }));
    for (let attempts = 0; left.length > 0; attempts++) {
      if (attempts === mostAttempts) throw unavailable(new Error("the table is throttled"));
      if (attempts > 0) await pause(50 * 2 ** attempts);
      const RequestItems = { [store.tableName]: left };
      const { UnprocessedItems } = await store.client.send(new BatchWriteCommand({ RequestItems })).catch(busy);
      left = (UnprocessedItems?.[store.tableName] ?? []) as typeof left;
    }
  });
}

/** Of a call that is throttled as a whole the SDK says so, once it has tried for a while. */
function busy(fault: unknown): never {
  const isBusy = fault instanceof Error && /^(ProvisionedThroughputExceeded|Throttling)Exception$/.test(fault.name);
  throw isBusy ? unavailable(fault) : fault;
}
