/** Ends the work on a receipt. */
import { type RetryPolicy, writeAccount } from "../../shared/account/store/account-write.ts";
import { requireLease } from "../../shared/import-commit/receipt-writer.ts";
import { changeReceipt, type ReceiptRecord, type ReceiptStatus } from "../../shared/import-commit/store/receipt.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import { importDone } from "./end-client-imports.ts";

interface EndParts {
  store: Store;
  now: () => Date;
  retry?: RetryPolicy;
}

/**
 * The end of a commit is an event for webhooks, except where the account has no room for it. Throws a `ReceiptLostError` if
 * another invocation has taken the receipt.
 */
export async function endReceipt(
  { store, now, retry }: EndParts,
  receipt: ReceiptRecord,
  status: Exclude<ReceiptStatus, "running" | "undoing">,
  { hasRoom = true }: { hasRoom?: boolean } = {},
): Promise<void> {
  const { accountId, leaseHolder } = receipt;
  await writeAccount(
    store,
    accountId,
    async (head) => {
      const time = now();
      const current = await requireLease(store, receipt, time);
      const end = { status, endedAt: time.toISOString(), leaseHolder: null, leaseUntil: 0 };
      const events = current.status === "running" && hasRoom ? [importDone(current)] : [];
      const change = changeReceipt(store, current, end, leaseHolder ?? undefined);
      return { actions: [change], head, events, result: undefined };
    },
    retry,
  );
}
