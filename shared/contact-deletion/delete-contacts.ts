/**
 * Deletes contacts by their ids, as many in a transaction as fit, with everything that belongs to them: for a request that
 * waits, and for the worker that deletes a fixed set.
 */

import type { AccountHead } from "../account/store/account.ts";
import { type PlanPart, type RetryPolicy, withTimeLimit, writeAccount } from "../account/store/account-write.ts";
import { getChange, jobChangeId } from "../account/store/history.ts";
import type { ContactChange, ContactRecord } from "../contact/record.ts";
import { bulkChange, bulkOrigin, type ChangeOrigin } from "../contact-change/contact-history.ts";
import { planContacts } from "../contact-change/contact-write.ts";
import { getDatedContacts } from "../important-date/store/important-dates.ts";
import { afterPendingWork } from "../interaction/store/pending-work.ts";
import { byBucket } from "../label/store/membership-buckets.ts";
import { type Edit, planMemberships } from "../label/store/memberships.ts";
import type { RemoveAvatars } from "../picture/remove-avatars.ts";
import { picturesOf } from "../picture/store/unshown-pictures.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import { currentAuthor } from "../platform/http/author.ts";
import { ContactReader } from "./contact-reader.ts";
import { planTombstone } from "./deleted-contacts.ts";
import { planPurgeAfter } from "./purge-list.ts";
import { momentOfDeletion, putTrashed, type TrashedContact, withRoom } from "./trash.ts";
import { trashedAt } from "./trash-list.ts";

export interface DeletionParts {
  store: Store;
  removeAvatars: RemoveAvatars;
  now: () => Date;
  retry?: RetryPolicy;
}

export interface Deletion {
  accountId: string;
  /** Distinct ids. */
  ids: readonly string[];
  /** A UUID of version 7. The activity has one change for the deletion, with the number of contacts. */
  deletionId: string;
  /** Whether another process may continue: the account's head has the progress. */
  isResumable?: boolean;
  /** The moment that the contacts have in the trash, ISO 8601 in UTC; null for a deletion past it. */
  deletedAt: string | null;
  /** The milliseconds that a transaction may still take, with everything that it waits for. */
  left: () => number;
}

/** One transaction. */
export interface DeletionStep {
  /** The number of deleted contacts. Ids that don't exist, and the account's own, are skipped. */
  deletedCount: number;
  /** Whether all ids are done. */
  finished: boolean;
  /** False if the contacts went past the trash, because the account had no room. */
  hadRoom: boolean;
  /** As in the account's head; `removeReferences` removes these items. */
  deletedContactItems: number;
  /** The account's `txid`. */
  txid: string;
}

/**
 * Deletes the contacts in at least one step, also without ids. A contact that changes meanwhile is deleted as it is then.
 * Several processes may delete the same ids at once; each continues from where the other is. Throws `service_unavailable`
 * when other writes keep coming between for longer than `left` allows; deleted contacts stay deleted. Interactions may
 * still name the contacts afterwards (deleted-contacts.ts).
 */
export async function* deleteContacts(
  { store, removeAvatars, now, retry }: DeletionParts,
  { accountId, ids, deletionId, isResumable = false, deletedAt, left }: Deletion,
): AsyncGenerator<DeletionStep, void, void> {
  const reader = new ContactReader(store, accountId, ids, deletedAt !== null);
  let [done, total] = [0, 0];
  let [changeId, moment] = [deletionId, deletedAt];
  do {
    const write = (isPermanent: boolean, hasRoom: boolean) =>
      writeAccount(
        store,
        accountId,
        afterPendingWork({ store, now }, async (head, version) => {
          const noted = head.deletion?.id === deletionId ? head.deletion.done : 0;
          const isWithdrawn = head.withdrawn?.ids.includes(deletionId);
          const { contacts, end } = isWithdrawn
            ? { contacts: [], end: ids.length }
            : await reader.next(head, Math.max(done, noted));
          // All transactions of a request have the id of the change and the moment in common.
          const { deletedContactItems } = head;
          const common = {
            deletedCount: contacts.length,
            end,
            changeId,
            moment,
            deletedContactItems,
            lastId: ids[end - 1],
          };
          if (contacts.length === 0) return { actions: [], head, result: { ...common, pictures: [] } };
          const begun = isResumable ? await getChange(store, accountId, jobChangeId(changeId)) : undefined;
          const asked = begun?.trashedAt ?? moment;
          const isFirst = total + (begun?.count ?? 0) === 0;
          const into = isPermanent || asked === null ? null : await momentOfBulk(store, head, asked, isFirst);
          const time = { txid: version, now: now(), deletedAt: into, hasRoom };
          const planned = await planDeletion(store, head, contacts, time, bulkOrigin(changeId));
          const result = {
            ...common,
            moment: into ?? moment,
            pictures: into ? [] : picturesOf(contacts),
            deletedContactItems: planned.head.deletedContactItems,
          };
          const job = { id: changeId, count: (begun?.count ?? total) + contacts.length };
          const after = isResumable ? { ...planned.head, deletion: { id: deletionId, done: end } } : planned.head;
          const changes = [...planned.changes, bulkChange("deleted", job, { trashedAt: into })];
          return { ...planned, head: after, changes, result };
        }),
        withTimeLimit(left(), retry),
      );
    const { written, hadRoom } = await withRoom(deletedAt === null, write);
    const { result, txid } = written;
    reader.advanceTo(Number(txid));
    // If an earlier attempt of the request made this write, its change and its moment go on, and its filter may have had other ids.
    done = ids[result.end - 1] === result.lastId ? result.end : 0;
    ({ changeId, moment } = result);
    await removeAvatars(accountId, result.pictures);
    const { deletedCount, deletedContactItems } = result;
    total += deletedCount;
    yield { deletedCount, finished: done >= ids.length, hadRoom, deletedContactItems, txid };
  } while (done < ids.length);
}

/**
 * Nobody saw these contacts in a trash that was emptied since the request, so they go there after that. No other
 * deletion has the moment, because an undo finds the contacts of this one by it.
 */
async function momentOfBulk(store: Store, head: AccountHead, asked: string, isFirst: boolean): Promise<string> {
  const moment = momentOfDeletion(head, new Date(asked));
  const isTaken = isFirst && (await trashedAt(store, head, { moment, limit: 1 }, new Date(moment))).length > 0;
  return isTaken ? momentOfBulk(store, head, new Date(Date.parse(moment) + 1).toISOString(), isFirst) : moment;
}

interface DeletionTime {
  txid: number;
  now: Date;
  deletedAt: string | null;
  hasRoom?: boolean;
}

/**
 * Like `planContacts`, for deletions: into the trash, or past it without `deletedAt`. The account must have no pending work. The
 * plan has at most `membershipSize` and one more action for each contact, `tombstoneActions` and `maxPurgeActions`.
 */
export async function planDeletion(
  store: Store,
  head: AccountHead,
  deleted: readonly ContactRecord[],
  { txid, now, deletedAt, hasRoom }: DeletionTime,
  origin?: ChangeOrigin,
): Promise<PlanPart> {
  if (deleted.length === 0) return { actions: [], head, events: [], changes: [] };
  const ids = deleted.map(({ id }) => id);
  const state = deletedAt ? "hidden" : "gone";
  const buckets = byBucket(ids);
  const labels = new Map<string, readonly number[]>();
  const leave: Edit = (numbers, id) => {
    labels.set(id, numbers);
    return [];
  };
  const memberships = await planMemberships(store, head, buckets, leave, txid);
  if (memberships.done < buckets.size) throw new Error("the memberships of deleted contacts do not fit");
  const tombstone = await planTombstone(store, memberships.head, deleted, { txid, now, state, hasRoom });
  const trashed = deletedAt ? await trashedContacts(store, head, deleted, { labels, deletedAt }) : [];
  const moved = new Map(trashed.map((each) => [each.contact, each]));
  const changes = deleted.map((before): ContactChange => {
    const trashed = moved.get(before);
    return { before, after: null, ...(trashed && { trashed }) };
  });
  const contacts = planContacts(store, tombstone.head, changes, { txid, now }, origin);
  const items = trashed.map((each) => putTrashed(store, each));
  const counted = { ...contacts.head, trashCount: head.trashCount + items.length };
  const purge = deletedAt ? planPurgeAfter(store, counted, deletedAt, now) : { actions: [], head: counted };
  return {
    actions: [...contacts.actions, ...memberships.actions, ...tombstone.actions, ...items, ...purge.actions],
    head: purge.head,
    events: [...contacts.events, ...memberships.events],
    changes: contacts.changes,
  };
}

async function trashedContacts(
  store: Store,
  { accountId }: AccountHead,
  deleted: readonly ContactRecord[],
  { labels, deletedAt }: { labels: ReadonlyMap<string, readonly number[]>; deletedAt: string },
): Promise<TrashedContact[]> {
  const dated = deleted.filter(({ importantDates }) => importantDates.length > 0).map(({ id }) => id);
  const items = dated.length > 0 ? await getDatedContacts(store, accountId, dated) : [];
  const sent = new Map(items.map((item) => [item.id, item.sent]));
  const { agent: _, ...deletedBy } = currentAuthor();
  const note = { deletedAt, deletedBy };
  return deleted.map((contact) => {
    return { contact, labels: labels.get(contact.id) ?? [], sent: sent.get(contact.id) ?? {}, ...note };
  });
}
