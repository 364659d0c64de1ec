/** The writable fields of a contact, as the API and the importers accept them. */
import * as z from "zod";
import { ignoreReadOnly } from "../http/read-only.ts";
import { granularities } from "../places/place.ts";
import { ianaZone, languageTag } from "../text/locale.ts";
import { blankIsNull, label, line, lines } from "../text/schema.ts";
import { isCalendarDay } from "../time/calendar.ts";
import { emailIdentity, looksLikeEmail, lowerCaseDomain } from "./email.ts";
import { normaliseHandle, type Platform } from "./handles.ts";
import { contactLimits as limits } from "./limits.ts";
import { readPhones } from "./phones.ts";

/** Fields that every answer carries and no request can write: a contact that was read may be sent back as it is. */
export const readOnlyContactFields = [
  "id",
  "userId",
  "avatar",
  "gisPoint",
  "granularity",
  "notesUpdatedAt",
  "lastInteractionActivityId",
  "myself",
  "createdAt",
  "updatedAt",
] as const;

/**
 * An instant, as ISO 8601 in UTC with milliseconds, so that texts compare as times do. Its letters may be small
 * (RFC 3339, section 5.6).
 */
export const timestamp = z.preprocess(
  (given) => (typeof given === "string" ? given.replace(/[tz]/g, (letter) => letter.toUpperCase()) : given),
  z.iso
    .datetime({ offset: true, error: "Must be an RFC 3339 timestamp with an offset, such as 2026-02-28T12:00:00Z" })
    .transform((text) => new Date(text).toISOString())
    .refine((text) => /^\d{4}-/.test(text), "Must be in the years 0000 to 9999 of UTC"),
);

/** The same in a query, where a `+` that nobody encoded arrives as a blank: before an offset it can mean nothing else. */
export const queryTimestamp = z.preprocess(
  (given) => (typeof given === "string" ? given.replace(/ (?=\d\d:\d\d$)/, "+") : given),
  timestamp,
);

const valueType = line(limits.valueType).min(1, "Must not be blank").default("other");
const latitude = z.number().min(-90).max(90).transform(flushToZero);
const longitude = z.number().min(-180).max(180).transform(flushToZero);
const timezone = blankIsNull(line(64)).transform((name, context) => {
  if (name === null) return null;
  const zone = ianaZone(name);
  if (zone === undefined) context.addIssue("Must be an IANA time zone");
  return zone ?? null;
});

const email = z.strictObject({
  preferred: z.boolean().default(false),
  type: valueType,
  // Bounded again after lower-casing, which makes some letters longer: what is stored must be accepted when it comes
  // back.
  value: line(limits.emailValue)
    .transform(lowerCaseDomain)
    .pipe(line(limits.emailValue).refine(looksLikeEmail, "Must be an e-mail address")),
});

const phone = z
  .strictObject({
    preferred: z.boolean().default(false),
    prefix: line(5)
      .regex(/^(\+[1-9]\d{0,3})?$/, "Must be + and the country code, or empty")
      .default(""),
    type: valueType,
    // Two tests instead of one pattern with two open ends, which would take quadratic time on a hostile text.
    value: line(limits.phoneValue).refine(
      (text) => /\d/.test(text) && /^[0-9*#+(). /,;x-]+$/i.test(text),
      "Must be a phone number",
    ),
  })
  .transform((given, context) => {
    if (given.prefix !== "" && !given.value.startsWith("+")) return given;
    const { phones, isChanged } = readPhones(given.value);
    const [number] = phones;
    if (number && phones.length === 1 && !isChanged) return { ...given, ...number };
    context.addIssue({ code: "custom", path: ["value"], message: "Must be one phone number" });
    return z.NEVER;
  });

const addressText = blankIsNull(line(limits.addressPart)).default(null);
const addressLines = blankIsNull(lines(limits.addressPart)).default(null);
export const addressTextFields = [
  "value",
  "addressLine1",
  "addressLine2",
  "addressCity",
  "addressState",
  "addressStateCode",
  "addressPostalCode",
  "addressCountry",
  "addressCountryCode",
  "addressFormatted",
] as const;

const address = z
  .strictObject({
    id: z.uuid().toLowerCase().nullish(),
    type: z.enum(["home", "work", "other"]),
    label: addressText,
    value: addressLines,
    addressLine1: addressText,
    addressLine2: addressText,
    addressCity: addressText,
    addressState: addressText,
    addressStateCode: addressText,
    addressPostalCode: addressText,
    addressCountry: addressText,
    addressCountryCode: addressText,
    addressFormatted: blankIsNull(lines(limits.addressFormatted)).default(null),
    latitude: latitude.nullable().default(null),
    longitude: longitude.nullable().default(null),
    granularity: z
      .enum(granularities)
      .nullable()
      .default(null)
      .describe(
        "As it was read: of an address without `id` it says that its coordinates were found by a text, so that they follow the text here",
      ),
    timezone: timezone.default(null),
  })
  .refine(
    (given) => addressTextFields.some((field) => given[field] !== null),
    "One line of the address must not be blank",
  )
  .refine((given) => (given.latitude === null) === (given.longitude === null), {
    path: ["latitude"],
    message: "Latitude and longitude travel together",
  });

const importantDate = ignoreReadOnly(
  ["personId", "userId", "notifyOn", "createdAt", "updatedAt"],
  z.strictObject({
    id: z.uuid().toLowerCase().nullish(),
    type: z.enum(["birthday", "anniversary", "nameday", "graduation", "other"]),
    date: z
      .string()
      .refine(isCalendarDay, "Must be a day of the calendar, YYYY-MM-DD; the year 1904 means unknown")
      .meta({ format: "date", description: "It comes again every year; the year 1904 means that nobody knows it" }),
    note: line(limits.importantDateNote)
      .nullable()
      .default("")
      .transform((note) => note ?? ""),
    notifyDaysBefore: z.int().min(0).max(limits.notifyDaysBefore).nullable().default(null),
  }),
);

/** All important dates of a contact. */
export const importantDateList = z
  .array(importantDate)
  .max(limits.importantDates, `At most ${limits.importantDates} are kept`)
  .refine((list) => allDifferent(list.flatMap(({ id }) => (id ? [id] : []))), "Must not repeat an id");

/** The writable fields one by one: null clears, absence is left to the caller's object schema. */
export const contactWritable = {
  firstName: label(limits.firstName),
  lastName: line(limits.lastName)
    .nullable()
    .transform((name) => name ?? ""),
  middleName: blankIsNull(line(limits.middleName)),
  headline: blankIsNull(line(limits.headline)),
  position: blankIsNull(line(limits.position)),
  location: blankIsNull(line(limits.location)),
  latitude: latitude.nullable(),
  longitude: longitude.nullable(),
  timezone,
  language: blankIsNull(line(64)).transform((tag, context) => {
    if (tag === null) return null;
    const canonical = languageTag(tag);
    if (canonical === undefined) context.addIssue("Must be a BCP 47 language tag");
    return canonical ?? null;
  }),
  emails: listOf(email, limits.emails)
    .refine(onePreferred, "At most one may be preferred")
    .refine((list) => allDifferent(list.map(({ value }) => emailIdentity(value))), "Must not repeat an address"),
  phones: listOf(phone, limits.phones)
    .refine(onePreferred, "At most one may be preferred")
    .refine(
      (list) => allDifferent(list.map(({ prefix, value }) => `${prefix} ${value.replace(/\D/g, "")}`)),
      "Must not repeat a number",
    ),
  addresses: listOf(address, limits.addresses).refine(
    (list) => allDifferent(list.flatMap(({ id }) => (id ? [id] : []))),
    "Must not repeat an id",
  ),
  importantDates: importantDateList.nullable().transform((list) => list ?? []),
  network_a: handle("network_a", limits.website, "Must be a profile URL or a handle"),
  network_b: handle("network_b", limits.website, "Must be a handle or a profile URL"),
  network_c: handle("network_c", limits.website, "Must be a handle or a profile URL"),
  network_d: handle("network_d", 64, "Must be an international phone number"),
  network_e: handle("network_e", 64, "Must be an international phone number"),
  website: handle("website", limits.website, "Must be an http or https address"),
  notes: blankIsNull(lines(limits.notes)),
  keepFrequencyDays: z.int().min(1).max(limits.keepFrequencyDays).nullable(),
  lastInteraction: timestamp.nullable(),
};

const optional = Object.fromEntries(
  Object.entries(contactWritable).map(([name, schema]) => [name, schema.optional()]),
) as { [Name in keyof typeof contactWritable]: z.ZodOptional<(typeof contactWritable)[Name]> };

/** The body of PATCH: absent is unchanged, null clears. */
export const contactPatchSchema = ignoreReadOnly(readOnlyContactFields, z.strictObject(optional));

/** The body of POST: only the first name is due. */
export const contactCreateSchema = ignoreReadOnly(
  readOnlyContactFields,
  z.strictObject({ ...optional, firstName: contactWritable.firstName }),
);

export type ContactPatch = z.output<typeof contactPatchSchema>;
export type ContactCreate = z.output<typeof contactCreateSchema>;

function listOf<Item extends z.ZodType>(item: Item, max: number) {
  return z
    .array(item)
    .max(max, `At most ${max} are kept`)
    .nullable()
    .transform((list) => list ?? []);
}

function handle(platform: Platform, max: number, message: string) {
  return blankIsNull(line(max)).transform((text, context) => {
    if (text === null) return null;
    const normalised = normaliseHandle(platform, text);
    if (normalised === null) context.addIssue(message);
    return normalised;
  });
}

/**
 * The table's numbers reach down to 1e-130 only; below 1e-12 degrees, a ten-thousandth of a millimetre, it is zero, and
 * never `-0`.
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
