/** Takes back what has an undo of its own, or none: merges, imports, and deletions and restores of many contacts. */
import { changePosition, positionAt, readContactHistory, type StoredChange } from "../account/store/history.ts";
import { countRestored, planRestore } from "../contact-deletion/restore-contacts.ts";
import { trashedAt } from "../contact-deletion/trash-list.ts";
import { changeReceipt, getReceipt, type ReceiptRecord } from "../import-commit/store/receipt.ts";
import { readResults } from "../import-commit/store/receipt-parts.ts";
import { mostRows, planRows, startRun, type UndoRun, undoneFrom } from "../import-undo/plan-rows.ts";
import { planGroupRemoval } from "../import-undo/remove-groups.ts";
import { getLabels } from "../label/store/label.ts";
import { planUnmerge } from "../merge/plan-unmerge.ts";
import { mapInParallel } from "../platform/dynamodb/parallel.ts";
import type { Store, WriteAction } from "../platform/dynamodb/store.ts";
import { currentAuthor } from "../platform/http/author.ts";
import { AppError } from "../platform/http/errors.ts";
import { chosenPages, type UndoSubject } from "./selected-changes.ts";
import { keepAll, type SubjectPlan, type UndoStep } from "./subject-plan.ts";
import { keptChange } from "./take-back.ts";
import { contactsAtOnce, maxChangesSince, undoContacts } from "./undo-contacts.ts";
import { memberIds } from "./undo-labels.ts";

/** What the undo of an import needs from one transaction to the next, by the id of the receipt. */
export type ImportRuns = Map<string, UndoRun>;

/** What changed since the merge stays. */
export async function undoMerge(step: UndoStep, { id, newestFirst }: UndoSubject): Promise<SubjectPlan> {
  const { store, head, txid, now } = step;
  try {
    const { result, ...plan } = await planUnmerge(store, head, id, { txid, now });
    const kept = newestFirst.map((change) => keptChange(change, "changed_since", result.kept));
    return { ...plan, undone: newestFirst.length, kept: result.kept.length > 0 ? kept : [] };
  } catch (fault) {
    if (!(fault instanceof AppError) || !/^merge_not_/.test(fault.code)) throw fault;
    return keepAll(newestFirst, "changed_since");
  }
}

/**
 * A deletion of many contacts is taken back by restoring those that are still in the trash since then. `inSubject` is their number so far:
 * if it ends below that of the deletion, others were restored or removed since.
 */
export async function undoBulk(step: UndoStep, { newestFirst }: UndoSubject): Promise<SubjectPlan> {
  const { store, head, txid, now, record } = step;
  const [change] = newestFirst;
  if (change?.kind === "restored") return undoRestore(step, change);
  if (change?.kind !== "deleted") return keepAll(newestFirst, "not_undoable");
  const { trashedAt: moment } = change;
  if (!moment) return keepAll(newestFirst, "permanent");
  const ids = await trashedAt(store, head, { moment, limit: contactsAtOnce }, now);
  const before = Number(record.inSubject);
  if (ids.length === 0) {
    const kept = before === change.count ? [] : [keptChange(change, await whyNotInTrash(step, change))];
    return { undone: Math.min(before, 1), kept };
  }
  const { result, ...plan } = await planRestore(store, head, ids, { txid, now });
  const restored = countRestored(result.results);
  if (restored === 0) return keepAll(newestFirst, "not_undoable");
  const kept = result.results.flatMap(({ id, lost }) =>
    lost.length > 0 ? [{ ...keptChange(change, "changed_since", lost), contactId: id }] : [],
  );
  return { ...plan, undone: 0, kept, inSubject: String(before + restored) };
}

/** Whether contacts were restored since this deletion, except by this undo. Otherwise those outside of the trash went for good. */
async function whyNotInTrash({ store, head: { accountId }, record }: UndoStep, { id }: StoredChange) {
  const range = { from: changePosition(id), to: "~" };
  const isRestore = ({ subject, kind, via }: StoredChange) =>
    subject === "contact" && kind === "restored" && via?.id !== record.id;
  for await (const changes of chosenPages(store, { accountId, range }, range.to))
    if (changes.some(isRestore)) return "changed_since";
  return "permanent";
}

/** Clocks of two machines differ by less. */
const clockMargin = 60_000;

/** Each contact that the restore brought back, and that nobody touched since, goes back into the trash as it was there. */
async function undoRestore(step: UndoStep, change: StoredChange): Promise<SubjectPlan> {
  const ids = await memberIds(step, change);
  if (ids.length === 0) return keepAll([change], "not_undoable");
  const [done = 0, before = 0] = step.record.inSubject.split(" ").map(Number);
  const some = ids.slice(done, done + contactsAtOnce);
  const subjects = await mapInParallel(some, contactsAtOnce, (id) => restoredContact(step, change, id));
  const { count, undone, kept, ...plan } = await undoContacts(step, subjects);
  const after = Math.max(before, Math.min(undone, 1));
  const isDone = done + count >= ids.length;
  return {
    ...plan,
    undone: after - before,
    kept: kept.map((each) => ({ ...each, changeId: change.id })),
    inSubject: isDone ? "" : `${done + count} ${after}`,
  };
}

/** The restore in the history of this contact; no change if it was refused. */
async function restoredContact(
  { store, head: { accountId } }: UndoStep,
  { at, via }: StoredChange,
  id: string,
): Promise<UndoSubject> {
  const range = { from: positionAt(Date.parse(at) - clockMargin), to: "~", limit: maxChangesSince };
  const since = await readContactHistory(store, { accountId, hasRelationships: false }, [id], range);
  const newestFirst = since.changes.filter((each) => each.kind === "restored" && each.via?.id === via?.id);
  return { subject: "contact", id, newestFirst, isNew: true, since };
}

const nothingYet = { undone: 0, kept: [], inSubject: "import" };

/** The import's own undo, transaction by transaction. The undo holds the receipt like a worker, so that no worker takes it. */
export async function undoImported(
  step: UndoStep & { newId: () => string; imports: ImportRuns },
  { id, newestFirst }: UndoSubject,
): Promise<SubjectPlan> {
  const { store, head, txid, now, record, imports } = step;
  const receipt = await getReceipt(store, head.accountId, id, now);
  if (!receipt || receipt.undoableUntil <= now.toISOString()) return keepAll(newestFirst, "expired");
  const isOwn = receipt.leaseHolder === record.id;
  if (receipt.status === "undone") {
    const done = { undone: newestFirst.length, kept: [] };
    return isOwn ? done : keepAll(newestFirst, "changed_since");
  }
  if (!isOwn) return takeReceipt(step, receipt);
  const run = imports.get(id) ?? (await startRun(store, receipt, () => now));
  imports.set(id, run);
  const from = undoneFrom(receipt);
  if (from > 0) {
    const { result, ...plan } = await planRows(run, head, txid, { from, most: mostRows });
    const { contactIds, parts, pictures } = result;
    const onCommit = () => {
      run.states.advanceTo(txid, contactIds);
      run.rows.replace(parts);
    };
    return { ...plan, ...nothingYet, pictures, onCommit };
  }
  const { result: isMore, ...plan } = await planGroupRemoval(store, head, run.rows, now);
  if (isMore) return { ...plan, ...nothingYet };
  const end = { status: "undone", endedAt: now.toISOString(), leaseUntil: 0 } as const;
  const actions = [...plan.actions, changeReceipt(store, receipt, end, record.id)];
  const [change] = newestFirst;
  return { ...plan, actions, undone: newestFirst.length, kept: change ? await keptOf(step, run, change) : [] };
}

function takeReceipt(
  { store, now, record, newId }: Parameters<typeof undoImported>[0],
  receipt: ReceiptRecord,
): SubjectPlan {
  const lease = { leaseHolder: record.id, leaseUntil: Date.parse(receipt.undoableUntil), attempts: 1, endedAt: null };
  const by = { undoStartedAt: now.toISOString(), undoId: newId(), author: currentAuthor() };
  const actions = [changeReceipt(store, receipt, { ...lease, ...by, status: "undoing" })];
  return { actions, ...nothingYet };
}

/** Ends an import's own undo, if this one has begun that and can't finish it. It can then be asked for again. */
export async function planRelease(
  store: Store,
  accountId: string,
  { id, undoId }: { id: string; undoId: string },
  now: Date,
): Promise<WriteAction[]> {
  const receipt = await getReceipt(store, accountId, id, now);
  if (receipt?.status !== "undoing" || receipt.leaseHolder !== undoId) return [];
  const end = { status: "failed", endedAt: now.toISOString(), leaseHolder: null, leaseUntil: 0 } as const;
  return [changeReceipt(store, receipt, end, undoId)];
}

/** The rows of a receipt with results that are read to find what was kept. */
const maxRows = 100_000;

/** Groups that somebody changed stay, also if an undo has taken that back, and those that have members. */
async function keptOf({ store, head }: UndoStep, { receipt, rows }: UndoRun, change: StoredChange) {
  const results = await readResults(store, receipt, { offset: 0, limit: maxRows });
  const ofRows = results.flatMap(({ undo, contactId = null, fields }) =>
    undo === "kept" ? [{ ...keptChange(change, "changed_since", fields), contactId }] : [],
  );
  const left = await getLabels(store, head.accountId, "group", rows.groups);
  return left.length > 0 ? [...ofRows, keptChange(change, "changed_since", ["groups"])] : ofRows;
}
