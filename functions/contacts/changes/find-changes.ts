/**
 * Finds changes of contacts: the search index knows the version of each contact, and its log the deletions.
 *
 * At the end of a reading, a mirror must equal the account at the head that was read. Index, log and contacts may be newer than this
 * head. What is newer is left out, and makes the reading go on, because it is found again at its new position.
 */
import type { AccountHead } from "../../../shared/account/store/account.ts";
import type { ContactRecord } from "../../../shared/contact/record.ts";
import { getContacts } from "../../../shared/contact/store/contact-list.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { maxAnswerBytes } from "../../../shared/platform/http/answer/answer-size.ts";
import { AppError, unavailable } from "../../../shared/platform/http/errors.ts";
import { readDeletions } from "../../../shared/search/store/deletion-log.ts";
import { decodeTouches } from "../../../shared/search/store/touches.ts";
import type { ContactParts } from "../parts.ts";
import { isAfter, type Reading, wholeTxid } from "./position.ts";

export interface FoundChange {
  id: string;
  txid: number;
  deleted: boolean;
}

export interface FoundChanges {
  /** In the order of the positions, each contact once. */
  changes: FoundChange[];
  /** The `txid` up to which these are all changes, unless there are more than the limit. */
  upTo: number;
  /** Whether there are later changes than these. */
  hasLater: boolean;
}

/** The first changes after the position, one more than `limit` if there are as many. Throws `changes_expired`. */
export async function findChanges(
  { store, indexes, now }: ContactParts,
  head: AccountHead,
  { position, deletionsAfter }: Reading,
  limit: number,
): Promise<FoundChanges> {
  const from = wholeTxid(position);
  const touches = decodeTouches(head.touched);
  const isUnchanged = [head.searchTxid, ...touches.map(({ version }) => version)].every((txid) => txid <= from);
  if (isUnchanged) return { changes: [], upTo: head.txid, hasLater: false };
  const index = await indexes.load(head);
  index.touch(touches);
  const most = limit + 1;
  const changed = index.changedAfter(position.txid, position.contactId, most);
  // The log is read after the index, so that no contact is missing in the index whose deletion is not in the log.
  const range = { after: Math.max(from, deletionsAfter), writes: most };
  const log = await readDeletions(store, head, range, now());
  if (!log) throw new AppError("changes_expired");
  const last = new Map<string, FoundChange>();
  for (const { id, txid } of log.deletions) {
    // A deleted contact may have come back.
    const version = index.versionOf(id) ?? 0;
    last.set(id, version > txid ? { id, txid: version, deleted: false } : { id, txid, deleted: true });
  }
  for (const { id, version } of changed) last.set(id, { id, txid: version, deleted: false });
  const all = [...last.values()].filter((change) => isAfter(change, position));
  const upTo = Math.min(head.txid, log.upTo);
  const changes = all.filter(({ txid }) => txid <= upTo).sort(byPosition);
  // If not all deletions after the head were read, a contact may be missing in the index that the head still has.
  return { changes: changes.slice(0, most), upTo, hasLater: changes.length < all.length || log.upTo <= head.txid };
}

function byPosition(one: FoundChange, other: FoundChange): number {
  return one.txid - other.txid || (one.id < other.id ? -1 : 1);
}

interface ReadChanges {
  /** With the contacts; null for deleted ones. */
  changes: { id: string; txid: number; contact: ContactRecord | null }[];
  /** The number of found changes that were read, those included that later writes replaced. */
  done: number;
  /** Whether later writes replaced changes, which are left out. */
  hasLater: boolean;
}

/** Consistently reads the contacts, as many as fit into an answer. */
export async function readChanged(
  store: Store,
  head: AccountHead,
  found: readonly FoundChange[],
): Promise<ReadChanges> {
  const existing = found.filter(({ deleted }) => !deleted);
  const contacts = new Map<string, ContactRecord>();
  const read = async (changes: readonly FoundChange[], maxNotes?: number) => {
    const ids = changes.map(({ id }) => id);
    const some = await getContacts(store, head.accountId, ids, maxNotes);
    for (const contact of some) contacts.set(contact.id, contact);
    return some.reduce((characters, { notes }) => characters + (notes?.length ?? 0), 0);
  };
  const characters = await read(existing, maxAnswerBytes);
  const lastRead = [...contacts.keys()].at(-1);
  const done = characters > maxAnswerBytes ? found.findIndex(({ id }) => id === lastRead) + 1 : found.length;
  const isOld = ({ id, txid, deleted }: FoundChange) => !deleted && (contacts.get(id)?.version ?? 0) < txid;
  // A read may miss a write that was just committed, but a second one sees it.
  const old = found.slice(0, done).filter(isOld);
  if (old.length > 0) await read(old);
  const changes = found.slice(0, done).flatMap((change): ReadChanges["changes"] => {
    const { id, txid, deleted } = change;
    if (deleted) return [{ id, txid, contact: null }];
    const contact = contacts.get(id);
    if (!contact || contact.version > head.txid) return [];
    if (isOld(change)) throw unavailable(new Error("a contact is older than its version in the index"));
    return [{ id, txid: contact.version, contact }];
  });
  return { changes, done, hasLater: changes.length < done };
}
