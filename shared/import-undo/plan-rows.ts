/** Plans a transaction of an undo: the last rows that are left, in their parts of the receipt, with the contacts that they changed. */
import { isDeepStrictEqual } from "node:util";
import type { Change } from "../account/change.ts";
import type { AccountHead } from "../account/store/account.ts";
import type { PlanPart, WritePlan } from "../account/store/account-write.ts";
import { countedJob } from "../account/store/history.ts";
import type { RowChange } from "../import/undo/row-change.ts";
import { keepAll, type UndoOutcome, undoContact } from "../import/undo/undone-contact.ts";
import type { CommitResult } from "../import-commit/commit-result.ts";
import { ReceiptLostError, requireLease } from "../import-commit/receipt-writer.ts";
import { changeReceipt, type ReceiptRecord, rowsDone } from "../import-commit/store/receipt.ts";
import { putPart, type ReceiptPart } from "../import-commit/store/receipt-parts.ts";
import { picturesLeft } from "../picture/store/unshown-pictures.ts";
import type { Store, WriteAction } from "../platform/dynamodb/store.ts";
import { ContactStates, type FoundContact } from "./contact-states.ts";
import { ReceiptRows } from "./receipt-rows.ts";
import { type ContactUndo, UndoDraft } from "./undo-draft.ts";

export interface UndoRun {
  store: Store;
  /** The receipt as this invocation took it. */
  receipt: ReceiptRecord;
  rows: ReceiptRows;
  states: ContactStates;
  now: () => Date;
}

/** Reads the rows of the receipt. */
export async function startRun(store: Store, receipt: ReceiptRecord, now: () => Date): Promise<UndoRun> {
  return { store, receipt, rows: await ReceiptRows.read(store, receipt), states: new ContactStates(store, now), now };
}

export interface UndoneRows {
  /** The results from this one on are undone. */
  undoneFrom: number;
  contactIds: string[];
  /** The `photoVersion`s of pictures that no contact shows any more. */
  pictures: string[];
  parts: ReceiptPart[];
}

/** The rows of one transaction, most of which may have changed nothing. */
export const mostRows = 2_000;

/** The results from this one on are undone. */
export function undoneFrom(receipt: ReceiptRecord): number {
  return receipt.undoneFrom ?? rowsDone(receipt);
}

/** `from` is where this invocation is, and `most` the number of rows at most. Throws a `ReceiptLostError` if another one has taken the receipt, or got further. */
export async function planRows(
  run: UndoRun,
  head: AccountHead,
  txid: number,
  { from, most }: { from: number; most: number },
): Promise<WritePlan<UndoneRows> & PlanPart> {
  const { store, now } = run;
  const receipt = await requireLease(store, run.receipt, now());
  if (undoneFrom(receipt) !== from) throw new ReceiptLostError(`the undo of receipt ${receipt.id} goes on elsewhere`);
  run.states.startAt(head);
  const step = new UndoStep(run, head, { txid, most });
  let at = from;
  while (at > 0 && from - at < most && (await step.undoRow(at - 1))) at--;
  const { draft, parts } = step;
  const origin = { kind: "import_undone", via: { kind: "import", id: receipt.id }, inActivity: false } as const;
  const planned = await draft.plan({ txid, now: now() }, origin);
  // An undo is given up after attempts without progress.
  const change = changeReceipt(store, receipt, { undoneFrom: at, attempts: 1 }, receipt.leaseHolder ?? undefined);
  return {
    ...planned,
    actions: [...planned.actions, ...parts.map((part) => rewrite(store, receipt, part)), change],
    changes: [...planned.changes, ...(await changeOfUndo(store, receipt, planned.changes.length))],
    result: { undoneFrom: at, contactIds: draft.contactIds, pictures: picturesLeft(draft.changes), parts },
  };
}

/** A part without the values of undone rows is smaller than before. */
function rewrite(store: Store, receipt: ReceiptRecord, part: ReceiptPart): WriteAction {
  const action = putPart(store, receipt, part);
  if (!action) throw new Error(`part ${part.offset} of receipt ${receipt.id} has become too large`);
  return action;
}

/** The change that the activity has for the whole undo, if this transaction changes contacts. */
async function changeOfUndo(
  store: Store,
  { accountId, id, undoId }: ReceiptRecord,
  changed: number,
): Promise<Change[]> {
  if (changed === 0 || undoId === undefined) return [];
  const via = { kind: "import", id } as const;
  const job = await countedJob(store, accountId, undoId, changed);
  return [{ subject: "contact", subjectId: id, kind: "import_undone", via, fields: [], job }];
}

class UndoStep {
  readonly draft: UndoDraft;
  private readonly run: UndoRun;
  private readonly head: AccountHead;
  private readonly txid: number;
  private readonly most: number;
  private readonly rewritten = new Map<number, ReceiptPart>();
  /** Of the contacts of this transaction. Undefined for a contact that the rows only met, and that stays as it is. */
  private readonly outcomes = new Map<string, UndoOutcome | undefined>();

  constructor(run: UndoRun, head: AccountHead, { txid, most }: { txid: number; most: number }) {
    this.run = run;
    this.head = head;
    this.txid = txid;
    this.most = most;
    this.draft = new UndoDraft(run.store, head);
  }

  get parts(): ReceiptPart[] {
    return [...this.rewritten.values()];
  }

  /** Returns false, and adds nothing, if the transaction has no room for the row. */
  async undoRow(index: number): Promise<boolean> {
    const changes = await this.run.rows.changesBy(index);
    if (changes.length === 0) return true;
    const stored = await this.run.rows.partOf(index);
    const part = this.rewritten.get(stored.offset) ?? { ...stored, results: [...stored.results] };
    const isNew = !this.rewritten.has(stored.offset);
    if (isNew && !this.draft.reserve(Buffer.byteLength(JSON.stringify(stored)))) return false;
    const row = index - stored.offset;
    const result = part.results[row];
    if (!result) throw new Error(`receipt ${this.run.receipt.id} has no result for row ${index}`);
    // Of several contacts that were merged, the result names the one that they became, or another one if only that changed.
    const own = changes.toSorted((one, other) => rank(one, result) - rank(other, result));
    const outcomes: { contactId: string; outcome: UndoOutcome }[] = [];
    for (const { contactId } of own) {
      const outcome = await this.outcomeOf(contactId, index);
      if (outcome === "full") return false;
      if (outcome) outcomes.push({ contactId, outcome });
    }
    part.results[row] = withOutcome(result, outcomes[0]);
    part.changes = part.changes.map((change) => (change.row === row ? withoutValues(change) : change));
    this.rewritten.set(part.offset, part);
    return true;
  }

  private async outcomeOf(contactId: string, index: number): Promise<UndoOutcome | undefined | "full"> {
    const { rows, states } = this.run;
    if (this.outcomes.has(contactId)) return this.outcomes.get(contactId);
    if (!rows.isLast(contactId, index)) return outcomeIn(await rows.lastResultOf(contactId));
    const found = await states.find(this.head, contactId, (count) => this.upcoming(index, count));
    const changes = await rows.changesOf(contactId);
    const { undo, outcome } = this.undoFound(contactId, changes, found);
    if (!this.draft.add(undo)) return "full";
    const isOnlyMet = changes.every(({ created, values, labels, marks }) => !(created ?? values ?? labels ?? marks));
    // What an earlier undo had left may go now, although the rows themselves changed nothing.
    const stays = outcome.undo !== "removed" && !undo.change && !undo.labels;
    const shown = isOnlyMet && stays ? undefined : outcome;
    this.outcomes.set(contactId, shown);
    return shown;
  }

  private undoFound(
    id: string,
    changes: readonly RowChange[],
    { state, leftovers }: FoundContact,
  ): { undo: ContactUndo; outcome: UndoOutcome } {
    const own = { receiptId: this.run.receipt.id, changes };
    const changed = (after: typeof leftovers) => (isDeepStrictEqual(after, leftovers) ? undefined : after);
    if (state === "gone") return { undo: { id, leftovers: changed([]) }, outcome: { undo: "removed" } };
    if (state === "merged") {
      const kept = keepAll(own, leftovers);
      return { undo: { id, leftovers: changed(kept.leftovers) }, outcome: kept.outcome };
    }
    const { contact, labels } = state;
    const undone = undoContact(state, own, leftovers, this.run.now());
    const after = undone.contact && { ...undone.contact, version: this.txid };
    return {
      undo: {
        id,
        change: undone.contact === contact ? undefined : { before: contact, after },
        labels: undone.labels.length < labels.length ? undone.labels : undefined,
        leftovers: changed(undone.leftovers),
      },
      outcome: undone.outcome,
    };
  }

  /** The contacts that are undone next, this row's first. */
  private async upcoming(from: number, count: number): Promise<string[]> {
    const ids = new Set<string>();
    for (let index = from; index >= 0 && from - index < this.most && ids.size < count; index--) {
      for (const { contactId } of await this.run.rows.changesBy(index)) {
        if (this.run.rows.isLast(contactId, index)) ids.add(contactId);
      }
    }
    return [...ids];
  }
}

function rank({ contactId }: RowChange, result: CommitResult): number {
  return contactId === result.contactId ? 0 : 1;
}

function withOutcome(result: CommitResult, shown?: { contactId: string; outcome: UndoOutcome }): CommitResult {
  if (!shown) return result;
  const { contactId, outcome } = shown;
  if (outcome.undo !== "kept") return { ...result, contactId, undo: outcome.undo };
  const { fields } = outcome;
  return { ...result, contactId, undo: "kept", code: "changed_since", ...(fields && { fields }) };
}

function outcomeIn(result: CommitResult | undefined): UndoOutcome | undefined {
  if (result?.undo === "kept") return { undo: "kept", ...(result.fields && { fields: result.fields }) };
  return result?.undo && { undo: result.undo };
}

/** What another invocation needs to continue. The values themselves are not kept longer. */
function withoutValues({ row, contactId, txid }: RowChange): RowChange {
  return { row, contactId, txid };
}
