/** Queries that may have several pages. DynamoDB ends a page at one megabyte, or at `Limit`. */
import { QueryCommand, type QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import { accountPartition, type Store } from "./store.ts";

/** A query of the table or of one of its indexes. `Limit` is the limit of a page. */
export type TableQuery = Omit<QueryCommandInput, "TableName" | "ExclusiveStartKey" | "Select">;

export type TableItem = Record<string, unknown>;

/** Consistently reads all items of an account. */
export function partitionQuery(accountId: string) {
  return {
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": accountPartition(accountId) },
    ConsistentRead: true,
  } satisfies TableQuery;
}

/** Consistently reads all items of an account whose sort keys start with `prefix`, in the order of the keys. */
export function prefixQuery(accountId: string, prefix: string) {
  return {
    KeyConditionExpression: "pk = :pk AND sk BETWEEN :start AND :end",
    ExpressionAttributeValues: { ":pk": accountPartition(accountId), ...prefixRange(prefix) },
    ConsistentRead: true,
  } satisfies TableQuery;
}

/**
 * The bounds of BETWEEN for all keys that start with `prefix` and are longer. `begins_with` costs the same in the cloud,
 * but DynamoDB Local reads the whole partition for it.
 */
export function prefixRange(prefix: string) {
  const last = prefix.charCodeAt(prefix.length - 1);
  return { ":start": prefix, ":end": prefix.slice(0, -1) + String.fromCharCode(last + 1) };
}

/** The answer for each page, which is requested when the loop asks for it. */
async function* answers({ client, tableName }: Store, query: Omit<QueryCommandInput, "TableName">, start?: TableItem) {
  let from = start;
  do {
    const answer = await client.send(new QueryCommand({ TableName: tableName, ...query, ExclusiveStartKey: from }));
    yield answer;
    from = answer.LastEvaluatedKey;
  } while (from);
}

/** Each page is read when the loop asks for it. A page may be empty. */
export async function* queryPages(
  store: Store,
  query: TableQuery,
  start?: TableItem,
): AsyncGenerator<TableItem[], void> {
  for await (const { Items = [] } of answers(store, query, start)) yield Items;
}

/** The next page is read when the loop asks for its first item. */
export async function* queryItems(store: Store, query: TableQuery): AsyncGenerator<TableItem, void> {
  for await (const page of queryPages(store, query)) yield* page;
}

/** The first `count` items in pages, each of which is read when the loop asks for it. */
export async function* firstItems(
  { client, tableName }: Store,
  query: TableQuery,
  count: number,
  start?: TableItem,
): AsyncGenerator<TableItem[], void> {
  let [from, left] = [start, count];
  do {
    const input = { TableName: tableName, ...query, Limit: left, ExclusiveStartKey: from };
    const { Items = [], LastEvaluatedKey } = await client.send(new QueryCommand(input));
    yield Items;
    left -= Items.length;
    from = LastEvaluatedKey;
  } while (from && left > 0);
}

/** The first `count` items together. */
export async function readFirst(...query: Parameters<typeof firstItems>): Promise<TableItem[]> {
  const items: TableItem[] = [];
  for await (const page of firstItems(...query)) items.push(...page);
  return items;
}

/** The number of items. Counting costs as much as reading the items. */
export async function countItems(store: Store, query: TableQuery): Promise<number> {
  let count = 0;
  for await (const { Count = 0 } of answers(store, { ...query, Select: "COUNT" })) count += Count;
  return count;
}

/**
 * The key after which to continue when `count` items (one or more) are skipped; undefined when no item follows. Skipped
 * items are not transferred, but cost as much as reading them.
 */
export async function skipItems(
  { client, tableName }: Store,
  query: TableQuery,
  count: number,
): Promise<TableItem | undefined> {
  let from: TableItem | undefined;
  for (let left = count; left > 0; ) {
    const { Count = 0, LastEvaluatedKey } = await client.send(
      new QueryCommand({
        ...{ TableName: tableName, ...query, Select: "COUNT" },
        Limit: Math.min(left, maxLimit),
        ExclusiveStartKey: from,
      }),
    );
    if (!LastEvaluatedKey) return undefined;
    left -= Count;
    from = LastEvaluatedKey;
  }
  return from;
}

/** DynamoDB's limit of a query is a 32-bit number. */
const maxLimit = 1_000_000;
