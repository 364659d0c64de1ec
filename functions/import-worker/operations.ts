/**
 * Commits the chosen rows of imports, undoes imports, and undoes changes (serve-undo.ts): when the event of a request arrives, and hourly what is overdue.
 *
 * 1. The worker takes the lease of the receipt that the request names (`serveWork`), and measures its time (work.ts).
 * 2. A commit reads the chosen rows from their objects, some at a time, and hands them to `commitRows` (commit-import.ts).
 * 3. An undo goes from the last row of the receipt to the first, transaction by transaction (undo-import.ts).
 * 4. After a quick transaction it rests, so that the owner can write, and it stops when its time is over.
 * 5. The receipt ends, with an event for webhooks (end-receipt.ts), and the request is removed.
 * 6. The hourly run does the same for requests that are overdue, and ends receipts of clients (end-client-imports.ts).
 */
import { AccountClosedError } from "../../shared/account/store/account.ts";
import type { AccountFiles } from "../../shared/account/store/account-files.ts";
import {
  type ImportWorkLocation,
  importWorkPrefix,
  parseImportWorkKey,
} from "../../shared/import/store/import-work.ts";
import { ReceiptLostError } from "../../shared/import-commit/receipt-writer.ts";
import { getReceipt, takeReceipt } from "../../shared/import-commit/store/receipt.ts";
import { withAuthor } from "../../shared/platform/http/author.ts";
import { meterJob } from "../../shared/platform/log/capacity.ts";
import { faultName, type Log } from "../../shared/platform/log/request-log.ts";
import type { Invocation } from "../invocation.ts";
import { type CommitImportParts, commitImport } from "./commit-import.ts";
import { endClientImports } from "./end-client-imports.ts";
import { endReceipt } from "./end-receipt.ts";
import { serveUndo } from "./serve-undo.ts";
import { undoImport } from "./undo-import.ts";
import { hasTime, isFull, overdueAfter, paceOf } from "./work.ts";

export interface ImportWorkerParts extends CommitImportParts {
  accountFiles: AccountFiles;
  pause: (milliseconds: number) => Promise<void>;
  /** The write units a second that the work uses; undefined for as many as it can. */
  unitsPerSecond?: number | undefined;
  log: Log;
}

/** The status of a receipt while there is work of this kind, and what does it. */
const kinds = {
  commit: { status: "running", carryOut: commitImport },
  undo: { status: "undoing", carryOut: undoImport },
} as const;

/** The number of attempts without progress after which the work is given up. An event has three, and each hourly run one. */
const maxAttempts = 6;

/**
 * Does what the request with this key asks for, and removes the request. Events may arrive twice, late, or in parallel. Throws
 * the fault that interrupts it, so that the event is delivered again.
 */
export async function serveWork(parts: ImportWorkerParts, key: string, invocation: Invocation): Promise<void> {
  const { accountFiles, now, log } = parts;
  const { requestId } = invocation;
  const startedAt = now().getTime();
  const location = parseImportWorkKey(key);
  if (location?.kind === "changes") return serveUndo(parts, location, invocation);
  const receipt = location && (await take(parts, location, invocation));
  if (!receipt) {
    if (location && (await isEnded(parts, location))) await accountFiles.removeObject(key);
    return log({ level: "info", event: "importWork.skipped", requestId });
  }
  const { kind, accountId, receiptId } = location;
  await meterJob({ requestId, accountId, now, log }, async (units, logUnits) => {
    const progress = { rows: 0 };
    const report = (level: "info" | "warn" | "error", event: string, more: object = {}) => {
      const about = { requestId, kind, accountId, receiptId, attempts: receipt.attempts, ...progress, ...more };
      logUnits({ level, event, ...about, durationMs: now().getTime() - startedAt });
    };
    const count = (rows: number) => {
      progress.rows += rows;
    };
    const work = { receipt, ...paceOf(invocation, { ...parts, startedAt, units, count }) };
    try {
      if (receipt.attempts > maxAttempts) {
        await endReceipt(parts, receipt, "failed");
        report("error", "importWork.failed");
      } else {
        await withAuthor(receipt.author, () => kinds[kind].carryOut(parts, work));
        report("info", "importWork.done");
      }
    } catch (fault) {
      if (fault instanceof ReceiptLostError) return report("info", "importWork.skipped");
      // Another worker deletes everything of a closed account.
      if (fault instanceof AccountClosedError) return report("info", "importWork.skipped");
      if (!isFull(fault)) {
        report("warn", "importWork.interrupted", { fault: faultName(fault) });
        throw fault;
      }
      // There is no room even for results. What is written stays in the receipt.
      await endReceipt(parts, receipt, "failed", { hasRoom: false });
      report("info", "importWork.refused", { fault: fault.code });
    }
    await accountFiles.removeObject(key);
  });
}

function take({ store, now }: ImportWorkerParts, at: ImportWorkLocation, { requestId, remainingTime }: Invocation) {
  const time = now().getTime();
  const lease = { holder: requestId, now: time, until: time + remainingTime() };
  return takeReceipt(store, { accountId: at.accountId, id: at.receiptId }, kinds[at.kind].status, lease);
}

/** Whether there is nothing to do any more, rather than another invocation that does it. */
async function isEnded({ store, now }: ImportWorkerParts, { accountId, receiptId, kind }: ImportWorkLocation) {
  return (await getReceipt(store, accountId, receiptId, now()))?.status !== kinds[kind].status;
}

/** Does all work that is overdue, and ends the imports of clients. Work that fails does not stop the others. Throws the last fault. */
export async function sweepWork(parts: ImportWorkerParts, invocation: Invocation): Promise<void> {
  const { accountFiles, now, log } = parts;
  const latest = now().getTime() - overdueAfter;
  const overdue: string[] = [];
  for await (const { key, writtenAt } of accountFiles.list(importWorkPrefix)) if (writtenAt < latest) overdue.push(key);
  const faults: unknown[] = [];
  for (const key of overdue) {
    if (!hasTime(invocation)) break;
    await serveWork(parts, key, invocation).catch((fault: unknown) => faults.push(fault));
  }
  await endClientImports(parts, invocation).catch((fault: unknown) => faults.push(fault));
  const about = { requestId: invocation.requestId, overdue: overdue.length, failed: faults.length };
  if (overdue.length > 0 || faults.length > 0)
    log({ level: "warn", event: "importWork.swept", ...about, faults: faults.map(faultName) });
  if (faults.length > 0) throw faults.at(-1);
}
