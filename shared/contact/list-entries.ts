/** The entries of a contact's lists in requests, and values that several fields share. */
import * as z from "zod";
import { granularities } from "../place/place.ts";
import { once } from "../platform/config/once.ts";
import { namedObject, namedSchema } from "../platform/http/route/named-schema.ts";
import { ignoreReadOnly } from "../platform/http/route/read-only.ts";
import { described } from "../platform/text/described.ts";
import { ianaZone, localePatterns } from "../platform/text/locale.ts";
import { blankIsNull, filledLine, line, lines, orBlank } from "../platform/text/schema.ts";
import { isCalendarDay } from "../platform/time/calendar.ts";
import { addressTextFields, inAddressTexts } from "./address.ts";
import { addressWords, emailWords, importantDateWords, phoneWords } from "./entry-words.ts";
import { contactLimits as limits } from "./limits.ts";
import { emailIdentity, looksLikeEmail, lowerCaseDomain } from "./reach/email.ts";
import { readPhones } from "./reach/phones.ts";

/**
 * An instant. It becomes ISO 8601 in UTC with milliseconds, so that texts sort like times. The letters may be lower case
 * (RFC 3339, section 5.6).
 */
export const timestamp = once(() =>
  z.preprocess(
    (value) => (typeof value === "string" ? value.replace(/[tz]/g, (letter) => letter.toUpperCase()) : value),
    z.iso
      .datetime({ offset: true, error: "Must be an RFC 3339 timestamp with an offset, such as 2026-02-28T12:00:00Z" })
      .transform((text) => new Date(text).toISOString())
      .refine((text) => /^\d{4}-/.test(text), "Must be in the years 0000 to 9999 of UTC"),
  ),
);

/** An instant in a query string, where a `+` that is not encoded arrives as a space before the offset. */
export const queryTimestamp = once(() =>
  z.preprocess((value) => (typeof value === "string" ? value.replace(/ (?=\d\d:\d\d$)/, "+") : value), timestamp()),
);

const valueType = once(() => filledLine(limits.valueType).default("other"));
export const latitude = once(() => z.number().min(-90).max(90).transform(flushToZero));
export const longitude = once(() => z.number().min(-180).max(180).transform(flushToZero));
export const timezone = once(() =>
  blankIsNull(line(64).meta({ format: "time-zone", pattern: orBlank(localePatterns.timezone) }), (name, context) => {
    const zone = ianaZone(name);
    if (zone === undefined) context.addIssue("Must be an IANA time zone");
    return zone ?? null;
  }),
);

const email = namedObject("EmailInput", () =>
  described(
    {
      preferred: z.boolean().default(false),
      type: valueType(),
      // Lower case makes some letters longer. The limit is checked again, so that a client can send back the stored address.
      value: line(limits.emailValue)
        .meta({ format: "idn-email" })
        .transform(lowerCaseDomain)
        .pipe(line(limits.emailValue).refine(looksLikeEmail, "Must be an e-mail address")),
    },
    emailWords,
  ),
);

const phone = namedSchema("PhoneInput", () =>
  z
    .strictObject(
      described(
        {
          preferred: z.boolean().default(false),
          prefix: z
            .string()
            .trim()
            .regex(/^(\+[1-9]\d{0,3})?$/, "Must be + and the country code, or empty")
            .meta({ pattern: "^ *(\\+[1-9][0-9]{0,3})? *$" })
            .default(""),
          type: valueType(),
          // A single pattern with two open ends would take quadratic time on a hostile text.
          value: line(limits.phoneValue)
            .refine((text) => /\d/.test(text) && /^[0-9*#+(). /,;x-]+$/i.test(text), "Must be a phone number")
            .meta({ format: "phone-number" }),
        },
        phoneWords,
      ),
    )
    .transform((entry, context) => {
      if (entry.prefix !== "" && !entry.value.startsWith("+")) return entry;
      const { phones, isChanged } = readPhones(entry.value);
      const [number] = phones;
      if (number && phones.length === 1 && !isChanged) return { ...entry, ...number };
      context.addIssue({ code: "custom", path: ["value"], message: "Must be one phone number" });
      return z.NEVER;
    }),
);

const addressText = once(() => blankIsNull(line(limits.addressPart)).default(null));
const addressLines = once(() => blankIsNull(lines(limits.addressPart)).default(null));
const address = namedSchema("AddressInput", () =>
  z
    .strictObject(
      described(
        {
          id: z.uuid().toLowerCase().nullish(),
          type: z.enum(["home", "work", "other"]),
          label: addressText(),
          ...inAddressTexts(addressText()),
          value: addressLines(),
          addressFormatted: blankIsNull(lines(limits.addressFormatted)).default(null),
          latitude: latitude().nullable().default(null),
          longitude: longitude().nullable().default(null),
          granularity: z
            .enum(granularities)
            .nullable()
            .default(null)
            .describe(
              "The value that was read. In an address without `id` it says that the coordinates come from a text, so that they follow the text",
            ),
          timezone: timezone().default(null),
        },
        addressWords,
      ),
    )
    .refine(
      (entry) => addressTextFields.some((field) => entry[field] !== null),
      "At least one line of the address must not be blank",
    )
    .meta({
      not: { properties: Object.fromEntries(addressTextFields.map((name) => [name, { pattern: "^\\s*$" }])) },
      ...pairedCoordinates,
    })
    .refine((entry) => (entry.latitude === null) === (entry.longitude === null), {
      path: ["latitude"],
      message: "Latitude and longitude must come together",
    }),
);

/** Says in the API description that no coordinate comes alone. */
export const pairedCoordinates = { dependentRequired: { latitude: ["longitude"], longitude: ["latitude"] } };

const importantDate = ignoreReadOnly(
  "ImportantDateInput",
  ["personId", "userId", "notifyOn", "createdAt", "updatedAt"],
  () =>
    described(
      {
        id: z.uuid().toLowerCase().nullish(),
        type: z.enum(["birthday", "anniversary", "nameday", "graduation", "other"]),
        date: z
          .string()
          .refine(
            isCalendarDay,
            "Must be a day of the calendar, YYYY-MM-DD; the year 1904 means that the year is unknown",
          )
          .meta({ format: "date" }),
        note: line(limits.importantDateNote)
          .nullable()
          .default("")
          .transform((note) => note ?? ""),
        notifyDaysBefore: z.int().min(0).max(limits.notifyDaysBefore).nullable().default(null),
      },
      importantDateWords,
    ),
);

export const emailList = once(() =>
  listOf(email(), limits.emails, atMostOnePreferred)
    .refine(onePreferred, "At most one may be preferred")
    .refine((list) => allDifferent(list.map(({ value }) => emailIdentity(value))), "Must not repeat an address"),
);

export const phoneList = once(() =>
  listOf(phone(), limits.phones, atMostOnePreferred)
    .refine(onePreferred, "At most one may be preferred")
    .refine(
      (list) => allDifferent(list.map(({ prefix, value }) => `${prefix} ${value.replace(/\D/g, "")}`)),
      "Must not repeat a number",
    ),
);

export const addressList = once(() =>
  listOf(address(), limits.addresses).refine(
    (list) => allDifferent(list.flatMap(({ id }) => (id ? [id] : []))),
    "Must not repeat an id",
  ),
);

/** All important dates of a contact. */
export const importantDateList = once(() =>
  z
    .array(importantDate())
    .max(limits.importantDates, `At most ${limits.importantDates} are kept`)
    .refine((list) => allDifferent(list.flatMap(({ id }) => (id ? [id] : []))), "Must not repeat an id"),
);

/** What `onePreferred` requires, for the API description. */
const atMostOnePreferred = {
  contains: { required: ["preferred"], properties: { preferred: { const: true } } },
  minContains: 0,
  maxContains: 1,
} as const;

function listOf<Item extends z.ZodType>(item: Item, max: number, rules: Record<string, unknown> = {}) {
  return z
    .array(item)
    .max(max, `At most ${max} are kept`)
    .meta(rules)
    .nullable()
    .transform((list) => list ?? []);
}

/**
 * DynamoDB stores no numbers below 1e-130. Values below 1e-12 degrees, a ten-thousandth of a millimetre, become 0, and so
 * does -0.
 */
function flushToZero(degrees: number): number {
  return Math.abs(degrees) < 1e-12 ? 0 : degrees;
}

function onePreferred(list: readonly { preferred: boolean }[]): boolean {
  return list.filter(({ preferred }) => preferred).length <= 1;
}

function allDifferent(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}
