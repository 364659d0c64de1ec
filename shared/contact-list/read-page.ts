/** Reads pages of contacts in the cheapest way: by the index of an order if possible, otherwise by the search index. */

import type { AccountHead } from "../account/store/account.ts";
import type { ContactRecord } from "../contact/record.ts";
import { orderedContact } from "../contact/store/contact-derived.ts";
import { getContacts, type ListOrder, listContacts, type PageStart } from "../contact/store/contact-list.ts";
import { type ContactOrder, orderKey } from "../contact/store/contact-order.ts";
import { findLabelled, type MembershipReader } from "../label/membership-reader.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import type { ContactIndexes } from "../search/contact-indexes.ts";
import type { ListQuery, SortOrder } from "./list-query.ts";

export interface PageParts {
  store: Store;
  indexes: ContactIndexes;
  memberships: MembershipReader;
}

export interface ContactPage {
  contacts: ContactRecord[];
  /** The number of contacts on all pages. */
  totalCount: number;
  limit: number;
  offset: number;
  search: string | null;
  sort: SortOrder | null;
}

/**
 * The largest offset that is skipped by reading where the search index would have to be built. Skipping costs the bytes of
 * the skipped contacts, and building those of all contacts.
 */
const longestWalk = 200;

/**
 * Read the head before the page, so that its `txid` never includes a write that the page doesn't show. The page ends
 * when the notes of its contacts have more than `maxNotes` characters. `labelNumber` is the number of a label that all contacts must have, in addition to
 * the labels of the query. Throws `group_not_found` or `tag_not_found`.
 */
export async function readPage(
  parts: PageParts,
  head: AccountHead,
  { keepInTouch, limit, offset, search, sort, ids, ...labels }: ListQuery & { ids?: readonly string[] | undefined },
  { maxNotes = Number.POSITIVE_INFINITY, labelNumber }: { maxNotes?: number; labelNumber?: number } = {},
): Promise<ContactPage> {
  const { store, indexes } = parts;
  const { accountId } = head;
  const labelled = await findLabelled(parts, head, { ...labels, labelNumber });
  const common = { limit, offset, search, sort: sort ?? (search === null ? "nameAsc" : null) };
  const isFiltered = search !== null || keepInTouch || labelled !== undefined;
  if (ids && !isFiltered) {
    const all = await readInOrder(store, accountId, ids, orderOf(common.sort ?? "nameAsc"));
    return { ...common, contacts: all.slice(offset, offset + limit), totalCount: all.length };
  }
  if (isFiltered) {
    const among = ids ? new Set(ids.filter((id) => labelled?.has(id) ?? true)) : labelled;
    const index = await indexes.load(head);
    const found = index.find({ search, keepInTouch, ...(among && { among }) }, common.sort && orderOf(common.sort));
    const contacts = await getContacts(store, accountId, found.slice(offset, offset + limit), maxNotes);
    return { ...common, contacts, totalCount: found.length };
  }
  const order = orderOf(common.sort ?? "nameAsc");
  const start = offset < head.contactCount ? await startAt(indexes, head, order, offset) : undefined;
  const contacts = start ? await listContacts(store, accountId, order, start, { limit, maxNotes }) : [];
  return { ...common, contacts, totalCount: head.contactCount };
}

/** The contacts with these ids, except the account's own. Reading them is cheaper than loading the search index for them. */
async function readInOrder(
  store: Store,
  accountId: string,
  ids: readonly string[],
  { order, descending }: ListOrder,
): Promise<ContactRecord[]> {
  const contacts = await getContacts(
    store,
    accountId,
    [...new Set(ids)].filter((id) => id !== accountId),
  );
  const keyed = contacts.map((contact) => ({ contact, key: Buffer.from(orderKey(order, orderedContact(contact))) }));
  keyed.sort((one, other) => Buffer.compare(one.key, other.key));
  const sorted = keyed.map(({ contact }) => contact);
  return descending ? sorted.reverse() : sorted;
}

/** The start of the page; undefined if the offset is after the last contact. */
async function startAt(
  indexes: ContactIndexes,
  head: AccountHead,
  { order, descending }: ListOrder,
  offset: number,
): Promise<PageStart | undefined> {
  if (offset === 0) return { offset };
  const index = await (offset <= longestWalk ? indexes.loadStored(head) : indexes.load(head));
  if (!index) return { offset };
  const after = index.at(offset - 1, order, descending);
  return after && { after };
}

/** The order of contacts that a sort order names. */
export function orderOf(sort: SortOrder): ListOrder {
  const descending = sort.endsWith("Desc");
  return { order: sort.slice(0, descending ? -4 : -3) as ContactOrder, descending };
}
