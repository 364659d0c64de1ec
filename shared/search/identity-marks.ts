/**
 * What an entry of the search index has besides its texts to recognise one person in two contacts: which profiles it has,
 * birthdays, and what folded names no longer show. Most contacts have only a few characters.
 */
import type { ContactRecord } from "../contact/record.ts";
import { birthdaysOf, hasDerivedName, networks } from "../import/identity/identity.ts";
import { isGeneration, readName } from "../import/identity/read-name.ts";
import { linesOf, numbersOf } from "./searched-text.ts";

export interface Identity {
  emails: readonly string[];
  /** The folded handles by network. */
  profiles: ReadonlyMap<(typeof networks)[number], string>;
  /** The folded line of its address. */
  website: string | undefined;
  /** Lookup keys of phone numbers (`phoneLookupKey`). */
  phones: readonly string[];
  /** As YYYY-MM-DD. */
  birthdays: readonly string[];
  /** `sr`, `jr`, `ii`, `neto` and so on, if the name has it. */
  generation: string | undefined;
  /** `mr` or `mrs`, if the name has it. */
  courtesy: string | undefined;
  isCouple: boolean;
  /** The name is only an e-mail address, a number or a handle of the contact. */
  isDerived: boolean;
}

const couple = "+";
const derived = "~";
const website = "website";

/** The marks, separated by blanks. */
export function identityMarks(contact: ContactRecord): string {
  const { generation, courtesy, isCouple } = readName(contact);
  return [
    ...[...networks, website].filter((field) => contact[field as "website"]).map((field) => field.at(-1)),
    ...(generation ? [generation] : []),
    ...(courtesy ? [courtesy] : []),
    ...(isCouple ? [couple] : []),
    ...(hasDerivedName(contact) ? [derived] : []),
    ...birthdaysOf(contact),
  ].join(" ");
}

/** Reads an entry. The lines of its text are e-mail addresses, profiles and the website, in this order. */
export function identityOf({ text, marks }: { text: string; marks: string }): Identity {
  const all = marks.split(" ");
  const known = networks.filter((network) => all.includes(network.slice(-1)));
  const lines = linesOf(text);
  const emailCount = lines.length - known.length - (all.includes(website.slice(-1)) ? 1 : 0);
  return {
    emails: lines.slice(0, emailCount),
    profiles: new Map(known.map((network, at) => [network, (lines[emailCount + at] ?? "").slice(1)])),
    website: lines[emailCount + known.length],
    phones: numbersOf(text),
    birthdays: all.filter((mark) => mark.includes("-")),
    generation: all.find(isGeneration),
    courtesy: all.find((mark) => mark.startsWith("m")),
    isCouple: all.includes(couple),
    isDerived: all.includes(derived),
  };
}
