/** What the form of a contact shows, and the changes that are sent: only those that were made. */
import type { Contact, ContactPatch, PhoneInput } from "../../../../shared/client/types.ts";

/** A contact with the fields that are answered only to those who name them. */
export type PersonContact = Contact & Required<Pick<Contact, "nickname" | "organisation" | "groups" | "tags">>;

/** The fields that are one line of text. */
export const textFields = [
  ...(["firstName", "middleName", "lastName", "nickname", "position", "organisation", "location", "website"] as const),
  ...(["network_a", "network_b", "network_c", "network_d", "network_e", "timezone", "language"] as const),
];

export type TextField = (typeof textFields)[number];
export const listFields = ["phones", "emails", "addresses", "importantDates"] as const;
export type ListField = (typeof listFields)[number];

/** An entry of a list with the values of its controls, and what was read with it, such as its id. */
export type Entry = Readonly<Record<string, unknown>>;

export interface Draft {
  texts: Record<TextField, string>;
  lists: Record<ListField, readonly Entry[]>;
}

const noYear = "1904";
const addressLines = [
  ...(["addressLine1", "addressLine2", "addressPostalCode", "addressCity", "addressState"] as const),
  ...(["addressCountry", "value"] as const),
];

/** A number as people write it. */
export function phoneText({ prefix = "", value }: Pick<PhoneInput, "prefix" | "value">): string {
  return `${prefix} ${value}`.trim();
}

/** What is sent of an entry. `stored` is what was read with the id of the entry. */
const fromEntries: Readonly<Record<ListField, (entry: Entry, stored?: Entry) => Entry>> = {
  phones: ({ number, prefix, value, ...rest }) => {
    const typed = textOf(number);
    const isSame = typed === phoneText({ prefix: textOf(prefix), value: textOf(value) });
    // The service divides a number that was typed.
    return isSame ? { ...rest, prefix, value } : { ...rest, value: typed };
  },
  emails: (email) => email,
  addresses: (address, stored) => {
    const isSame = stored && addressLines.every((line) => textOf(address[line]) === textOf(stored[line]));
    // The service derives these from the lines when they are not sent.
    const derived = { addressFormatted: null, addressStateCode: null, latitude: null, longitude: null };
    return isSame ? address : { ...address, ...derived };
  },
  importantDates: ({ isYearUnknown, date, notifyDaysBefore, ...rest }) => ({
    ...rest,
    date: isYearUnknown ? textOf(date).replace(/^\d{4}/, noYear) : date,
    notifyDaysBefore: textOf(notifyDaysBefore) === "" ? null : Number(notifyDaysBefore),
  }),
};

function textOf(value: unknown): string {
  return String(value ?? "").trim();
}

export function draftOf(contact: PersonContact): Draft {
  return {
    texts: Object.fromEntries(textFields.map((name) => [name, contact[name] ?? ""])) as Draft["texts"],
    lists: {
      phones: contact.phones.map((phone) => ({ ...phone, number: phoneText(phone) })),
      emails: contact.emails.map((email) => ({ ...email })),
      addresses: contact.addresses.map((address) => ({ ...address })),
      importantDates: contact.importantDates.map((date) => ({ ...date, isYearUnknown: date.date.startsWith(noYear) })),
    },
  };
}

/** The fields in which the draft differs from the contact that it was made of. */
export function patchOf(contact: PersonContact, { texts, lists }: Draft): ContactPatch {
  const before = draftOf(contact);
  const patch: Record<string, unknown> = {};
  for (const name of textFields) {
    const text = texts[name].trim();
    // The first name can't be cleared, and the service says so.
    if (text !== before.texts[name]) patch[name] = text === "" && name !== "firstName" ? null : text;
  }
  for (const list of listFields) {
    if (isEqual(lists[list], before.lists[list])) continue;
    const stored = Map.groupBy<unknown, Entry>(before.lists[list], ({ id }) => id);
    patch[list] = lists[list].map((entry) =>
      fromEntries[list](entry, entry.id ? stored.get(entry.id)?.[0] : undefined),
    );
  }
  return patch;
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

type FieldName = keyof ContactPatch & keyof PersonContact;

/** The fields of a change that somebody else has changed to another value since it was begun. */
export function fieldsInConflict(before: PersonContact, theirs: PersonContact, yours: ContactPatch): FieldName[] {
  const fields = Object.keys(yours) as FieldName[];
  return fields.filter((field) => !isEqual(before[field], theirs[field]) && !isEqual(theirs[field], yours[field]));
}

export function withoutFields(patch: ContactPatch, fields: readonly string[]): ContactPatch {
  return Object.fromEntries(Object.entries(patch).filter(([field]) => !fields.includes(field)));
}
