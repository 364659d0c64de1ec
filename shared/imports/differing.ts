/** What a row says otherwise than the contact that it was taken into: the contact keeps what it had. */
import { lookupHandle, type Platform, platforms } from "../contact/handles.ts";
import { unknownYear } from "../contact/limits.ts";
import type { ContactCreate } from "../contact/schema.ts";
import { fold } from "../text/fold.ts";
import { hasDerivedName } from "./derived-names.ts";
import { fullNameWords } from "./identity-names.ts";
import type { MergeTarget } from "./merge.ts";
import { isOnce } from "./merge-lists.ts";
import { addNoteLines, splitNotes } from "./note-lines.ts";
import type { ImportIssue } from "./parsed-contact.ts";
import { quote } from "./remarks.ts";

/**
 * Fields of which the row says something that the contact does not have after the merge. Case, accents and spellings of
 * handles do not count, nor which words of a name are the last one, nor a name that is only an e-mail address, a number
 * or a handle, nor notes that are a part of the contact's. Of lists only what a contact has once can differ: lists are
 * united.
 */
export function differingFields(merged: MergeTarget, row: ContactCreate): DifferingField[] {
  return [
    ...(hasSameName(merged, row) || hasDerivedName(row)
      ? []
      : nameFields.filter((name) => isOtherText(merged[name], row[name]))),
    ...textFields.filter((name) => isOtherText(merged[name], row[name])),
    ...(saysNotes(merged.notes ?? "", row.notes ?? "") ? [] : (["notes"] as const)),
    ...platforms.filter((name) => isOtherHandle(name, merged[name], row[name])),
    ...valueFields.filter((name) => (row[name] ?? merged[name]) !== merged[name]),
    ...(hasOtherDay(merged, row) ? (["importantDates"] as const) : []),
  ];
}

/** What a preview says of these fields; a contact has one profile of a network. */
export function differingIssues(merged: MergeTarget, row: ContactCreate, who: string): ImportIssue[] {
  return differingFields(merged, row).map((field) => {
    const [own, given] = [merged, row].map((each) => quote(shown(field, each)));
    const code = field.startsWith("network_") ? "duplicate_profile_differs" : "duplicate_values_differ";
    const message = `${who} has ${own} as ${field}, and keeps it: ${given} is left out.`;
    return { code, severity: "warning", message, field };
  });
}

function shown(field: DifferingField, contact: MergeTarget | ContactCreate): string {
  if (field !== "importantDates") return String(contact[field] ?? "");
  const days = (contact.importantDates ?? []).filter(isOnce);
  return days.map(({ type, date, note }) => `${type} ${date} ${note}`.trim()).join(", ");
}

const nameFields = ["firstName", "lastName", "middleName"] as const;
const textFields = ["headline", "position", "location"] as const;
const valueFields = ["latitude", "longitude", "timezone", "language", "keepFrequencyDays", "lastInteraction"] as const;

type DifferingField =
  | (typeof nameFields | typeof textFields | typeof valueFields)[number]
  | Platform
  | "notes"
  | "importantDates";

function isOtherText(own: string | null, given: string | null | undefined): boolean {
  return fold(given || own || "") !== fold(own ?? "");
}

/** The text is a part of the contact's notes, and so is each line of a value without a field. */
function saysNotes(own: string, given: string): boolean {
  const { text, lines } = splitNotes(given);
  const { notes, leftOut } = addNoteLines(own, lines);
  return fold(own).includes(fold(text)) && notes === own && leftOut.length === 0;
}

/** The same words: a file may have the whole name as one, or the last name first. */
function hasSameName(merged: MergeTarget, row: ContactCreate): boolean {
  const [own, given] = [merged, row].map((person) => fullNameWords(person).sort().join(" "));
  return own !== "" && own === given;
}

function isOtherHandle(platform: Platform, own: string | null, given: string | null | undefined): boolean {
  if (given == null) return false;
  return own === null || lookupHandle(platform, own) !== lookupHandle(platform, given);
}

/** A contact has one birthday and one nameday; the same day without its year, or without a note, says nothing else. */
function hasOtherDay(merged: MergeTarget, row: ContactCreate): boolean {
  return (row.importantDates ?? []).filter(isOnce).some(({ type, date, note }) => {
    const own = merged.importantDates.find((known) => known.type === type);
    if (!own) return false;
    return (own.date !== date && yearless(own.date) !== date) || isOtherText(own.note, note);
  });
}

function yearless(date: string): string {
  return `${unknownYear}${date.slice(4)}`;
}
