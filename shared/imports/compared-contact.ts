/** What of a contact the preview of a file knows: all that a commit of rows would compare, and nothing else. */
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

/** As one text, which holds nothing that it was made of. */
export function packContact(contact: ComparedContact): string {
  const told: Record<string, unknown> = {};
  for (const field of comparedFields) {
    const value = contact[field];
    if (value !== null && value !== "" && !(Array.isArray(value) && value.length === 0)) told[field] = value;
  }
  return JSON.stringify(told);
}

export function unpackContact(text: string): ComparedContact {
  return { ...blank, ...(JSON.parse(text) as Partial<ContactRecord>) };
}
