/**
 * The searched fields of a contact, except its names, as one text, so that a single `includes` searches all of them. The parts
 * are separated by white space that folded texts do not contain, so that no query word matches across them.
 */
import { addressTextFields } from "../contact/address.ts";
import { type FieldsSearched, fieldsSearched } from "../contact/fields.ts";
import { lookupHandle, type Platform, platforms } from "../contact/reach/handles.ts";
import { isSameNumber, parseNumber, phoneLookupKey, phoneTail } from "../contact/reach/phones.ts";
import type { ContactAddress, ContactRecord } from "../contact/record.ts";
import { fold } from "../platform/text/fold.ts";

const aboutEnd = "\f";
const proseEnd = "\n";
/** Only stands before the forms of phone numbers. */
const phonesStart = "\v";

export type SearchedFields = Pick<
  ContactRecord,
  FieldsSearched<"words" | "addresses" | "notes" | "emails" | "phones" | "handle">
>;

const wordFields = fieldsSearched("words");

const addressFields = ["label", ...addressTextFields] as const satisfies (keyof ContactAddress)[];

/**
 * The words of text fields and addresses; other words of the notes; a line for each e-mail address, handle (after an `@`) and
 * website; the forms of phone numbers. Each word occurs once, because a query is searched word by word. This removes more than
 * half of the longest notes.
 */
export function searchedText(contact: SearchedFields): string {
  const { addresses, notes } = contact;
  const places = addresses.flatMap((address) => addressFields.map((field) => address[field]));
  const about = wordsOf(...wordFields.map((field) => contact[field]), ...places);
  const noted = [...wordsOf(notes)].filter((word) => !about.has(word));
  const emails = contact.emails.map(({ value }) => value);
  const handles = platforms.flatMap((platform) => addressOf(platform, contact[platform]) ?? []);
  const phones = [
    ...contact.phones.flatMap(({ prefix, value }) => phoneForms(prefix, value)),
    ...[contact.network_d, contact.network_e].flatMap((number) => (number ? formsOfKey(number) : [])),
  ];
  const prose = `${[...about].join(" ")}${aboutEnd}${noted.join(" ")}${proseEnd}`;
  const lines = [...emails, ...handles].map((line) => `${fold(line)}\n`);
  return `${prose}${lines.join("")}${phonesStart}${[...new Set(phones)].join("\n")}`;
}

/** The different folded words of these texts. */
function wordsOf(...texts: readonly (string | null)[]): Set<string> {
  const words = new Set(texts.flatMap((text) => (text === null ? [] : fold(text).split(" "))));
  words.delete("");
  return words;
}

/** The words of a searched text before those of the notes. */
export function aboutOf(text: string): string[] {
  return wordsIn(text.slice(0, text.indexOf(aboutEnd)));
}

/** The words of a searched text that are only in the notes. */
export function notedOf(text: string): string[] {
  return wordsIn(text.slice(text.indexOf(aboutEnd) + 1, text.indexOf(proseEnd)));
}

/** The lines of e-mail addresses, handles and the website. */
export function linesOf(text: string): string[] {
  return text
    .slice(text.indexOf(proseEnd) + 1, text.lastIndexOf(phonesStart))
    .split("\n")
    .slice(0, -1);
}

/**
 * The phone numbers as lookup keys: in E.164, or only digits without a country. A national form that follows its international
 * form is left out. Both share the last digits.
 */
export function numbersOf(text: string): string[] {
  const numbers = formsOf(text);
  const international = numbers.filter((form) => form.startsWith("00"));
  const tails = new Set(international.map(phoneTail));
  const others = numbers.filter((form) => !form.startsWith("00") && !tails.has(phoneTail(form)));
  return [...international.map((form) => `+${form.slice(2)}`), ...others];
}

/** The last digits (`phoneTail`) of all numbers. */
export function tailsOf(text: string): Set<string> {
  return new Set(possibleKeysOf(text).map(phoneTail));
}

/** Whether one of the numbers may be this one, a lookup key; true for every contact that has it. */
export function mayHaveNumber(text: string, number: string): boolean {
  return possibleKeysOf(text).some((key) => isSameNumber(number, key));
}

/** A form that begins with `00` may be an international number, or one without a country. */
function possibleKeysOf(text: string): string[] {
  return formsOf(text).flatMap((form) => (form.startsWith("00") ? [form, `+${form.slice(2)}`] : [form]));
}

/** The forms of phone numbers without extensions. */
function formsOf(text: string): string[] {
  const forms = text.slice(text.lastIndexOf(phonesStart) + 1).split("\n");
  return forms.filter((form) => form !== "" && !form.startsWith("x"));
}

function wordsIn(joined: string): string[] {
  return joined === "" ? [] : joined.split(" ");
}

/** Whether a form of a phone number of the searched text includes these digits. `includes` and `lastIndexOf` take longer. */
export function hasDigits(text: string, digits: string): boolean {
  return text.indexOf(digits, text.indexOf(phonesStart)) >= 0;
}

/** The line of a handle; null for a missing handle and for a phone number. */
export function addressOf(platform: Platform, normalised: string | null): string | null {
  if (!normalised) return null;
  switch (platform) {
    case "network_a":
    case "network_b":
    case "network_c":
      return `@${lookupHandle(platform, normalised)}`;
    case "network_d":
    case "network_e":
      return null;
    case "website":
      return lookupHandle(platform, normalised);
  }
}

/**
 * The digits by which a number is found: `00` with country code and national number; the national form with the trunk prefix
 * of the country, if it differs; the extension as `x12`. A number without a country only has its digits.
 */
export function phoneForms(prefix: string, value: string): string[] {
  const extension = /[x,;]\D*(\d+)/i.exec(value);
  return [...formsOfKey(phoneLookupKey(prefix, value), prefix), ...(extension ? [`x${extension[1]}`] : [])];
}

/** The forms of a number that is a lookup key, such as the number of a messenger. */
function formsOfKey(number: string, prefix = ""): string[] {
  if (!number.startsWith("+")) return [digitsOf(number)];
  const international = `00${digitsOf(number)}`;
  const national = nationalForm(number, prefix);
  return [international, ...(international.endsWith(national) ? [] : [national])];
}

/** Invalid numbers get the trunk prefix 0, which ITU-T recommends (Operational Bulletin 994). */
function nationalForm(number: string, prefix: string): string {
  const known = parseNumber(number);
  if (!known) return `0${digitsOf(number).slice(digitsOf(prefix).length)}`;
  const written = digitsOf(known.formatNational());
  return written === known.nationalNumber && !known.isValid() ? `0${written}` : written;
}

export function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}
