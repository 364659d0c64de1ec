/** Reads pages of contacts in an order, and contacts by their ids. All reads are consistent. */
import { batchGet } from "../../platform/dynamodb/batch.ts";
import { firstItems, prefixRange, queryPages, skipItems, type TableQuery } from "../../platform/dynamodb/query.ts";
import { accountPartition, type Store } from "../../platform/dynamodb/store.ts";
import type { ContactRecord } from "../record.ts";
import { contactKey, contactsFromItems, idsOfKey } from "./contact.ts";
import { type ContactOrder, contactKeyPrefix, type OrderedContact, orderIndexes, sortKey } from "./contact-order.ts";
import { packedAttribute, unpackFields } from "./packed-fields.ts";

export interface ListOrder {
  order: ContactOrder;
  descending: boolean;
}

/** A page starts at an offset, which costs as much as reading the skipped contacts, or after a contact, which is free. */
export type PageStart = { offset: number } | { after: OrderedContact };

export interface PageSize {
  limit: number;
  /** The page ends when the notes of its contacts have more characters. */
  maxNotes: number;
}

/** Reads a page of contacts in an order. */
export async function listContacts(
  store: Store,
  accountId: string,
  order: ListOrder,
  start: PageStart,
  { limit, maxNotes }: PageSize,
): Promise<ContactRecord[]> {
  const query = listQuery(accountId, order);
  let from: StartKey = "after" in start ? startKey(accountId, order.order, start.after) : undefined;
  if ("offset" in start && start.offset > 0) {
    from = await skipItems(store, query, start.offset);
    if (!from) return [];
  }
  return collect(store, firstItems(store, query, limit, from), maxNotes);
}

/**
 * All contacts in an order, some at a time. A contact that moves in the order meanwhile may be missing, or there
 * twice.
 */
export async function* contactPages(
  store: Store,
  accountId: string,
  order: ListOrder,
): AsyncGenerator<ContactRecord[], void> {
  for await (const items of queryPages(store, listQuery(accountId, order))) {
    for (let at = 0; at < items.length; at += itemsAtOnce) {
      yield contactsFromItems(store, items.slice(at, at + itemsAtOnce));
    }
  }
}

/** The existing contacts with these ids, in the order of the ids. */
export function getContacts(
  store: Store,
  accountId: string,
  ids: readonly string[],
  maxNotes: number = Number.POSITIVE_INFINITY,
): Promise<ContactRecord[]> {
  return collect(store, itemsWithIds(store, accountId, ids), maxNotes);
}

export type ContactReach = Pick<ContactRecord, "emails" | "phones">;

/** How to reach the existing contacts with these ids. The answer may be a moment old, at half the price. */
export async function getContactReach(
  store: Store,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, ContactReach>> {
  const keys = ids.map((id) => contactKey(accountId, id));
  const items = await batchGet(store, keys, { consistent: false, attributes: ["pk", "sk", packedAttribute] });
  return new Map(
    items.map((item) => {
      const { emails = [], phones = [] }: Partial<ContactReach> = unpackFields(item);
      return [idsOfKey(item).id, { emails, phones }];
    }),
  );
}

/** The parts of a contact that are shown in answers about something else. */
export type SummarisedContact = Pick<ContactRecord, "id" | "firstName" | "lastName" | "photoVersion">;

/** The existing contacts with these ids. Reads as much as `getContacts`, except second items, and transfers less. */
export async function getSummarisedContacts(
  store: Store,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, SummarisedContact>> {
  const keys = ids.map((id) => contactKey(accountId, id));
  const items = await batchGet(store, keys, { attributes: ["pk", "sk", "firstName", "lastName", "photoVersion"] });
  const contacts = items.map(({ pk, sk, ...names }) => {
    return { photoVersion: null, ...names, id: idsOfKey({ pk, sk }).id } as SummarisedContact;
  });
  return new Map(contacts.map((contact) => [contact.id, contact]));
}

/** The number of contacts in one read. */
const idsAtOnce = 100;
/** The number of items whose second items are read in parallel. */
const itemsAtOnce = 25;

async function* itemsWithIds(store: Store, accountId: string, ids: readonly string[]) {
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    const keys = ids.slice(at, at + idsAtOnce).map((id) => contactKey(accountId, id));
    const items = new Map((await batchGet(store, keys)).map((item) => [String(item.sk), item]));
    yield keys.map(({ sk }) => items.get(sk)).filter((item) => item !== undefined);
  }
}

/**
 * The contacts of these items, until their notes have more than `maxNotes` characters. All other fields of a contact are
 * short, and the answer is measured by its JSON later.
 */
async function collect(
  store: Store,
  pages: AsyncIterable<readonly Record<string, unknown>[]>,
  maxNotes: number,
): Promise<ContactRecord[]> {
  const contacts: ContactRecord[] = [];
  let characters = 0;
  for await (const items of pages) {
    for (let at = 0; at < items.length; at += itemsAtOnce) {
      const some = await contactsFromItems(store, items.slice(at, at + itemsAtOnce));
      contacts.push(...some);
      for (const { notes } of some) characters += notes?.length ?? 0;
      if (characters > maxNotes) return contacts;
    }
  }
  return contacts;
}

type StartKey = Record<string, unknown> | undefined;

function listQuery(accountId: string, { order, descending }: ListOrder): TableQuery {
  const { IndexName, attribute } = orderIndexes[order];
  return {
    ...(IndexName && { IndexName }),
    KeyConditionExpression: "pk = :pk AND #sort BETWEEN :start AND :end",
    ExpressionAttributeNames: { "#sort": attribute },
    ExpressionAttributeValues: { ":pk": accountPartition(accountId), ...prefixRange(contactKeyPrefix) },
    ConsistentRead: true,
    ScanIndexForward: !descending,
  };
}

/** The contact doesn't have to exist any more. Only its sort key is used. */
function startKey(accountId: string, order: ContactOrder, contact: OrderedContact): StartKey {
  return { ...contactKey(accountId, contact.id), [orderIndexes[order].attribute]: sortKey(order, contact) };
}
