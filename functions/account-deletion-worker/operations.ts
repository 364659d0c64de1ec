/**
 * Deletes everything that closed accounts have: once when the event of a closing arrives, and again by the clock when nothing
 * can arrive any more from functions and uploads that had begun before. Only then the owner may create a new account.
 */
import type { AccountFiles } from "../../shared/account/store/account-files.ts";
import { closingPrefix, parseClosingKey } from "../../shared/account/store/account-keys.ts";
import {
  arrivalsLast,
  findClosingMark,
  finishDeletion,
  leaseDeletion,
  releaseDeletion,
} from "../../shared/account/store/closing-mark.ts";
import { readClosingNote } from "../../shared/account/store/closing-note.ts";
import { meterJob } from "../../shared/platform/log/capacity.ts";
import { faultName, type Log } from "../../shared/platform/log/request-log.ts";
import { leaseKey } from "../../shared/reminder/store/mail-lease.ts";
import type { Invocation } from "../invocation.ts";
import { confirmByMail, leaseNameOf, type MailParts } from "./confirm-by-mail.ts";
import { DeletionUnfinishedError, deleteEverything, type EverythingParts } from "./delete-everything.ts";

export interface AccountDeletionParts extends EverythingParts, MailParts {
  /** The files of the account bucket. */
  files: AccountFiles;
  log: Log;
}

/**
 * - `skipped`: no closing with this key has been committed, or it is done.
 * - `running`: another run deletes.
 * - `emptied`: everything is deleted, but more may arrive.
 * - `done`: only the mark is left.
 */
export type Deleted = "skipped" | "running" | "emptied" | "done";

/** The milliseconds after which a closing is overdue. The worker that its event started has at most 15 minutes. */
const overdueAfter = 20 * 60_000;
/** The milliseconds after which an operator should look: the clock starts the worker every hour. */
const lateAfter = 5 * 60 * 60_000;
/** The milliseconds for which a mail is tried. After that, the deletion ends without it. */
const mailTriedFor = 24 * 60 * 60_000;

/**
 * Deletes the data of the account whose closing has this key. Events may arrive twice, late, or in parallel. Throws the fault that
 * interrupts it, or `DeletionUnfinishedError` when time runs out, so that the event is delivered again.
 */
export async function deleteClosedAccount(
  parts: AccountDeletionParts,
  key: string,
  { requestId, remainingTime }: Invocation,
): Promise<Deleted> {
  const { store, files, now, log } = parts;
  const at = parseClosingKey(key);
  const note = at && (await readClosingNote(files, at));
  const mark = note && (await findClosingMark(store, at.accountId));
  const startedAt = now().getTime();
  const skip = (reason: Deleted) => {
    log({ level: "info", event: "accountDeletion.skipped", requestId, reason });
    return reason;
  };
  if (!note || !mark?.deleting) return skip("skipped");
  const lease = { holder: requestId, now: startedAt, until: startedAt + remainingTime() };
  if (!(await leaseDeletion(store, mark, lease))) return skip("running");
  const { accountId } = mark;
  return meterJob({ requestId, accountId, now, log }, async (units, logUnits) => {
    const counts = { items: 0, objects: 0 };
    const report = (level: "info" | "warn", event: string, fault?: unknown) => {
      const durationMs = now().getTime() - startedAt;
      const reason = fault === undefined ? {} : { fault: faultName(fault) };
      logUnits({ level, event, requestId, accountId, ...counts, durationMs, ...reason });
    };
    try {
      const last = leaseKey(leaseNameOf(mark));
      await deleteEverything(parts, { accountId, except: last, counts, units, remainingTime });
      const isMailed = await confirmByMail(parts, note, mark);
      const age = startedAt - Date.parse(mark.closedAt);
      if (age < arrivalsLast || !(isMailed || age >= mailTriedFor)) {
        await releaseDeletion(store, mark, requestId);
        report("info", "accountDeletion.emptied");
        return "emptied";
      }
      await finishDeletion(store, mark, requestId, last);
      await files.removeObject(key);
    } catch (fault) {
      // The lease stays, because calls that failed may still be running. The next attempt at the event has the same one.
      report("warn", "accountDeletion.interrupted", fault);
      throw fault;
    }
    report("info", "accountDeletion.done");
    return "done";
  });
}

/**
 * Continues every overdue closing, and removes those that were not committed. A closing that fails does not stop the others.
 * Throws the last fault.
 */
export async function sweepClosings(parts: AccountDeletionParts, invocation: Invocation): Promise<void> {
  const { files, now, log } = parts;
  const time = now().getTime();
  const faults: unknown[] = [];
  for await (const { key, writtenAt } of files.list(closingPrefix)) {
    if (time - writtenAt < overdueAfter) continue;
    try {
      // An attempt to close an account ends within half a minute, so this one will not be committed any more, or it is done.
      const result = await deleteClosedAccount(parts, key, invocation);
      if (result === "skipped") await files.removeObject(key);
      else if (result !== "done" && time - writtenAt >= lateAfter) reportLate(parts, key, invocation);
    } catch (fault) {
      faults.push(fault);
      if (time - writtenAt >= lateAfter) reportLate(parts, key, invocation);
      if (fault instanceof DeletionUnfinishedError) break;
    }
  }
  if (faults.length === 0) return;
  const about = { requestId: invocation.requestId, failed: faults.length, faults: faults.map(faultName) };
  log({ level: "warn", event: "accountDeletion.swept", ...about });
  throw faults.at(-1);
}

/** An alarm counts these lines. */
function reportLate({ log }: AccountDeletionParts, key: string, { requestId }: Invocation): void {
  log({ level: "error", event: "accountDeletion.late", requestId, accountId: parseClosingKey(key)?.accountId });
}
