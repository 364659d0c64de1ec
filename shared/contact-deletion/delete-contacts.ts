/**
 * Deletes contacts by their ids, as many in a transaction as fit, with everything that belongs to them: for a request that
 * waits, and for the worker that deletes a fixed set.
 */

import type { AccountHead } from "../account/store/account.ts";
import {
  type PlanPart,
  type RetryPolicy,
  type WritePlan,
  withTimeLimit,
  writeAccount,
} from "../account/store/account-write.ts";
import type { ContactChange } from "../contact/record.ts";
import { planContacts } from "../contact-change/contact-write.ts";
import { afterPendingWork } from "../interaction/store/pending-work.ts";
import { byBucket } from "../label/store/membership-buckets.ts";
import { leavingAll, planMemberships } from "../label/store/memberships.ts";
import type { RemoveAvatars } from "../picture/remove-avatars.ts";
import { picturesLeft } from "../picture/store/unshown-pictures.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import { ContactReader } from "./contact-reader.ts";
import { planTombstone } from "./deleted-contacts.ts";

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
  /** Of a deletion that another process may continue: the account's head has its progress. */
  deletionId?: string;
  /** The milliseconds that a transaction may still take, with everything that it waits for. */
  left: () => number;
}

/** One transaction. */
export interface DeletionStep {
  /** The number of deleted contacts. Ids that don't exist, and the account's own, are skipped. */
  deletedCount: number;
  /** Whether all ids are done. */
  finished: boolean;
  /** As in the account's head; `removeReferences` removes these items. */
  deletedContactItems: number;
  /** The account's `txid`. */
  txid: string;
}

interface Deleted extends Pick<DeletionStep, "deletedCount" | "deletedContactItems"> {
  /** The number of ids that are done, from the first one on. */
  end: number;
  /** The `photoVersion`s of the deleted contacts. */
  pictures: string[];
}

/**
 * Deletes the contacts in at least one step, also without ids. A contact that changes meanwhile is deleted as it is then.
 * Several processes may delete the same ids at once; each continues from where the other is. Throws `service_unavailable`
 * when other writes keep coming between for longer than `left` allows; deleted contacts stay deleted. Interactions may
 * still name the contacts afterwards (deleted-contacts.ts).
 */
export async function* deleteContacts(
  { store, removeAvatars, now, retry }: DeletionParts,
  { accountId, ids, deletionId, left }: Deletion,
): AsyncGenerator<DeletionStep, void, void> {
  const reader = new ContactReader(store, accountId, ids);
  let done = 0;
  do {
    const { result, txid } = await writeAccount(
      store,
      accountId,
      afterPendingWork({ store, now }, async (head, version): Promise<WritePlan<Deleted>> => {
        const noted = head.deletion !== null && head.deletion.id === deletionId ? head.deletion.done : 0;
        const { contacts, end } = await reader.next(head, Math.max(done, noted));
        const changes = contacts.map((before) => ({ before, after: null }));
        const { head: planned, ...rest } = await planDeletion(store, head, changes, { txid: version, now: now() });
        const isWritten = contacts.length > 0 && deletionId !== undefined;
        const after = isWritten ? { ...planned, deletion: { id: deletionId, done: end } } : planned;
        const { deletedContactItems } = after;
        const pictures = picturesLeft(changes);
        return { ...rest, head: after, result: { deletedCount: contacts.length, end, pictures, deletedContactItems } };
      }),
      withTimeLimit(left(), retry),
    );
    reader.advanceTo(Number(txid));
    done = result.end;
    await removeAvatars(accountId, result.pictures);
    const { deletedCount, deletedContactItems } = result;
    yield { deletedCount, finished: done >= ids.length, deletedContactItems, txid };
  } while (done < ids.length);
}

/**
 * Like `planContacts`, for changes that are deletions. The account must have no pending work. The plan has at most
 * `membershipSize` more actions for each contact, and `tombstoneActions`.
 */
export async function planDeletion(
  store: Store,
  head: AccountHead,
  changes: readonly ContactChange[],
  { txid, now }: { txid: number; now: Date },
): Promise<PlanPart> {
  if (changes.length === 0) return { actions: [], head, events: [] };
  const ids = changes.flatMap(({ before }) => before?.id ?? []);
  const buckets = byBucket(ids);
  const memberships = await planMemberships(store, head, buckets, leavingAll, txid);
  if (memberships.done < buckets.size) throw new Error("the memberships of deleted contacts do not fit");
  const tombstone = await planTombstone(store, memberships.head, ids, txid);
  const contacts = planContacts(store, tombstone.head, changes, { txid, now });
  return {
    actions: [...contacts.actions, ...memberships.actions, ...tombstone.actions],
    head: contacts.head,
    events: [...contacts.events, ...memberships.events],
  };
}
