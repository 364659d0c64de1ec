/** Reads or deletes many items by their keys. */
import { BatchGetCommand, BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { mapInParallel } from "./parallel.ts";
import type { Store } from "./store.ts";

export type ItemKey = Record<"pk" | "sk", string>;

/** The table repeatedly refused a call. The same request may succeed later. */
export class TableBusyError extends Error {
  override readonly name = "TableBusyError";

  constructor(cause?: unknown) {
    super("the table is throttled", { cause });
  }
}

/** The number of keys in one read (DynamoDB's quota). */
const maxReadKeys = 100;
/** The number of reads in a row that return nothing before the table counts as busy. */
const maxEmptyReads = 4;

export interface BatchGetOptions {
  /** False reads at half the price, and the answer may be a moment old. */
  consistent?: boolean;
  /** The attributes to return; a read costs the same without the others. */
  attributes?: readonly string[];
}

/**
 * Returns the items that exist, in no particular order. Each key is read once, even if it is listed several times. The
 * read is consistent by default. Throws a `TableBusyError`.
 */
export async function batchGet(
  store: Store,
  keys: readonly ItemKey[],
  { consistent = true, attributes }: BatchGetOptions = {},
): Promise<Record<string, unknown>[]> {
  const left = [...new Map(keys.map((key) => [`${key.pk} ${key.sk}`, key])).values()];
  const items: Record<string, unknown>[] = [];
  const options = { ConsistentRead: consistent, ...(attributes && { ProjectionExpression: attributes.join(", ") }) };
  for (let emptyReads = 0; left.length > 0; ) {
    const Keys = left.splice(0, maxReadKeys);
    const { Responses, UnprocessedKeys } = await store.client.send(
      new BatchGetCommand({ RequestItems: { [store.tableName]: { Keys, ...options } } }),
    );
    items.push(...(Responses?.[store.tableName] ?? []));
    const unread = (UnprocessedKeys?.[store.tableName]?.Keys ?? []) as typeof left;
    left.push(...unread);
    // A partial answer is normal, because an answer has at most 16 MB. An empty one means that the table is throttled.
    emptyReads = unread.length === Keys.length ? emptyReads + 1 : 0;
    if (emptyReads === maxEmptyReads) throw new TableBusyError();
  }
  return items;
}

/** The number of keys in one deletion (DynamoDB's quota). */
const maxDeletedKeys = 25;
const parallelDeletions = 8;
/** The number of attempts for the same keys before the table counts as busy. */
const maxDeletionAttempts = 6;

/**
 * Deletes items without a condition and in no particular order. No key may be listed twice. Throws a `TableBusyError`;
 * items that were deleted before it stay deleted.
 */
export async function batchDelete(
  store: Store,
  keys: readonly ItemKey[],
  pause: (milliseconds: number) => Promise<void>,
): Promise<void> {
  const batches = Array.from({ length: Math.ceil(keys.length / maxDeletedKeys) }, (_, n) =>
    keys.slice(n * maxDeletedKeys, (n + 1) * maxDeletedKeys),
  );
  await mapInParallel(batches, parallelDeletions, async (batch) => {
    let left = batch.map((Key) => ({ DeleteRequest: { Key: { ...Key } as Record<string, unknown> } }));
    for (let attempts = 0; left.length > 0; attempts++) {
      if (attempts === maxDeletionAttempts) throw new TableBusyError();
      if (attempts > 0) await pause(50 * 2 ** attempts);
      const RequestItems = { [store.tableName]: left };
      const { UnprocessedItems } = await store.client.send(new BatchWriteCommand({ RequestItems })).catch(rethrow);
      left = (UnprocessedItems?.[store.tableName] ?? []) as typeof left;
    }
  });
}

/** The SDK retries a call that is throttled as a whole, and then throws one of these errors. */
function rethrow(fault: unknown): never {
  const isBusy = fault instanceof Error && /^(ProvisionedThroughputExceeded|Throttling)Exception$/.test(fault.name);
  throw isBusy ? new TableBusyError(fault) : fault;
}
