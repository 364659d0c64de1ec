/** Records the results of a transaction of a commit in a receipt, with actions of that transaction. */
import { getImport, type ImportRecord } from "../import/store/import.ts";
import type { Store, WriteAction } from "../platform/dynamodb/store.ts";
import type { CommitResult } from "./commit-result.ts";
import { linkReceipt } from "./store/import-link.ts";
import { changeReceipt, createReceipt, getReceipt, newReceipt, type ReceiptRecord, rowsDone } from "./store/receipt.ts";
import { putPart, type ReceiptPart, readResults } from "./store/receipt-parts.ts";

/** What a transaction did. */
export type Committed = Omit<ReceiptPart, "offset">;

export interface ReceiptWriter {
  /**
   * The actions for the transaction that commits this, at most `maxReceiptActions`. Undefined if it is too large for a part,
   * so that the transaction must have fewer rows. It is called after the head was read. `txids` has the `txid` of the head
   * and that of the write: what the write before has left need not be read again.
   */
  plan: (
    committed: Committed,
    now: Date,
    txids?: { read: number; written: number },
  ) => Promise<WriteAction[] | undefined>;
  /** Called with the number of its rows when the transaction is committed. The next one waits for it. */
  wrote?: (rows: number) => Promise<void>;
  /** The receipt of the transaction that was planned last; undefined if there is none. */
  receiptId: () => string | undefined;
  /** The contacts that rows wrote, with the transaction that was planned last, if the activity has one change for all of them. */
  jobCount?: () => number;
}

/** The receipt, its part, and the link of the import, or the change of the job. */
export const maxReceiptActions = 3;

/** Another invocation of the worker has taken the receipt, or its commit has ended. */
export class ReceiptLostError extends Error {
  override readonly name = "ReceiptLostError";
}

/** Consistently reads a receipt that a worker has taken. Throws a `ReceiptLostError`. */
export async function requireLease(
  store: Store,
  { accountId, id, status, leaseHolder }: ReceiptRecord,
  now: Date,
): Promise<ReceiptRecord> {
  const receipt = await getReceipt(store, accountId, id, now);
  if (receipt?.status === status && receipt.leaseHolder === leaseHolder) return receipt;
  throw new ReceiptLostError(`the work on receipt ${id} goes on elsewhere`);
}

/**
 * Records rows that the worker commits, after those that the receipt had when the worker took it. The plan throws a
 * `ReceiptLostError`, also if the same event was delivered twice and the other invocation has recorded these rows.
 */
export function workerReceipt(store: Store, taken: ReceiptRecord): Required<ReceiptWriter> & { done: () => number } {
  let done = rowsDone(taken);
  // Several rows may write one contact, which the activity counts once.
  let written = done === 0 ? new Set<string>() : undefined;
  let [planned, count] = [new Set<string>(), 0];
  return {
    receiptId: () => taken.id,
    jobCount: () => count,
    done: () => done,
    plan: async (committed, now) => {
      const receipt = await requireLease(store, taken, now);
      if (rowsDone(receipt) !== done) throw new ReceiptLostError(`receipt ${receipt.id} has other rows by now`);
      const part = putPart(store, receipt, { offset: done, ...committed });
      if (!part) return undefined;
      // A commit is given up after attempts without progress.
      const counts = counted(receipt, committed.results);
      written ??= writtenBy(await readResults(store, taken, { offset: 0, limit: done }));
      planned = writtenBy(committed.results);
      count = written.size + planned.difference(written).size;
      const change = { ...counts, lastCommitAt: now.toISOString(), attempts: 1 };
      return [changeReceipt(store, receipt, change, taken.leaseHolder ?? undefined), part];
    },
    wrote: async (rows) => {
      done += rows;
      for (const id of planned) written?.add(id);
    },
  };
}

/** The contacts that were created or changed by rows with these results. */
function writtenBy(results: readonly CommitResult[]): Set<string> {
  return new Set(results.flatMap(({ status, contactId }) => (status !== "skipped" && contactId ? [contactId] : [])));
}

/**
 * Records rows that a client commits, in the receipt of their import. `known` is the import as it was read before. The
 * first commit, and the first one after an undo, makes a receipt. An import that has expired since gets none.
 */
export function clientReceipt(store: Store, known: ImportRecord, newId: () => string): ReceiptWriter {
  const { accountId } = known;
  let receiptId = known.receiptId;
  let planned: { txid: number | undefined; receipt: ReceiptRecord } | undefined;
  let written: typeof planned;

  /** The only receipt of the import that further commits may continue. */
  async function findReceipt(now: Date): Promise<ReceiptRecord | undefined> {
    const receipt = receiptId === undefined ? undefined : await getReceipt(store, accountId, receiptId, now);
    return receipt?.status === "running" || receipt?.status === "done" ? receipt : undefined;
  }

  return {
    receiptId: () => planned?.receipt.id,
    plan: async (committed, now, txids) => {
      planned = undefined;
      const isCurrent = written !== undefined && written.txid === txids?.read;
      let existing = isCurrent ? written?.receipt : await findReceipt(now);
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
      const before = existing ?? newReceipt({ id: newId(), by: "client", total: 0 }, current, now);
      const part = putPart(store, before, { offset: rowsDone(before), ...committed });
      if (!part) return undefined;
      const counts = counted(before, committed.results);
      const times = { lastCommitAt: now.toISOString(), endedAt: null };
      const change = { ...counts, total: rowsDone(counts), ...times, status: "running" } as const;
      const receipt = { ...before, ...change };
      planned = { txid: txids?.written, receipt };
      if (existing) return [changeReceipt(store, receipt, change), part];
      return [createReceipt(store, receipt), part, linkReceipt(store, current, { receiptId: receipt.id })];
    },
    wrote: async () => {
      written = planned;
      receiptId = planned?.receipt.id ?? receiptId;
      planned = undefined;
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
