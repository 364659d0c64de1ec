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
import { getChange, jobChangeId } from "../account/store/history.ts";
import type { ContactChange } from "../contact/record.ts";
import type { ChangeOrigin } from "../contact-change/contact-history.ts";
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
  /** A UUID of version 7. The activity has one change for the deletion, with the number of contacts. */
  deletionId: string;
  /** Whether another process may continue: the account's head has the progress. */
  isResumable?: boolean;
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
  { accountId, ids, deletionId, isResumable = false, left }: Deletion,
): AsyncGenerator<DeletionStep, void, void> {
  const reader = new ContactReader(store, accountId, ids);
  const via = { kind: "bulk", id: deletionId } as const;
  const noChange = { subject: "contact", subjectId: deletionId, kind: "deleted", via, fields: [] } as const;
  let [done, deletedCount] = [0, 0];
  do {
    const { result, txid } = await writeAccount(
      store,
      accountId,
      afterPendingWork({ store, now }, async (head, version): Promise<WritePlan<Deleted>> => {
        const noted = head.deletion?.id === deletionId ? head.deletion.done : 0;
        const { contacts, end } = await reader.next(head, Math.max(done, noted));
        const changes = contacts.map((before) => ({ before, after: null }));
        const origin = { via, inActivity: false };
        const planned = await planDeletion(store, head, changes, { txid: version, now: now() }, origin);
        const { deletedContactItems } = planned.head;
        const result = { deletedCount: contacts.length, end, pictures: picturesLeft(changes), deletedContactItems };
        if (contacts.length === 0) return { ...planned, result };
        const earlier = isResumable ? await getChange(store, accountId, jobChangeId(deletionId)) : undefined;
        const count = (earlier?.count ?? deletedCount) + contacts.length;
        const all = [...planned.changes, { ...noChange, job: { id: deletionId, count } }];
        const after = isResumable ? { ...planned.head, deletion: { id: deletionId, done: end } } : planned.head;
        return { ...planned, head: after, changes: all, result };
      }),
      withTimeLimit(left(), retry),
    );
    reader.advanceTo(Number(txid));
    done = result.end;
    await removeAvatars(accountId, result.pictures);
    deletedCount += result.deletedCount;
    yield {
      deletedCount: result.deletedCount,
      finished: done >= ids.length,
      deletedContactItems: result.deletedContactItems,
      txid,
    };
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
  origin?: ChangeOrigin,
): Promise<PlanPart> {
  if (changes.length === 0) return { actions: [], head, events: [], changes: [] };
  const ids = changes.flatMap(({ before }) => before?.id ?? []);
  const buckets = byBucket(ids);
  const memberships = await planMemberships(store, head, buckets, leavingAll, txid);
  if (memberships.done < buckets.size) throw new Error("the memberships of deleted contacts do not fit");
  const tombstone = await planTombstone(store, memberships.head, ids, txid);
  const contacts = planContacts(store, tombstone.head, changes, { txid, now }, origin);
  return {
    actions: [...contacts.actions, ...memberships.actions, ...tombstone.actions],
    head: contacts.head,
    events: [...contacts.events, ...memberships.events],
    changes: contacts.changes,
  };
}
