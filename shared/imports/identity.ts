/** What proves that a row of a file and a contact are one person. */
import { lookupHandle, type Platform, platforms } from "../contact/handles.ts";
import { unknownYear } from "../contact/limits.ts";
import type { ContactRecord } from "../contact/record.ts";
import { isFoundBy, type Lookup, lookupKey, lookupPrefix, lookupsOf } from "../table/contact-derived.ts";
import { fold } from "../text/fold.ts";
import { addDays } from "../time/calendar.ts";
import { isCouple, withoutJoiners } from "./identity-couples.ts";

/**
 * A profile is one person's. An e-mail address, a phone number or a website may be a family's or a company's: then the
 * names must agree too.
 */
export function identifies(lookup: Lookup): boolean {
  return lookup.kind === "handle" && lookup.platform !== "website";
}

/** Contacts that are compared by name for one e-mail address, phone number or website that many share. */
export const maxCandidates = 100;

/** Whether a lookup finds this contact. The account's own has no items for it: it is asked this way. */
export function hasLookup(contact: ContactRecord, lookup: Lookup): boolean {
  const prefix = lookupPrefix(lookup);
  const keys = lookupsOf(contact).map(lookupKey);
  return keys.some((key) => key.startsWith(prefix) && isFoundBy(lookup, key));
}

/** Somebody as far as profiles and e-mail addresses tell them from others; handles as they are stored, or null. */
export type Known = { readonly [platform in Platform]?: string | null | undefined } & {
  readonly emails?: readonly { readonly value: string }[] | undefined;
};

/** The first network of which both have a profile, and each another one. */
export function otherProfile(left: Known, right: Known): Platform | undefined {
  return platforms.find((platform) => platform !== "website" && areOther(platform, left[platform], right[platform]));
}

/**
 * Whether name and day of connecting don't suffice to take two connections of network_a for one person: each has a
 * profile of their own, or both have e-mail addresses and none in common.
 */
export function areOtherConnections(left: Known, right: Known): boolean {
  if (areOther("network_a", left.network_a, right.network_a)) return true;
  const [own, given] = [left, right].map(({ emails = [] }) => emails.map(({ value }) => value.toLowerCase()));
  return !!own?.length && !!given?.length && !own.some((value) => given.includes(value));
}

function areOther(platform: Platform, left: string | null | undefined, right: string | null | undefined): boolean {
  return !!left && !!right && lookupHandle(platform, left) !== lookupHandle(platform, right);
}

export interface PersonName {
  firstName: string;
  middleName?: string | null | undefined;
  lastName?: string | null | undefined;
  /** `readName` of it, where many are compared with it. */
  read?: ReadName;
}

/** A name, and the dates among which a birthday may be. */
export interface NamedPerson extends PersonName {
  importantDates?: readonly { type: string; date: string }[] | undefined;
}

/** YYYY-MM-DD, in the year 1904 where it is unknown. */
export function birthdayOf({ importantDates }: Pick<NamedPerson, "importantDates">): string | undefined {
  return importantDates?.find(({ type }) => type === "birthday")?.date;
}

/**
 * Whether both have a birthday, and it is not the same day as far as both know the year: relatives share an address or a
 * number, and may share a part of the name. A day more or less is what programs make of midnight in another time zone,
 * and day and month change places where a table is read by another country's habit: neither tells of another person.
 */
export function haveOtherBirthdays(left: NamedPerson, right: NamedPerson): boolean {
  const [one, other] = [birthdayOf(left), birthdayOf(right)];
  if (one === undefined || other === undefined || one === other) return false;
  const isYearKnown = ![one, other].some((day) => day.startsWith(`${unknownYear}-`));
  const known = (day: string) => (isYearKnown ? day : day.slice(5));
  const [year, month, date] = one.split("-");
  const spellings = [one, addDays(one, -1), addDays(one, 1), `${year}-${date}-${month}`];
  return !spellings.some((day) => known(day) === known(other));
}

/** What of a name is compared with others. */
export interface ReadName {
  words: readonly string[];
  isCouple: boolean;
}

export function readName(name: PersonName): ReadName {
  const words = fullNameWords(name);
  return isCouple(name) ? { words: withoutJoiners(words).sort(), isCouple: true } : { words, isCouple: false };
}

/**
 * All words of the shorter name stand in the longer one, in any order ("Smith, Ann" and "Ann Marie Smith"), and either
 * two of them do or both names begin alike ("Ann" and "Ann Smith", but not "Smith" and "Ann Smith"). Between equal last
 * words and beginnings that agree, an initial stands for a word ("A. Smith" and "Ann Smith"). A couple's name agrees with
 * one of the same words alone: either of the two has a name that stands in it.
 */
export function namesAgree(left: PersonName, right: PersonName): boolean {
  return agreesWith(left)(right);
}

/** `namesAgree` of one name with many. */
export function agreesWith(left: PersonName): (right: PersonName) => boolean {
  const own = readName(left);
  return (right) => {
    const other = right.read ?? readName(right);
    if (!own.isCouple && !other.isCouple) return wordsAgree(own.words, other.words);
    return own.isCouple && other.isCouple && own.words.join(" ") === other.words.join(" ");
  };
}

/** Whether names and birthdays let the two with one UID be one person: UIDs that repeat occur. */
export function agreeAsPersons(left: NamedPerson, right: NamedPerson): boolean {
  return namesAgree(left, right) && !haveOtherBirthdays(left, right);
}

/** A name as one line, from which `nameOfLine` reads it again as far as names are compared. */
export function nameLine({ firstName, middleName, lastName }: PersonName): string {
  return `${firstName} ${middleName ?? ""}`.trimEnd() + (lastName ? `\t${lastName}` : "");
}

export function nameOfLine(line: string): PersonName {
  const [firstName = "", lastName = ""] = line.split("\t");
  return { firstName, lastName };
}

function wordsAgree(a: readonly string[], b: readonly string[]): boolean {
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
