/** Ranges of interactions in the order of their dates: of an account by the index that keeps it, of a contact by its entries. */
import type { TableQuery } from "./query.ts";
import { accountPartition } from "./store.ts";

/** Which interactions: those of one participant, or all; from and to are dates that belong to it. */
export interface InteractionRange {
  contactId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const indexName = "byInteraction";

/** `~` comes behind everything that may follow a date. */
export function rangeQuery(accountId: string, { contactId, from, to }: InteractionRange): TableQuery {
  const start = contactId === undefined ? "I#" : `P#${contactId}#`;
  return {
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
