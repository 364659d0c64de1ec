/** Contacts in their orders, read consistently from the indexes that keep them, and contacts by their ids. */
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { ContactRecord } from "../contact/record.ts";
import { batchGet } from "./batch-get.ts";
import { contactKey, contactsFromItems } from "./contact.ts";
import { type ContactOrder, contactKeyStart, type OrderedContact, orderIndexes, orderKey } from "./contact-order.ts";
import { rangeFrom, skipItems, type TableQuery } from "./query.ts";
import { accountPartition, type Store } from "./store.ts";

export interface ListOrder {
  order: ContactOrder;
  descending: boolean;
}

/** Where a page begins: so many contacts on, each of which costs its bytes, or behind a contact, which costs nothing. */
export type PageStart = { offset: number } | { after: OrderedContact };

export interface PageSize {
  limit: number;
  /** Bytes as JSON after which no more is read; the contact that passes them is the last. */
  maxBytes: number;
}

/** A page of contacts in one of the index orders, consistently read. */
export async function listContacts(
  store: Store,
  accountId: string,
  order: ListOrder,
  start: PageStart,
  size: PageSize,
): Promise<ContactRecord[]> {
  const query = listQuery(accountId, order);
  let from: StartKey = "after" in start ? startKey(accountId, order.order, start.after) : undefined;
  if ("offset" in start && start.offset > 0) {
    from = await skipItems(store, query, start.offset);
    if (!from) return [];
  }
  const page = new Page(store, size);
  do {
    const { Items = [], LastEvaluatedKey } = await store.client.send(
      new QueryCommand({ TableName: store.tableName, ...query, Limit: page.room, ExclusiveStartKey: from }),
    );
    await page.add(Items);
    from = LastEvaluatedKey;
  } while (from && page.room > 0);
  return page.contacts;
}

/** The contacts with these ids that exist, in the order of the ids, consistently read. */
export async function getContacts(
  store: Store,
  accountId: string,
  ids: readonly string[],
  maxBytes: number = Number.POSITIVE_INFINITY,
): Promise<ContactRecord[]> {
  const page = new Page(store, { limit: ids.length, maxBytes });
  for (let at = 0; at < ids.length && page.room > 0; at += idsAtOnce) {
    const keys = ids.slice(at, at + idsAtOnce).map((id) => contactKey(accountId, id));
    const items = new Map((await batchGet(store, keys)).map((item) => [String(item.sk), item]));
    await page.add(keys.map(({ sk }) => items.get(sk)).filter((item) => item !== undefined));
  }
  return page.contacts;
}

/** Keys of one call: DynamoDB's quota. */
const idsAtOnce = 100;
/** Long contacts that are read on side by side. */
const itemsAtOnce = 25;

/** Contacts as they come, until there are enough of them. */
class Page {
  readonly contacts: ContactRecord[] = [];
  /** How many more are wanted. */
  room: number;
  private readonly store: Store;
  private readonly size: PageSize;
  private found = 0;
  private bytes = 0;

  constructor(store: Store, size: PageSize) {
    this.store = store;
    this.size = size;
    this.room = size.limit;
  }

  async add(items: readonly Record<string, unknown>[]): Promise<void> {
    for (let at = 0; at < items.length && this.room > 0; at += itemsAtOnce) {
      const some = items.slice(at, at + itemsAtOnce);
      const contacts = await contactsFromItems(this.store, some);
      this.contacts.push(...contacts);
      this.found += some.length;
      if (this.size.maxBytes < Number.POSITIVE_INFINITY) this.bytes += Buffer.byteLength(JSON.stringify(contacts));
      this.room = this.bytes > this.size.maxBytes ? 0 : this.size.limit - this.found;
    }
  }
}

type StartKey = Record<string, unknown> | undefined;

function listQuery(accountId: string, { order, descending }: ListOrder): TableQuery {
  const { IndexName, attribute } = orderIndexes[order];
  return {
    ...(IndexName && { IndexName }),
    KeyConditionExpression: "pk = :pk AND #sort BETWEEN :start AND :end",
    ExpressionAttributeNames: { "#sort": attribute },
    ExpressionAttributeValues: { ":pk": accountPartition(accountId), ...rangeFrom(contactKeyStart) },
    ConsistentRead: true,
    ScanIndexForward: !descending,
  };
}

/** The contact need not exist any more: its place in the order counts. */
function startKey(accountId: string, order: ContactOrder, contact: OrderedContact): StartKey {
  return { ...contactKey(accountId, contact.id), [orderIndexes[order].attribute]: orderKey(order, contact) };
}
