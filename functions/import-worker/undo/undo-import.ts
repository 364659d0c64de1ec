/** Undoes an import, from its last row to the first, and continues where an earlier run has ended. */
import { type RetryPolicy, writeAccount } from "../../../shared/account/store/account-write.ts";
import { requireLease } from "../../../shared/import-commit/receipt-writer.ts";
import { afterPendingWork } from "../../../shared/interaction/store/pending-work.ts";
import type { RemoveAvatars } from "../../../shared/picture/remove-avatars.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { endReceipt } from "../end-receipt.ts";
import { requireTime, type Work } from "../work.ts";
import { ContactStates } from "./contact-states.ts";
import { planUndo, undoneFrom } from "./plan-undo.ts";
import { ReceiptRows } from "./receipt-rows.ts";
import { planGroupRemoval } from "./remove-groups.ts";

export interface UndoImportParts {
  store: Store;
  removeAvatars: RemoveAvatars;
  now: () => Date;
  retry?: RetryPolicy;
}

/** Throws `ImportUnfinishedError` when the time is over. */
export async function undoImport(parts: UndoImportParts, work: Work): Promise<void> {
  const { store, removeAvatars, now, retry } = parts;
  const { receipt } = work;
  const { accountId } = receipt;
  const rows = await ReceiptRows.read(store, receipt);
  const run = { store, receipt, rows, states: new ContactStates(store, now), now };
  for (let from = undoneFrom(receipt); from > 0; ) {
    requireTime(work);
    const at = from;
    const plan = afterPendingWork(parts, (head, txid) => planUndo(run, head, txid, at));
    const { result, txid } = await writeAccount(store, accountId, plan, retry);
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

async function removeGroups({ store, now, retry }: UndoImportParts, work: Work, rows: ReceiptRows): Promise<void> {
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
