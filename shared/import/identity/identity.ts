/** Decides whether a row and a contact, or two rows, are one person, for both the preview of a file and its commit. */
import { unknownYear } from "../../contact/limits.ts";
import { lookupHandle } from "../../contact/reach/handles.ts";
import { isSameNumber, phoneLookupKey } from "../../contact/reach/phones.ts";
import type { Findable, Lookup } from "../../contact/store/contact-derived.ts";
import { fold } from "../../platform/text/fold.ts";
import { addDays } from "../../platform/time/calendar.ts";
import { importLookups } from "./lookup-index.ts";
import { type Agreement, haveSameFullName, haveSameWords, shareWord, wordsAgree } from "./names.ts";
import { type PersonName, wholeName } from "./read-name.ts";

/** The fields that distinguish people. The handles are in the stored form. */
export interface ComparedPerson extends PersonName {
  readonly network_a?: string | null | undefined;
  readonly network_b?: string | null | undefined;
  readonly network_c?: string | null | undefined;
  readonly emails?: readonly { readonly value: string }[] | null | undefined;
  readonly phones?:
    | readonly { readonly prefix: string; readonly value: string; readonly type: string }[]
    | null
    | undefined;
  /** Numbers of messengers. */
  readonly network_d?: string | null | undefined;
  readonly network_e?: string | null | undefined;
  readonly importantDates?: readonly { type: string; date: string; note?: string }[] | undefined;
}

/**
 * The value that two people have in common: a lookup, the UID of a card (`uid`: a contact has its mark; `export`: it is the id
 * of a contact), or the name and day of connecting to network_a (`connection`).
 */
export type Proof = Lookup | { kind: "uid" | "export" | "connection" };

export function areOnePerson(proof: Proof, one: ComparedPerson, other: ComparedPerson): boolean {
  const agree = () => isUnnamed(proof, one, other) || namesAgree(one, other) !== undefined;
  switch (proof.kind) {
    case "export":
      return (
        (agree() ||
          shareWord(one, other) ||
          shareEmail(one, other) ||
          networks.some((network) => haveSame(network, one, other))) &&
        !haveOtherBirthdays(one, other)
      );
    case "connection":
      return !haveOtherProfiles(one, other) && !haveOtherEmails(one, other);
    default:
      if (!isProfile(proof)) return isProven(proof, one, other) && !haveOtherBirthdays(one, other);
      // A profile has one owner.
      return (
        agree() || !(haveOtherProfiles(one, other) || haveOtherEmails(one, other) || haveOtherBirthdays(one, other))
      );
  }
}

/** A family or a company may share an e-mail address, a number, a website or a UID. */
function isProven(proof: Proof, one: ComparedPerson, other: ComparedPerson): boolean {
  if (isUnnamed(proof, one, other)) return true;
  const agreement = namesAgree(one, other);
  const isOfSeveral = agreement === "short" || proof.kind === "handle";
  if (agreement === undefined || (isOfSeveral && haveOtherMobilesOrEmails(one, other))) return false;
  switch (proof.kind) {
    case "handle":
      return haveSameWords(one, other) && !haveOtherProfiles(one, other);
    case "email":
      return !role.test(proof.value) || !haveOtherMobiles(one, other);
    case "phone":
      return !haveOtherReach(one, other);
    default:
      return true;
  }
}

/** Whether the names agree, and neither birthdays nor the ways to reach them say that these are two people. */
export function mayBeOne(one: ComparedPerson, other: ComparedPerson): boolean {
  return namesAgree(one, other) !== undefined && !haveOtherReach(one, other) && !haveOtherBirthdays(one, other);
}

/** An e-mail address of a company or a family, which both have, connects them no more than its number. */
function haveOtherReach(one: ComparedPerson, other: ComparedPerson): boolean {
  return haveOtherEmails(one, other, (email) => !role.test(email)) && haveOtherMobiles(one, other);
}

/** The local parts of e-mail addresses that several people of a company or a family read. */
const role =
  /^(?:info|office|sales|contact|kontakt|contacto|contato|mail|post|hello|admin|support|service|team|reception|buero|marketing|press|jobs|hr|shop|orders?|booking|family|familie)(?!\p{L})/u;

export function isProfile(proof: Proof): boolean {
  return proof.kind === "handle" && networks.some((network) => network === proof.platform);
}

/** Whether the name of one of them is only the value that they share. It agrees with any name. */
function isUnnamed(proof: Proof, one: ComparedPerson, other: ComparedPerson): boolean {
  return "value" in proof && (isNamedBy(one, proof) || isNamedBy(other, proof));
}

export function namesAgree(one: ComparedPerson, other: ComparedPerson): Agreement | undefined {
  return wordsAgree(one, other, (birthdaysCount) => {
    return (birthdaysCount && haveOtherBirthdays(one, other)) || haveOtherMobilesOrEmails(one, other);
  });
}

/**
 * All birthdays as YYYY-MM-DD, with the year 1904 if it is unknown. The second birthday of a card is an other date with the
 * note `birthday` (normalise-dates.ts).
 */
export function birthdaysOf({ importantDates = [] }: Pick<ComparedPerson, "importantDates">): string[] {
  const isBirthday = (type: string, note?: string) => type === "birthday" || (type === "other" && note === "birthday");
  return importantDates.filter(({ type, note }) => isBirthday(type, note)).map(({ date }) => date);
}

/**
 * Whether both have birthdays and none of these can be the same. With the same full name, only birthdays of different
 * generations differ, because a birthday may be corrected or mistyped. With other names, which relatives may share in part,
 * every day counts, as it does for callers that pass `isOtherDay`, because nothing else connects the two people.
 */
export function haveOtherBirthdays(
  left: ComparedPerson,
  right: ComparedPerson,
  areOther = haveSameFullName(left, right) ? isGenerationApart : isOtherDay,
): boolean {
  const [ones, others] = [left, right].map((person) => birthdaysOf(person).filter((day) => !placeholders.has(day)));
  if (!ones?.length || !others?.length || ones.some((day) => others.includes(day))) return false;
  return ones.every((one) => others.every((other) => areOther(one, other)));
}

/** Dates that programs write for unknown birthdays. */
const placeholders: ReadonlySet<string> = new Set(["1900-01-01", "1970-01-01"]);
/** The years between parents and children. */
const generation = 15;

function isGenerationApart(one: string, other: string): boolean {
  if (!haveYears(one, other)) return false;
  const [earlier, later] = one < other ? [one, other] : [other, one];
  const grown = String(Number(earlier.slice(0, 4)) + generation).padStart(4, "0") + earlier.slice(4);
  return grown <= later;
}

/**
 * Whether the days differ, without the year if one is unknown. A difference of one day comes from midnight in another time
 * zone, and swapped day and month from tables of another country, so these do not count.
 */
export function isOtherDay(one: string, other: string): boolean {
  const known = (day: string) => (haveYears(one, other) ? day : day.slice(5));
  // Both directions: the day after 28 February depends on the year, and 1904 has a leap day.
  const mayBe = (day: string, target: string) => spellings(day).some((each) => known(each) === known(target));
  return !mayBe(one, other) && !mayBe(other, one);
}

function spellings(day: string): string[] {
  const [year, month, date] = day.split("-");
  return [day, addDays(day, -1), addDays(day, 1), `${year}-${date}-${month}`];
}

function haveYears(...days: string[]): boolean {
  return !days.some((day) => day.startsWith(`${unknownYear}-`));
}

/** Networks whose profiles have one owner. The others are messengers, whose numbers people may share. */
export const networks = ["network_a", "network_b", "network_c"] as const;

function haveOtherProfiles(one: ComparedPerson, other: ComparedPerson): boolean {
  return networks.some((network) => one[network] && other[network] && !haveSame(network, one, other));
}

function haveSame(network: (typeof networks)[number], one: ComparedPerson, other: ComparedPerson): boolean {
  const [own, theirs] = [one[network], other[network]];
  return !!own && !!theirs && lookupHandle(network, own) === lookupHandle(network, theirs);
}

/** Whether both have e-mail addresses, and no common one that counts. */
export function haveOtherEmails(
  one: ComparedPerson,
  other: ComparedPerson,
  counts?: (email: string) => boolean,
): boolean {
  return !!one.emails?.length && !!other.emails?.length && !shareEmail(one, other, counts);
}

function shareEmail(one: ComparedPerson, other: ComparedPerson, counts = (_email: string) => true): boolean {
  const own = (one.emails ?? []).map(({ value }) => value.toLowerCase()).filter(counts);
  return (other.emails ?? []).some(({ value }) => own.includes(value.toLowerCase()));
}

/** Whether both have mobile numbers, of which none is a number of the other. */
export function haveOtherMobiles(one: ComparedPerson, other: ComparedPerson): boolean {
  const [own, theirs] = [numbersOf(one), numbersOf(other)];
  if (own.mobiles.length === 0 || theirs.mobiles.length === 0) return false;
  const isOf = (number: string, numbers: readonly string[]) => numbers.some((each) => isSameNumber(number, each));
  const isCommon = own.mobiles.some((number) => isOf(number, theirs.numbers));
  return !isCommon && !theirs.mobiles.some((number) => isOf(number, own.numbers));
}

function haveOtherMobilesOrEmails(one: ComparedPerson, other: ComparedPerson): boolean {
  return haveOtherEmails(one, other) || haveOtherMobiles(one, other);
}

/** Types of numbers that people and programs write. */
const mobileWords = /mobil|cell|celular|m[oó]vil|handy|natel|iphone|мобил|сотов/i;

/** Reading a number takes long, and many rows are compared with one contact. */
const readNumbers = new WeakMap<ComparedPerson, { mobiles: string[]; numbers: string[] }>();

function numbersOf(person: ComparedPerson): { mobiles: string[]; numbers: string[] } {
  let read = readNumbers.get(person);
  if (read === undefined) {
    const { phones, network_d, network_e } = person;
    const keys = (phones ?? []).map(({ prefix, value, type }) => ({ key: phoneLookupKey(prefix, value), type }));
    const mobiles = keys.filter(({ type }) => mobileWords.test(type)).map(({ key }) => key);
    const numbers = [...keys.map(({ key }) => key), network_d ?? "", network_e ?? ""].filter((number) => number !== "");
    read = { mobiles, numbers };
    readNumbers.set(person, read);
  }
  return read;
}

/** Names that were compared with the values of the person, because many rows are compared with one contact. */
const derivedNames = new WeakMap<PersonName, boolean>();

/**
 * Whether the name is only an e-mail address, a phone number or a handle of the person. A parse uses these if a row has no
 * name (normalise-names.ts), and so do other programs.
 */
export function hasDerivedName(person: PersonName & Findable): boolean {
  let isDerived = derivedNames.get(person);
  if (isDerived === undefined) {
    const name = wholeName(person);
    // This is quick for most names: no value except a number has blanks.
    const mayBe = !name.includes(" ") || phoneNumber.test(name);
    isDerived = mayBe && importLookups(person).some((lookup) => isNamedBy(person, lookup));
    derivedNames.set(person, isDerived);
  }
  return isDerived;
}

/** Whether the name is the value of this lookup, in any spelling, or the local part of its e-mail address. */
function isNamedBy(person: PersonName, lookup: Lookup): boolean {
  const name = wholeName(person);
  const { kind, value } = lookup;
  if (kind === "phone") return phoneNumber.test(name) && isSameNumber(phoneLookupKey("", name), value);
  // No other value has blanks.
  if (name.includes(" ")) return false;
  if (isWrittenAsName(name)) return false;
  const [folded, whole] = [fold(name), fold(value)];
  if (folded === whole) return true;
  if (kind === "handle") return fold(lookupHandle(lookup.platform, name)) === whole;
  return folded === whole.slice(0, Math.max(0, whole.lastIndexOf("@")));
}

/** May have an extension. */
const phoneNumber = /^[+(\d*#][\d\s()./*#x-]+$/;

/** Many people have an address or a handle of their given name: "Ann" with `ann@x.org` is a real name. */
function isWrittenAsName(name: string): boolean {
  return /^\p{Lu}\p{Ll}+(?:[-'’]\p{Lu}\p{Ll}+)*$/u.test(name);
}
