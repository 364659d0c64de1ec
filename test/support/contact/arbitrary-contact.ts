/** Contacts of every allowed form, for property tests: bodies as callers send them, and the records that they become. */
import fc from "fast-check";
import { contactFields, type FieldsMerged, fieldsMerged, type ShownField } from "../../../shared/contact/fields.ts";
import { contactLimits as limits } from "../../../shared/contact/limits.ts";
import type { ContactRecord } from "../../../shared/contact/record.ts";
import { findAnywhere } from "../map/places.ts";
import { newContact } from "./new-contact.ts";

export type ContactBody = Record<string, unknown> & { firstName: string };

/** A body that POST accepts, as JSON: short and long text of many scripts, every field sometimes absent, null or blank. */
export function arbitraryContactBody(): fc.Arbitrary<ContactBody> {
  return fc
    .tuple(fc.record({ firstName: name(limits.firstName) }), fc.record(optionalFields, { requiredKeys: [] }), location)
    .map(([required, optional, place]) => withWork({ ...optional, ...place, ...required }));
}

/** A body that PATCH accepts: some of the fields. */
export function arbitraryContactPatch(): fc.Arbitrary<Record<string, unknown>> {
  const fields = { firstName: name(limits.firstName), ...optionalFields };
  return fc.tuple(fc.record(fields, { requiredKeys: [] }), location).map(([some, place]) => ({ ...some, ...place }));
}

/** With what arbitrary contacts are created. */
export const arbitraryContext = {
  now: new Date("2026-03-01T10:00:00.000Z"),
  defaults: { timezone: "Europe/Lisbon", language: "pt" },
  findPlace: findAnywhere,
};

/** A stored contact of the given account; ids are drawn, so that they shrink and repeat like the rest. */
export function arbitraryContact(accountId: string, version = 1): fc.Arbitrary<ContactRecord> {
  return fc
    .tuple(fc.uuid({ version: 7 }), arbitraryContactBody(), fc.infiniteStream(fc.uuid()))
    .map(([id, body, ids]) => ({
      ...newContact(accountId, body, { ...arbitraryContext, id, newId: () => ids.next().value }),
      version,
    }));
}

/** Some headlines are such as imports make, of the position and the organisation. */
export function withWork<Body extends Record<string, unknown>>(body: Body): Body {
  const { firstName, position, organisation } = body;
  const work = [position, organisation].filter((text) => typeof text === "string").join(", ");
  const isDerived = String(firstName).length % 2 === 0 && [...work].length <= limits.headline;
  return isDerived ? { ...body, headline: work } : body;
}

/** Letters with accents in both forms, of other scripts and both directions, beyond U+FFFF, and one that folds to eighteen. */
const letters = [
  ..."abcxyzABCXYZ0189 .,'-#%&/_ßøłđıİçéÉ",
  ...["e\u0301", "ΣΑςσ", "Й", "漢", "가", "ع", "कि", "👩‍👧", "𝒜", "\ufdfa"],
];

/** Letters of one to four bytes of UTF-8. One alone can fill a text to its limit. */
const fillers = ["x", "é", "漢", "𝒜", "🎻"];

/** Up to `mostWords` of the words, with at most `max` code points, or as many of one letter. */
export function textOf(words: readonly string[], max: number, mostWords: number): fc.Arbitrary<string> {
  const short = fc.array(fc.constantFrom(...words), { maxLength: 12 });
  const long = fc.array(fc.constantFrom(...words), { minLength: Math.ceil(mostWords / 2), maxLength: mostWords });
  const full = fc.constantFrom(...fillers).map((letter) => [letter.repeat(max)]);
  return fc
    .oneof({ arbitrary: short, weight: 18 }, { arbitrary: long, weight: 2 }, { arbitrary: full, weight: 1 })
    .map((parts) => fill(parts, max));
}

function fill(parts: readonly string[], max: number): string {
  let [filled, left] = ["", max];
  for (const part of parts) {
    left -= [...part].length;
    if (left < 0) break;
    filled += part;
  }
  return filled;
}

function text(max: number): fc.Arbitrary<string> {
  return textOf(letters, max, max);
}

function name(max: number): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom("a", "B", "ß", "Ö", "漢", "ع", "\ufdfa"), text(max - 1))
    .map(([first, rest]) => first + rest);
}

function orNull<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> {
  return fc.option(value, { freq: 6 });
}

const latitude = fc.double({ min: -90, max: 90, noNaN: true });
const longitude = fc.double({ min: -180, max: 180, noNaN: true });
const location = fc.oneof(
  fc.constant({}),
  fc.constant({ latitude: null, longitude: null }),
  fc.record({ latitude, longitude }),
);
const timezone = orNull(
  fc.constantFrom("UTC", "Europe/Berlin", "Asia/Kolkata", "America/Argentina/Ushuaia", "Etc/GMT+5"),
);
const valueType = fc.oneof(fc.constantFrom("home", "work", "mobile"), name(limits.valueType));
const word = fc.stringMatching(/^[a-z0-9]{1,12}$/);
const instant = fc.date({ min: new Date("0001-01-02"), max: new Date("9999-12-30"), noInvalidDate: true });

/** 254 code points: 32 letters of two UTF-16 code units, and labels of up to 63 of them. */
const longestEmail = `${"𐐨".repeat(32)}@${[63, 63, 63, 29].map((length) => "𐐨".repeat(length)).join(".")}`;

const usualEmail = fc
  .tuple(
    word,
    fc.constantFrom("", ".x", "+tag", "ü", "#1"),
    word,
    fc.constantFrom("Example.COM", "xn--bcher-kva.example", "bücher.example"),
  )
  .map(([local, more, label, domain]) => `${local}${more}@${label}.${domain}`);
const emailValue = fc.oneof({ arbitrary: usualEmail, weight: 19 }, { arbitrary: fc.constant(longestEmail), weight: 1 });

const phoneValue = fc
  .tuple(
    fc.constantFrom("+49 30 ", "+1 (415) 555-", "+39 06 ", "0049 30 ", "030/", "", "*100#", "+999 "),
    fc.nat(9_999_999),
    fc.constantFrom("", " x12", ",5"),
  )
  .map(([start, number, end]) => `${start}${String(number).padStart(4, "0")}${end}`);

/** At most one of a list is preferred. */
function entries<Value extends object>(value: fc.Arbitrary<Value>, max: number, identity: (value: Value) => string) {
  return fc
    .tuple(fc.uniqueArray(value, { maxLength: max, selector: identity }), fc.nat(2 * max))
    .map(([list, chosen]) => list.map((entry, index) => (index === chosen ? { ...entry, preferred: true } : entry)));
}

const emails = entries(
  fc.record({ value: emailValue, type: valueType, preferred: fc.constant(false) }, { requiredKeys: ["value"] }),
  limits.emails,
  ({ value }) => value.toLowerCase(),
);

/** The last digits are unique, because spellings of one number would be a repetition. */
const phones = entries(
  fc.record({ value: phoneValue, type: valueType, prefix: fc.constantFrom("", "") }, { requiredKeys: ["value"] }),
  limits.phones,
  ({ value }) => value.replace(/\D/g, "").slice(-4),
);

const addressPart = orNull(text(limits.addressPart));
const address = fc
  .tuple(
    fc.record(
      {
        label: addressPart,
        value: addressPart.map((lines) => lines?.replaceAll(" ", "\n") ?? null),
        addressLine2: addressPart,
        addressCity: addressPart,
        addressState: addressPart,
        addressStateCode: addressPart,
        addressPostalCode: addressPart,
        addressCountry: addressPart,
        addressCountryCode: addressPart,
        addressFormatted: addressPart,
        timezone,
      },
      { requiredKeys: [] },
    ),
    fc.record({ type: fc.constantFrom("home", "work", "other"), addressLine1: name(limits.addressPart) }),
    location,
  )
  .map(([optional, required, place]) => ({ ...optional, ...required, ...place }));

const importantDate = fc.record(
  {
    type: fc.constantFrom("birthday", "anniversary", "nameday", "graduation", "other"),
    date: fc.constantFrom("1904-02-29", "1980-12-31", "2000-01-01", "2024-02-29", "0001-01-01"),
    note: orNull(text(limits.importantDateNote)),
    notifyDaysBefore: orNull(fc.nat(limits.notifyDaysBefore)),
  },
  { requiredKeys: ["type", "date"] },
);

const importantDates = fc.uniqueArray(importantDate, {
  maxLength: limits.importantDates,
  selector: ({ type, date, note }) =>
    type === "birthday" || type === "nameday" ? type : JSON.stringify([type, date, (note ?? "").trim()]),
});

const handle = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_]{0,20}$/);
const texts = Object.fromEntries(
  fieldsMerged("text").map((field) => [field, orNull(text(contactFields[field].limit))]),
) as Record<FieldsMerged<"text">, fc.Arbitrary<string | null>>;
/** Every field that a body may leave out, except the coordinates, which are written together (`location`). */
const optionalFields = {
  lastName: orNull(text(limits.lastName)),
  middleName: orNull(text(limits.middleName)),
  ...texts,
  timezone,
  language: orNull(fc.constantFrom("de", "en-us", "zh-Hant-TW", "sr-Latn-RS", "pt")),
  emails: orNull(emails),
  phones: orNull(phones),
  addresses: orNull(fc.array(address, { maxLength: limits.addresses })),
  importantDates: orNull(importantDates),
  network_a: orNull(
    fc.oneof(
      handle,
      handle.map((slug) => `https://www.linkedin.com/in/${slug}/`),
    ),
  ),
  network_b: orNull(
    fc.oneof(
      handle,
      handle.map((slug) => `@${slug}`),
    ),
  ),
  network_c: orNull(handle),
  network_d: orNull(fc.constantFrom("+49 170 1234567", "+14155550123")),
  network_e: orNull(fc.constantFrom("+44 7700 900123", "+5511987654321")),
  website: orNull(
    fc.oneof(
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      word.map((label) => `${label}.example`),
    ),
  ),
  notes: orNull(text(limits.notes / 20).map((lines) => lines.replaceAll(",", "\r\n"))),
  keepFrequencyDays: orNull(fc.integer({ min: 1, max: limits.keepFrequencyDays })),
  lastInteraction: orNull(instant.map((date) => date.toISOString())),
} satisfies Record<Exclude<ShownField, "firstName" | FieldsMerged<"coordinates">>, fc.Arbitrary<unknown>>;
