/** The first argument of storage functions: a client and the name of its table. */
import type { DynamoDBDocumentClient, TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";

export interface Store {
  client: DynamoDBDocumentClient;
  tableName: string;
}

/** One action of a transaction. */
export type WriteAction = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/** The partition key of all items of an account. */
export function accountPartition(accountId: string): string {
  return `A#${accountId}`;
}

export function accountOfPartition(partition: string): string {
  return partition.slice("A#".length);
}
