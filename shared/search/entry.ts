/** The entry of a contact in the search index. Its texts are folded when it is written, so that a search only folds the query. */
import type { ContactField } from "../contact/field-rules.ts";
import { contactFields, fieldNames } from "../contact/fields.ts";
import type { ContactRecord } from "../contact/record.ts";
import { fold } from "../platform/text/fold.ts";
import { identityMarks } from "./identity-marks.ts";
import { searchedText } from "./searched-text.ts";

const addedFields = fieldNames.filter((field) => {
  const { search, hashed } = contactFields[field] as ContactField;
  return search !== null && hashed === "when set";
});

/** Changes with the folding, the fields of entries, and the form of the searched text. */
export const entryForm = 4;

/**
 * The format of stored entries. Added fields are counted, because during a deployment functions of the previous version
 * write entries without them.
 */
export const entryFormat = entryForm + addedFields.length;

export interface SearchEntry {
  id: string;
  /** The folded names, from which the orders and the words of the name are derived. */
  first: string;
  middle: string;
  last: string;
  /** The searched fields except the names, see `searchedText`. */
  text: string;
  keepInTouch: boolean;
  /** ISO 8601 in UTC, or empty. */
  lastInteraction: string;
  /** What distinguishes people of the same name, see `identityMarks`. */
  marks: string;
  /** The `txid` of the contact's last write. */
  version: number;
}

/** `entry` is null if the contact was deleted. */
export interface SearchChange {
  id: string;
  entry: SearchEntry | null;
}

export function searchEntryOf(contact: ContactRecord): SearchEntry {
  return {
    id: contact.id,
    first: fold(contact.firstName),
    middle: fold(contact.middleName ?? ""),
    last: fold(contact.lastName),
    text: searchedText(contact),
    keepInTouch: contact.keepFrequencyDays !== null,
    lastInteraction: contact.lastInteraction ?? "",
    marks: identityMarks(contact),
    version: contact.version,
  };
}

/** A stored entry without its version: a JSON array without the names of fields, to save space. */
export type EncodedEntry = [
  id: string,
  first: string,
  middle: string,
  last: string,
  text: string,
  keepInTouch: 0 | 1,
  lastInteraction: string,
  marks: string,
];

export function encodeEntry(entry: SearchEntry): EncodedEntry {
  const { id, first, middle, last, text, keepInTouch, lastInteraction, marks } = entry;
  return [id, first, middle, last, text, keepInTouch ? 1 : 0, lastInteraction, marks];
}

export function decodeEntry(encoded: EncodedEntry, version: number): SearchEntry {
  const [id, first, middle, last, text, keepInTouch, lastInteraction, marks] = encoded;
  return { id, first, middle, last, text, keepInTouch: keepInTouch === 1, lastInteraction, marks, version };
}
