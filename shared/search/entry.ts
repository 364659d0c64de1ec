/** What the search index holds of a contact: folded once when it is written, so that reading folds only the query. */
import type { ContactRecord } from "../contact/record.ts";
import { fold } from "../text/fold.ts";
import { searchedText } from "./searched-text.ts";

/** Of stored entries: another number means that folding, fields or the searched text are others. */
export const entryFormat = 2;

export interface SearchEntry {
  id: string;
  /** Folded, whole: the orders by name and the words of the name follow from these. */
  first: string;
  middle: string;
  last: string;
  /** The other searched fields, as `searchedText` gives them. */
  text: string;
  keepInTouch: boolean;
  /** ISO 8601 in UTC; empty for none. */
  lastInteraction: string;
}

/** A contact as it is now; `entry` is null when it was deleted. */
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
  };
}

/** As it is stored: a JSON array in this order, without names, for there are many. */
export type EncodedEntry = [
  id: string,
  first: string,
  middle: string,
  last: string,
  text: string,
  keepInTouch: 0 | 1,
  lastInteraction: string,
];

export function encodeEntry({
  id,
  first,
  middle,
  last,
  text,
  keepInTouch,
  lastInteraction,
}: SearchEntry): EncodedEntry {
  return [id, first, middle, last, text, keepInTouch ? 1 : 0, lastInteraction];
}

export function decodeEntry([id, first, middle, last, text, keepInTouch, lastInteraction]: EncodedEntry): SearchEntry {
  return { id, first, middle, last, text, keepInTouch: keepInTouch === 1, lastInteraction };
}
