/** Pages of contacts, each read in the cheapest way: an order's index where it can, the search index where it must. */
import type { ContactRecord } from "../contact/record.ts";
import type { MembershipReader } from "../labels/membership-reader.ts";
import type { ContactIndexes } from "../search/contact-indexes.ts";
import type { AccountHead } from "../table/account.ts";
import { getContacts, type ListOrder, listContacts, type PageStart } from "../table/contact-list.ts";
import type { ContactOrder } from "../table/contact-order.ts";
import type { LabelRecord } from "../table/label.ts";
import type { Store } from "../table/store.ts";
import { labelledIds } from "./labelled.ts";
import type { ListQuery, SortOrder } from "./list-query.ts";

export interface PageParts {
  store: Store;
  indexes: ContactIndexes;
  memberships: MembershipReader;
}

export interface ContactPage {
  contacts: ContactRecord[];
  /** Of all pages. */
  totalCount: number;
  limit: number;
  offset: number;
  search: string | null;
  sort: SortOrder | null;
}

/** Contacts that a page may be away from the start for it to be walked to: a walk costs their bytes. */
const longestWalk = 200;

/**
 * The head is read before the page, so that its `txid` never claims a write that the page does not show. `maxBytes` is
 * as of `listContacts`; `of` keeps it to the contacts of one label, beside those that the query asks for. Throws
 * `group_not_found` or `tag_not_found`.
 */
export async function readPage(
  parts: PageParts,
  head: AccountHead,
  { keepInTouch, limit, offset, search, sort, ...labels }: ListQuery,
  maxBytes: number = Number.POSITIVE_INFINITY,
  of?: LabelRecord,
): Promise<ContactPage> {
  const { store, indexes } = parts;
  const { accountId } = head;
  const among = await labelledIds(parts, head, labels, of);
  const common = { limit, offset, search, sort: sort ?? (search === null ? "nameAsc" : null) };
  if (search !== null || keepInTouch || among) {
    const index = await indexes.load(head);
    const ids = index.find({ search, keepInTouch, ...(among && { among }) }, common.sort && orderOf(common.sort));
    const contacts = await getContacts(store, accountId, ids.slice(offset, offset + limit), maxBytes);
    return { ...common, contacts, totalCount: ids.length };
  }
  const order = orderOf(common.sort ?? "nameAsc");
  const start = offset < head.contactCount ? await startAt(indexes, head, order, offset) : undefined;
  const contacts = start ? await listContacts(store, accountId, order, start, { limit, maxBytes }) : [];
  return { ...common, contacts, totalCount: head.contactCount };
}

/** Undefined behind the end. */
async function startAt(
  indexes: ContactIndexes,
  head: AccountHead,
  { order, descending }: ListOrder,
  offset: number,
): Promise<PageStart | undefined> {
  if (offset <= longestWalk) return { offset };
  const index = await indexes.load(head);
  const after = index.at(offset - 1, order, descending);
  return after && { after };
}

function orderOf(sort: SortOrder): ListOrder {
  const descending = sort.endsWith("Desc");
  return { order: sort.slice(0, descending ? -4 : -3) as ContactOrder, descending };
}
