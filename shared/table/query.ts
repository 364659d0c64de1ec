/** Queries of more than a page: DynamoDB ends a page at a megabyte, or at `Limit`. */
import { QueryCommand, type QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import { accountPartition, type Store } from "./store.ts";

/** A query of the table or of one of its indexes; a `Limit` is that of a page. */
export type TableQuery = Omit<QueryCommandInput, "TableName" | "ExclusiveStartKey" | "Select">;

export type TableItem = Record<string, unknown>;

/** All items of an account whose sort keys start so, in their order, consistently read. */
export function keysFrom(accountId: string, start: string) {
  return {
    KeyConditionExpression: "pk = :pk AND sk BETWEEN :start AND :end",
    ExpressionAttributeValues: { ":pk": accountPartition(accountId), ...rangeFrom(start) },
    ConsistentRead: true,
  } satisfies TableQuery;
}

/**
 * The bounds of BETWEEN for all keys that start so and go on: up to the next start, as what follows may be any character, a name for instance.
 * `begins_with` says the same at the same price in the cloud, but costs DynamoDB Local the whole partition.
 */
export function rangeFrom(start: string) {
  const last = start.charCodeAt(start.length - 1);
  return { ":start": start, ":end": start.slice(0, -1) + String.fromCharCode(last + 1) };
}

/** Page after page, each read when it is asked for; one of them may be empty. */
export async function* queryPages(
  { client, tableName }: Store,
  query: TableQuery,
  start?: TableItem,
): AsyncGenerator<TableItem[], void> {
  let from = start;
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({ TableName: tableName, ...query, ExclusiveStartKey: from }),
    );
    yield Items;
    from = LastEvaluatedKey;
  } while (from);
}

/** Item after item; the next page is read when somebody asks for its first. */
export async function* queryItems(store: Store, query: TableQuery): AsyncGenerator<TableItem, void> {
  for await (const page of queryPages(store, query)) yield* page;
}

/** How many there are; costs the bytes of what is counted. */
export async function countItems({ client, tableName }: Store, query: TableQuery): Promise<number> {
  let count = 0;
  let from: TableItem | undefined;
  do {
    const { Count = 0, LastEvaluatedKey } = await client.send(
      new QueryCommand({ TableName: tableName, ...query, Select: "COUNT", ExclusiveStartKey: from }),
    );
    count += Count;
    from = LastEvaluatedKey;
  } while (from);
  return count;
}

/**
 * The key behind which to go on after so many items, one at least, which are walked over without being transferred but
 * cost their bytes; undefined when nothing follows.
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

/** Of a query: it is a 32-bit number. */
const maxLimit = 1_000_000;
