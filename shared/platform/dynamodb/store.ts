/** The first argument of storage functions: a client and the name of its table. */
import type { DynamoDBDocumentClient, TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";

export interface Store {
  client: DynamoDBDocumentClient;
  tableName: string;
}

/** A record as an item has it: with its keys, and without attributes that have a default. */
export type Stored<Fields, Absent extends keyof Fields = never> = Record<"pk" | "sk", string> &
  Omit<Fields, Absent> &
  Partial<Pick<Fields, Absent>>;

/** One action of a transaction. */
export type WriteAction = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/** The partition key of all items of an account. */
export function accountPartition(accountId: string): string {
  return `A#${accountId}`;
}

export function accountOfPartition(partition: string): string {
  return partition.slice("A#".length);
}
