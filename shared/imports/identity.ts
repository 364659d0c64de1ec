/** What proves that a row of a file and a contact are one person. */
import { lookupHandle } from "../contact/handles.ts";
import type { ContactRecord } from "../contact/record.ts";
import { isFoundBy, type Lookup, lookupKey, lookupPrefix, lookupsOf } from "../table/contact-derived.ts";
import { fold } from "../text/fold.ts";

/**
 * A profile is one person's. An e-mail address, a phone number or a website may be a family's or a company's: then the
 * names must agree too.
 */
export function identifies(lookup: Lookup): boolean {
  return lookup.kind === "handle" && lookup.platform !== "website";
}

/** Whether a lookup finds this contact. The account's own has no items for it: it is asked this way. */
export function hasLookup(contact: ContactRecord, lookup: Lookup): boolean {
  const prefix = lookupPrefix(lookup);
  const keys = lookupsOf(contact).map(lookupKey);
  return keys.some((key) => key.startsWith(prefix) && isFoundBy(lookup, key));
}

/** Two profiles of network_a, each as it is stored or null, of which each is there and is another one's. */
export function areOtherProfiles(left: string | null | undefined, right: string | null | undefined): boolean {
  return !!left && !!right && lookupHandle("network_a", left) !== lookupHandle("network_a", right);
}

export interface PersonName {
  firstName: string;
  middleName?: string | null | undefined;
  lastName?: string | null | undefined;
}

/**
 * All words of the shorter name stand in the longer one, in any order ("Smith, Ann" and "Ann Marie Smith"), and either
 * two of them do or both names begin alike ("Ann" and "Ann Smith", but not "Smith" and "Ann Smith"). Between equal last
 * words and beginnings that agree, an initial stands for a word ("A. Smith" and "Ann Smith").
 */
export function namesAgree(left: PersonName, right: PersonName): boolean {
  const [a, b] = [fullNameWords(left), fullNameWords(right)];
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  if (shorter.length === 0) return false;
  if (!shorter.every((word) => longer.includes(word))) return agreeByInitials(shorter, longer);
  return new Set(shorter).size > 1 || a[0] === b[0];
}

function agreeByInitials(shorter: readonly string[], longer: readonly string[]): boolean {
  const [first, last] = [shorter[0] ?? "", shorter.at(-1) ?? ""];
  if (shorter.length < 2 || isInitial(last) || last !== longer.at(-1) || !isAlike(first, longer[0] ?? "")) return false;
  return shorter.slice(1, -1).every((word) => longer.slice(1, -1).some((other) => isAlike(word, other)));
}

function isAlike(left: string, right: string): boolean {
  return left === right || (isInitial(left) && right.startsWith(left)) || (isInitial(right) && left.startsWith(right));
}

/** Of scripts with capitals: elsewhere a single character may be a whole name. */
function isInitial(word: string): boolean {
  return /^\p{Ll}$/u.test(word);
}

/** Folded words without punctuation. */
export function nameWords(name: string): string[] {
  if (name.trim() === "") return [];
  return fold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** Of all names together, in their order. */
export function fullNameWords({ firstName, middleName, lastName }: PersonName): string[] {
  return nameWords([firstName, middleName ?? "", lastName ?? ""].join(" "));
}
