/** Interactions in the order of their dates: those of an account by an index, those of a contact by its entries. */
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { isLater } from "../../contact/change/last-interaction.ts";
import { mapInParallel } from "../../platform/dynamodb/parallel.ts";
import {
  countItems,
  firstItems,
  queryItems,
  queryPages,
  skipItems,
  type TableQuery,
} from "../../platform/dynamodb/query.ts";
import { accountPartition, type Store } from "../../platform/dynamodb/store.ts";
import {
  getInteractions,
  type InteractionRecord,
  interactionFromItem,
  type Participation,
  participationKey,
  participationOf,
} from "./interaction.ts";

/** Interactions of one participant, or all. `from` and `to` are included dates. */
interface EntryRange {
  contactId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Interactions of a participant, which has several ids after a merge, or all. */
export interface InteractionRange extends Omit<EntryRange, "contactId"> {
  contactIds?: readonly string[] | undefined;
}

export interface InteractionPageSize {
  offset: number;
  limit: number;
  /** The page ends after this number of bytes as JSON. */
  maxBytes: number;
}

/** An interaction that names several ids of a merged contact counts once. */
export interface InteractionPage {
  interactions: InteractionRecord[];
  totalCount: number;
}

/**
 * Consistently counts the interactions of a range and reads a page of them, newest first. Counting and skipping interactions
 * cost as much as reading them. `knownCount` is the number of interactions in the range, if it is known.
 */
export async function readInteractions(
  store: Store,
  accountId: string,
  { contactIds = [], ...dates }: InteractionRange,
  { offset, limit, maxBytes }: InteractionPageSize,
  knownCount?: number,
): Promise<InteractionPage> {
  const read = (ids: readonly string[]) => getInteractions(store, accountId, ids);
  if (contactIds.length > 1) {
    const ids = await interactionsOfAll(store, accountId, contactIds, dates);
    const page = [await read(ids.slice(offset, offset + limit))];
    return { interactions: await collect(page, maxBytes), totalCount: ids.length };
  }
  const [contactId] = contactIds;
  const query = { ...rangeQuery(accountId, { contactId, ...dates }), ScanIndexForward: false };
  const totalCount = knownCount ?? (await countItems(store, query));
  const from = offset > 0 && offset < totalCount ? await skipItems(store, query, offset) : undefined;
  if (offset >= totalCount || (offset > 0 && !from)) return { interactions: [], totalCount };
  const pages = async function* () {
    for await (const items of firstItems(store, query, limit, from)) {
      const isAll = contactId === undefined;
      yield isAll ? items.map(interactionFromItem) : await read(items.map((item) => participationOf(item).id));
    }
  };
  return { interactions: await collect(pages(), maxBytes), totalCount };
}

/** Consistently counts the interactions of all participants, which costs as much as reading them. */
export function countInteractions(
  store: Store,
  accountId: string,
  dates: Omit<EntryRange, "contactId">,
): Promise<number> {
  return countItems(store, rangeQuery(accountId, dates));
}

/** The ids of the interactions of several participants, newest first. Each entry is read once, and kept in memory. */
async function interactionsOfAll(
  store: Store,
  accountId: string,
  contactIds: readonly string[],
  dates: Omit<EntryRange, "contactId">,
): Promise<string[]> {
  const positions = new Map<string, string>();
  await mapInParallel(contactIds, parallelQueries, async (contactId) => {
    for await (const item of queryItems(store, rangeQuery(accountId, { contactId, ...dates }))) {
      const entry = participationOf(item);
      positions.set(positionOf(entry), entry.id);
    }
  });
  return [...positions].sort(([one], [other]) => (one < other ? 1 : -1)).map(([, id]) => id);
}

async function collect(
  pages: Iterable<InteractionRecord[]> | AsyncIterable<InteractionRecord[]>,
  maxBytes: number,
): Promise<InteractionRecord[]> {
  const interactions: InteractionRecord[] = [];
  let bytes = 0;
  for await (const page of pages) {
    for (const interaction of page) {
      bytes += Buffer.byteLength(JSON.stringify(interaction));
      interactions.push(interaction);
      if (bytes > maxBytes) return interactions;
    }
  }
  return interactions;
}

/** The position of an interaction in the order of dates. A date without an id is the position before its interactions. */
export function positionOf({ date, id }: { date: string; id: string }): string {
  return `${date}#${id}`;
}

/** Consistently reads the interactions between two positions, oldest first, in pages of this size. */
export async function* interactionPages(
  store: Store,
  accountId: string,
  range: Pick<EntryRange, "from" | "to">,
  Limit: number,
): AsyncGenerator<InteractionRecord[], void> {
  const query = { ...rangeQuery(accountId, range), Limit };
  for await (const page of queryPages(store, query)) yield page.map(interactionFromItem);
}

/** Consistently reads the ids of the interactions of a participant, oldest first. */
export async function* interactionIdsOf(
  store: Store,
  accountId: string,
  range: EntryRange,
): AsyncGenerator<string, void> {
  for await (const item of queryItems(store, rangeQuery(accountId, range))) yield participationOf(item).id;
}

/** Consistently reads the first participations of a contact, or those after one, oldest first. */
export async function participationsOf(
  store: Store,
  accountId: string,
  contactId: string,
  Limit: number,
  after?: Participation,
): Promise<Participation[]> {
  const from = after && { ExclusiveStartKey: participationKey(accountId, after) };
  const { Items = [] } = await store.client.send(
    new QueryCommand({ TableName: store.tableName, ...rangeQuery(accountId, { contactId }), Limit, ...from }),
  );
  return Items.map(participationOf);
}

/** Consistently reads the latest participation of a contact, which may have several ids, up to a date, except in one interaction. */
export async function latestParticipation(
  store: Store,
  accountId: string,
  { contactIds, to }: { contactIds: readonly string[]; to: string },
  exceptId?: string,
): Promise<Participation | null> {
  const found = await mapInParallel(contactIds, parallelQueries, async (contactId) => {
    const query = { ...rangeQuery(accountId, { contactId, to }), ScanIndexForward: false, Limit: 2 };
    const { Items = [] } = await store.client.send(new QueryCommand({ TableName: store.tableName, ...query }));
    return Items.map(participationOf).find(({ id }) => id !== exceptId) ?? null;
  });
  return found.reduce((latest, each) => (each && isLater(each, latest) ? each : latest), null);
}

const parallelQueries = 16;

/** `~` comes after everything that can follow a date. */
function rangeQuery(accountId: string, { contactId, from, to }: EntryRange): TableQuery {
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
