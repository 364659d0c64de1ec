/** What the fields of a contact's list entries mean, in requests as well as in answers. */
import type { FieldWords } from "../platform/text/described.ts";

const type: FieldWords = ["What the owner uses it for: usually `home` or `work`, or any other word", "work"];
const preferred: FieldWords = ["Whether it is the one to use first", true];

export const emailWords = {
  preferred,
  type,
  value: ["The address. Its domain is stored in lower case", "ada.okonkwo@example.com"],
} as const satisfies Record<string, FieldWords>;

export const phoneWords = {
  preferred,
  prefix: ["`+` and the country code; empty when the country is not known", "+44"],
  type: ["What the owner uses it for: usually `mobile`, `home` or `work`, or any other word", "mobile"],
  value: ["The number without `prefix`. A whole international number is accepted and divided", "20 7946 0958"],
} as const satisfies Record<string, FieldWords>;

const formatted: FieldWords = [
  "The whole address. It is made of the other lines when it is not sent",
  "12 Harbour Road, BS1 5DB Bristol, England, United Kingdom",
];

export const addressWords = {
  id: ["Given by the service. An address that is sent with it is changed; without it, or with null, it is a new one"],
  type: ["Whose address it is"],
  label: ["A name of the owner's own for it", "Studio"],
  value: ["The address as free text, where it is not known in parts", null],
  addressLine1: ["Street and number", "12 Harbour Road"],
  addressLine2: ["Floor, flat, or what else the first line lacks", null],
  addressCity: ["The town", "Bristol"],
  addressState: ["The region or state", "England"],
  addressStateCode: ["The code of the region, as in ISO 3166-2 after the hyphen", "ENG"],
  addressPostalCode: ["The postal code", "BS1 5DB"],
  addressCountry: ["The name of the country. It has priority over a code of another country", "United Kingdom"],
  addressCountryCode: ["The code of the country, as in ISO 3166-1 alpha-2", "GB"],
  addressFormatted: formatted,
  latitude: [
    "Degrees north (WGS 84). It is sent together with `longitude`; when both are null, the service takes those of the town in the text",
    51.4495,
  ],
  longitude: ["Degrees east (WGS 84), together with `latitude`", -2.6012],
  timezone: ["The time zone there, by its name in the IANA database; null when it is not known", "Europe/London"],
} as const satisfies Record<string, FieldWords>;

export const importantDateWords = {
  id: ["Given by the service. A date that is sent with it is changed; without it, or with null, it is a new one"],
  type: ["What is remembered on the day. A contact has at most one birthday and one nameday"],
  date: ["The first day of the yearly date; the year 1904 means that the year is unknown", "1904-02-29"],
  note: ["What the owner wants to remember about it; empty without one", "Prefers tea to cake"],
  notifyDaysBefore: ["The days before the date on which a mail reminds the owner. Null: no reminder", 7],
} as const satisfies Record<string, FieldWords>;
