/** Properties that are days: BDAY, ANNIVERSARY, and those of Apple, Android, Outlook and others. */
import type { RawDate } from "../../../shared/imports/raw-row.ts";
import { quote } from "../../../shared/imports/remarks.ts";
import { ownParameters } from "../../../shared/vcard/own-names.ts";
import { readDay, standsForNone } from "./dates.ts";
import {
  type Draft,
  giveLabelBack,
  originOf,
  seeLabel,
  takeLabel,
  warn,
  withoutPlace,
  withoutPlaceBeside,
} from "./draft.ts";
import type { Property } from "./property.ts";
import { ownTypes } from "./shown-type.ts";
import { noteTypes } from "./value-types.ts";

/** A day of a known kind; its note, else its label in the user's own words, says more of it. */
export function placeDate(draft: Draft, property: Property, type: RawDate["type"], given?: string): void {
  const note = given ?? ownWord(draft, property);
  const date = dayOf(property);
  if (typeof date !== "string") {
    draft.row.valuesLost += 1;
    warn(
      draft,
      property,
      "date_unreadable",
      `${property.name} ${quote(property.text)} ${date.fault}.`,
      "importantDates",
    );
    noteWord(draft, property, note);
  } else if (draft.row.dates.length < maxDates) {
    draft.row.dates.push({ ...originOf(property), type, date, note, ...notice(property) });
  } else {
    withoutPlace(draft, property);
    noteWord(draft, property, note);
  }
}

/** The word for a day that is left out. */
function noteWord(draft: Draft, property: Property, note: string): void {
  if (seeLabel(draft, property) !== null) giveLabelBack(draft, property);
  else if (note !== "" && note !== deathNote) {
    withoutPlaceBeside(draft, property, `the label of ${property.name}`, note);
  }
}

/** DEATHDATE (RFC 6474, section 2.3): the word is ours. */
export function placeDeathDate(draft: Draft, property: Property): void {
  placeDate(draft, property, "other", deathNote);
}

const deathNote = "deathdate";

/** YYYY-MM-DD, or why there is none. */
function dayOf(property: Property): string | { fault: string } {
  const calendar = property.parameter("CALSCALE").trim();
  if (calendar !== "" && calendar.toLowerCase() !== "gregorian") {
    return { fault: `is a day of the calendar ${quote(calendar)}, which is not read` };
  }
  const omittedYear = property.parameter("X-APPLE-OMIT-YEAR");
  const date = readDay(property.text, omittedYear);
  if (date === null) return { fault: "is no day of the calendar" };
  // Who names the year that stands for none means all others.
  return omittedYear === "" && standsForNone(date) ? { fault: "stands for no date" } : date;
}

/** More than a contact has, so that it is said that some are left out. */
const maxDates = 100;

/** X-ABDATE: the label says what day it is; what is none of the known kinds is kept by its label. */
export function placeLabelledDate(draft: Draft, property: Property): void {
  const type = dateTypes.get(property.parameter(ownParameters.dateType).toLowerCase());
  if (type) placeDate(draft, property, type);
  else placeNamedDate(draft, property, wordOf(draft, property)?.text ?? "");
}

/** A day of the kind that a word says, else `other` with the word as its note. */
export function placeNamedDate(draft: Draft, property: Property, word: string): void {
  const type = dateTypes.get(word.toLowerCase().replace(/\s/g, "")) ?? "other";
  placeDate(draft, property, type, type === "other" ? word : "");
}

const dateTypes = new Map<string, RawDate["type"]>([
  ["anniversary", "anniversary"],
  ["birthday", "birthday"],
  ["nameday", "nameday"],
  ["graduation", "graduation"],
  ["other", "other"],
]);

function ownWord(draft: Draft, property: Property): string {
  const label = wordOf(draft, property);
  return label === null || label.builtIn ? "" : label.text;
}

/** The label, else somebody's own words among the types. */
function wordOf(draft: Draft, property: Property): { text: string; builtIn: boolean } | null {
  const label = takeLabel(draft, property);
  if (property.types.length === 0) return label;
  const types = ownTypes(property.typesAsWritten);
  if (types === "") return label;
  if (label === null) return { text: types, builtIn: false };
  noteTypes(draft, property, types, label.text);
  return label;
}

/** How many days before somebody is reminded, which only the service's own cards say. */
function notice(property: Property): Pick<RawDate, "notifyDaysBefore"> {
  const days = property.parameter(ownParameters.notifyDays);
  return /^\d{1,3}$/.test(days) ? { notifyDaysBefore: Number(days) } : {};
}
