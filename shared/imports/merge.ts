/** What an imported row adds to a contact that is there already. Nothing that a person wrote is overwritten. */
import { applyPatch, type WriteContext } from "../contact/apply.ts";
import { titleBefore } from "../contact/headline.ts";
import { contactLimits as limits } from "../contact/limits.ts";
import type { ContactRecord } from "../contact/record.ts";
import type { ContactCreate, ContactPatch } from "../contact/schema.ts";
import { isWithinCodePoints } from "../text/cut.ts";
import { fold } from "../text/fold.ts";
import { hasDerivedName } from "./derived-names.ts";
import { nameWords } from "./identity-names.ts";
import { type MergedLists, unitedLists } from "./merge-lists.ts";
import { addNoteLines, splitNotes } from "./note-lines.ts";

/** A row as it was validated: the contact that it would become, and the labels of its groups. */
export interface ImportedRow {
  contact: ContactCreate;
  groupLabels: readonly string[];
  /** What its headline ends with, where that is the organisation. */
  organisation?: string;
}

/** What of a contact a merge looks at. */
export type MergeTarget = MergedLists &
  Pick<
    ContactRecord,
    | (typeof singleFields)[number]
    | keyof ReturnType<typeof namesOf>
    | keyof ReturnType<typeof missingLocale>
    | "latitude"
    | "longitude"
    | "granularity"
    | "createdByRow"
  >;

/**
 * Fills empty fields and unites lists within their limits (merge-lists.ts), and the lines of notes (note-lines.ts): what
 * the contact has comes first, and what the row adds is never preferred. The same object when the row has nothing to add,
 * so that merging twice is merging once.
 */
export function mergeImported(contact: ContactRecord, row: ImportedRow, context: WriteContext): ContactRecord {
  const merged = applyPatch(contact, missingFields(contact, row.contact), context);
  // Not by the patch, which takes a value that could have been derived for one that was read and sent back.
  const more = { ...missingLocale(contact, row.contact), ...newOrganisation(contact, merged, row) };
  return Object.keys(more).length > 0 ? { ...merged, ...more, updatedAt: context.now.toISOString() } : merged;
}

/** All that a row adds to a contact, but for time zone and language. */
export function missingFields(contact: MergeTarget, given: ContactCreate): ContactPatch {
  return {
    ...emptyFields(contact, given),
    ...grownNotes(contact, given),
    ...missingNames(contact, given),
    ...missingPlace(contact, given),
    ...grownLists(contact, given),
  };
}

export function missingLocale(contact: Pick<ContactRecord, "timezone" | "language">, given: ContactCreate) {
  return {
    ...(contact.timezone === null && given.timezone != null && { timezone: given.timezone }),
    ...(contact.language === null && given.language != null && { language: given.language }),
  };
}

/** Whether some of the row's list values have no room in the contact, and are left out by the merge. */
export function exceedsLimits(contact: ContactRecord, row: ImportedRow): boolean {
  const united = unitedLists(contact, row.contact);
  return listFields.some((name) => united[name].length > limits[name]);
}

const singleFields = [
  "headline",
  "position",
  "location",
  "network_a",
  "network_b",
  "network_c",
  "network_d",
  "network_e",
  "website",
  "notes",
  "keepFrequencyDays",
  "lastInteraction",
] as const;

function emptyFields(contact: MergeTarget, given: ContactCreate): ContactPatch {
  return Object.fromEntries(
    singleFields.flatMap((name) => (contact[name] === null && given[name] != null ? [[name, given[name]]] : [])),
  );
}

/**
 * The lines of values without a field are a list, of which the contact gets those that it lacks. Notes that are nothing
 * but such lines are empty otherwise, and get the row's text before them.
 */
function grownNotes({ notes }: MergeTarget, given: ContactCreate): ContactPatch {
  if (notes === null || given.notes == null) return {};
  const { text, lines } = splitNotes(given.notes);
  const filled = `${text}\n\n${notes}`;
  const isFilled = text !== "" && splitNotes(notes).text === "" && isWithinCodePoints(filled, limits.notes);
  const grown = addNoteLines(isFilled ? filled : notes, lines).notes;
  return grown === notes ? {} : { notes: grown };
}

/** Of a contact that has its headline from the row. */
function newOrganisation(
  { headline, version }: ContactRecord,
  merged: ContactRecord,
  { organisation }: ImportedRow,
): Partial<ContactRecord> {
  const isOfRow = headline === null || version === 0;
  if (!isOfRow || organisation === undefined || merged.organisation === organisation) return {};
  return titleBefore(merged.headline, organisation) === undefined ? {} : { organisation };
}

/**
 * A name that a row without one left gives way to a real one, unless a person made the contact: they may call somebody
 * so. Else a name is only completed by a name that begins alike: half of one person's and half of another's is nobody's.
 */
function missingNames(contact: MergeTarget, given: ContactCreate): ContactPatch {
  if (contact.createdByRow !== null && hasDerivedName(contact) && !hasDerivedName(given)) {
    return namesOf(given);
  }
  const [own] = nameWords(contact.firstName);
  const alike = own !== undefined && nameWords(contact.firstName).join(" ") === nameWords(given.firstName).join(" ");
  if (!alike) return {};
  return {
    ...(contact.lastName === "" && given.lastName && { lastName: given.lastName }),
    ...(contact.middleName === null && given.middleName && { middleName: given.middleName }),
  };
}

function namesOf({ firstName, lastName, middleName }: ContactCreate) {
  return { firstName, lastName: lastName ?? "", middleName: middleName ?? null };
}

/** What the service found by a text gives way to what a file says, but for a place of another name. */
function missingPlace(contact: MergeTarget, { location, latitude, longitude }: ContactCreate): ContactPatch {
  const isElsewhere = contact.location !== null && location != null && fold(location) !== fold(contact.location);
  const missing = !isElsewhere && (contact.latitude === null || contact.granularity !== null);
  return missing && latitude != null && longitude != null ? { latitude, longitude } : {};
}

const listFields = ["emails", "phones", "addresses", "importantDates"] as const;

function grownLists(contact: MergeTarget, given: ContactCreate): ContactPatch {
  const united = unitedLists(contact, given);
  return Object.fromEntries(
    listFields.flatMap((name) => {
      const list = united[name].slice(0, limits[name]);
      const grew = list.length > contact[name].length || list.some((item, index) => item !== contact[name][index]);
      return grew ? [[name, list]] : [];
    }),
  );
}
