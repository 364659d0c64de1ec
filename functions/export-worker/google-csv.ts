/** Writes contacts as CSV (RFC 4180) with the columns of Google Contacts, which other address books read, too. */

import { type FieldName, parsedFields } from "../../shared/contact/fields.ts";
import { contactLimits as limits, unknownYear } from "../../shared/contact/limits.ts";
import type { ContactAddress, ContactRecord, ImportantDate } from "../../shared/contact/record.ts";

interface Row {
  contact: ContactRecord;
  groupLabels: readonly string[];
}

/** A row whose parts for several columns were made once. */
interface ReadRow extends Row {
  /** The dates except birthdays. */
  events: readonly ImportantDate[];
}

interface Column {
  name: string;
  value: (row: ReadRow) => string | null;
}

/** The fields that have columns of Google's. Each of the others is a custom field. */
const ownColumns = {
  firstName: true,
  lastName: true,
  middleName: true,
  nickname: true,
  organisation: true,
  position: true,
  emails: true,
  phones: true,
  addresses: true,
  importantDates: true,
  website: true,
  notes: true,
} as const satisfies Partial<Record<FieldName, true>>;

const customFields = parsedFields.filter((field) => !(field in ownColumns));

/** Google's columns in its order. A column without a value here is empty. */
const columns: readonly Column[] = [
  column("First Name", ({ contact }) => contact.firstName),
  column("Middle Name", ({ contact }) => contact.middleName),
  column("Last Name", ({ contact }) => contact.lastName),
  ...empty("Phonetic First Name", "Phonetic Middle Name", "Phonetic Last Name"),
  ...empty("Name Prefix", "Name Suffix"),
  column("Nickname", ({ contact }) => contact.nickname),
  ...empty("File As"),
  column("Organization Name", ({ contact }) => contact.organisation),
  column("Organization Title", ({ contact }) => contact.position),
  ...empty("Organization Department"),
  column("Birthday", ({ contact }) => birthdayOf(contact)),
  column("Notes", ({ contact }) => contact.notes),
  ...empty("Photo"),
  column("Labels", ({ groupLabels }) => groupLabels.join(" ::: ")),
  ...repeated("E-mail", limits.emails, ({ contact }) => contact.emails, {
    Label: labelOf,
    Value: ({ value }) => value,
  }),
  ...repeated("Phone", limits.phones, ({ contact }) => contact.phones, {
    Label: labelOf,
    Value: ({ prefix, value }) => (prefix === "" ? value : `${prefix} ${value}`),
  }),
  ...repeated<ContactAddress>("Address", limits.addresses, ({ contact }) => contact.addresses, {
    Label: ({ label, type }) => label ?? type,
    Formatted: ({ addressFormatted }) => addressFormatted,
    Street: ({ addressLine1, value }) => addressLine1 ?? value,
    City: ({ addressCity }) => addressCity,
    "PO Box": () => null,
    Region: ({ addressState, addressStateCode }) => addressState ?? addressStateCode,
    "Postal Code": ({ addressPostalCode }) => addressPostalCode,
    Country: ({ addressCountry, addressCountryCode }) => addressCountry ?? addressCountryCode,
    "Extended Address": ({ addressLine2 }) => addressLine2,
  }),
  column("Website 1 - Label", ({ contact }) => (contact.website === null ? null : "website")),
  column("Website 1 - Value", ({ contact }) => contact.website),
  ...repeated("Event", limits.importantDates, ({ events }) => events, {
    Label: ({ type, note }) => (note === "" ? type : note),
    Value: dayOf,
  }),
  ...customFields.flatMap((field, index) => [
    column(`Custom Field ${index + 1} - Label`, ({ contact }) => (contact[field] === null ? null : field)),
    column(`Custom Field ${index + 1} - Value`, ({ contact }) => textOf(contact[field])),
  ]),
];

/** The first row, after a byte-order mark, by which spreadsheets recognise UTF-8. */
export const csvHead = `\u{feff}${columns.map(({ name }) => writeCell(name)).join(",")}\r\n`;

export function csvRow(row: Row): string {
  const events = row.contact.importantDates.filter(({ type }) => type !== "birthday");
  const readRow = { ...row, events };
  return `${columns.map(({ value }) => cellOf(value(readRow))).join(",")}\r\n`;
}

function column(name: string, value: Column["value"]): Column {
  return { name, value };
}

function empty(...names: string[]): Column[] {
  return names.map((name) => column(name, () => null));
}

/** The columns for the entries of a list. */
function repeated<Entry>(
  name: string,
  count: number,
  entriesOf: (row: ReadRow) => readonly Entry[],
  parts: Readonly<Record<string, (entry: Entry) => string | null>>,
): Column[] {
  return Array.from({ length: count }, (_, index) =>
    Object.entries(parts).map(([part, inEntry]) =>
      column(`${name} ${index + 1} - ${part}`, (row) => {
        const entry = entriesOf(row)[index];
        return entry === undefined ? null : inEntry(entry);
      }),
    ),
  ).flat();
}

function textOf(value: unknown): string | null {
  return value === null ? null : String(value);
}

/** Google marks the preferred address or number with an asterisk. */
function labelOf({ preferred, type }: { preferred: boolean; type: string }): string {
  return preferred ? `* ${type}` : type;
}

function birthdayOf({ importantDates }: ContactRecord): string | null {
  const birthday = importantDates.find(({ type }) => type === "birthday");
  return birthday ? dayOf(birthday) : null;
}

/** Google writes a day without a year with a space before it. */
function dayOf({ date }: ImportantDate): string {
  return date.startsWith(`${unknownYear}-`) ? ` --${date.slice(5)}` : date;
}

/** Most cells are empty. */
function cellOf(text: string | null): string {
  return text ? writeCell(harmless(text)) : "";
}

/** Spreadsheets run a cell that begins like a formula. An apostrophe makes it text. Numbers stay as they are. */
function harmless(text: string): string {
  return /^[=+\-@\t\r\n]/.test(text) && !number.test(text) ? `'${text}` : text;
}

/** A coordinate, or an international phone number as the API accepts it. The number has no letter except the `x` of an extension, so it calls no function. */
const number = /^(-\d+(\.\d+)?(e-\d+)?|\+\d[\d ().,;/*#-]*((?<=[\d )])x[\d ().,;/*#-]*)?)$/i;

function writeCell(text: string): string {
  return /^\s|[",\r\n]|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
