/**
 * Who took part in which interaction: an entry `P#` for each participant, by which a contact's interactions are found
 * in the order of their dates. It is a key and nothing else.
 */
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { WriteAction } from "./account-write.ts";
import type { InteractionRecord } from "./interaction.ts";
import { rangeQuery } from "./interaction-range.ts";
import { queryPages } from "./query.ts";
import { accountPartition, type Store } from "./store.ts";

export interface Participation {
  contactId: string;
  id: string;
  date: string;
}

/** Of the entry of a contact. */
export function participationKey(accountId: string, contactId: string, date: string, id: string) {
  return { pk: accountPartition(accountId), sk: `P#${contactId}#${date}#${id}` };
}

export function putParticipation(
  { tableName: TableName }: Store,
  { accountId, date, id }: InteractionRecord,
  contactId: string,
): WriteAction {
  return { Put: { TableName, Item: participationKey(accountId, contactId, date, id) } };
}

/** `date` is the one that the entry was written with. */
export function deleteParticipation(
  { tableName: TableName }: Store,
  accountId: string,
  contactId: string,
  { date, id }: { date: string; id: string },
): WriteAction {
  return { Delete: { TableName, Key: participationKey(accountId, contactId, date, id) } };
}

/** The latest of a contact's interactions up to a date, but for one. Consistent. */
export async function latestParticipation(
  store: Store,
  accountId: string,
  range: { contactId: string; to: string },
  except: string,
): Promise<Participation | null> {
  const { Items = [] } = await store.client.send(
    new QueryCommand({
      TableName: store.tableName,
      ...rangeQuery(accountId, range),
      ScanIndexForward: false,
      Limit: 2,
    }),
  );
  return Items.map(participationOf).find(({ id }) => id !== except) ?? null;
}

/** The first so many of a contact's interactions, the oldest first. Consistent. */
export async function participationsOf(
  store: Store,
  accountId: string,
  contactId: string,
  limit: number,
): Promise<Participation[]> {
  const { Items = [] } = await store.client.send(
    new QueryCommand({ TableName: store.tableName, ...rangeQuery(accountId, { contactId }), Limit: limit }),
  );
  return Items.map(participationOf);
}

/** All of a contact's, the oldest first, consistently read page by page. */
export async function* participationPages(
  store: Store,
  accountId: string,
  contactId: string,
): AsyncGenerator<Participation[], void> {
  for await (const page of queryPages(store, rangeQuery(accountId, { contactId }))) yield page.map(participationOf);
}

export function participationOf({ sk }: Record<string, unknown>): Participation {
  const [, contactId = "", date = "", id = ""] = String(sk).split("#");
  return { contactId, id, date };
}
