/** The fields in which a row differs from the contact that it was merged into. The contact keeps its values. */

import { type FieldName, type FieldsMerged, fieldsMerged } from "../../contact/fields.ts";
import { unknownYear } from "../../contact/limits.ts";
import { lookupHandle, type Platform } from "../../contact/reach/handles.ts";
import type { ContactCreate } from "../../contact/schema.ts";
import { fold } from "../../platform/text/fold.ts";
import { hasDerivedName } from "../identity/identity.ts";
import { fullNameWords, nameLine } from "../identity/read-name.ts";
import { addNoteLines, splitNotes } from "../row/note-lines.ts";
import type { ImportIssue } from "../row/parsed-contact.ts";
import { quote } from "../row/row-issues.ts";
import type { MergeTarget } from "./merge.ts";
import { isOnce } from "./merge-lists.ts";

/**
 * The fields of the row whose values the contact does not have after the merge. These do not count: case, accents,
 * spellings of handles, the order of the words of a name, a name that is only an e-mail address, a number or a handle or
 * that the notes have, and notes that are a part of the contact's. Lists are united, so only birthdays and namedays can differ.
 */
export function differingFields(merged: MergeTarget, row: ContactCreate): DifferingField[] {
  return [
    ...(hasSameName(merged, row) || hasDerivedName(row) || saysNotes(merged.notes ?? "", nameLine(row))
      ? []
      : nameFields.filter((name) => isOtherText(merged[name], row[name]))),
    ...textFields.filter((name) => isOtherText(merged[name], row[name])),
    ...fieldsMerged("notes").filter((name) => !saysNotes(merged[name] ?? "", row[name] ?? "")),
    ...fieldsMerged("handle").filter((name) => isOtherHandle(name, merged[name], row[name])),
    ...valueFields.filter((name) => (row[name] ?? merged[name]) !== merged[name]),
    ...(hasOtherDay(merged, row) ? (["importantDates"] as const) : []),
  ];
}

/** The issues of a preview about these fields. */
export function differingIssues(merged: MergeTarget, row: ContactCreate, who: string): ImportIssue[] {
  return differingFields(merged, row).map((field) => {
    const [own, rowValue] = [merged, row].map((each) => quote(shown(field, each)));
    const code = field.startsWith("network_") ? "duplicate_profile_differs" : "duplicate_values_differ";
    const has = own === quote("") ? `has no ${field}, and gets none` : `has ${own} as ${field}, and keeps it`;
    const message = `${who} ${has}: ${rowValue} is left out.`;
    return { code, severity: "warning", message, field };
  });
}

function shown(field: DifferingField, contact: MergeTarget | ContactCreate): string {
  if (field !== "importantDates") return String(contact[field] ?? "");
  const days = (contact.importantDates ?? []).filter(isOnce);
  return days.map(({ type, date, note }) => `${type} ${date} ${note}`.trim()).join(", ");
}

const nameFields = fieldsMerged("names");
const textFields = fieldsMerged("text");
const valueFields = fieldsMerged("coordinates", "locale", "value");

type DifferingField = Exclude<FieldName, FieldsMerged<"list">> | "importantDates";

function isOtherText(own: string | null, rowValue: string | null | undefined): boolean {
  return fold(rowValue || own || "") !== fold(own ?? "");
}

/** Whether the contact's notes contain the text and all lines of values without a field. */
function saysNotes(own: string, rowValue: string): boolean {
  const { text, lines } = splitNotes(rowValue);
  const { notes, leftOut } = addNoteLines(own, lines);
  return fold(own).includes(fold(text)) && notes === own && leftOut.length === 0;
}

/** Whether the names have the same words. A file may have the whole name in one field, or the last name first. */
function hasSameName(merged: MergeTarget, row: ContactCreate): boolean {
  const [own, rowValue] = [merged, row].map((person) => fullNameWords(person).sort().join(" "));
  return own !== "" && own === rowValue;
}

function isOtherHandle(platform: Platform, own: string | null, rowValue: string | null | undefined): boolean {
  if (rowValue == null) return false;
  return own === null || lookupHandle(platform, own) !== lookupHandle(platform, rowValue);
}

/** Whether the birthday or the nameday differs. The same day without its year or without a note does not. */
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
