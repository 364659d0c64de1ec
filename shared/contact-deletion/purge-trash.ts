/**
 * Removes contacts from the trash for good: those of a request, and those that the trash no longer shows, because it was
 * emptied, 30 days are over, or it has too many.
 */
import { type AccountHead, getAccountHead } from "../account/store/account.ts";
import { type WritePlan, withTimeLimit, writeAccount } from "../account/store/account-write.ts";
import { secondItemDeletion } from "../contact/store/contact.ts";
import { bulkChange } from "../contact-change/contact-history.ts";
import { afterPendingWork } from "../interaction/store/pending-work.ts";
import { pictureActions, picturesOf } from "../picture/store/unshown-pictures.ts";
import type { DeletionParts } from "./delete-contacts.ts";
import { planTombstone } from "./deleted-contacts.ts";
import { maxTrashed, planPurge, restorableUntil } from "./purge-list.ts";
import { deleteTrashed, getTrashed, withRoom } from "./trash.ts";
import { hiddenUntil, oldestTrashed } from "./trash-list.ts";

interface PurgeStep {
  /** The contacts that the trash showed before. */
  purgedCount: number;
  pictures: string[];
  /** As in the account's head; `removeReferences` applies these items. */
  deletedContactItems: number;
  /** The id of the change, which all transactions of a request have in common. */
  jobId: string | undefined;
}

/** The contacts of one transaction. Each has at most three actions: its item, its second item and its picture. */
const purgedAtOnce = 30;

interface Purge {
  accountId: string;
  ids: readonly string[];
  /** A UUID of version 7. The activity has one change for the purge, with the number of contacts. */
  purgeId: string;
}

/** Removes these contacts from the trash in at least one step. `left` and faults are as in `deleteContacts`. */
export async function* purgeContacts(parts: DeletionParts, { accountId, ids, purgeId }: Purge, left: () => number) {
  let job = { id: purgeId, count: 0 };
  for (let done = 0; done === 0 || done < ids.length; done += purgedAtOnce) {
    const step = await purgeSome(parts, { accountId, ids: ids.slice(done, done + purgedAtOnce), job }, left);
    // If an earlier attempt of the request made this write, its change goes on.
    job = { id: step.jobId ?? purgeId, count: job.count + step.purgedCount };
    yield { ...step, finished: done + purgedAtOnce >= ids.length };
  }
}

/** One transaction. Interactions and relationships may refer to the contacts afterwards (deleted-contacts.ts). */
async function purgeSome(
  { store, removeAvatars, now, retry }: DeletionParts,
  { accountId, ids, job }: { accountId: string; ids: readonly string[]; job?: { id: string; count: number } },
  left: () => number,
): Promise<PurgeStep & { txid: string }> {
  const plan = async (head: AccountHead, txid: number, hasRoom: boolean): Promise<WritePlan<PurgeStep>> => {
    const trashed = await getTrashed(store, accountId, ids);
    const contacts = trashed.map(({ contact }) => contact);
    const { deletedContactItems } = head;
    const nothing = { purgedCount: 0, pictures: [], deletedContactItems, jobId: job?.id };
    if (contacts.length === 0) return { actions: [], head, result: nothing };
    const tombstone = await planTombstone(store, head, contacts, { txid, now: now(), state: "gone", hasRoom });
    const shown = trashed.filter(({ deletedAt }) => deletedAt > head.trashEmptiedAt);
    const purged = contacts.flatMap((contact) => [
      deleteTrashed(store, contact),
      ...secondItemDeletion(store, contact),
    ]);
    const pictures = pictureActions(
      store,
      contacts.map((before) => ({ before, after: null })),
    );
    const isChange = job !== undefined && shown.length > 0;
    return {
      actions: [...purged, ...pictures, ...tombstone.actions],
      changes: isChange ? [bulkChange("deleted", { ...job, count: job.count + shown.length })] : [],
      head: { ...tombstone.head, trashCount: head.trashCount - shown.length },
      result: {
        ...nothing,
        purgedCount: shown.length,
        pictures: picturesOf(contacts),
        deletedContactItems: tombstone.head.deletedContactItems,
      },
    };
  };
  const { written } = await withRoom(true, (_, hasRoom) => {
    const planned = afterPendingWork({ store, now }, (head, txid) => plan(head, txid, hasRoom));
    return writeAccount(store, accountId, planned, withTimeLimit(left(), retry));
  });
  const { result, txid } = written;
  await removeAvatars(accountId, result.pictures);
  return { ...result, txid };
}

/**
 * Removes what the trash of the account no longer shows, while `left` returns milliseconds, and sets when the next contact
 * is to be removed. Returns false when the time is over. `afterStep` gets the account's `deletedContactItems`.
 */
export async function purgeHidden(
  parts: DeletionParts,
  accountId: string,
  left: () => number,
  afterStep: (deletedContactItems: number) => Promise<void>,
): Promise<boolean> {
  const { store, now, retry } = parts;
  for (;;) {
    if (left() <= 0) return false;
    const head = await getAccountHead(store, accountId);
    if (head.purgeAt === null || head.purgeAt > now().toISOString()) return true;
    const hidden = hiddenUntil(head, now());
    const oldest = await oldestTrashed(store, accountId, purgedAtOnce);
    const surplus = head.trashCount - maxTrashed;
    const due = oldest.filter(({ deletedAt }, index) => deletedAt <= hidden || index < surplus);
    if (due.length > 0) {
      const ids = due.map(({ id }) => id);
      await afterStep((await purgeSome(parts, { accountId, ids }, left)).deletedContactItems);
      continue;
    }
    const plan = async (current: AccountHead) => {
      const [first] = await oldestTrashed(store, accountId, 1);
      return { ...planPurge(store, current, first ? restorableUntil(first.deletedAt) : null), result: undefined };
    };
    await writeAccount(store, accountId, plan, withTimeLimit(left(), retry));
  }
}
