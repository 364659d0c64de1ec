/**
 * Works off fixed sets of contacts: as the bucket's event tells of one, and by an hourly look for those that were left
 * behind.
 */
import { readContactSet } from "../../shared/contact-deletion/contact-set.ts";
import { type DeletionParts, deleteContacts } from "../../shared/contact-deletion/delete-contacts.ts";
import { finishDepartures } from "../../shared/contact-deletion/finish-departures.ts";
import type { AccountFiles } from "../../shared/files/account-files.ts";
import { deletionPrefix, parseDeletionKey } from "../../shared/files/account-keys.ts";
import type { PictureFiles } from "../../shared/files/picture-files.ts";
import { meterCapacity } from "../../shared/log/capacity.ts";
import { faultName, type Log } from "../../shared/log/request-log.ts";
import { createAvatarRemoval, sweepAvatars } from "../../shared/pictures/remove-avatars.ts";

export interface DeletionWorkerParts extends Omit<DeletionParts, "removeAvatars"> {
  /** Of the account bucket. */
  files: AccountFiles;
  pictureFiles: Pick<PictureFiles, "removePictures">;
  pause: (milliseconds: number) => Promise<void>;
  log: Log;
}

export interface Invocation {
  requestId: string;
  /** Milliseconds. */
  remainingTime: () => number;
}

/** The invocation ends before the set does; whoever comes next goes on from there. */
export class DeletionUnfinishedError extends Error {
  override readonly name = "DeletionUnfinishedError";
}

/**
 * Milliseconds between two transactions: a person's own writes of the account, of some 20 ms each, must find their
 * turn. It adds two minutes to a set of 50,000.
 */
const breath = 30;
/** Milliseconds that the last transaction may take, with all its attempts. */
const lastWriteMargin = 30_000;
/**
 * Transactions after which interactions forget the contacts that are gone: the more go at once, the fewer times an
 * interaction of many of them is rewritten; who reads interactions meanwhile does this first.
 */
const mostDepartures = 50;
/** Milliseconds after which whoever was told of a set has given up: a worker has at most 15 minutes. */
const leftBehindAfter = 20 * 60_000;

/**
 * Deletes the set that lies under this key of the bucket, with all that deletions of the account left behind, and
 * removes it. Events may come twice, late, or beside each
 * other: what is gone already is passed over. Throws whatever keeps it from the end, `DeletionUnfinishedError` when
 * that is time, so that the event comes again.
 */
export async function workOffDeletion(parts: DeletionWorkerParts, key: string, invocation: Invocation): Promise<void> {
  const { store, files, pictureFiles, now, pause, log } = parts;
  const removeAvatars = createAvatarRemoval({ store, files: pictureFiles, log });
  const location = parseDeletionKey(key);
  const ids = location && (await readContactSet(files, location));
  if (!ids) return log({ level: "info", event: "deletion.passedOver", requestId: invocation.requestId });
  const startedAt = now().getTime();
  await meterCapacity(async (units) => {
    const report = { ...location, contacts: ids.length, deletedCount: 0, steps: 0 };
    const tell = (level: "info" | "warn", event: string, fault?: unknown) => {
      const durationMs = now().getTime() - startedAt;
      const reason = fault === undefined ? {} : { fault: faultName(fault) };
      log({ level, event, requestId: invocation.requestId, ...report, durationMs, ...units, ...reason });
    };
    const left = () => invocation.remainingTime() - lastWriteMargin;
    const finish = async (departures: number) => {
      if (departures === 0) return;
      const { isDone } = await finishDepartures(parts, location.accountId, left);
      if (!isDone) throw new DeletionUnfinishedError("the time is over");
    };
    try {
      for await (const step of deleteContacts({ ...parts, removeAvatars }, { ...location, ids, left })) {
        report.deletedCount += step.deletedCount;
        report.steps++;
        if (step.finished || step.departures >= mostDepartures) await finish(step.departures);
        if (step.finished) break;
        if (invocation.remainingTime() < lastWriteMargin) throw new DeletionUnfinishedError("the time is over");
        await pause(breath);
      }
      await files.discard(key);
    } catch (fault) {
      tell("warn", "deletion.interrupted", fault);
      throw fault;
    }
    tell("info", "deletion.done");
  });
}

/**
 * Works off every set that has lain for longer than its own worker can take, and removes the pictures that no contact
 * shows. One that fails keeps none of the others; throws the last of their faults.
 */
export async function sweepDeletions(parts: DeletionWorkerParts, invocation: Invocation): Promise<void> {
  const { store, files, pictureFiles, now, log } = parts;
  const latest = now().getTime() - leftBehindAfter;
  const hasTime = () => invocation.remainingTime() >= lastWriteMargin;
  const left: string[] = [];
  for await (const { key, writtenAt } of files.list(deletionPrefix)) if (writtenAt < latest) left.push(key);
  const faults: unknown[] = [];
  for (const key of left) {
    if (!hasTime()) break;
    await workOffDeletion(parts, key, invocation).catch((fault: unknown) => faults.push(fault));
  }
  const pictures = sweepAvatars({ store, files: pictureFiles, now, log }, hasTime);
  await pictures.catch((fault: unknown) => faults.push(fault));
  const about = { requestId: invocation.requestId, leftBehind: left.length, failed: faults.length };
  if (left.length > 0 || faults.length > 0)
    log({ level: "warn", event: "deletion.swept", ...about, faults: faults.map(faultName) });
  if (faults.length > 0) throw faults.at(-1);
}
