/** What of a contact the preview of a file knows: all that a commit of rows would compare, and nothing else. */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { blankContact, type ContactRecord } from "../contact/record.ts";
import { type MergeTarget, missingFields, missingLocale } from "./merge.ts";
import type { ParsedContact } from "./parsed-contact.ts";

export interface ComparedContact extends MergeTarget {
  id: string;
}

/** Addresses decide nothing and are told by nobody: lists of them are united. */
const comparedFields = Object.keys({
  id: true,
  firstName: true,
  lastName: true,
  middleName: true,
  headline: true,
  position: true,
  location: true,
  latitude: true,
  longitude: true,
  granularity: true,
  timezone: true,
  language: true,
  emails: true,
  phones: true,
  importantDates: true,
  network_a: true,
  network_b: true,
  network_c: true,
  network_d: true,
  network_e: true,
  website: true,
  notes: true,
  keepFrequencyDays: true,
  lastInteraction: true,
  createdByRow: true,
} satisfies Record<Exclude<keyof ComparedContact, "addresses">, true>) as Exclude<keyof ComparedContact, "addresses">[];

const blank: ComparedContact = blankContact("", "", new Date(0));

/** The contact that a commit of this row would make. */
export function contactOfRow(id: string, row: ParsedContact, mark: string): ComparedContact {
  return { ...row, id, addresses: [], granularity: null, createdByRow: mark };
}

/** The contact as a commit of the row would leave it. */
export function joinRow(contact: ComparedContact, row: ParsedContact): ComparedContact {
  const given = withoutAddresses(row);
  return Object.assign({ ...contact }, missingFields(contact, given), missingLocale(contact, given));
}

export function withoutAddresses(row: ParsedContact) {
  return { ...row, addresses: [] };
}

/** A contact as it is kept while other rows come; long notes make it long, so that text is compressed, outside of the heap. */
export type PackedContact = string | Uint8Array;

/** Characters from which a text is compressed. */
const longText = 1_000;

/** Holds nothing that it was made of. */
export function packContact(contact: ComparedContact): PackedContact {
  const told: Record<string, unknown> = {};
  for (const field of comparedFields) {
    const value = contact[field];
    if (value !== null && value !== "" && !(Array.isArray(value) && value.length === 0)) told[field] = value;
  }
  const text = JSON.stringify(told);
  // A copy of its own size: zlib gives a part of a larger buffer.
  return text.length < longText ? text : new Uint8Array(deflateRawSync(text));
}

export function unpackContact(packed: PackedContact): ComparedContact {
  const text = typeof packed === "string" ? packed : inflateRawSync(packed).toString();
  return { ...blank, ...(JSON.parse(text) as Partial<ContactRecord>) };
}
