/** Undoes changes when the event of a request arrives, and hourly what is overdue. */
import { AccountClosedError, findAccountHead } from "../../shared/account/store/account.ts";
import type { AccountFiles } from "../../shared/account/store/account-files.ts";
import { noContacts, putContactSet } from "../../shared/contact-deletion/contact-set.ts";
import { importWorkKey, type UndoLocation } from "../../shared/import/store/import-work.ts";
import { meterJob } from "../../shared/platform/log/capacity.ts";
import { faultName, type Log } from "../../shared/platform/log/request-log.ts";
import { endWithoutRoom } from "../../shared/undo/end-without-room.ts";
import { countAttempt, getUndo } from "../../shared/undo/store/undo-record.ts";
import { type UndoParts, undoChanges } from "../../shared/undo/undo-changes.ts";
import type { Invocation } from "../invocation.ts";
import { isFull, overdueAfter, paceOf, requireTime } from "./work.ts";

export interface ServeUndoParts extends Omit<UndoParts, "files"> {
  accountFiles: AccountFiles;
  newId: () => string;
  pause: (milliseconds: number) => Promise<void>;
  unitsPerSecond?: number | undefined;
  log: Log;
}

/**
 * Goes on with the undo, and removes its request at its end. Events may arrive twice, late, or in parallel. A request without an undo
 * came before its write, or the write has failed. Throws the fault that interrupts it, so that the event is delivered again.
 */
export async function serveUndo(parts: ServeUndoParts, at: UndoLocation, invocation: Invocation): Promise<void> {
  const { store, accountFiles, now, newId, log } = parts;
  const { accountId, undoId } = at;
  const { requestId } = invocation;
  const key = importWorkKey(at);
  const record = await getUndo(store, accountId, undoId, now());
  if (record?.status !== "running") {
    const askedAt = Number.parseInt(undoId.replace("-", "").slice(0, 12), 16);
    if (record || askedAt + overdueAfter < now().getTime()) await accountFiles.removeObject(key);
    return log({ level: "info", event: "undo.skipped", requestId });
  }
  const startedAt = now().getTime();
  await meterJob({ requestId, accountId, now, log }, async (units, logUnits) => {
    const progress = { undone: 0 };
    const report = (level: "info" | "warn", event: string, more: object = {}) => {
      const durationMs = now().getTime() - startedAt;
      logUnits({ level, event, requestId, accountId, undoId, ...progress, ...more, durationMs });
    };
    const count = (undone: number) => {
      progress.undone += undone;
    };
    const pace = paceOf(invocation, { ...parts, startedAt, units, count });
    const rest = (undone: number) => {
      pace.count(undone);
      return pace.rest();
    };
    let event = "undo.done";
    try {
      await countAttempt(store, record);
      const timed = { requireTime: () => requireTime(pace), rest };
      await undoChanges({ ...parts, files: accountFiles }, record, timed).catch(async (fault: unknown) => {
        if (!isFull(fault)) throw fault;
        await endWithoutRoom(parts, record);
        event = "undo.refused";
      });
      const head = await findAccountHead(store, accountId);
      // The worker of deletions removes what still refers to contacts that went into the trash.
      if (head && head.deletedContactItems > 0)
        await putContactSet(accountFiles, { accountId, deletionId: newId() }, noContacts);
      await accountFiles.removeObject(key);
    } catch (fault) {
      // Another worker deletes everything of a closed account.
      if (fault instanceof AccountClosedError) return report("info", "undo.skipped");
      report("warn", "undo.interrupted", { fault: faultName(fault) });
      throw fault;
    }
    report("info", event);
  });
}
