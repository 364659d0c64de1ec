/** Deletes and restores the fixed sets of contacts in the account bucket: one when its event arrives, and hourly those that are overdue. */

import { AccountClosedError } from "../../shared/account/store/account.ts";
import type { AccountFiles } from "../../shared/account/store/account-files.ts";
import { type DeletionLocation, deletionPrefix, parseDeletionKey } from "../../shared/account/store/account-keys.ts";
import { type ContactSet, noContacts, readContactSet } from "../../shared/contact-deletion/contact-set.ts";
import { type DeletionParts, deleteContacts } from "../../shared/contact-deletion/delete-contacts.ts";
import { accountsToPurge, forgetPurge } from "../../shared/contact-deletion/purge-list.ts";
import { purgeHidden } from "../../shared/contact-deletion/purge-trash.ts";
import { removeReferences } from "../../shared/contact-deletion/remove-references.ts";
import { countRestored, restoreContacts } from "../../shared/contact-deletion/restore-contacts.ts";
import { createAvatarRemoval, sweepAvatars } from "../../shared/picture/remove-avatars.ts";
import type { PictureFiles } from "../../shared/picture/store/picture-files.ts";
import { currentAuthor, withAuthor } from "../../shared/platform/http/author.ts";
import { meterJob } from "../../shared/platform/log/capacity.ts";
import { faultName, type Log } from "../../shared/platform/log/request-log.ts";
import type { Invocation } from "../invocation.ts";

export interface DeletionWorkerParts extends Omit<DeletionParts, "removeAvatars"> {
  /** The files of the account bucket. */
  files: AccountFiles;
  pictureFiles: Pick<PictureFiles, "removePictures">;
  pause: (milliseconds: number) => Promise<void>;
  log: Log;
}

/** The time of the invocation is over before the set is deleted. The next invocation continues from there. */
export class DeletionUnfinishedError extends Error {
  override readonly name = "DeletionUnfinishedError";
}

/**
 * The milliseconds between two transactions, so that the owner's writes, which take about 20 ms, do not starve. The pauses
 * add two minutes to the deletion of 50,000 contacts.
 */
const pauseBetweenWrites = 30;
/** The milliseconds that the last transaction may take with all its attempts. */
const lastWriteMargin = 30_000;
/**
 * The number of transactions after which the deleted contacts are removed from interactions. A larger number rewrites
 * interactions less often, but a request that reads interactions meanwhile has more to remove first.
 */
const mostItems = 50;
/** The milliseconds after which a set is overdue. The worker that its event started has at most 15 minutes. */
const overdueAfter = 20 * 60_000;

/**
 * Deletes or restores the contacts of the set under this key, finishes what earlier deletions of the account left, and removes the
 * set. Events may arrive twice, late, or in parallel, so contacts that are already done are skipped. Throws the fault
 * that interrupts it, or `DeletionUnfinishedError` when time runs out, so that the event is delivered again.
 */
export async function deleteSet(parts: DeletionWorkerParts, key: string, invocation: Invocation): Promise<void> {
  const { files, log } = parts;
  const location = parseDeletionKey(key);
  const set = location && (await readContactSet(files, location));
  if (!set) return log({ level: "info", event: "deletion.skipped", requestId: invocation.requestId });
  const isDone = await workOn(parts, location, set, invocation);
  if (isDone) await files.removeObject(key);
}

/** Does the work of a set, and removes what the trash no longer shows. Returns false if the account was closed. */
async function workOn(
  parts: DeletionWorkerParts,
  location: DeletionLocation,
  set: ContactSet,
  { requestId, remainingTime }: Invocation,
): Promise<boolean> {
  const { store, pictureFiles, now, pause, log } = parts;
  const { accountId } = location;
  const removing = { ...parts, removeAvatars: createAvatarRemoval({ store, files: pictureFiles, log }) };
  const startedAt = now().getTime();
  return meterJob({ requestId, accountId, now, log }, async (_, logUnits) => {
    const progress = { ...location, contacts: set.ids.length, deletedCount: 0, restoredCount: 0, steps: 0 };
    const report = (level: "info" | "warn", event: string, fault?: unknown) => {
      const durationMs = now().getTime() - startedAt;
      const reason = fault === undefined ? {} : { fault: faultName(fault) };
      logUnits({ level, event, requestId, ...progress, durationMs, ...reason });
    };
    const left = () => remainingTime() - lastWriteMargin;
    const finish = async (deletedContactItems: number) => {
      if (deletedContactItems === 0) return;
      const { isDone } = await removeReferences(parts, accountId, left);
      if (!isDone) throw new DeletionUnfinishedError("the time is over");
    };
    const work = async () => {
      const { deletionId, ...common } = { ...location, ...set, left };
      for await (const step of set.isRestore
        ? restoreContacts(parts, { ...common, restoreId: deletionId, isInBackground: true })
        : deleteContacts(removing, { ...common, deletionId, isResumable: true })) {
        if ("results" in step) progress.restoredCount += countRestored(step.results);
        else progress.deletedCount += step.deletedCount;
        progress.steps++;
        if (step.finished || step.deletedContactItems >= mostItems) await finish(step.deletedContactItems);
        if (step.finished) break;
        if (remainingTime() < lastWriteMargin) throw new DeletionUnfinishedError("the time is over");
        await pause(pauseBetweenWrites);
      }
    };
    try {
      await withAuthor(set.author, work);
      let open = 0;
      const isPurged = await purgeHidden(removing, accountId, left, async (items) => {
        open = items;
        if (items >= mostItems) await finish(items);
      });
      await finish(open);
      if (!isPurged) throw new DeletionUnfinishedError("the time is over");
    } catch (fault) {
      // Another worker deletes everything of a closed account.
      const isClosed = fault instanceof AccountClosedError;
      if (isClosed) report("info", "deletion.skipped");
      else report("warn", "deletion.interrupted", fault);
      if (isClosed) return false;
      throw fault;
    }
    report("info", "deletion.done");
    return true;
  });
}

/**
 * Deletes every overdue set, removes what no trash shows any more, and removes the pictures that no contact shows. A set that fails does not stop the others.
 * Throws the last fault.
 */
export async function sweepDeletions(parts: DeletionWorkerParts, invocation: Invocation): Promise<void> {
  const { store, files, pictureFiles, now, log } = parts;
  const latest = now().getTime() - overdueAfter;
  const hasTime = () => invocation.remainingTime() >= lastWriteMargin;
  const overdue: string[] = [];
  for await (const { key, writtenAt } of files.list(deletionPrefix)) if (writtenAt < latest) overdue.push(key);
  const faults: unknown[] = [];
  for (const key of overdue) {
    if (!hasTime()) break;
    await deleteSet(parts, key, invocation).catch((fault: unknown) => faults.push(fault));
  }
  for await (const { accountId, purgeAt } of accountsToPurge(store, now())) {
    if (!hasTime()) break;
    try {
      const set = { ...noContacts, author: currentAuthor() };
      const isOpen = await workOn(parts, { accountId, deletionId: "" }, set, invocation);
      if (!isOpen) await forgetPurge(store, accountId, purgeAt);
    } catch (fault) {
      // The next run goes on.
      if (!(fault instanceof DeletionUnfinishedError)) faults.push(fault);
    }
  }
  const pictures = sweepAvatars({ store, files: pictureFiles, now, log }, hasTime);
  await pictures.catch((fault: unknown) => faults.push(fault));
  const about = { requestId: invocation.requestId, overdue: overdue.length, failed: faults.length };
  if (overdue.length > 0 || faults.length > 0)
    log({ level: "warn", event: "deletion.swept", ...about, faults: faults.map(faultName) });
  if (faults.length > 0) throw faults.at(-1);
}
