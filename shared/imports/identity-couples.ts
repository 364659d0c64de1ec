/** Names of two who share an entry: "Anna & Peter Müller" is neither of them. */
import { fold } from "../text/fold.ts";
import type { PersonName } from "./identity.ts";

/**
 * Whether the name is that of a couple: words joined by `&` or `+`, by "und", "and" or "et", or first names by the
 * letters that mean the same in Spanish, Portuguese, Italian, Polish, Catalan or Czech ("Anna y Pedro"), which stand in
 * last names too ("Ortega y Gasset") and, as capitals, are initials ("John A Smith"). A company is none ("Smith &
 * Sons").
 */
export function isCouple({ firstName, middleName, lastName }: PersonName): boolean {
  const given = `${firstName} ${middleName ?? ""}`.trim();
  const whole = `${given} ${lastName ?? ""}`.trim();
  if (!mayBeCouple.test(whole) || company.test(fold(whole))) return false;
  return joinedBySign.test(whole) || joinedByWord.test(whole) || hasJoiningLetter(given, (lastName ?? "") !== "");
}

/** The words of a couple's name but for those that join them. */
export function withoutJoiners(words: readonly string[]): string[] {
  return words.filter((word) => !joiners.has(word));
}

/** Whether one stands between first names: of a whole name nobody knows where the last one begins. */
function hasJoiningLetter(given: string, isApart: boolean): boolean {
  const words = given.split(/\s+/);
  return words.some((word, index) => {
    const [before, after] = [words[index - 1] ?? "", words[index + 1] ?? ""];
    if (!joiningLetter.test(word) || !capitalised.test(before) || !capitalised.test(after)) return false;
    return isApart || index === 1 || words.length - index > 2;
  });
}

/** Most names are told by this alone. */
const mayBeCouple = /[&+＆]|\s(?:und|and|et|[yeia])\s/i;
/** Not the sign of an abbreviation, as in "AT&T". */
const joinedBySign = /\S\s+[&+＆]\s+\S|\p{L}{2}[&+＆]\p{L}{2}/u;
/** But for the nobility's "von und zu". */
const joinedByWord = /\S\s+(?:und(?!\s+zu\s)|and|et)\s+\S/i;
const joiningLetter = /^[yeia]$/;
const capitalised = /^\p{Lu}/u;
const joiners = new Set(["und", "and", "et", "y", "e", "i", "a"]);
/** Folded. */
const company =
  /\b(?:ag|associates|bv|co|company|corp|gbr|gmbh|inc|kg|llc|llp|ltd|ohg|partners?|plc|sarl|sohne?|sons?|spa|srl)\b/;
