/** Merges an imported row into an existing contact. Nothing that a person wrote is overwritten. */
import { applyPatch, type WriteContext } from "../../contact/change/apply.ts";
import { type FieldName, type FieldsMerged, fieldsMerged } from "../../contact/fields.ts";
import { contactLimits as limits } from "../../contact/limits.ts";
import type { ContactRecord } from "../../contact/record.ts";
import type { ContactCreate, ContactPatch } from "../../contact/schema.ts";
import { isWithinCodePoints } from "../../platform/text/cut.ts";
import { fold } from "../../platform/text/fold.ts";
import { hasDerivedName } from "../identity/identity.ts";
import { furtherNameLines, isFullerName } from "../identity/names.ts";
import { nameWords } from "../identity/read-name.ts";
import { addNoteLines, splitNotes } from "../row/note-lines.ts";
import { type MergedLists, unitedLists } from "./merge-lists.ts";

/** A validated row: the contact that it would become, and the labels of its groups. */
export interface ImportedRow {
  contact: ContactCreate;
  groupLabels: readonly string[];
}

/** The fields of a contact that a merge reads. */
export type MergeTarget = MergedLists &
  Pick<ContactRecord, Exclude<FieldName, keyof MergedLists> | "granularity" | "createdByRow">;

/**
 * Fills empty fields, and unites lists within their limits (merge-lists.ts) and lines of the notes (note-lines.ts). The
 * values of the contact come first, and added values are never preferred. Returns the same object if the row adds nothing.
 */
export function mergeImported(contact: ContactRecord, row: ImportedRow, context: WriteContext): ContactRecord {
  return withLocale(applyPatch(contact, missingFields(contact, row.contact), context), row, context);
}

/** Fills the time zone and the language. A patch ignores values that equal derived ones, because clients send back what they read. */
export function withLocale(contact: ContactRecord, row: ImportedRow, { now }: WriteContext): ContactRecord {
  const locale = missingLocale(contact, row.contact);
  return Object.keys(locale).length > 0 ? { ...contact, ...locale, updatedAt: now.toISOString() } : contact;
}

/** The values that a row adds to a contact, except time zone and language. */
export function missingFields(contact: MergeTarget, row: ContactCreate): ContactPatch {
  const names = missingNames(contact, row);
  const isNamed = !hasDerivedName(contact) && !hasDerivedName(row);
  const lines = isNamed ? furtherNameLines(contact, { ...contact, ...names }, row) : [];
  const completed = lines.length > 0 ? { ...row, notes: addNoteLines(row.notes ?? "", lines).notes } : row;
  return {
    ...missingValues(filledFields, contact, completed),
    ...grownNotes(contact, completed),
    ...names,
    ...missingPlace(contact, completed),
    ...grownLists(contact, completed),
  };
}

export function missingLocale(
  contact: Pick<ContactRecord, FieldsMerged<"locale">>,
  row: ContactCreate,
): Partial<Pick<ContactRecord, FieldsMerged<"locale">>> {
  return missingValues(fieldsMerged("locale"), contact, row);
}

/** Whether a list of the contact has no room for all values of the row. */
export function exceedsLimits(contact: ContactRecord, row: ImportedRow): boolean {
  const united = unitedLists(contact, row.contact);
  return listFields.some((name) => united[name].length > limits[name]);
}

const filledFields = fieldsMerged("text", "handle", "notes", "value");

/** The values of the row for empty fields of the contact. */
function missingValues<Name extends FieldName>(
  names: readonly Name[],
  contact: Pick<MergeTarget, Name>,
  row: ContactCreate,
): Partial<Pick<ContactCreate, Name>> {
  const missing = names.filter((name) => contact[name] === null && row[name] != null);
  return Object.fromEntries(missing.map((name) => [name, row[name]])) as Partial<Pick<ContactCreate, Name>>;
}

/**
 * Adds the lines of values without a field that the notes lack. Notes that consist only of such lines also get the text of
 * the row before them.
 */
function grownNotes({ notes }: MergeTarget, row: ContactCreate): ContactPatch {
  if (notes === null || row.notes == null) return {};
  const { text, lines } = splitNotes(row.notes);
  const filled = `${text}\n\n${notes}`;
  const isFilled = text !== "" && splitNotes(notes).text === "" && isWithinCodePoints(filled, limits.notes);
  const grown = addNoteLines(isFilled ? filled : notes, lines).notes;
  return grown === notes ? {} : { notes: grown };
}

/**
 * A real name replaces one that a row without a name left, if an import created the contact. A fuller name takes the place of
 * an initial or a bare first name with the same beginning, so that the next name is compared with it. Otherwise a name is only
 * completed by a name with the same first name, so that it is never composed of the names of two people.
 */
function missingNames(contact: MergeTarget, row: ContactCreate): ContactPatch {
  const { firstName, lastName, middleName } = row;
  const isReal = contact.createdByRow !== null && hasDerivedName(contact) && !hasDerivedName(row);
  if (isReal) return { firstName, lastName: lastName ?? "", middleName: middleName ?? null };
  const [own, other] = [contact, row].map((person) => nameWords(person.firstName).join(" "));
  if (isFullerName(row, contact)) {
    return {
      ...(own !== other && { firstName }),
      lastName: lastName ?? "",
      ...(middleName && { middleName }),
    };
  }
  if (own === "" || own !== other) return {};
  return {
    ...(contact.lastName === "" && row.lastName && { lastName: row.lastName }),
    ...(contact.middleName === null && row.middleName && { middleName: row.middleName }),
  };
}

/** Coordinates of a file replace those that the service derived from a text, unless the file has another location. */
function missingPlace(contact: MergeTarget, { location, latitude, longitude }: ContactCreate): ContactPatch {
  const isElsewhere = contact.location !== null && location != null && fold(location) !== fold(contact.location);
  const missing = !isElsewhere && (contact.latitude === null || contact.granularity !== null);
  return missing && latitude != null && longitude != null ? { latitude, longitude } : {};
}

const listFields = fieldsMerged("list");

function grownLists(contact: MergeTarget, row: ContactCreate): ContactPatch {
  const united = unitedLists(contact, row);
  return Object.fromEntries(
    listFields.flatMap((name) => {
      const list = united[name].slice(0, limits[name]);
      const grew = list.length > contact[name].length || list.some((item, index) => item !== contact[name][index]);
      return grew ? [[name, list]] : [];
    }),
  );
}
