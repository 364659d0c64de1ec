/** Names of two who share an entry: "Anna & Peter Müller" is neither of them. */
import { fold } from "../text/fold.ts";
import type { PersonName } from "./identity-names.ts";

/**
 * Whether the name is that of a couple: first names joined by a sign ("Anna & Peter", "Anna/Peter"), by "und", "and" or
 * "et", or by a short word that means the same elsewhere ("Anna y Pedro", "Анна и Пётр"), which stands in last names too
 * ("Ortega y Gasset") and, as a capital, is an initial ("John A Smith"). What joins parts of the last name alone
 * ("Elektro und Sanitär") or stands in parentheses does not count, and a company is none ("Smith & Sons").
 */
export function isCouple({ firstName, middleName, lastName }: PersonName): boolean {
  if (!mayBeCouple.test(`${firstName} ${middleName ?? ""} ${lastName ?? ""}`)) return false;
  const [given, last] = [`${firstName} ${middleName ?? ""}`, lastName ?? ""].map(wordsOutsideParentheses);
  if (!given || !last || given.length === 0) return false;
  const isWhole = last.length === 0;
  if (isWhole && isCompanyWord(given.at(-1))) return false;
  const words = [...given, ...last];
  const joined = words.flatMap((word, index) => {
    if (index < given.length && isGlued.test(word)) return [word.split(/[&+＆/]/).at(-1)];
    return joins(words, index, given.length) ? [words[index + 1]] : [];
  });
  return joined.length > 0 && !joined.some(isCompanyWord);
}

/** The words of a couple's name but for those that join them. */
export function withoutJoiners(words: readonly string[]): string[] {
  return words.filter((word) => !joiners.has(word));
}

/**
 * Whether the word at `index` joins its neighbours, where so many words are given names. Those that join whatever they
 * stand between may begin the last name: some programs part names at the first blank.
 */
function joins(words: readonly string[], index: number, givenCount: number): boolean {
  const [before, word = "", after] = [words[index - 1], words[index], words[index + 1]];
  if (before === undefined || after === undefined) return false;
  if (joiner.test(word)) return index <= givenCount && !(/^und$/i.test(word) && after === "zu");
  if (index >= givenCount || !shortJoiner.test(word) || !capitalised.test(before) || !capitalised.test(after)) {
    return false;
  }
  // Of a whole name nobody knows where the last one begins.
  const isApart = words.length > givenCount;
  const isFollowed = words.length - index > 2;
  if (word === "a") return isApart ? index + 1 < givenCount : isFollowed;
  return isApart || index === 1 || isFollowed;
}

function wordsOutsideParentheses(name: string): string[] {
  return name
    .replace(/\([^()]*\)/g, " ")
    .split(/\s+/)
    .filter((word) => word !== "");
}

function isCompanyWord(word: string | undefined): boolean {
  return company.has(fold(word ?? "").replace(/[^\p{L}\p{N}]+/gu, ""));
}

/** Most names are told by this alone. */
const mayBeCouple = /[&+＆/]|\s(?:und|and|et|[yeia]|и|en|og|och|ja|ve|ou)\s/i;
const joiner = /^(?:[&+＆]|und|and|et)$/i;
const shortJoiner = /^(?:[yeia/]|и|en|og|och|ja|ve|ou)$/;
/** Not the sign of an abbreviation, as in "AT&T" or "HR/IT". */
const isGlued = /\p{L}{2}[&+＆]\p{L}{2}|^\p{Lu}\p{Ll}+\/\p{Lu}\p{Ll}+$/u;
const capitalised = /^\p{Lu}/u;
const joiners = new Set(["und", "and", "et", "y", "e", "i", "a", "и", "en", "og", "och", "ja", "ve", "ou"]);
/** Folded, and without punctuation. */
const company = new Set(
  `ag associates associes bros brothers bv cie co colleagues company corp figli fils gbr gmbh hijos inc kg kollegen llc
  llp ltd ohg partner partners plc sarl sohn sohne son sons spa srl team`.split(/\s+/),
);
