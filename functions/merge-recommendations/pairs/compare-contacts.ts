/** Decides whether two contacts may be one person, how probable that is, and why. */

import { isSameNumber } from "../../../shared/contact/reach/phones.ts";
import { haveOtherBirthdays, isOtherDay } from "../../../shared/import/identity/identity.ts";
import { type Agreement, compareNames } from "../names/compare-names.ts";
import type { ReasonKind } from "../schemas.ts";
import type { Candidate } from "./candidate.ts";

export interface Reason {
  kind: ReasonKind;
  /** The value that both have; of names, how they agree. */
  value: string;
}

export interface Likeness {
  /** From 0 to 1. */
  score: number;
  reasons: Reason[];
}

/**
 * What two contacts have in common: a profile, which has one owner; an address or a birthday; a line, which families and
 * colleagues share. Without any of these, how many of the other values differ.
 */
type Evidence = "profile" | "address" | "line" | "silent" | "differing" | "opposed";
const evidence: readonly Evidence[] = ["profile", "address", "line", "silent", "differing", "opposed"];

/** The score by the agreement of the names and the evidence, in the order above. 0: not recommended. */
const scores: Readonly<Record<Agreement | "only a value", readonly number[]>> = {
  same: [0.99, 0.98, 0.96, 0.86, 0.74, 0.6],
  spelling: [0.98, 0.97, 0.93, 0.72, 0.64, 0.5],
  nickname: [0.98, 0.95, 0.78, 0.62, 0.54, 0],
  "typing error": [0.97, 0.95, 0.86, 0.6, 0.52, 0],
  "further names": [0.98, 0.96, 0.9, 0.64, 0.56, 0],
  initial: [0.96, 0.9, 0.76, 0, 0, 0],
  "given name": [0.95, 0.9, 0.78, 0, 0, 0],
  "other last name": [0.94, 0.86, 0.55, 0, 0, 0],
  "only a value": [0.95, 0.9, 0.84, 0, 0, 0],
  none: [0.6, 0, 0, 0, 0, 0],
};
/** Each further value that both have adds this, up to the greatest score. */
const furtherValue = 0.01;
const greatest = 0.99;

/** Symmetric. Undefined for two people. */
export function compareContacts(one: Candidate, other: Candidate): Likeness | undefined {
  const shared = sharedValues(one, other);
  if (areOthers(one, other, shared.length > 0)) return undefined;
  const agreement = agreementOf(one, other, shared.length > 0);
  const found = shared[0]?.evidence ?? evidenceWithout(one, other);
  const score = scores[agreement][evidence.indexOf(found)] ?? 0;
  if (score === 0) return undefined;
  const name: Reason[] = agreement === "none" ? [] : [{ kind: "name", value: agreement }];
  return {
    score: Math.round(100 * Math.min(greatest, score + furtherValue * Math.max(0, shared.length - 1))) / 100,
    reasons: [...shared.map(({ kind, value }) => ({ kind, value })), ...name],
  };
}

/** Evidence that they are two people, even if they have other values in common. */
function areOthers(one: Candidate, other: Candidate, haveShared: boolean): boolean {
  const haveOtherProfiles = [...one.profiles].some(([network, handle]) => {
    const otherHandle = other.profiles.get(network);
    return otherHandle !== undefined && otherHandle !== handle;
  });
  const differ = (mark: "generation" | "courtesy") => one[mark] && other[mark] && one[mark] !== other[mark];
  return (
    haveOtherProfiles ||
    one.isCouple !== other.isCouple ||
    !!differ("generation") ||
    (!!differ("courtesy") && (isInitialOnly(one) || isInitialOnly(other))) ||
    // Most contacts have no birthday.
    (one.birthdays.length > 0 && other.birthdays.length > 0 && haveOtherDays(one, other, haveShared))
  );
}

/** A value in common makes another birthday of the same full name probably a mistake. Many people have the same name. */
function haveOtherDays(one: Candidate, other: Candidate, haveShared: boolean): boolean {
  const isConnected = haveShared || (one.website !== undefined && one.website === other.website);
  return haveOtherBirthdays(datedPerson(one), datedPerson(other), isConnected ? undefined : isOtherDay);
}

function isInitialOnly({ name: { given } }: Candidate): boolean {
  return given.every(({ isInitial }) => isInitial);
}

function datedPerson({ first, last, birthdays }: Candidate) {
  return { firstName: first, lastName: last, importantDates: birthdays.map((date) => ({ type: "birthday", date })) };
}

/** Of father and son, one often has a suffix and the other one not. */
function agreementOf(one: Candidate, other: Candidate, haveShared: boolean): Agreement | "only a value" {
  const agreement = compareNames(one.name, other.name);
  if (one.generation !== other.generation && agreement !== "none") return "initial";
  const isUnnamed = ({ isDerived, name: { given, family } }: Candidate) =>
    isDerived || given.length + family.length === 0;
  return haveShared && agreement !== "same" && (isUnnamed(one) || isUnnamed(other)) ? "only a value" : agreement;
}

interface SharedValue extends Reason {
  evidence: Evidence;
}

/** The strongest value first. */
function sharedValues(one: Candidate, other: Candidate): SharedValue[] {
  const values: SharedValue[] = [];
  for (const [network, value] of one.profiles) {
    if (other.profiles.get(network) === value) values.push({ kind: network, value, evidence: "profile" });
  }
  for (const value of one.emails) {
    if (other.emails.includes(value))
      values.push({ kind: "email", value, evidence: isOfGroup(value) ? "line" : "address" });
  }
  for (const value of one.birthdays) {
    if (other.birthdays.includes(value)) values.push({ kind: "birthday", value, evidence: "address" });
  }
  for (const value of one.phones) {
    if (other.phones.some((phone) => isSameNumber(value, phone)))
      values.push({ kind: "phone", value, evidence: "line" });
  }
  return values.sort((left, right) => evidence.indexOf(left.evidence) - evidence.indexOf(right.evidence));
}

const groupAddress = new RegExp(
  "^(?:info|office|contact|contacto|contatti|kontakt|sales|vertrieb|hello|hallo|hi|mail|email|team|admin|support|service|post|shop|studio|" +
    "booking|bookings|reservations|reception|empfang|buero|sekretariat|secretary|secretariat|billing|accounts|accounting|buchhaltung|jobs|" +
    "hr|press|presse|marketing|enquiries|inquiries|praxis|kanzlei|webmaster|noreply|no-reply|home|all|everyone|group|board|vorstand|" +
    "club|verein|choir|school|schule|.*famil(?:y|ie|le|ia|lie).*)[\\d.+_-]*@",
);

/** Whether the address belongs to a company, a department or a family, by its local part. */
function isOfGroup(email: string): boolean {
  return groupAddress.test(email);
}

/** Words of fewer letters are in too many texts. */
const longWord = 4;
/** The number of common words that count, such as a town and an employer. */
const manyWords = 2;

/** Different e-mail addresses and numbers speak against one person, and so do texts without a common word. */
function evidenceWithout(one: Candidate, other: Candidate): Evidence {
  let differing = [
    one.emails.length > 0 && other.emails.length > 0,
    one.phones.length > 0 && other.phones.length > 0,
  ].filter(Boolean).length;
  const [ownWords, otherWords] = [one, other].map(({ about }) => about.filter((word) => word.length >= longWord));
  if (ownWords?.length && otherWords?.length) {
    const common = ownWords.filter((word) => otherWords.includes(word)).length;
    if (common >= manyWords) differing--;
    if (common === 0) differing++;
  }
  return evidence[evidence.indexOf("silent") + Math.min(2, Math.max(0, differing))] ?? "opposed";
}
