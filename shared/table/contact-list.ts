/** Contacts in their orders, read consistently from the indexes that keep them. */
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { ContactRecord } from "../contact/record.ts";
import { contactsFromItems } from "./contact.ts";
import { accountPartition, type Store } from "./store.ts";

export type ContactOrder = "name" | "surname" | "interaction" | "createdAt";

const orderIndexes = {
  name: { IndexName: "byName", attribute: "nameKey" },
  surname: { IndexName: "bySurname", attribute: "surnameKey" },
  interaction: { IndexName: "byInteraction", attribute: "interactionKey" },
  createdAt: { IndexName: undefined, attribute: "sk" },
} as const;

/**
 * A page of contacts in one of the index orders, consistently read. Contacts before `offset` are read by key only, but
 * cost their bytes.
 */
export async function listContacts(
  store: Store,
  accountId: string,
  page: { order: ContactOrder; descending: boolean; offset: number; limit: number },
): Promise<ContactRecord[]> {
  const { IndexName, attribute } = orderIndexes[page.order];
  const query = {
    TableName: store.tableName,
    ...(IndexName && { IndexName }),
    KeyConditionExpression: "pk = :pk AND begins_with(#sort, :contacts)",
    ExpressionAttributeNames: { "#sort": attribute },
    ExpressionAttributeValues: { ":pk": accountPartition(accountId), ":contacts": "C#" },
    ConsistentRead: true,
    ScanIndexForward: !page.descending,
  };
  const start = await skip({ store, query }, page.offset);
  if (start.ended) return [];
  const contacts: ContactRecord[] = [];
  let from = start.from;
  let found = 0;
  do {
    const { Items = [], LastEvaluatedKey } = await store.client.send(
      new QueryCommand({ ...query, Limit: page.limit - found, ExclusiveStartKey: from }),
    );
    found += Items.length;
    contacts.push(...(await contactsFromItems(store, Items)));
    from = LastEvaluatedKey;
  } while (from && found < page.limit);
  return contacts;
}

type StartKey = Record<string, unknown> | undefined;

/** Walks over `count` entries without transferring them. */
async function skip(
  { store, query }: { store: Store; query: ConstructorParameters<typeof QueryCommand>[0] },
  count: number,
): Promise<{ ended: boolean; from: StartKey }> {
  let from: StartKey;
  for (let left = count; left > 0; ) {
    const { Count = 0, LastEvaluatedKey } = await store.client.send(
      new QueryCommand({ ...query, Select: "COUNT", Limit: left, ExclusiveStartKey: from }),
    );
    left -= Count;
    from = LastEvaluatedKey;
    if (!from) return { ended: true, from: undefined };
  }
  return { ended: false, from };
}
