/**
 * What is searched of a contact beside its names, as one text: a single `includes` then looks through all of it. Parts
 * are marked by blanks that no folded text holds, so no query word reaches across.
 */
import { lookupHandle, type Platform, platforms } from "../contact/handles.ts";
import type { ContactRecord } from "../contact/record.ts";
import { fold } from "../text/fold.ts";
import { phoneForms } from "./phone-forms.ts";

const aboutEnd = "\f";
/** Stands before the forms of phone numbers, and nowhere else. */
export const phonesStart = "\v";

type Searched = Pick<ContactRecord, "headline" | "location" | "emails" | "phones" | Platform>;

/** Headline and location; e-mail addresses, handles behind an `@` and website, a line each; forms of phone numbers. */
export function searchedText(contact: Searched): string {
  const about = [contact.headline, contact.location].filter((field) => field !== null);
  const emails = contact.emails.map(({ value }) => value);
  const addresses = platforms.flatMap((platform) => addressOf(platform, contact[platform]) ?? []);
  const phones = [
    ...contact.phones.flatMap(({ prefix, value }) => phoneForms(prefix, value)),
    ...[contact.network_d, contact.network_e].flatMap((number) => (number ? phoneForms("", number) : [])),
  ];
  const lines = [...emails, ...addresses].map((line) => `${fold(line)}\n`);
  return `${about.map(fold).join("\n")}${aboutEnd}\n${lines.join("")}${phonesStart}${[...new Set(phones)].join("\n")}`;
}

/** Headline and location of a searched text. */
export function aboutOf(text: string): string {
  return text.slice(0, text.indexOf(aboutEnd));
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
