/**
 * A contact after the undo of an import. What other changes kept from being taken back is stored as a leftover, and looked
 * at again when another import is undone, so that imports can be undone in any order.
 */
import type { ContactRecord } from "../../contact/record.ts";
import { contactDigest } from "./contact-digest.ts";
import type { RowChange } from "./row-change.ts";
import { changedFields, takeBack, type ValueChange } from "./value-changes.ts";

/** What the undo of an import left of its changes of a contact. */
export interface Leftover {
  receiptId: string;
  /** In the order of their writes. */
  changes: readonly RowChange[];
  /** The later imports that met the contact. It stays as long as one of them is not undone. */
  heldBy?: readonly string[];
}

export interface ContactState {
  contact: ContactRecord;
  /** The numbers of its groups and tags, also of deleted ones, in which nobody sees it. */
  labels: readonly number[];
  /** Whether there is a group or tag with this number. */
  exists: (number: number) => boolean;
  /** Whether an interaction or a relationship refers to it. */
  isReferenced: boolean;
  /** The `txid` of the last merge of another contact into it that was not undone; 0 for none. */
  mergedAt: number;
}

export interface UndoneContact {
  /** The same object if nothing changed; null if the undo deletes the contact. The write sets the version. */
  contact: ContactRecord | null;
  labels: readonly number[];
  outcome: UndoOutcome;
  /** All leftovers of the contact, newest first; none are left of a deleted contact. */
  leftovers: readonly Leftover[];
}

export type UndoOutcome =
  | { undo: "removed" | "restored" }
  /** Of a contact that the import updated, the fields that it keeps; none for a contact that the import created. */
  | { undo: "kept"; fields?: string[] };

/** Undoes all changes that an import made to a contact, and changes of earlier undone imports that this one had kept. */
export function undoContact(
  state: ContactState,
  { receiptId, changes }: Pick<Leftover, "receiptId" | "changes">,
  stored: readonly Leftover[],
  now: Date,
): UndoneContact {
  const others = stored.filter((each) => each.receiptId !== receiptId).map((each) => withoutHolder(each, receiptId));
  let leftovers = [...others, { receiptId, changes }].sort(newestFirst);
  let { contact, labels } = state;
  for (let isChanging = true; isChanging; ) {
    isChanging = false;
    for (const leftover of leftovers.filter(({ heldBy }) => heldBy === undefined)) {
      const left = takeBackAll({ ...state, contact, labels }, leftover.changes);
      if (left === "removed") return { contact: null, labels: [], outcome: { undo: "removed" }, leftovers: [] };
      isChanging ||= left.contact !== contact || left.labels.length < labels.length;
      ({ contact, labels } = left);
      const kept = left.changes.length > 0 ? [{ ...leftover, changes: left.changes }] : [];
      leftovers = leftovers.flatMap((each) => (each.receiptId === leftover.receiptId ? kept : [each]));
    }
  }
  const own = leftovers.find((each) => each.receiptId === receiptId);
  return { contact: withTimes(state.contact, contact, now), labels, outcome: outcomeOf(own), leftovers };
}

/** The leftovers when a contact can't be looked at, because it is a part of another one since a merge. */
export function keepAll(
  { receiptId, changes }: Pick<Leftover, "receiptId" | "changes">,
  stored: readonly Leftover[],
): Pick<UndoneContact, "outcome" | "leftovers"> {
  const others = stored.filter((each) => each.receiptId !== receiptId).map((each) => withoutHolder(each, receiptId));
  const own = { receiptId, changes };
  return { outcome: outcomeOf(own), leftovers: [...others, own].sort(newestFirst) };
}

/** The leftovers when a later import met the contact; the same array if it is known that it did. */
export function holdLeftovers(leftovers: readonly Leftover[], receiptId: string): readonly Leftover[] {
  if (leftovers.every(({ heldBy = [] }) => heldBy.includes(receiptId))) return leftovers;
  return leftovers.map((each) => ({ ...each, heldBy: [...new Set([...(each.heldBy ?? []), receiptId])] }));
}

function withoutHolder({ heldBy = [], ...leftover }: Leftover, receiptId: string): Leftover {
  const others = heldBy.filter((each) => each !== receiptId);
  return { ...leftover, ...(others.length > 0 && { heldBy: others }) };
}

function newestFirst(one: Leftover, other: Leftover): number {
  return lastTxid(other) - lastTxid(one);
}

function lastTxid({ changes }: Leftover): number {
  return Math.max(...changes.map(({ txid }) => txid));
}

interface Left {
  contact: ContactRecord;
  labels: readonly number[];
  /** The changes that could not be taken back. */
  changes: readonly RowChange[];
}

function takeBackAll(state: ContactState, changes: readonly RowChange[]): Left | "removed" {
  const creation = changes.find(({ created }) => created !== undefined);
  const left = takeBackValues(state, changes);
  if (!creation) return left;
  const { labels, exists, isReferenced, mergedAt, contact } = state;
  const isRemoved =
    contactDigest(left.contact) === creation.created &&
    left.contact.importedRows.length === 0 &&
    labels.filter(exists).every((number) => changes.some((change) => change.labels?.includes(number))) &&
    !isReferenced &&
    mergedAt === 0;
  // A contact that stays is left as it is, with its marks, so that importing the file again does not double it.
  return isRemoved ? "removed" : { contact, labels, changes };
}

/** A merge may have brought the same values, so the values that were there before it stay. */
function takeBackValues({ contact, labels, mergedAt }: ContactState, changes: readonly RowChange[]): Left {
  let after = contact;
  const kept: RowChange[] = [];
  for (const { values = [], labels: _labels, marks: _marks, ...change } of changes.toReversed()) {
    const left: ValueChange[] = [];
    for (const value of values.toReversed()) {
      const taken = mergedAt > change.txid ? "kept" : takeBack(after, value, values);
      if (taken === "kept") left.unshift(value);
      else if (taken !== "gone") after = taken;
    }
    if (left.length > 0) kept.unshift({ ...change, values: left });
  }
  const [marks, joined] = [changes.flatMap((each) => each.marks ?? []), changes.flatMap((each) => each.labels ?? [])];
  const importedRows = after.importedRows.filter((mark) => !marks.includes(mark));
  if (importedRows.length < after.importedRows.length) after = { ...after, importedRows };
  const stay = labels.filter((number) => !joined.includes(number));
  return { contact: after, labels: stay.length < labels.length ? stay : labels, changes: kept };
}

function outcomeOf(left: Pick<Leftover, "changes"> | undefined): UndoOutcome {
  if (!left) return { undo: "restored" };
  if (left.changes.some(({ created }) => created !== undefined)) return { undo: "kept" };
  const fields = left.changes.flatMap(({ values = [] }) => values.flatMap(changedFields));
  return fields.length === 0 ? { undo: "restored" } : { undo: "kept", fields: [...new Set(fields)] };
}

/** A change of nothing but marks is no edit. */
function withTimes(before: ContactRecord, after: ContactRecord, now: Date): ContactRecord {
  if (after === before || contactDigest(after) === contactDigest(before)) return after;
  const time = now.toISOString();
  const notesUpdatedAt = after.notes === null ? null : time;
  return { ...after, updatedAt: time, ...(after.notes !== before.notes && { notesUpdatedAt }) };
}
