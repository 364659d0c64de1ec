/** The contact that two contacts become, by the merge rules of the table of contact fields. Nothing is dropped silently. */
import { isDeepStrictEqual } from "node:util";
import { interactionFields, interactionState, isLater } from "../../shared/contact/change/last-interaction.ts";
import { type FieldName, type FieldsMerged, fieldNames, fieldsMerged } from "../../shared/contact/fields.ts";
import { contactLimits as limits } from "../../shared/contact/limits.ts";
import { lookupHandle, type Platform } from "../../shared/contact/reach/handles.ts";
import type { ContactRecord } from "../../shared/contact/record.ts";
import { addNoteLines, splitNotes } from "../../shared/import/row/note-lines.ts";
import { isMadeAlike } from "../../shared/picture/store-avatar.ts";
import { cutToCodePoints } from "../../shared/platform/text/cut.ts";
import { type Entry, isIn, type ListName, unite } from "./united-lists.ts";

export type Side = "left" | "right";

/** The fields that may differ: those of the table, and the picture. */
export const mergedFields = [...fieldNames, "avatar"] as const;
export type MergedField = FieldName | "avatar";

/** The side whose value is taken for a field that differs. */
export type Resolutions = { readonly [Field in MergedField]?: Side | undefined };

/** A field in which both contacts have a value, and not the same. */
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
  merge.takeOrganisation();
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
      const [own, given] = [this.left[field], this.right[field]];
      if (isEmpty(given) || isSameValue(field, own, given)) continue;
      const taken = isEmpty(own) ? "right" : (this.resolutions[field] ?? "left");
      if (!isEmpty(own)) this.conflicts.push({ field, taken });
      if (taken === "right") Object.assign(this.merged, { [field]: given });
    }
  }

  /** The organisation is a part of the headline. */
  takeOrganisation(): void {
    const sources = [this.left, this.right].filter(({ headline }) => headline === this.merged.headline);
    const known = sources.map(({ organisation }) => organisation).filter((organisation) => organisation !== null);
    this.merged.organisation = known[0] ?? null;
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
    const own: Entry<Name>[] = this.left[field];
    const given: Entry<Name>[] = this.right[field];
    const isSame = own.every((entry) => isIn(field, entry, given)) && given.every((entry) => isIn(field, entry, own));
    const united = unite(field, own, given);
    const chosen = isSame || own.length === 0 || given.length === 0 ? undefined : this.resolutions[field];
    const list = chosen === undefined ? united : chosen === "left" ? own : given;
    Object.assign(this.merged, { [field]: list });
    if (isSame || own.length === 0 || given.length === 0) return;
    const leftOut = chosen === undefined ? given.filter((entry) => !isIn(field, entry, united)) : [];
    const taken = chosen ?? (isDeepStrictEqual(united, own) ? "left" : "both");
    this.conflicts.push({ field, taken, ...(leftOut.length > 0 && { leftOut }) });
  }

  takeNotes(timestamp: string): void {
    const [own, given] = [this.left.notes, this.right.notes];
    if (given === null || own === given) return;
    if (own !== null) {
      const joined = joinNotes(own, given);
      const taken = this.resolutions.notes ?? (joined.notes === own ? "left" : "both");
      const leftOut = this.resolutions.notes === undefined && joined.leftOut !== "" ? [joined.leftOut] : [];
      this.conflicts.push({ field: "notes", taken, ...(leftOut.length > 0 && { leftOut }) });
      this.merged.notes = { left: own, right: given, both: joined.notes }[this.resolutions.notes ?? "both"];
    } else this.merged.notes = given;
    if (this.merged.notes !== own) this.merged.notesUpdatedAt = timestamp;
  }

  /** The later of both, whatever the request chooses. */
  takeLastInteraction(): void {
    const [own, given] = [this.left.lastInteraction, this.right.lastInteraction];
    const [one, other] = [interactionState(this.left), interactionState(this.right)];
    const latest = other.latest && isLater(other.latest, one.latest) ? other.latest : one.latest;
    const byHand = [one.byHand, other.byHand].filter((time) => time !== null).toSorted();
    Object.assign(this.merged, interactionFields({ byHand: byHand.at(-1) ?? null, latest }));
    if (own === null || given === null || own === given) return;
    this.conflicts.push({ field: "lastInteraction", taken: own > given ? "left" : "right" });
  }

  takeAvatar(): void {
    const [own, given] = [this.left.photoVersion, this.right.photoVersion];
    if (given === null || own === given) return;
    const isConflict = own !== null && !isMadeAlike(own, given);
    const taken = own === null ? "right" : (isConflict && this.resolutions.avatar) || "left";
    if (isConflict) this.conflicts.push({ field: "avatar", taken });
    if (taken === "right") this.merged.photoVersion = given;
  }
}

function isEmpty(value: unknown): boolean {
  return value === null || value === "";
}

/** Handles are compared without regard to their spelling. */
function isSameValue(field: ScalarField, own: unknown, given: unknown): boolean {
  if (!handleFields.has(field) || own === null || given === null) return own === given;
  return lookupHandle(field as Platform, String(own)) === lookupHandle(field as Platform, String(given));
}

type Located = Pick<ContactRecord, "location" | "latitude" | "granularity">;

/** `location` is that of the merged contact. */
function sideOfCoordinates(left: Located, right: Located, location: string | null): Side {
  const [own, given] = [left, right].map(({ latitude }) => latitude !== null);
  const [isOwnEntered, isGivenEntered] = [left, right].map(
    (each) => each.latitude !== null && each.granularity === null,
  );
  if (isOwnEntered) return "left";
  if (isGivenEntered && !own) return "right";
  const isOfRight = right.location === location && given && (!own || isGivenEntered);
  return isOfRight || left.location !== location ? "right" : "left";
}

/** The text of both notes, then the lines of both without repeats. `leftOut` is what has no room. */
function joinNotes(own: string, given: string): { notes: string; leftOut: string } {
  const [first, second] = [splitNotes(own), splitNotes(given)];
  const isKnown = second.text === "" || `\n${own}\n`.includes(`\n${second.text}\n`);
  const text = isKnown ? first.text : paragraphs(first.text, second.text);
  const lines = first.lines.join("\n");
  const room = limits.notes - [...lines].length - (lines === "" ? 0 : separator.length);
  const cut = cutToCodePoints(text, room);
  const base = isKnown ? own : paragraphs(cut.trimEnd(), lines);
  const added = addNoteLines(base, second.lines);
  return { notes: added.notes, leftOut: paragraphs(text.slice(cut.length).trim(), added.leftOut.join("\n")) };
}

const separator = "\n\n";

function paragraphs(...texts: string[]): string {
  return texts.filter((text) => text !== "").join(separator);
}
