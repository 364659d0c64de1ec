/** The contacts in the trash in the order of their deletions, by the index byDue. */
import type { AccountHead } from "../account/store/account.ts";
import type { SummarisedContact } from "../contact/store/contact-list.ts";
import {
  countItems,
  queryItems,
  readFirst,
  skipItems,
  type TableItem,
  type TableQuery,
} from "../platform/dynamodb/query.ts";
import { accountPartition, type Store } from "../platform/dynamodb/store.ts";
import type { ErrorCode } from "../platform/http/error-catalogue.ts";
import { fold } from "../platform/text/fold.ts";
import { restorableUntil, trashTime } from "./purge-list.ts";
import { getTrashed, noteFromItem, type TrashedContact, type TrashNote, trashedId, trashKeyStart } from "./trash.ts";

/** Consistently reads the contacts with these ids that the trash shows, in no particular order. */
export async function getShown(
  store: Store,
  head: AccountHead,
  ids: readonly string[],
  now: Date,
): Promise<TrashedContact[]> {
  if (head.trashCount === 0 || ids.length === 0) return [];
  const hidden = hiddenUntil(head, now);
  return (await getTrashed(store, head.accountId, ids)).filter(({ deletedAt }) => deletedAt > hidden);
}

/** What a list of the trash shows. */
export type TrashedSummary = TrashNote & SummarisedContact & { restorableUntil: string; refusedCode: ErrorCode | null };

/** Contacts that were deleted up to this time are no longer in the trash, although their items may still be there. */
export function hiddenUntil({ trashEmptiedAt }: AccountHead, now: Date): string {
  const expired = new Date(now.getTime() - trashTime).toISOString();
  return trashEmptiedAt > expired ? trashEmptiedAt : expired;
}

/** Consistently reads the first items of the trash, also those that it no longer shows, the oldest deletion first. */
export async function oldestTrashed(
  store: Store,
  accountId: string,
  limit: number,
): Promise<(Pick<TrashNote, "deletedAt"> & { id: string })[]> {
  const items = await readFirst(store, { ...trashQuery(accountId, "", "~"), ScanIndexForward: true }, limit);
  return items.map((item) => ({ id: trashedId(item), deletedAt: noteFromItem(item).deletedAt }));
}

/** The ids of the contacts in the trash whose deletion was requested at this time or later, the latest first, and its time. */
export async function trashedSince(
  store: Store,
  head: AccountHead,
  since: string,
  now: Date,
): Promise<{ ids: string[]; deletedUntil: string }> {
  const hidden = afterMoment(hiddenUntil(head, now));
  const query = trashQuery(head.accountId, since > hidden ? since : hidden, "~");
  const ids: string[] = [];
  let deletedUntil = "";
  for await (const item of queryItems(store, query)) {
    ids.push(trashedId(item));
    deletedUntil ||= noteFromItem(item).deletedAt;
  }
  return { ids, deletedUntil };
}

/** The ids of the first contacts in the trash that were deleted at this moment. */
export async function trashedAt(
  store: Store,
  head: AccountHead,
  { moment, limit }: { moment: string; limit: number },
  now: Date,
): Promise<string[]> {
  if (head.trashCount === 0 || moment <= hiddenUntil(head, now)) return [];
  return (await readFirst(store, trashQuery(head.accountId, moment, afterMoment(moment)), limit)).map(trashedId);
}

/** A text after all positions of deletions at this moment, and before those of later ones. */
function afterMoment(moment: string): string {
  return moment && `${moment}~`;
}

export interface TrashPage {
  contacts: TrashedSummary[];
  /** The number of contacts on all pages. */
  totalCount: number;
}

/**
 * Consistently reads a page of the trash, latest deletion first. A search reads the whole trash: each of its words must be
 * in a name.
 */
export async function listTrash(
  store: Store,
  head: AccountHead,
  { offset, limit, search }: { offset: number; limit: number; search: string | null },
  now: Date,
): Promise<TrashPage> {
  const { accountId, trashCount } = head;
  if (trashCount === 0) return { contacts: [], totalCount: 0 };
  const hidden = afterMoment(hiddenUntil(head, now));
  const query = trashQuery(accountId, hidden, "~");
  if (search !== null) {
    const words = fold(search).split(" ");
    const found: TrashedSummary[] = [];
    for await (const item of queryItems(store, query)) {
      const contact = summaryFromItem(item);
      const name = fold(`${contact.firstName} ${contact.lastName}`);
      if (words.every((word) => name.includes(word))) found.push(contact);
    }
    return { contacts: found.slice(offset, offset + limit), totalCount: found.length };
  }
  // The head counts expired contacts until they are removed.
  const expired = await countItems(store, trashQuery(accountId, afterMoment(head.trashEmptiedAt), hidden));
  const totalCount = trashCount - expired;
  const from = offset > 0 && offset < totalCount ? await skipItems(store, query, offset) : undefined;
  if (offset > 0 && !from) return { contacts: [], totalCount };
  return { contacts: (await readFirst(store, query, limit, from)).map(summaryFromItem), totalCount };
}

/** `to` is not included. */
function trashQuery(accountId: string, from: string, to: string): TableQuery {
  return {
    IndexName: "byDue",
    KeyConditionExpression: "pk = :pk AND dueKey BETWEEN :from AND :to",
    ExpressionAttributeValues: {
      ":pk": accountPartition(accountId),
      ":from": trashKeyStart + from,
      ":to": trashKeyStart + to,
    },
    ConsistentRead: true,
    ScanIndexForward: false,
  };
}

function summaryFromItem(item: TableItem): TrashedSummary {
  const { firstName = "", lastName = "", photoVersion = null, refusedCode = null } = item as Partial<TrashedSummary>;
  const note = noteFromItem(item);
  const contact = { id: trashedId(item), firstName, lastName, photoVersion };
  return { ...contact, ...note, restorableUntil: restorableUntil(note.deletedAt), refusedCode };
}
