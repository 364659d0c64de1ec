/** What proves that a row of a file and a contact are one person. */
import { lookupHandle, type Platform, platforms } from "../contact/handles.ts";
import type { ContactRecord } from "../contact/record.ts";
import { isFoundBy, type Lookup, lookupKey, lookupPrefix, lookupsOf } from "../table/contact-derived.ts";
import { fold } from "../text/fold.ts";
import { type Dated, tellOtherBirthdays } from "./identity-birthdays.ts";
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
export interface NamedPerson extends PersonName, Dated {}

/**
 * Whether their birthdays say that they are two: relatives share an address or a number, and may share a part of the
 * name, or, as father and son, all of it.
 */
export function haveOtherBirthdays(left: NamedPerson, right: NamedPerson): boolean {
  return tellOtherBirthdays(left, right, () => {
    const [own, other] = [left, right].map((person) => [...(person.read ?? readName(person)).words].sort().join(" "));
    return own === other && !!own?.includes(" ");
  });
}

/** What of a name is compared with others. */
export interface ReadName {
  words: readonly string[];
  isCouple: boolean;
}

export function readName(name: PersonName): ReadName {
  const words = fullNameWords(name);
  return isCouple(name) ? { words: withoutJoiners(words), isCouple: true } : { words, isCouple: false };
}

/**
 * All words of the shorter name stand in the longer one, in any order ("Smith, Ann" and "Ann Marie Smith"), and either
 * two of them do or both names begin alike ("Ann" and "Ann Smith", but not "Smith" and "Ann Smith"). Between equal last
 * words and beginnings that agree, an initial stands for a word ("A. Smith" and "Ann Smith"). A couple's name agrees with
 * that of a couple alone: either of the two has a name that stands in it.
 */
export function namesAgree(left: PersonName, right: PersonName): boolean {
  return agreesWith(left)(right);
}

/** `namesAgree` of one name with many. */
export function agreesWith(left: PersonName): (right: PersonName) => boolean {
  const own = readName(left);
  return (right) => {
    const other = right.read ?? readName(right);
    return own.isCouple === other.isCouple && wordsAgree(own.words, other.words);
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

/**
 * Whether the contact with a row's UID as its id can be who the row is about: a card may have been used as a template for
 * another person's. Who changed their name still shares a word of it, an address or a profile.
 */
export function mayBeExportOf(contact: Known & NamedPerson, row: Known & NamedPerson): boolean {
  if (namesAgree(row, contact)) return true;
  return (shareWord(contact, row) || shareProof(contact, row)) && !haveOtherBirthdays(contact, row);
}

function shareWord(left: PersonName, right: PersonName): boolean {
  const others = readName(right).words;
  return (left.read ?? readName(left)).words.some((word) => !isInitial(word) && others.includes(word));
}

/** A profile or an e-mail address. */
function shareProof(left: Known, right: Known): boolean {
  const [own, given] = [left, right].map(({ emails = [] }) => emails.map(({ value }) => value.toLowerCase()));
  return (
    own?.some((value) => given?.includes(value)) || platforms.some((platform) => shareHandle(platform, left, right))
  );
}

function shareHandle(platform: Platform, left: Known, right: Known): boolean {
  const [own, given] = [left[platform], right[platform]];
  return platform !== "website" && !!own && !!given && lookupHandle(platform, own) === lookupHandle(platform, given);
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
