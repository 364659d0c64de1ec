/** Undoes an import, from its last row to the first, and continues where an earlier run has ended. */
import { writeAccount } from "../../shared/account/store/account-write.ts";
import type { DeletionParts } from "../../shared/contact-deletion/delete-contacts.ts";
import { requireLease } from "../../shared/import-commit/receipt-writer.ts";
import { mostRows, planRows, startRun, undoneFrom } from "../../shared/import-undo/plan-rows.ts";
import type { ReceiptRows } from "../../shared/import-undo/receipt-rows.ts";
import { planGroupRemoval } from "../../shared/import-undo/remove-groups.ts";
import { afterPendingWork } from "../../shared/interaction/store/pending-work.ts";
import { AppError } from "../../shared/platform/http/errors.ts";
import { endReceipt } from "./end-receipt.ts";
import { requireTime, type Work } from "./work.ts";

/** When other writes keep coming between, so few rows take less time between the read and the write. */
const fewRows = 4;

/**
 * Throws `ImportUnfinishedError` when the time is over, and `service_unavailable` when even a single row loses against other
 * writes for long.
 */
export async function undoImport(parts: DeletionParts, work: Work): Promise<void> {
  const { store, removeAvatars, now, retry } = parts;
  const { receipt } = work;
  const { accountId } = receipt;
  const run = await startRun(store, receipt, now);
  const { rows } = run;
  let most = mostRows;
  for (let from = undoneFrom(receipt); from > 0; ) {
    requireTime(work);
    const range = { from, most };
    const plan = afterPendingWork(parts, (head, txid) => planRows(run, head, txid, range));
    const written = await writeAccount(store, accountId, plan, retry).catch((fault: unknown) => {
      if (most === 1 || !(fault instanceof AppError && fault.code === "service_unavailable")) throw fault;
    });
    if (!written) {
      most = most > fewRows ? fewRows : 1;
      continue;
    }
    most = Math.min(mostRows, most * 2);
    const { result, txid } = written;
    run.states.advanceTo(Number(txid), result.contactIds);
    rows.replace(result.parts);
    await removeAvatars(accountId, result.pictures);
    work.count(from - result.undoneFrom);
    from = result.undoneFrom;
    await work.rest();
  }
  await removeGroups(parts, work, rows);
  await endReceipt(parts, receipt, "undone");
}

async function removeGroups({ store, now, retry }: DeletionParts, work: Work, rows: ReceiptRows): Promise<void> {
  const { receipt } = work;
  for (let isMore = true; isMore; ) {
    requireTime(work);
    const { result } = await writeAccount(
      store,
      receipt.accountId,
      async (head) => {
        await requireLease(store, receipt, now());
        return planGroupRemoval(store, head, rows, now());
      },
      retry,
    );
    isMore = result;
  }
}
