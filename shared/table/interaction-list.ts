/** Interactions in the order of their dates: pages, counts, and whole ranges. */
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { getInteractions, type InteractionRecord, interactionFromItem } from "./interaction.ts";
import { type InteractionRange, rangeQuery } from "./interaction-range.ts";
import { participationOf } from "./participation.ts";
import { countItems, queryItems, skipItems } from "./query.ts";
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
  const query = { ...rangeQuery(accountId, range), ScanIndexForward: false };
  let from = offset > 0 ? await skipItems(store, query, offset) : undefined;
  if (offset > 0 && !from) return [];
  const page: InteractionRecord[] = [];
  let bytes = 0;
  do {
    const { Items = [], LastEvaluatedKey } = await store.client.send(
      new QueryCommand({
        ...{ TableName: store.tableName, ...query },
        Limit: limit - page.length,
        ExclusiveStartKey: from,
      }),
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
export function countInteractions(store: Store, accountId: string, range: InteractionRange): Promise<number> {
  return countItems(store, rangeQuery(accountId, range));
}

/** All of a range, the oldest first, consistently read as they are asked for. */
export async function* readInteractions(
  store: Store,
  accountId: string,
  range: Omit<InteractionRange, "contactId">,
): AsyncGenerator<InteractionRecord, void> {
  const query = { ...rangeQuery(accountId, range), Limit: interactionsAtOnce };
  for await (const item of queryItems(store, query)) yield interactionFromItem(item);
}

/** Who reads a range to its end reads on; who looks for its first one has not read much. */
const interactionsAtOnce = 10;
