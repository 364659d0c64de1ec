/** Ends the work on a receipt. */
import { type RetryPolicy, writeAccount } from "../../shared/account/store/account-write.ts";
import { requireLease } from "../../shared/import-commit/receipt-writer.ts";
import { changeReceipt, type ReceiptRecord, type ReceiptStatus } from "../../shared/import-commit/store/receipt.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";

interface EndParts {
  store: Store;
  now: () => Date;
  retry?: RetryPolicy;
}

/** Throws a `ReceiptLostError` if another invocation has taken the receipt. */
export async function endReceipt(
  { store, now, retry }: EndParts,
  receipt: ReceiptRecord,
  status: Exclude<ReceiptStatus, "running" | "undoing">,
): Promise<void> {
  const { accountId, leaseHolder } = receipt;
  await writeAccount(
    store,
    accountId,
    async (head) => {
      const current = await requireLease(store, receipt, now());
      const end = { status, endedAt: now().toISOString(), leaseHolder: null, leaseUntil: 0 };
      return { actions: [changeReceipt(store, current, end, leaseHolder ?? undefined)], head, result: undefined };
    },
    retry,
  );
}
