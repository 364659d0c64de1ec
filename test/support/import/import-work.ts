/** The import worker without events, over buckets in memory: parsed imports, requests to commit them, and its processes. */
import { v7 as newId } from "uuid";
import { expect } from "vitest";
import { type ImportWorkerParts, serveWork, sweepWork } from "../../../functions/import-worker/operations.ts";
import type { Invocation } from "../../../functions/invocation.ts";
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import type { ImportSource, ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import { type ImportRecord, newImport, putImport } from "../../../shared/import/store/import.ts";
import {
  chosenRows,
  type ImportSelection,
  type ImportWorkKind,
  importWorkKey,
  requestCommit,
  requestUndo,
} from "../../../shared/import/store/import-work.ts";
import { type RowState, stateOf, writeRowStates } from "../../../shared/import/store/row-states.ts";
import { writeRows } from "../../../shared/import/store/rows.ts";
import type { CommitResult } from "../../../shared/import-commit/commit-result.ts";
import {
  changeReceipt,
  createReceipt,
  getReceipt,
  newReceipt,
  type ReceiptRecord,
} from "../../../shared/import-commit/store/receipt.ts";
import { readResults } from "../../../shared/import-commit/store/receipt-parts.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { currentAuthor } from "../../../shared/platform/http/author.ts";
import type { JobLine, RequestLine } from "../../../shared/platform/log/request-log.ts";
import { createContactIndexes } from "../../../shared/search/contact-indexes.ts";
import { findNothing } from "../map/places.ts";
import { memoryAccountFiles } from "../process/account-files.ts";
import { contactsOf } from "./imported-cards.ts";
import { memoryFiles, parsedContact } from "./imports.ts";

/** Valid rows of people whom nobody confuses. */
export function people(count: number): ParsedContact[] {
  return Array.from({ length: count }, (_, n) => {
    const email = { type: "home", value: `p${n}@example.org`, preferred: true } as const;
    return parsedContact({ tempId: `row${n}`, firstName: `Person ${n}`, emails: [email], network_b: `p${n}` });
  });
}

export type ImportStand = ReturnType<typeof createImportStand>;

export interface BegunCommit {
  accountId: string;
  receiptId: string;
  /** The key of the request. */
  key: string;
}

export function createImportStand(store: Store, start: number) {
  let clock = start;
  const now = () => new Date(clock);
  const accountFiles = memoryAccountFiles(() => clock);
  const files = memoryFiles();
  const lines: (RequestLine | JobLine)[] = [];
  const pauses: number[] = [];
  const log = (line: RequestLine | JobLine) => void lines.push(line);

  /** A process of the worker. */
  const worker = (parts: Partial<ImportWorkerParts> = {}): ImportWorkerParts => ({
    ...{ store, accountFiles, files, now, log, newId: () => newId({ msecs: clock }), findPlace: findNothing },
    indexes: createContactIndexes({ store: parts.store ?? store, now, log: () => {} }),
    storeAvatar: async () => newId(),
    removeAvatars: async () => {},
    pause: async (milliseconds) => void pauses.push(milliseconds),
    ...parts,
  });
  const patient: Invocation = { requestId: "r", remainingTime: () => 900_000 };

  /** An import whose parse gave these rows. */
  async function parsedImport(accountId: string, rows: readonly ParsedContact[], source: ImportSource = "vcard") {
    const waiting = newImport({ id: newId(), accountId, source, files: [{ name: "book.vcf", size: 9 }] }, now());
    const rowsId = newId();
    const chunks = await writeRows(files, waiting, rowsId, rows);
    const states: RowState[] = rows.map(stateOf);
    await writeRowStates(files, waiting, rowsId, { tempIds: rows.map(({ tempId }) => tempId), states });
    const record: ImportRecord = { ...waiting, status: "parsed", rows: { id: rowsId, chunks } };
    await putImport(store, record);
    return { record, states: new Map(rows.map((row) => [row.tempId, stateOf(row)])) };
  }

  /** Writes the receipt and the request, as the route does. */
  async function begin(
    accountId: string,
    rows: readonly ParsedContact[],
    selection: Partial<ImportSelection> = {},
  ): Promise<BegunCommit> {
    const { record, states } = await parsedImport(accountId, rows);
    const chosen = { groups: [], ...selection };
    const receiptId = newId({ msecs: clock });
    const total = chosenRows(states, chosen).length;
    const receipt = newReceipt({ id: receiptId, by: "server", total }, record, now());
    await writeAccount(store, accountId, (head) => ({
      actions: [createReceipt(store, receipt)],
      head,
      result: undefined,
    }));
    await requestCommit(accountFiles, { accountId, receiptId }, { ...chosen, rows: record.rows });
    return { accountId, receiptId, key: importWorkKey({ accountId, receiptId, kind: "commit" }) };
  }

  async function receiptOf({ accountId, receiptId }: BegunCommit): Promise<ReceiptRecord> {
    const receipt = await getReceipt(store, accountId, receiptId, now());
    if (!receipt) throw new Error("there is no receipt");
    return receipt;
  }

  const serve = (key: string, parts: Partial<ImportWorkerParts> = {}, invocation = patient) =>
    serveWork(worker(parts), key, invocation);

  /** Changes the receipt and writes the request, as the route does. Returns the key of the request. */
  async function beginUndo({ accountId, receiptId }: BegunCommit): Promise<string> {
    const begun = { status: "undoing", attempts: 0, leaseHolder: null, leaseUntil: 0, endedAt: null } as const;
    const undoId = newId({ msecs: clock });
    const change = { ...begun, undoStartedAt: now().toISOString(), undoId, author: currentAuthor() };
    const actions = [changeReceipt(store, { accountId, id: receiptId }, change)];
    await writeAccount(store, accountId, (head) => ({ actions, head, result: undefined }));
    await requestUndo(accountFiles, { accountId, receiptId });
    return importWorkKey({ accountId, receiptId, kind: "undo" });
  }

  const resultsOf = async (begun: BegunCommit): Promise<CommitResult[]> =>
    readResults(store, await receiptOf(begun), { offset: 0, limit: 100_000 });

  /** Expects a result for each row in its order, and each row to be a contact once. */
  async function expectWhole(begun: BegunCommit, rows: readonly ParsedContact[], message?: string): Promise<void> {
    const counts = { total: rows.length, imported: rows.length, updated: 0, skipped: 0, failed: 0 };
    expect(await receiptOf(begun), message).toMatchObject({ status: "done", ...counts });
    const results = await resultsOf(begun);
    expect(results.map(({ tempId }) => tempId)).toEqual(rows.map(({ tempId }) => tempId));
    expect(results.every(({ status, code }) => status === "imported" && code === undefined)).toBe(true);
    const stored = (await contactsOf(store, begun.accountId)).map(({ id }) => id);
    expect(stored.toSorted()).toEqual(results.map(({ contactId }) => contactId).toSorted());
    expect([...accountFiles.objects.keys()]).toEqual([]);
  }

  return {
    ...{ accountFiles, files, lines, pauses, now, worker, patient, parsedImport, begin, receiptOf, resultsOf },
    ...{ serve, beginUndo, expectWhole },
    /** Commits the rows by the worker. */
    importRows: async (accountId: string, rows: readonly ParsedContact[], selection: Partial<ImportSelection> = {}) => {
      const begun = await begin(accountId, rows, selection);
      await serve(begun.key);
      return begun;
    },
    /** Undoes a commit by the worker. */
    undo: async (begun: BegunCommit, parts: Partial<ImportWorkerParts> = {}) => serve(await beginUndo(begun), parts),
    pass: (milliseconds: number) => {
      clock += milliseconds;
    },
    keyOf: ({ accountId, receiptId }: BegunCommit, kind: ImportWorkKind) =>
      importWorkKey({ accountId, receiptId, kind }),
    sweep: (parts: Partial<ImportWorkerParts> = {}) => sweepWork(worker(parts), patient),
  };
}
