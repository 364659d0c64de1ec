/**
 * What is searched of a contact beside its names, as one text: a single `includes` then looks through all of it. Parts
 * are marked by blanks that no folded text holds, so no query word reaches across.
 */
import { lookupHandle, type Platform, platforms } from "../contact/handles.ts";
import type { ContactAddress, ContactRecord } from "../contact/record.ts";
import { addressTextFields } from "../contact/schema.ts";
import { fold } from "../text/fold.ts";
import { phoneForms } from "./phone-forms.ts";

const aboutEnd = "\f";
const proseEnd = "\n";
/** Stands before the forms of phone numbers, and nowhere else. */
export const phonesStart = "\v";

export type SearchedFields = Pick<
  ContactRecord,
  "headline" | "position" | "location" | "addresses" | "notes" | "emails" | "phones" | Platform
>;

/** All that an address says in words. */
const addressFields = ["label", ...addressTextFields] as const satisfies (keyof ContactAddress)[];

/**
 * The words of headline, position, location and addresses, and those of the notes that are not among them; e-mail
 * addresses, handles behind an `@` and website, a line each; forms of phone numbers. A query is looked for word by word,
 * so that each word is there once: of 20,000 characters of notes less than half is left.
 */
export function searchedText(contact: SearchedFields): string {
  const { headline, position, location, addresses, notes } = contact;
  const places = addresses.flatMap((address) => addressFields.map((field) => address[field]));
  const about = wordsOf(headline, position, location, ...places);
  const noted = [...wordsOf(notes)].filter((word) => !about.has(word));
  const emails = contact.emails.map(({ value }) => value);
  const handles = platforms.flatMap((platform) => addressOf(platform, contact[platform]) ?? []);
  const phones = [
    ...contact.phones.flatMap(({ prefix, value }) => phoneForms(prefix, value)),
    ...[contact.network_d, contact.network_e].flatMap((number) => (number ? phoneForms("", number) : [])),
  ];
  const prose = `${[...about].join(" ")}${aboutEnd}${noted.join(" ")}${proseEnd}`;
  const lines = [...emails, ...handles].map((line) => `${fold(line)}\n`);
  return `${prose}${lines.join("")}${phonesStart}${[...new Set(phones)].join("\n")}`;
}

/** The different words of these texts, folded. */
function wordsOf(...texts: readonly (string | null)[]): Set<string> {
  const words = new Set(texts.flatMap((text) => (text === null ? [] : fold(text).split(" "))));
  words.delete("");
  return words;
}

/** The words of headline, position, location and addresses of a searched text. */
export function aboutOf(text: string): string[] {
  return wordsIn(text.slice(0, text.indexOf(aboutEnd)));
}

/** The words of the notes of a searched text that are not among the others. */
export function notedOf(text: string): string[] {
  return wordsIn(text.slice(text.indexOf(aboutEnd) + 1, text.indexOf(proseEnd)));
}

function wordsIn(joined: string): string[] {
  return joined === "" ? [] : joined.split(" ");
}

/** The forms of phone numbers of a searched text. */
export function phonesOf(text: string): string {
  return text.slice(text.lastIndexOf(phonesStart) + 1);
}

/** Whether a form of a phone number of the searched text includes these digits. */
export function hasDigits(text: string, digits: string): boolean {
  return text.includes(digits, text.lastIndexOf(phonesStart));
}

/** The line of a handle, as it stands between line feeds; null for none and for those that are phone numbers. */
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
