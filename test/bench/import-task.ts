/** The commit of a parsed import on the server and its undo, each in a process of its own and before it. */
import { setTimeout as pause } from "node:timers/promises";
import { v7 as newId } from "uuid";
import { serveWork } from "../../functions/import-worker/operations.ts";
import { writeAccount } from "../../shared/account/store/account-write.ts";
import { newImport } from "../../shared/import/store/import.ts";
import {
  type ImportWorkKind,
  importWorkKey,
  requestCommit,
  requestUndo,
} from "../../shared/import/store/import-work.ts";
import { writeRowStates } from "../../shared/import/store/row-states.ts";
import { writeRows } from "../../shared/import/store/rows.ts";
import { changeReceipt, createReceipt, getReceipt, newReceipt } from "../../shared/import-commit/store/receipt.ts";
import { createPlaceFinder } from "../../shared/place/find-place.ts";
import { createContactIndexes } from "../../shared/search/contact-indexes.ts";
import { noPictures } from "../support/contact/pictures.ts";
import { newPerson } from "./commit-accesses.ts";
import type { Ground } from "./ground.ts";

export interface ImportTask {
  work: "import";
  kind: ImportWorkKind;
  accountId: string;
  receiptId: string;
  /** Whether to count the calls of the table, which takes time and memory. */
  metered: boolean;
  /** The file of the gazetteer. */
  placesFile: string;
}

/** The number of the first person who is in no account. */
const firstNew = 3_000_000;

/** Writes the rows of as many new people, and the request to commit them. Returns the id of the receipt. */
export async function requestImport(
  { store, files, importFiles }: Ground,
  accountId: string,
  count: number,
): Promise<string> {
  const now = new Date();
  const parsed = newImport({ id: newId(), accountId, source: "vcard", files: [{ name: "book.vcf", size: 1 }] }, now);
  const [rowsId, receiptId] = [newId(), newId()];
  const tempIds: string[] = [];
  function* people() {
    for (let n = 0; n < count; n++) {
      const person = newPerson(firstNew + n);
      tempIds.push(person.tempId);
      yield person;
    }
  }
  const rows = { id: rowsId, chunks: await writeRows(importFiles, parsed, rowsId, people()) };
  await writeRowStates(importFiles, parsed, rowsId, { tempIds, states: tempIds.map(() => "valid") });
  const receipt = newReceipt({ id: receiptId, by: "server", total: count }, parsed, now);
  const actions = [createReceipt(store, receipt)];
  await writeAccount(store, accountId, (head) => ({ actions, head, result: undefined }));
  await requestCommit(files, { accountId, receiptId }, { groups: [], rows });
  return receiptId;
}

/** Writes the request to undo a commit. */
export async function requestImportUndo({ store, files }: Ground, accountId: string, receiptId: string): Promise<void> {
  const actions = [
    changeReceipt(store, { accountId, id: receiptId }, { status: "undoing", attempts: 0, leaseUntil: 0 }),
  ];
  await writeAccount(store, accountId, (head) => ({ actions, head, result: undefined }));
  await requestUndo(files, { accountId, receiptId });
}

/** Commits or undoes in one invocation, and returns the number of rows. */
export async function workOnImport(
  { accountId, receiptId, kind, placesFile }: ImportTask,
  { store, files, importFiles }: Ground,
): Promise<number> {
  const now = () => new Date();
  const log = () => {};
  const parts = {
    ...{ ...noPictures, store, accountFiles: files, files: importFiles, now, pause, log },
    newId: () => newId(),
    findPlace: createPlaceFinder(placesFile),
    indexes: createContactIndexes({ store, files, now, log, maxUnstoredShare: 1 / 16 }),
  };
  const invocation = { requestId: "bench", remainingTime: () => 1e9 };
  await serveWork(parts, importWorkKey({ accountId, receiptId, kind }), invocation);
  const receipt = await getReceipt(store, accountId, receiptId, now());
  if (receipt?.status !== (kind === "commit" ? "done" : "undone")) throw new Error("the work is not done");
  return receipt.imported;
}
