/** Reads pages of contacts in an order, and contacts by their ids. All reads are consistent. */
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { batchGet } from "../../platform/dynamodb/batch.ts";
import { prefixRange, skipItems, type TableQuery } from "../../platform/dynamodb/query.ts";
import { accountPartition, type Store } from "../../platform/dynamodb/store.ts";
import type { ContactRecord } from "../record.ts";
import { contactKey, contactsFromItems } from "./contact.ts";
import { type ContactOrder, contactKeyPrefix, type OrderedContact, orderIndexes, orderKey } from "./contact-order.ts";

export interface ListOrder {
  order: ContactOrder;
  descending: boolean;
}

/** A page starts at an offset, which costs as much as reading the skipped contacts, or after a contact, which is free. */
export type PageStart = { offset: number } | { after: OrderedContact };

export interface PageSize {
  limit: number;
  /** The page ends with the contact that exceeds this size of JSON in bytes. */
  maxBytes: number;
}

/** Reads a page of contacts in an order. */
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

/** The existing contacts with these ids, in the order of the ids. */
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

/** The number of contacts in one read. */
const idsAtOnce = 100;
/** The number of items whose second items are read in parallel. */
const itemsAtOnce = 25;

/** Collects contacts until the page is full. */
class Page {
  readonly contacts: ContactRecord[] = [];
  /** The number of contacts that are missing. */
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
    ExpressionAttributeValues: { ":pk": accountPartition(accountId), ...prefixRange(contactKeyPrefix) },
    ConsistentRead: true,
    ScanIndexForward: !descending,
  };
}

/** The contact doesn't have to exist any more. Only its sort key is used. */
function startKey(accountId: string, order: ContactOrder, contact: OrderedContact): StartKey {
  return { ...contactKey(accountId, contact.id), [orderIndexes[order].attribute]: orderKey(order, contact) };
}
