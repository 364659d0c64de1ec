/** What storage functions are given: the client and the names of the tables. */
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";

export interface Store {
  client: DynamoDBDocumentClient;
  tableName: string;
}

/** The partition of everything that belongs to an account. */
export function accountPartition(accountId: string): string {
  return `A#${accountId}`;
}

export function accountOfPartition(partition: string): string {
  return partition.slice("A#".length);
}
