/** What proves that a row of a file and a contact are one person. */
import type { Lookup } from "../table/contact-derived.ts";
import { fold } from "../text/fold.ts";

/**
 * A profile is one person's. An e-mail address, a phone number or a website may be a family's or a company's: then the
 * names must agree too.
 */
export function identifies(lookup: Lookup): boolean {
  return lookup.kind === "handle" && lookup.platform !== "website";
}

export interface PersonName {
  firstName: string;
  middleName?: string | null | undefined;
  lastName?: string | null | undefined;
}

/**
 * All words of the shorter name stand in the longer one, in any order ("Smith, Ann" and "Ann Marie Smith"), and either
 * two of them do or both names begin alike ("Ann" and "Ann Smith", but not "Smith" and "Ann Smith").
 */
export function namesAgree(left: PersonName, right: PersonName): boolean {
  const [a, b] = [wordsOf(left), wordsOf(right)];
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  if (shorter.length === 0 || !shorter.every((word) => longer.includes(word))) return false;
  return new Set(shorter).size > 1 || a[0] === b[0];
}

/** Folded words without punctuation. */
export function nameWords(name: string): string[] {
  return fold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

function wordsOf({ firstName, middleName, lastName }: PersonName): string[] {
  return nameWords([firstName, middleName ?? "", lastName ?? ""].join(" "));
}
