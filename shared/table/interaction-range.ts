/** Ranges of interactions in the order of their dates: of an account by the index that keeps it, of a contact by its entries. */
import type { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { accountPartition, type Store } from "./store.ts";

/** Which interactions: those of one participant, or all; from and to are dates that belong to it. */
export interface InteractionRange {
  contactId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const indexName = "byInteraction";

export type RangeQuery = ConstructorParameters<typeof QueryCommand>[0];

/** `~` comes behind everything that may follow a date. */
export function rangeQuery(
  { tableName }: Store,
  accountId: string,
  { contactId, from, to }: InteractionRange,
): RangeQuery {
  const start = contactId === undefined ? "I#" : `P#${contactId}#`;
  return {
    TableName: tableName,
    ...(contactId === undefined && { IndexName: indexName }),
    KeyConditionExpression: "pk = :pk AND #sort BETWEEN :from AND :to",
    ExpressionAttributeNames: { "#sort": contactId === undefined ? "interactionKey" : "sk" },
    ExpressionAttributeValues: {
      ":pk": accountPartition(accountId),
      ":from": `${start}${from ?? ""}`,
      ":to": `${start}${to ?? ""}~`,
    },
    ConsistentRead: true,
  };
}
