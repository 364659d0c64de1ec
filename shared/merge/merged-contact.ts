/** The contact that two contacts become, by the merge rules of the table of contact fields. Nothing is dropped silently. */
import { isDeepStrictEqual } from "node:util";
import { interactionFields, interactionState, isLater } from "../contact/change/last-interaction.ts";
import { type FieldName, type FieldsMerged, fieldNames, fieldsMerged } from "../contact/fields.ts";
import { contactLimits as limits } from "../contact/limits.ts";
import { lookupHandle, type Platform } from "../contact/reach/handles.ts";
import type { ContactRecord } from "../contact/record.ts";
import { addNoteLines, splitNotes } from "../import/row/note-lines.ts";
import { isMadeAlike } from "../picture/store-avatar.ts";
import { cutToCodePoints } from "../platform/text/cut.ts";
import { type Entry, isIn, type ListName, unite } from "./united-lists.ts";

export type Side = "left" | "right";

/** The fields that may differ: the fields of the table, and the picture. */
export const mergedFields = [...fieldNames, "avatar"] as const;
export type MergedField = FieldName | "avatar";

/** The side whose value is taken for a field that differs. */
export type Resolutions = { readonly [Field in MergedField]?: Side | undefined };

/** A field in which both contacts have a value, and the values differ. */
export interface FieldConflict {
  field: MergedField;
  taken: Side | "both";
  /** Entries of the right contact's list, or the rest of its notes, that are not in the united value. */
  leftOut?: (Entry<ListName> | string)[];
}

export interface MergeOutcome {
  /** The left contact after the merge. The write sets its `version`. */
  merged: ContactRecord;
  /** In the order of `mergedFields`. */
  conflicts: FieldConflict[];
}

/** Merges `right` into `left`. Resolutions of fields that don't differ have no effect. */
export function mergeContacts(
  left: ContactRecord,
  right: ContactRecord,
  { resolutions, now }: { resolutions: Resolutions; now: Date },
): MergeOutcome {
  const merge = new Merge(left, right, resolutions);
  merge.takeScalars();
  merge.takeCoordinates();
  merge.takeLists(now.toISOString());
  merge.takeNotes(now.toISOString());
  merge.takeLastInteraction();
  merge.takeAvatar();
  const conflicts = merge.conflicts.toSorted((one, other) => orderOf(one) - orderOf(other));
  return { merged: { ...merge.merged, updatedAt: now.toISOString() }, conflicts };
}

function orderOf({ field }: FieldConflict): number {
  return mergedFields.indexOf(field);
}

type ScalarField = Exclude<FieldsMerged<"names" | "text" | "handle" | "value" | "locale">, "lastInteraction">;

const scalarFields = fieldsMerged("names", "text", "handle", "value", "locale").filter(
  (field): field is ScalarField => field !== "lastInteraction",
);
const handleFields = new Set<string>(fieldsMerged("handle"));
const listFields = fieldsMerged("list");

class Merge {
  readonly merged: ContactRecord;
  readonly conflicts: FieldConflict[] = [];
  private readonly left: ContactRecord;
  private readonly right: ContactRecord;
  private readonly resolutions: Resolutions;

  constructor(left: ContactRecord, right: ContactRecord, resolutions: Resolutions) {
    this.left = left;
    this.right = right;
    this.resolutions = resolutions;
    this.merged = { ...left };
  }

  takeScalars(): void {
    for (const field of scalarFields) {
      const [left, right] = [this.left[field], this.right[field]];
      if (isEmpty(right) || isSameValue(field, left, right)) continue;
      const taken = isEmpty(left) ? "right" : (this.resolutions[field] ?? "left");
      if (!isEmpty(left)) this.conflicts.push({ field, taken });
      if (taken === "right") Object.assign(this.merged, { [field]: right });
    }
  }

  /** Coordinates that a person entered come before those that the service found, which belong to their location. */
  takeCoordinates(): void {
    const { left, right, merged, resolutions } = this;
    const taken = resolutions.latitude ?? resolutions.longitude;
    const differing = (["latitude", "longitude"] as const).filter((field) => left[field] !== right[field]);
    const isConflict = left.latitude !== null && right.latitude !== null && differing.length > 0;
    const side = (isConflict && taken) || sideOfCoordinates(left, right, merged.location);
    const { latitude, longitude, granularity } = side === "left" ? left : right;
    Object.assign(merged, { latitude, longitude, granularity });
    if (isConflict) this.conflicts.push(...differing.map((field) => ({ field, taken: side })));
  }

  takeLists(timestamp: string): void {
    for (const field of listFields) this.takeList(field);
    const known = new Map([...this.left.importantDates, ...this.right.importantDates].map((date) => [date.id, date]));
    this.merged.importantDates = this.merged.importantDates.map((date) =>
      isDeepStrictEqual(date, known.get(date.id)) ? date : { ...date, updatedAt: timestamp },
    );
  }

  private takeList<Name extends ListName>(field: Name): void {
    const left: Entry<Name>[] = this.left[field];
    const right: Entry<Name>[] = this.right[field];
    const isSame = left.every((entry) => isIn(field, entry, right)) && right.every((entry) => isIn(field, entry, left));
    const united = unite(field, left, right);
    const chosen = isSame || left.length === 0 || right.length === 0 ? undefined : this.resolutions[field];
    const list = chosen === undefined ? united : chosen === "left" ? left : right;
    Object.assign(this.merged, { [field]: list });
    if (isSame || left.length === 0 || right.length === 0) return;
    const leftOut = chosen === undefined ? right.filter((entry) => !isIn(field, entry, united)) : [];
    const taken = chosen ?? (isDeepStrictEqual(united, left) ? "left" : "both");
    this.conflicts.push({ field, taken, ...(leftOut.length > 0 && { leftOut }) });
  }

  takeNotes(timestamp: string): void {
    const [left, right] = [this.left.notes, this.right.notes];
    if (right === null || left === right) return;
    if (left !== null) {
      const joined = joinNotes(left, right);
      const taken = this.resolutions.notes ?? (joined.notes === left ? "left" : "both");
      const leftOut = this.resolutions.notes === undefined && joined.leftOut !== "" ? [joined.leftOut] : [];
      this.conflicts.push({ field: "notes", taken, ...(leftOut.length > 0 && { leftOut }) });
      this.merged.notes = { left, right, both: joined.notes }[this.resolutions.notes ?? "both"];
    } else this.merged.notes = right;
    if (this.merged.notes !== left) this.merged.notesUpdatedAt = timestamp;
  }

  /** The later last interaction of both, even if the request chooses the other one. */
  takeLastInteraction(): void {
    const [left, right] = [this.left.lastInteraction, this.right.lastInteraction];
    const [one, other] = [interactionState(this.left), interactionState(this.right)];
    const latest = other.latest && isLater(other.latest, one.latest) ? other.latest : one.latest;
    const byHand = [one.byHand, other.byHand].filter((time) => time !== null).toSorted();
    Object.assign(this.merged, interactionFields({ byHand: byHand.at(-1) ?? null, latest }));
    if (left === null || right === null || left === right) return;
    this.conflicts.push({ field: "lastInteraction", taken: left > right ? "left" : "right" });
  }

  takeAvatar(): void {
    const [left, right] = [this.left.photoVersion, this.right.photoVersion];
    if (right === null || left === right) return;
    const isConflict = left !== null && !isMadeAlike(left, right);
    const taken = left === null ? "right" : (isConflict && this.resolutions.avatar) || "left";
    if (isConflict) this.conflicts.push({ field: "avatar", taken });
    if (taken === "right") this.merged.photoVersion = right;
  }
}

function isEmpty(value: unknown): boolean {
  return value === null || value === "";
}

/** Handles are compared without regard to their spelling. */
function isSameValue(field: ScalarField, left: unknown, right: unknown): boolean {
  if (!handleFields.has(field) || left === null || right === null) return left === right;
  return lookupHandle(field as Platform, String(left)) === lookupHandle(field as Platform, String(right));
}

type Located = Pick<ContactRecord, "location" | "latitude" | "granularity">;

/** `location` is the location of the merged contact. */
function sideOfCoordinates(left: Located, right: Located, location: string | null): Side {
  const [leftHas, rightHas] = [left, right].map(({ latitude }) => latitude !== null);
  const [isLeftEntered, isRightEntered] = [left, right].map(
    (each) => each.latitude !== null && each.granularity === null,
  );
  if (isLeftEntered) return "left";
  if (isRightEntered && !leftHas) return "right";
  const isOfRight = right.location === location && rightHas && (!leftHas || isRightEntered);
  return isOfRight || left.location !== location ? "right" : "left";
}

/** The text of both notes, then the lines of both without repeats. `leftOut` is the text for which there is no room. */
function joinNotes(left: string, right: string): { notes: string; leftOut: string } {
  const [first, second] = [splitNotes(left), splitNotes(right)];
  const isKnown = second.text === "" || `\n${left}\n`.includes(`\n${second.text}\n`);
  const text = isKnown ? first.text : paragraphs(first.text, second.text);
  const lines = first.lines.join("\n");
  const room = limits.notes - [...lines].length - (lines === "" ? 0 : separator.length);
  const cut = cutToCodePoints(text, room);
  const base = isKnown ? left : paragraphs(cut.trimEnd(), lines);
  const added = addNoteLines(base, second.lines);
  return { notes: added.notes, leftOut: paragraphs(text.slice(cut.length).trim(), added.leftOut.join("\n")) };
}

const separator = "\n\n";

function paragraphs(...texts: string[]): string {
  return texts.filter((text) => text !== "").join(separator);
}
