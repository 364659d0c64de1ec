/** Makes exports: one when its event arrives, and hourly those that are overdue. Removes the files whose life is over. */
import { AccountClosedError } from "../../shared/account/store/account.ts";
import type { AccountFiles } from "../../shared/account/store/account-files.ts";
import { headWithoutReferences } from "../../shared/contact-deletion/remove-references.ts";
import { exportPrefix, parseExportRequestKey } from "../../shared/export/export-request.ts";
import { type ExportRecord, endExport, getExport, takeExport } from "../../shared/export/store/export.ts";
import { AppError } from "../../shared/platform/http/errors.ts";
import { meterJob } from "../../shared/platform/log/capacity.ts";
import { faultName, type Log } from "../../shared/platform/log/request-log.ts";
import type { Invocation } from "../invocation.ts";
import { type MakeParts, makeExport } from "./make-export.ts";

export interface ExportWorkerParts extends MakeParts {
  /** The files of the account bucket. */
  files: Pick<AccountFiles, "removeObject" | "list">;
  log: Log;
}

/** The time of the invocation is over before the export is made. The next invocation begins again. */
class ExportUnfinishedError extends Error {
  override readonly name = "ExportUnfinishedError";
}

/** The number of attempts after which an export counts as failed. An event has three, and each hourly run one. */
const maxAttempts = 6;
/** The milliseconds at the end of an invocation in which nothing is begun. */
const lastMargin = 20_000;
/** The milliseconds after which an export is overdue. The worker that its event started has at most 15 minutes. */
const overdueAfter = 20 * 60_000;
/** The milliseconds after which a file is removed: an hour after its life, which begins when the last file is finished. */
const fileAge = 2 * 60 * 60_000;

/**
 * Makes the export whose request has this key, and removes the request. Events may arrive twice, late, or in parallel. Throws
 * the fault that interrupts it, so that the event is delivered again.
 */
export async function serveRequest(parts: ExportWorkerParts, key: string, invocation: Invocation): Promise<void> {
  const { store, files, now, log } = parts;
  const { requestId } = invocation;
  const location = parseExportRequestKey(key);
  const startedAt = now().getTime();
  const lease = { holder: requestId, now: startedAt, until: startedAt + invocation.remainingTime() };
  const record = location && (await takeExport(store, location, lease));
  if (!record) {
    const other = location && (await getExport(store, location.accountId, location.exportId, now()));
    if (location && other?.status !== "making") await files.removeObject(key);
    return log({ level: "info", event: "export.skipped", requestId });
  }
  const { accountId, request, attempts } = record;
  await meterJob({ requestId, accountId, now, log }, async (_, logUnits) => {
    const report = (level: "info" | "warn" | "error", event: string, more: object = {}) => {
      const about = { requestId, accountId, exportId: record.id, kind: request.kind, attempts };
      logUnits({ level, event, ...about, ...more, durationMs: now().getTime() - startedAt });
    };
    if (attempts > maxAttempts) {
      await endExport(store, record, { status: "failed", error: "internal_server_error" });
      report("error", "export.failed");
    } else {
      try {
        report("info", "export.done", await make(parts, record, invocation));
      } catch (fault) {
        if (!isRefusal(fault)) {
          report("warn", "export.interrupted", { fault: faultName(fault) });
          throw fault;
        }
        await endExport(store, record, { status: "failed", error: fault.code });
        report("info", "export.refused", { fault: fault.code });
      }
    }
    await files.removeObject(key);
  });
}

/** Returns the figures for the log. */
async function make(parts: ExportWorkerParts, record: ExportRecord, invocation: Invocation) {
  const { store, files, now } = parts;
  const left = () => invocation.remainingTime() - lastMargin;
  const checkTime = () => {
    if (left() < 0) throw new ExportUnfinishedError("the time is over");
  };
  const head = await headWithoutReferences(parts, record.accountId, left);
  const made = await makeExport({ parts, record, head, checkTime });
  const ended = await endExport(store, record, {
    status: "done",
    txid: head.txid,
    madeAt: now().toISOString(),
    files: made.files,
  });
  // The record is missing if the account was deleted meanwhile.
  const isDeleted = !ended && !(await getExport(store, record.accountId, record.id, now()));
  for (const { key } of isDeleted ? [...made.parts, ...made.files] : made.parts) await files.removeObject(key);
  return { files: made.files.length, bytes: made.files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** After the request, the group or tag of the filter was deleted, or the account was closed. */
function isRefusal(fault: unknown): fault is AppError {
  return fault instanceof AccountClosedError || (fault instanceof AppError && fault.status === 404);
}

/** Makes every overdue export, and removes old files. An export that fails does not stop the others. Throws the last fault. */
export async function sweepExports(parts: ExportWorkerParts, invocation: Invocation): Promise<void> {
  const { files, now, log } = parts;
  const time = now().getTime();
  const overdue: string[] = [];
  let removed = 0;
  for await (const { key, writtenAt } of files.list(exportPrefix)) {
    const isRequest = parseExportRequestKey(key) !== undefined;
    if (isRequest && writtenAt < time - overdueAfter) overdue.push(key);
    if (isRequest || writtenAt >= time - fileAge) continue;
    await files.removeObject(key);
    removed++;
  }
  const faults: unknown[] = [];
  for (const key of overdue) {
    if (invocation.remainingTime() < lastMargin) break;
    await serveRequest(parts, key, invocation).catch((fault: unknown) => faults.push(fault));
  }
  const about = { requestId: invocation.requestId, overdue: overdue.length, removed, failed: faults.length };
  if (overdue.length > 0) log({ level: "warn", event: "exports.swept", ...about, faults: faults.map(faultName) });
  if (faults.length > 0) throw faults.at(-1);
}
