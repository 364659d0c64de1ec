/** The operations of receipts. A commit on the server and an undo put a request into the bucket, whose event starts the worker. */
import { type AccountHead, getRecentAccountHead, requireNoUndo } from "../../shared/account/store/account.ts";
import type { AccountFiles } from "../../shared/account/store/account-files.ts";
import { type RetryPolicy, type WritePlan, writeAccount } from "../../shared/account/store/account-write.ts";
import type { ImportSource } from "../../shared/import/row/parsed-contact.ts";
import { getImport, type ImportRecord } from "../../shared/import/store/import.ts";
import type { ImportFiles } from "../../shared/import/store/import-files.ts";
import {
  chosenRows,
  type ImportSelection,
  readCommitRequest,
  requestCommit,
  requestUndo,
} from "../../shared/import/store/import-work.ts";
import { type RowStates, readRowStates } from "../../shared/import/store/row-states.ts";
import { linkReceipt } from "../../shared/import-commit/store/import-link.ts";
import {
  changeReceipt,
  createReceipt,
  getReceipt,
  listReceipts,
  newReceipt,
  type ReceiptRecord,
  rowsDone,
} from "../../shared/import-commit/store/receipt.ts";
import { readResults } from "../../shared/import-commit/store/receipt-parts.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import { fitAnswer } from "../../shared/platform/http/answer/answer-size.ts";
import { paginate } from "../../shared/platform/http/answer/pagination.ts";
import { currentAuthor } from "../../shared/platform/http/author.ts";
import { AppError, validationError } from "../../shared/platform/http/errors.ts";
import type { Operations } from "../../shared/platform/http/route/route.ts";
import type { receiptRows } from "./receipt-rows.ts";
import type { ReceiptAnswer } from "./receipt-schemas.ts";

export interface ReceiptParts {
  store: Store;
  /** The files of the import bucket. */
  files: Pick<ImportFiles, "read">;
  /** The files of the account bucket. */
  accountFiles: Pick<AccountFiles, "put" | "read">;
  now: () => Date;
  newId: () => string;
  retry?: RetryPolicy;
}

export function receiptOperations(parts: ReceiptParts): Operations<typeof receiptRows> {
  const { store, accountFiles, now, retry } = parts;
  return {
    async startImportCommit({ caller: { accountId }, params: { source, importId }, body, baseUrl }) {
      const { rows } = await requireParsed(parts, { accountId, source, importId });
      const total = chooseRows(await readRowStates(parts.files, { accountId, id: importId, rows }), body);
      const plan = (head: AccountHead) => planCommit(parts, head, { source, importId, total });
      const { result, txid } = await writeAccount(store, accountId, plan, retry);
      await requestCommit(accountFiles, { accountId, receiptId: result.id }, { ...body, rows });
      const headers = { location: `${baseUrl}/contacts/import-receipts/${result.id}` };
      return { status: 202, txid, headers, body: { receipt: receiptView(result) } };
    },

    async listImportReceipts({ caller: { accountId }, query: { limit, offset } }) {
      const { txid } = await getRecentAccountHead(store, accountId);
      const time = now();
      const known = await listReceipts(store, accountId, time);
      const receipts = known.filter(({ undoableUntil }) => undoableUntil > time.toISOString());
      const page = fitAnswer(receipts.slice(offset, offset + limit).map(receiptView));
      const pagination = paginate({ limit, offset }, page.length, receipts.length);
      return { status: 200, txid: String(txid), body: { receipts: page, pagination } };
    },

    async getImportReceipt({ caller: { accountId }, params: { id }, query }) {
      const { txid } = await getRecentAccountHead(store, accountId);
      const receipt = await getReceipt(store, accountId, id, now());
      if (!receipt) throw new AppError("receipt_not_found");
      const results = fitAnswer(await readResults(store, receipt, query));
      const pagination = paginate(query, results.length, rowsDone(receipt));
      return { status: 200, txid: String(txid), body: { receipt: receiptView(receipt), results, pagination } };
    },

    async undoImport({ caller: { accountId }, params: { id } }) {
      const { result, txid } = await writeAccount(store, accountId, (head) => planUndo(parts, head, id), retry);
      // A worker that has the lease needs no request. Another one is started in case that an earlier request was lost.
      const isServed = result.leaseUntil > now().getTime();
      if (result.status === "undoing" && !isServed) await requestUndo(accountFiles, { accountId, receiptId: id });
      return { status: 202, txid, body: { receipt: receiptView(result) } };
    },
  };
}

/** The import, which must be parsed. Throws 404 also for an import of another source. */
export async function requireParsed(
  { store, now }: Pick<ReceiptParts, "store" | "now">,
  { accountId, source, importId }: { accountId: string; source: ImportSource; importId: string },
): Promise<ImportRecord> {
  const record = await getImport(store, accountId, importId, now());
  if (record?.source !== source) throw new AppError("import_not_found");
  if (record.status !== "parsed") {
    const message = record.status === "failed" ? "The files could not be parsed." : "The files are not parsed yet.";
    throw new AppError("conflict", { message });
  }
  return record;
}

/** The number of chosen rows. Throws 400 for unknown ones. */
function chooseRows(states: RowStates, selection: ImportSelection): number {
  const unknown = (["include", "exclude"] as const).flatMap((name) =>
    (selection[name] ?? []).flatMap((tempId, index) =>
      states.has(tempId) ? [] : [{ path: `body.${name}.${index}`, message: "The import has no such row." }],
    ),
  );
  if (unknown.length > 0) throw validationError(unknown);
  return chosenRows(states, selection).length;
}

/** The milliseconds after which a request that wrote a receipt has ended, so that it will not send its request to commit any more. */
const requestTime = 30_000;

/**
 * Plans the receipt of a commit. Throws 409 while another commit of the import runs on the server, or an undo of any import,
 * which may remove the contacts that this commit would find already imported.
 */
async function planCommit(
  { store, accountFiles, now, newId }: ReceiptParts,
  head: AccountHead,
  { source, importId, total }: { source: ImportSource; importId: string; total: number },
): Promise<WritePlan<ReceiptRecord>> {
  const { accountId } = head;
  const time = now();
  requireNoUndo(head, time);
  const record = await requireParsed({ store, now }, { accountId, source, importId });
  const running = (await listReceipts(store, accountId, time)).find(
    (one) => one.status === "undoing" || (one.importId === importId && one.by === "server" && one.status === "running"),
  );
  const receipt = newReceipt({ id: newId(), by: "server", total }, record, time);
  const actions = [createReceipt(store, receipt), linkReceipt(store, record, { commitId: receipt.id })];
  if (!running) return { actions, head, result: receipt };

  const age = time.getTime() - Date.parse(running.startedAt);
  const mayBeLost = running.status === "running" && running.attempts === 0 && age > requestTime;
  // A request that ended between the receipt and the object has left a receipt that no worker knows.
  const isLost = mayBeLost && !(await readCommitRequest(accountFiles, { accountId, receiptId: running.id }));
  if (!isLost) {
    const what = running.status === "running" ? "A commit of this import" : "An undo of an import";
    throw new AppError("conflict", { message: `${what} runs: its receipt is ${running.id}.` });
  }
  const failure = { status: "failed", endedAt: time.toISOString() } as const;
  return { actions: [...actions, changeReceipt(store, running, failure)], head, result: receipt };
}

/** Plans the beginning of an undo, and nothing if it began before. */
async function planUndo(
  { store, now, newId }: ReceiptParts,
  head: AccountHead,
  id: string,
): Promise<WritePlan<ReceiptRecord>> {
  const time = now();
  const receipt = await getReceipt(store, head.accountId, id, time);
  if (!receipt) throw new AppError("receipt_not_found");
  const { by, status, undoableUntil } = receipt;
  if (status === "undoing" || status === "undone") return { actions: [], head, result: receipt };
  requireNoUndo(head, time);
  // A client's commit that is planned meanwhile is planned again after this write, and then makes another receipt.
  if (status === "running" && by === "server")
    throw new AppError("conflict", { message: "The commit of this import still runs." });
  if (undoableUntil <= time.toISOString()) {
    throw new AppError("conflict", { message: "An import can be undone for 30 days, which are over." });
  }
  const begun = { status: "undoing", attempts: 0, leaseHolder: null, leaseUntil: 0, endedAt: null } as const;
  const change = { ...begun, undoStartedAt: time.toISOString(), undoId: newId(), author: currentAuthor() };
  return { actions: [changeReceipt(store, receipt, change)], head, result: { ...receipt, ...change } };
}

function receiptView(record: ReceiptRecord): ReceiptAnswer {
  const { id, importId, source, fileNames, status, total, startedAt, endedAt, undoableUntil } = record;
  const { imported, updated, skipped, failed } = record;
  return {
    ...{ id, importId, source, fileNames, status, total, imported, updated, skipped, failed },
    ...{ startedAt, endedAt, undoableUntil },
  };
}
