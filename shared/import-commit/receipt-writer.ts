/** Records the results of a transaction of a commit in a receipt, with actions of that transaction. */
import { getImport, type ImportRecord } from "../import/store/import.ts";
import type { Store, WriteAction } from "../platform/dynamodb/store.ts";
import type { CommitResult } from "./commit-result.ts";
import { linkReceipt } from "./store/import-link.ts";
import { changeReceipt, createReceipt, getReceipt, newReceipt, type ReceiptRecord, rowsDone } from "./store/receipt.ts";
import { putPart, type ReceiptPart } from "./store/receipt-parts.ts";

/** What a transaction did. */
export type Committed = Omit<ReceiptPart, "offset">;

export interface ReceiptWriter {
  /**
   * The actions for the transaction that commits this, at most `maxReceiptActions`. Undefined if it is too large for a part,
   * so that the transaction must have fewer rows. It is called after the head was read.
   */
  plan: (committed: Committed, now: Date) => Promise<WriteAction[] | undefined>;
}

/** The receipt, its part, and the link of the import. */
export const maxReceiptActions = 3;

/** Another invocation of the worker has taken the receipt, or its commit has ended. */
export class ReceiptLostError extends Error {
  override readonly name = "ReceiptLostError";
}

/** Records rows that the worker commits. The plan throws a `ReceiptLostError`. */
export function workerReceipt(store: Store, { accountId, id, leaseHolder }: ReceiptRecord): ReceiptWriter {
  return {
    plan: async (committed, now) => {
      const receipt = await getReceipt(store, accountId, id, now);
      if (receipt?.status !== "running" || receipt.leaseHolder !== leaseHolder)
        throw new ReceiptLostError(`the commit of receipt ${id} goes on elsewhere`);
      const part = putPart(store, receipt, { offset: rowsDone(receipt), ...committed });
      if (!part) return undefined;
      const change = { ...counted(receipt, committed.results), lastCommitAt: now.toISOString() };
      return [changeReceipt(store, receipt, change, receipt.leaseHolder ?? undefined), part];
    },
  };
}

/**
 * Records rows that a client commits, in the receipt of their import. `known` is the import as it was read before. The
 * first commit, and the first one after an undo, makes a receipt. An import that has expired since gets none.
 */
export function clientReceipt(store: Store, known: ImportRecord, newId: () => string): ReceiptWriter {
  const { accountId } = known;
  let receiptId = known.receiptId;

  /** The receipt that goes on, which the import has only one of. */
  async function findReceipt(now: Date): Promise<ReceiptRecord | undefined> {
    const receipt = receiptId === undefined ? undefined : await getReceipt(store, accountId, receiptId, now);
    return receipt?.status === "running" || receipt?.status === "done" ? receipt : undefined;
  }

  return {
    plan: async (committed, now) => {
      let existing = await findReceipt(now);
      let current: ImportRecord | undefined = known;
      if (!existing) {
        // Another commit may have made a receipt since.
        current = await getImport(store, accountId, known.id, now);
        if (!current) return [];
        if (current.receiptId !== receiptId) {
          receiptId = current.receiptId;
          existing = await findReceipt(now);
        }
      }
      const receipt = existing ?? newReceipt({ id: newId(), by: "client", total: 0 }, current, now);
      const counts = counted(receipt, committed.results);
      const change = {
        ...counts,
        total: rowsDone(counts),
        lastCommitAt: now.toISOString(),
        status: "running",
      } as const;
      const part = putPart(store, receipt, { offset: rowsDone(receipt), ...committed });
      if (!part) return undefined;
      if (existing) return [changeReceipt(store, receipt, { ...change, endedAt: null }), part];
      return [
        createReceipt(store, { ...receipt, ...change }),
        part,
        linkReceipt(store, current, { receiptId: receipt.id }),
      ];
    },
  };
}

/** The counts of the receipt with these results. */
function counted({ imported, updated, skipped, failed }: ReceiptRecord, results: readonly CommitResult[]) {
  const counts = { imported, updated, skipped, failed };
  for (const { status, code } of results) {
    const bringsNothing = code === "already_imported" || code === "unchanged";
    counts[status !== "skipped" || bringsNothing ? status : "failed"]++;
  }
  return counts;
}
