/** Begins an undo of changes: what it takes back is fixed, and nothing that changes much at once may run beside it. */
import { type AccountHead, requireNoUndo } from "../account/store/account.ts";
import type { AccountFiles } from "../account/store/account-files.ts";
import type { PlanPart } from "../account/store/account-write.ts";
import { positionAt, positionOfWrite } from "../account/store/history.ts";
import { isBulkRunning } from "../contact-deletion/contact-set.ts";
import { listReceipts } from "../import-commit/store/receipt.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import { currentAuthor } from "../platform/http/author.ts";
import { AppError } from "../platform/http/errors.ts";
import { changesWithIds, chosenPages } from "./selected-changes.ts";
import { putUndo, type UndoRecord, undoLifetime } from "./store/undo-record.ts";

/** Changes between two times, in ISO 8601 and UTC, or those with these ids. */
export interface UndoSelection {
  by?: string | undefined;
  agent?: boolean | undefined;
  from?: string | undefined;
  to?: string | undefined;
  changeIds?: readonly string[] | undefined;
}

/** A text after all positions of changes. */
const afterAll = "~";

/**
 * Changes that are made after this write are not part of the undo. Throws `conflict` while an import on the server, an undo or a
 * deletion or restore of many contacts runs, and `change_not_found`.
 */
export async function planStart(
  { store, files }: { store: Store; files: Pick<AccountFiles, "list" | "read"> },
  head: AccountHead,
  selection: UndoSelection,
  { id, txid, now }: { id: string; txid: number; now: Date },
): Promise<Pick<PlanPart, "actions" | "head"> & { record: UndoRecord }> {
  const { accountId } = head;
  await requireNothingElse({ store, files }, head, now);
  const changeIds = selection.changeIds && [...new Set(selection.changeIds)];
  const range = changeIds ? null : rangeOf(selection);
  const position = positionOfWrite(head, txid, now.getTime());
  const to = range && range.to < position ? range.to : position;
  const record: UndoRecord = {
    ...{ id, accountId, author: currentAuthor(), status: "running", range: range && { ...range, to } },
    ...{ total: await countChanges(store, { accountId, range }, to, changeIds), undone: 0 },
    ...{ startedAt: now.toISOString(), endedAt: null, position: range ? to : afterAll, index: 0, inSubject: "" },
    ...{ keptCount: 0, attempts: 0, expiresAt: Math.ceil(now.getTime() / 1000) + undoLifetime },
  };
  return { actions: putUndo(store, record, { changeIds }), head: { ...head, undoId: id }, record };
}

function rangeOf({ from = "", to = "", by, agent }: UndoSelection) {
  const chosen = { ...(by !== undefined && { by }), ...(agent !== undefined && { agent }) };
  return { from: positionAt(Date.parse(from)), to: positionAt(Date.parse(to)), ...chosen };
}

async function countChanges(
  store: Store,
  { accountId, range }: Pick<UndoRecord, "accountId" | "range">,
  to: string,
  changeIds: readonly string[] = [],
): Promise<number> {
  const found = await changesWithIds(store, accountId, changeIds);
  if (found.length < changeIds.length) throw new AppError("change_not_found");
  let count = found.length;
  for await (const page of chosenPages(store, { accountId, range }, to)) count += page.length;
  return count;
}

async function requireNothingElse(
  { store, files }: Parameters<typeof planStart>[0],
  head: AccountHead,
  now: Date,
): Promise<void> {
  requireNoUndo(head, now);
  const receipts = await listReceipts(store, head.accountId, now);
  const receipt = receipts.find(({ by, status }) => status === "undoing" || (by === "server" && status === "running"));
  if (receipt) throw new AppError("conflict", { message: `An import runs: its receipt is ${receipt.id}.` });
  if (await isBulkRunning(files, head.accountId)) {
    throw new AppError("conflict", { message: "Many contacts are being deleted or restored." });
  }
}
