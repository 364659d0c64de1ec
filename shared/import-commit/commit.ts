/**
 * Writes rows of an import: a row creates a contact, or completes the contact that it matches, and is committed only once.
 *
 * 1. The content of each row is validated (commit-row.ts), and its picture is stored (commit-pictures.ts), by the caller.
 * 2. The marks, candidates and external ids that the rows can meet are read at once (commit-account.ts).
 * 3. Row after row is added to a transaction (add-row.ts): its contact is found and merged, its groups are joined
 *    (group-joins.ts), and what it changed is noted for an undo (row-changes.ts), until the transaction is full
 *    (commit-transaction.ts).
 * 4. The results are recorded in a receipt, in the same transaction (receipt-writer.ts).
 * 5. The next transaction goes on with the account as this one left it, unless another write came between.
 */
import { type AccountHead, getAccountHead } from "../account/store/account.ts";
import { type RetryPolicy, type WritePlan, type Written, writeAccount } from "../account/store/account-write.ts";
import { nextContactId } from "../contact-change/contact-write.ts";
import type { ImportSource } from "../import/row/parsed-contact.ts";
import type { FindPlace } from "../place/find-place.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import { AppError } from "../platform/http/errors.ts";
import type { ContactIndexes } from "../search/contact-indexes.ts";
import { addRow, type RowContext, skipped } from "./add-row.ts";
import { type KnownAccount, readAccount } from "./commit-account.ts";
import type { CommitResult } from "./commit-result.ts";
import type { CommitRow } from "./commit-row.ts";
import { type CommitTransaction, startTransaction } from "./commit-transaction.ts";
import type { ReceiptWriter } from "./receipt-writer.ts";

export interface CommitParts {
  store: Store;
  indexes: ContactIndexes;
  now: () => Date;
  newId: () => string;
  findPlace: FindPlace;
  retry?: RetryPolicy;
}

/** Where the results of a row are recorded; undefined for nowhere. Rows of one transaction have the same receipt. */
export type ReceiptOf = (row: CommitRow) => ReceiptWriter | undefined;

/** The account after a write. */
interface AccountAt {
  txid: number;
  account: KnownAccount;
}

/**
 * Writes the rows in their order, in as few transactions as possible. A transaction is planned from its own reads, or,
 * if no other write came between, from what the one before it left, so that rows of parallel commits match each other's
 * contacts. After a crash between two transactions, the caller sends the
 * same commit again: every contact is complete, and marks identify the rows that are done.
 */
export async function commitRows(
  parts: CommitParts,
  accountId: string,
  source: ImportSource,
  rows: readonly CommitRow[],
  receiptOf: ReceiptOf = () => undefined,
): Promise<{ results: CommitResult[]; txid: string }> {
  const { store, retry } = parts;
  const results: CommitResult[] = [];
  let txid: string;
  let known: AccountAt | undefined;
  do {
    const left = rows.slice(results.length);
    let after: AccountAt | undefined;
    const write = writeAccount(
      store,
      accountId,
      async (head, version) => {
        const account = known?.txid === head.txid ? known.account : await readAccount({ ...parts, source, head }, left);
        const planned = await planRows(parts, { head, version, account, left, receiptOf });
        after = { txid: version, account: planned.account };
        return planned.plan;
      },
      retry,
    );
    const written = await write
      .then(async (committed) => {
        await (left[0] && receiptOf(left[0]))?.wrote?.(committed.result.length);
        return committed;
      })
      .catch((fault) => skipForStorage(fault, left, store, accountId));
    if (written.result.length === 0) throw new Error("a row does not fit into a transaction of its own");
    results.push(...written.result);
    txid = written.txid;
    // A plan without changes writes nothing, and another write may get the `txid` that it expected.
    known = String(after?.txid) === txid ? after : undefined;
  } while (results.length < rows.length);
  return { results, txid };
}

interface RowsToPlan {
  head: AccountHead;
  version: number;
  account: KnownAccount;
  left: readonly CommitRow[];
  receiptOf: ReceiptOf;
}

/** Plans a transaction with as many of the first rows as fit. They share a receipt, and their results fit into one part of it. */
async function planRows(
  { store, now, newId, findPlace }: CommitParts,
  { head, version, account, left, receiptOf }: RowsToPlan,
): Promise<{ plan: WritePlan<CommitResult[]>; account: KnownAccount }> {
  const time = now();
  const context = {
    write: { now: time, newId, defaults: head, findPlace },
    newContactId: () => nextContactId(head, newId()),
  };
  const receipt = left[0] && receiptOf(left[0]);
  const others = left.findIndex((row) => receiptOf(row) !== receipt);
  for (let most = others < 0 ? left.length : others; ; ) {
    const scope = { store, head, version, receipt, now: time, newId };
    const transaction = await startTransaction(scope, account, left);
    const result = await addRows(transaction, left.slice(0, most), context);
    const plan = await transaction.plan(result);
    if (plan) return { plan: { ...plan, result }, account: transaction.account };
    if (result.length === 1) throw new Error("the result of a row does not fit into a part of its receipt");
    most = Math.ceil(result.length / 2);
  }
}

/** Adds rows until the transaction is full. */
async function addRows(transaction: CommitTransaction, rows: readonly CommitRow[], context: RowContext) {
  const results: CommitResult[] = [];
  for (const row of rows) {
    const result = await addRow(transaction, row, results.length, context);
    if (result === "full") break;
    results.push(result);
  }
  return results;
}

/** When the storage of an account is full, the rows that are left are skipped. The rows before them are written. */
async function skipForStorage(
  fault: unknown,
  left: readonly CommitRow[],
  store: Store,
  accountId: string,
): Promise<Written<CommitResult[]>> {
  if (!(fault instanceof AppError && fault.code === "storage_limit_reached")) throw fault;
  const { txid } = await getAccountHead(store, accountId);
  const result = left.map((row) => skipped("fault" in row ? row : { tempId: row.tempId, fault: fault.code }));
  return { result, txid: String(txid) };
}
