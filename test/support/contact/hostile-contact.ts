/** Contacts whose texts try to break out of the lines of a vCard. */
import fc from "fast-check";
import { contactFields, fieldsMerged } from "../../../shared/contact/fields.ts";
import { contactLimits as limits } from "../../../shared/contact/limits.ts";
import { contactCreateSchema } from "../../../shared/contact/schema.ts";
import { fold } from "../../../shared/platform/text/fold.ts";
import { arbitraryContactBody, arbitraryContext, textOf, withWork } from "./arbitrary-contact.ts";
import type { GroupedContact } from "./exported-contact.ts";
import { countedIds, newContact } from "./new-contact.ts";

/** A contact that the API accepts, with the labels of its groups. */
export function arbitraryHostileContact(accountId: string): fc.Arbitrary<GroupedContact> {
  return fc
    .tuple(fc.uuid({ version: 7 }), arbitraryContactBody(), fc.record(hostileFields, { requiredKeys: [] }), groups)
    .map(([id, body, hostile, groupLabels]) => {
      const context = { ...arbitraryContext, id, newId: countedIds() };
      const contact = newContact(accountId, withWork({ ...body, ...hostile }), context);
      return { ...contact, version: 7, groupLabels };
    });
}

const pieces = [
  ...["a", "Ö", "ß", "漢", "ع", "\u202eabc", "👩‍👧", "𝒜", "e\u0301", "\u00a0", "\u200b", " ", "   "],
  ...["\\", "\\\\", "\\n", "\\,", ";", ",", ":", '"', "'", "^", "^n", "^'"],
  ...["=", "=3D", "=\u00e9", "%", "%5C", "#", "."],
  ...["BEGIN:VCARD", "END:VCARD", "FN:Mallory", "item1.X-ABLabel:x", "AGENT:BEGIN:VCARD", "KIND:group"],
  ...[";ENCODING=QUOTED-PRINTABLE:", ";ENCODING=BASE64:", "CHARSET=UTF-16", "data:,", "geo:1,2", "tel:+491"],
  ...["_$!<Home>!$_", "_$!<Anniversary>!$_", "Birthday", "other", "pref", "PREF=1", "Home", "null", "1904-01-01"],
];
const breaks = ["\n", "\r\n", "\r", "\t", "\n\n", "\n BEGIN:VCARD\n"];

const line = (max: number) => textOf(pieces, max, Math.ceil(max / 3));
const lines = (max: number) => textOf([...pieces, ...breaks], max, Math.ceil(max / 3));
const named = (max: number) => line(max - 1).map((text) => `x${text}`);
const valueType = fc.oneof(
  fc.constantFrom("home", "work", "mobile", "fax", "work fax", "Home", "cell", "_$!<Home>!$_", "home,work"),
  named(limits.valueType),
);

const phoneText = fc.stringMatching(/^[0-9*#(][0-9*#() .,;x/-]{0,28}[0-9]$/);
/** Numbers with and without a country code apart, in unusual spellings. */
const phones = fc
  .uniqueArray(fc.tuple(fc.constantFrom("+49", "+1", "+999", "+7", "", ""), phoneText, valueType), {
    maxLength: limits.phones,
    selector: ([, value]) => value.replace(/\D/g, "").slice(-5),
  })
  .map((list) => list.map(([prefix, value, type], at) => ({ prefix, value, type, preferred: at === 1 })))
  .filter((list) => contactCreateSchema().safeParse({ firstName: "x", phones: list }).success);

const address = fc.record({
  type: fc.constantFrom("home", "work", "other"),
  label: fc.option(line(limits.addressPart)),
  value: fc.option(lines(limits.addressPart)),
  addressLine1: fc.option(line(limits.addressPart)),
  addressLine2: fc.option(line(limits.addressPart)),
  addressState: fc.option(fc.oneof(line(limits.addressPart), fc.constantFrom("CA", "ny"))),
  addressStateCode: fc.option(fc.constantFrom("CA", "x")),
  addressCountry: fc.option(fc.oneof(line(limits.addressPart), fc.constantFrom("DE", "de"))),
  addressCountryCode: fc.option(fc.constantFrom("DE", "fr", "Utopia")),
  addressFormatted: fc.option(lines(limits.addressFormatted)),
});
const addresses = fc
  .array(address, { maxLength: 4 })
  .map((list) => list.filter((each) => contactCreateSchema().safeParse({ firstName: "x", addresses: [each] }).success));

const dates = fc.uniqueArray(
  fc.record({
    type: fc.constantFrom("birthday", "anniversary", "nameday", "graduation", "other"),
    date: fc.constantFrom("1904-02-29", "1604-05-05", "1111-05-05", "0001-01-01", "1980-12-31", "9999-12-31"),
    note: line(limits.importantDateNote),
    notifyDaysBefore: fc.option(fc.nat(limits.notifyDaysBefore)),
  }),
  {
    maxLength: limits.importantDates,
    selector: ({ type, date, note }) =>
      type === "birthday" || type === "nameday" ? type : JSON.stringify([type, date.slice(4), note.trim()]),
  },
);

const website = fc
  .oneof(
    fc.constantFrom("https://www.linkedin.com/in/someone", "https://wa.me/491701234567", "http://t.me/name"),
    fc.stringMatching(/^[!-~äع]{1,40}$/).map((path) => `https://x.example/${path}`),
  )
  .filter((text) => contactCreateSchema().safeParse({ firstName: "x", website: text }).success);

const socialName = fc.oneof(
  fc.stringMatching(/^[a-zA-Z0-9._]{1,30}$/),
  fc.constantFrom(".", "..", "p", "reel", "stories", "_u", "m", "people", "profile.php", "groups"),
);

const groups = fc.uniqueArray(
  named(limits.groupLabel).map((label) => label.trim()),
  { maxLength: 5, selector: fold },
);

const hostileFields = {
  firstName: named(limits.firstName),
  lastName: line(limits.lastName),
  middleName: line(limits.middleName),
  ...Object.fromEntries(fieldsMerged("text").map((field) => [field, line(contactFields[field].limit)])),
  phones,
  addresses,
  importantDates: dates,
  network_a: fc.stringMatching(/^[a-zäع漢!$&'()*+,;=|^`{}_~-]{1,60}$/u),
  network_b: socialName,
  network_c: fc.oneof(socialName, fc.constantFrom("Żółć", "ع-ع")),
  website,
  notes: lines(limits.notes),
};
