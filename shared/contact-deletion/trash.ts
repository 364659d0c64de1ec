/**
 * The trash: an item (`TR#`) for each deleted contact, with the attributes of the contact's own item and what else a restore
 * needs. In byDue, the items are in the order of the deletions. The head counts them.
 */
import type { AccountHead } from "../account/store/account.ts";
import type { ContactRecord, SentByDate } from "../contact/record.ts";
import { contactsFromItems, idsOfKey, keylessAttributes } from "../contact/store/contact.ts";
import { contactKeyPrefix } from "../contact/store/contact-order.ts";
import { batchGet } from "../platform/dynamodb/batch.ts";
import type { TableItem } from "../platform/dynamodb/query.ts";
import { accountPartition, type Store, type WriteAction } from "../platform/dynamodb/store.ts";
import { updateOf } from "../platform/dynamodb/update.ts";
import type { Author } from "../platform/http/author.ts";
import type { ErrorCode } from "../platform/http/error-catalogue.ts";
import { AppError } from "../platform/http/errors.ts";
import { shortId } from "../platform/text/short-id.ts";

/** When a contact was deleted and by whom. A bulk deletion has the moment of its request. */
export interface TrashNote {
  /** ISO 8601 in UTC. */
  deletedAt: string;
  deletedBy: Omit<Author, "agent">;
}

export interface TrashedContact extends TrashNote {
  contact: ContactRecord;
  /** The numbers of its groups and tags, also of deleted ones. */
  labels: readonly number[];
  sent: SentByDate;
}

/** The prefix of the sort keys, in the table and in byDue. */
export const trashKeyStart = "TR#";

function trashKey(accountId: string, id: string) {
  return { pk: accountPartition(accountId), sk: trashKeyStart + shortId(id) };
}

function positionOf(deletedAt: string, id: string): string {
  return `${trashKeyStart}${deletedAt}#${shortId(id)}`;
}

/**
 * A deletion is never refused because the account has no room: the contacts then go past the trash, and the history keeps their values
 * until it expires. `write` makes the deletion, and is called again for this. The result says whether there was room for the trash.
 */
export async function withRoom<Result>(
  permanent: boolean,
  write: (permanent: boolean, hasRoom: boolean) => Promise<Result>,
): Promise<{ written: Result; hadRoom: boolean }> {
  try {
    return { written: await write(permanent, true), hadRoom: true };
  } catch (fault) {
    if (!(fault instanceof AppError) || fault.code !== "storage_limit_reached") throw fault;
    return { written: await write(true, false), hadRoom: permanent };
  }
}

/** Labels and sent reminders are left out if there are none. */
export function putTrashed(
  { tableName: TableName }: Store,
  { contact, labels, sent, deletedAt, deletedBy }: TrashedContact,
): WriteAction {
  const { accountId, id } = contact;
  const Item = {
    ...trashKey(accountId, id),
    dueKey: positionOf(deletedAt, id),
    ...keylessAttributes(contact),
    ...(labels.length > 0 && { labels }),
    ...(Object.keys(sent).length > 0 && { sent }),
    deletedBy,
  };
  return { Put: { TableName, Item } };
}

/** Deletes the item of a contact that is restored. */
export function deleteTrashed({ tableName: TableName }: Store, { accountId, id }: ContactRecord): WriteAction {
  return { Delete: { TableName, Key: trashKey(accountId, id) } };
}

/** Notes why a restore in the background left the contact in the trash. */
export function noteTrashed(
  { tableName: TableName }: Store,
  { accountId, id }: Pick<ContactRecord, "accountId" | "id">,
  note: { refusedCode: ErrorCode },
): WriteAction {
  return { Update: { TableName, Key: trashKey(accountId, id), ...updateOf(note) } };
}

export function noteFromItem({ dueKey, deletedBy }: TableItem): TrashNote {
  const [, deletedAt = ""] = String(dueKey).split("#");
  return { deletedAt, deletedBy: deletedBy as TrashNote["deletedBy"] };
}

/** The item as the contact's own one was. */
function asContactItem({ sk, ...item }: TableItem): TableItem {
  return { ...item, sk: contactKeyPrefix + String(sk).slice(trashKeyStart.length) };
}

/** The id of the contact of an item. */
export function trashedId(item: TableItem): string {
  return idsOfKey(asContactItem(item)).id;
}

/** Consistently reads the contacts with these ids that are in the trash, in no particular order. */
export async function getTrashed(store: Store, accountId: string, ids: readonly string[]): Promise<TrashedContact[]> {
  const items = await batchGet(
    store,
    ids.map((id) => trashKey(accountId, id)),
  );
  const contacts = await contactsFromItems(store, items.map(asContactItem));
  const byId = new Map(contacts.map((contact) => [contact.id, contact]));
  return items.flatMap((item) => {
    const contact = byId.get(trashedId(item));
    const { labels = [], sent = {} } = item as Partial<Pick<TrashedContact, "labels" | "sent">>;
    return contact ? [{ contact, labels, sent, ...noteFromItem(item) }] : [];
  });
}

/** The moment of a deletion at `now`. It is after the last emptying, also if another process has a faster clock. */
export function momentOfDeletion({ trashEmptiedAt }: AccountHead, now: Date): string {
  const moment = now.toISOString();
  return moment > trashEmptiedAt ? moment : new Date(Date.parse(trashEmptiedAt) + 1).toISOString();
}
