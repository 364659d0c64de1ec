/** Interactions in the order of their dates: pages, counts, and whole ranges. */
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { getInteractions, type InteractionRecord, interactionFromItem } from "./interaction.ts";
import { type InteractionRange, type RangeQuery, rangeQuery } from "./interaction-range.ts";
import { participationOf } from "./participation.ts";
import type { Store } from "./store.ts";

export type { InteractionRange } from "./interaction-range.ts";

export interface InteractionPageSize {
  offset: number;
  limit: number;
  /** Bytes as JSON after which no more is read. */
  maxBytes: number;
}

/** A page, newest first, consistently read. What is skipped costs its bytes. */
export async function listInteractions(
  store: Store,
  accountId: string,
  range: InteractionRange,
  { offset, limit, maxBytes }: InteractionPageSize,
): Promise<InteractionRecord[]> {
  const query = { ...rangeQuery(store, accountId, range), ScanIndexForward: false };
  let from = offset > 0 ? await skip(store, query, offset) : undefined;
  if (offset > 0 && !from) return [];
  const page: InteractionRecord[] = [];
  let bytes = 0;
  do {
    const { Items = [], LastEvaluatedKey } = await store.client.send(
      new QueryCommand({ ...query, Limit: limit - page.length, ExclusiveStartKey: from }),
    );
    const found =
      range.contactId === undefined
        ? Items.map(interactionFromItem)
        : await getInteractions(
            store,
            accountId,
            Items.map((item) => participationOf(item).id),
          );
    for (const interaction of found) {
      bytes += Buffer.byteLength(JSON.stringify(interaction));
      page.push(interaction);
      if (bytes > maxBytes) return page;
    }
    from = LastEvaluatedKey;
  } while (from && page.length < limit);
  return page;
}

/** Consistently counted; costs the bytes of what is counted. */
export async function countInteractions(store: Store, accountId: string, range: InteractionRange): Promise<number> {
  const query = rangeQuery(store, accountId, range);
  let count = 0;
  let from: Record<string, unknown> | undefined;
  do {
    const { Count = 0, LastEvaluatedKey } = await store.client.send(
      new QueryCommand({ ...query, Select: "COUNT", ExclusiveStartKey: from }),
    );
    count += Count;
    from = LastEvaluatedKey;
  } while (from);
  return count;
}

/** All of a range, the oldest first, consistently read as they are asked for. */
export async function* readInteractions(
  store: Store,
  accountId: string,
  range: Omit<InteractionRange, "contactId">,
): AsyncGenerator<InteractionRecord, void> {
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await store.client.send(
      new QueryCommand({
        ...rangeQuery(store, accountId, range),
        Limit: interactionsAtOnce,
        ExclusiveStartKey: from,
      }),
    );
    yield* Items.map(interactionFromItem);
    from = LastEvaluatedKey;
  } while (from);
}

/** Who reads a range to its end reads on; who looks for its first one has not read much. */
const interactionsAtOnce = 10;

/** Walks over `count` entries without transferring them; undefined when nothing follows. */
async function skip({ client }: Store, query: RangeQuery, count: number): Promise<Record<string, unknown> | undefined> {
  let from: Record<string, unknown> | undefined;
  for (let left = count; left > 0; ) {
    const { Count = 0, LastEvaluatedKey } = await client.send(
      new QueryCommand({ ...query, Select: "COUNT", Limit: Math.min(left, maxLimit), ExclusiveStartKey: from }),
    );
    left -= Count;
    from = LastEvaluatedKey;
    if (!from) return undefined;
  }
  return from;
}

/** Of a query: it is a 32-bit number. */
const maxLimit = 1_000_000;
