/** Interactions in the order of their dates: those of an account by an index, those of a contact by its entries. */
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { countItems, firstItems, queryPages, skipItems, type TableQuery } from "../../platform/dynamodb/query.ts";
import { accountPartition, type Store } from "../../platform/dynamodb/store.ts";
import {
  getInteractions,
  type InteractionRecord,
  interactionFromItem,
  type Participation,
  participationOf,
} from "./interaction.ts";

/** Interactions of one participant, or all. `from` and `to` are included dates. */
export interface InteractionRange {
  contactId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export interface InteractionPageSize {
  offset: number;
  limit: number;
  /** The page ends after this number of bytes as JSON. */
  maxBytes: number;
}

/** Consistently reads a page, newest first. Skipped interactions cost as much as reading them. */
export async function listInteractions(
  store: Store,
  accountId: string,
  range: InteractionRange,
  { offset, limit, maxBytes }: InteractionPageSize,
): Promise<InteractionRecord[]> {
  const query = { ...rangeQuery(accountId, range), ScanIndexForward: false };
  const from = offset > 0 ? await skipItems(store, query, offset) : undefined;
  if (offset > 0 && !from) return [];
  const isAll = range.contactId === undefined;
  const idOf = (item: Record<string, unknown>) => participationOf(item).id;
  const page: InteractionRecord[] = [];
  let bytes = 0;
  for await (const items of firstItems(store, query, limit, from)) {
    const found = isAll ? items.map(interactionFromItem) : await getInteractions(store, accountId, items.map(idOf));
    for (const interaction of found) {
      bytes += Buffer.byteLength(JSON.stringify(interaction));
      page.push(interaction);
      if (bytes > maxBytes) return page;
    }
  }
  return page;
}

/** Consistently counts interactions, which costs as much as reading them. */
export function countInteractions(store: Store, accountId: string, range: InteractionRange): Promise<number> {
  return countItems(store, rangeQuery(accountId, range));
}

/** The position of an interaction in the order of dates. A date without an id is the position before its interactions. */
export function positionOf({ date, id }: { date: string; id: string }): string {
  return `${date}#${id}`;
}

/** Consistently reads the interactions from a position on, oldest first, in pages of this size. */
export async function* interactionPages(
  store: Store,
  accountId: string,
  position: string,
  Limit: number,
): AsyncGenerator<InteractionRecord[], void> {
  const query = { ...rangeQuery(accountId, { from: position }), Limit };
  for await (const page of queryPages(store, query)) yield page.map(interactionFromItem);
}

/** Consistently reads the first participations of a contact, oldest first. */
export async function participationsOf(
  store: Store,
  accountId: string,
  contactId: string,
  Limit: number,
): Promise<Participation[]> {
  const { Items = [] } = await store.client.send(
    new QueryCommand({ TableName: store.tableName, ...rangeQuery(accountId, { contactId }), Limit }),
  );
  return Items.map(participationOf);
}

/** Consistently reads the latest participation of a contact up to a date, except in one interaction. */
export async function latestParticipation(
  store: Store,
  accountId: string,
  range: { contactId: string; to: string },
  exceptId: string,
): Promise<Participation | null> {
  const query = { ...rangeQuery(accountId, range), ScanIndexForward: false, Limit: 2 };
  const { Items = [] } = await store.client.send(new QueryCommand({ TableName: store.tableName, ...query }));
  return Items.map(participationOf).find(({ id }) => id !== exceptId) ?? null;
}

/** `~` comes after everything that can follow a date. */
function rangeQuery(accountId: string, { contactId, from, to }: InteractionRange): TableQuery {
  const start = contactId === undefined ? "I#" : `P#${contactId}#`;
  return {
    ...(contactId === undefined && { IndexName: "byInteraction" }),
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
