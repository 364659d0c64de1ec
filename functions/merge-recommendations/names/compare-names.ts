/** How the names of two contacts agree. */
import { nearness } from "../../../shared/search/word-index.ts";
import type { NameWord } from "./name-words.ts";
import { isSpelledAs, scriptOf } from "./scripts.ts";

/**
 * From the strongest to the weakest: the same words; one name in two spellings or scripts; a form of the given name; a
 * typing error; further names in one of them; an initial; only the given name; the same given and another last name (as
 * after a marriage); nothing in common.
 */
const agreements = [
  ...["same", "spelling", "nickname", "typing error", "further names", "initial"],
  ...["given name", "other last name", "none"],
] as const;
export type Agreement = (typeof agreements)[number];

export interface NameWords {
  given: readonly NameWord[];
  family: readonly NameWord[];
}

/** Symmetric. A name without words agrees with none. */
export function compareNames(left: NameWords, right: NameWords): Agreement {
  const [one, other] = [wordsOf(left), wordsOf(right)];
  if (one.length === 0 || other.length === 0) return "none";
  const joined = compareJoined(one, other);
  if (joined) return one.length === 1 && other.length === 1 && !isWholeName(one[0]) ? "given name" : joined;
  return one.length <= other.length ? compareWords(left, right) : compareWords(right, left);
}

function wordsOf({ given, family }: NameWords): NameWord[] {
  return [...given, ...family];
}

/** Names in these scripts have no blanks, so that a word may be a whole name. */
function isWholeName(word: NameWord | undefined): boolean {
  return /^[\p{sc=Han}\p{sc=Hangul}]{2,}$/u.test(word?.text ?? "");
}

/** Whether the names are equal when blanks are ignored, in any order: Min-jun Kim and Kim Minjun, McDonald and Mc Donald. */
function compareJoined(one: readonly NameWord[], other: readonly NameWord[]): "same" | "spelling" | undefined {
  const join = (words: readonly NameWord[], field: "text" | "sound" | "latin") =>
    words.map((word) => word[field]).join("");
  const wholes = rotations(other);
  for (const [field, agreement] of [
    ["text", "same"],
    ["sound", "spelling"],
  ] as const) {
    const whole = join(one, field);
    if (wholes.some((words) => join(words, field) === whole)) return agreement;
  }
  const [foreign, latin] = one.some(({ isForeign }) => isForeign) ? [one, other] : [other, one];
  const script = scriptOf(join(foreign, "text"));
  if (!script || scriptOf(join(latin, "text"))) return undefined;
  const whole = join(foreign, "text");
  return rotations(latin).some((words) => isSpelledAs(script, whole, join(words, "latin"))) ? "spelling" : undefined;
}

function rotations(words: readonly NameWord[]): NameWord[][] {
  return words.map((_, at) => [...words.slice(at), ...words.slice(0, at)]);
}

/** How two words agree, from the strongest to the weakest. */
const wordLevels = ["same", "spelling", "nickname", "typing error", "initial"] as const;
type WordLevel = (typeof wordLevels)[number];

function compareWords(shorter: NameWords, longer: NameWords): Agreement {
  const [few, many] = [wordsOf(shorter), wordsOf(longer)];
  const isGiven = (word: NameWord) => shorter.given.includes(word) || longer.given.includes(word);
  const { pairs, restOfFew, restOfMany } = matchWords(few, many, isGiven);
  const whole = pairs.filter(({ level }) => level !== "initial").length;
  if (whole === 0) return "none";
  const worst = pairs.reduce((last, { level }) => Math.max(last, wordLevels.indexOf(level)), 0);
  const level = wordLevels[worst] ?? "same";
  const [first] = pairs;
  if (restOfFew.length === 0) {
    if (pairs.length > 1) return restOfMany.length === 0 ? level : weaker(level, "further names");
    return first?.other === many[0] ? "given name" : "none";
  }
  const areFirst = pairs.some(({ one, other }) => one === few[0] && other === many[0]);
  const isLast = restOfFew.every((word) => shorter.family.includes(word));
  return areFirst && isLast ? "other last name" : "none";
}

function weaker(one: Agreement, other: Agreement): Agreement {
  return agreements.indexOf(one) > agreements.indexOf(other) ? one : other;
}

interface WordPair {
  one: NameWord;
  other: NameWord;
  level: WordLevel;
}

/** Pairs words of two names, those that agree best first. */
function matchWords(few: readonly NameWord[], many: readonly NameWord[], isGiven: (word: NameWord) => boolean) {
  const pairs: WordPair[] = [];
  let [restOfFew, restOfMany] = [few, many];
  for (const level of wordLevels) {
    for (const one of restOfFew) {
      const other = restOfMany.find((word) => agreeAt(level, one, word, isGiven(one) || isGiven(word)));
      if (!other) continue;
      pairs.push({ one, other, level });
      restOfFew = restOfFew.filter((word) => word !== one);
      restOfMany = restOfMany.filter((word) => word !== other);
    }
  }
  return { pairs, restOfFew, restOfMany };
}

function agreeAt(level: WordLevel, one: NameWord, other: NameWord, isGiven: boolean): boolean {
  switch (level) {
    case "same":
      return one.text === other.text;
    case "spelling":
      return (!one.isInitial && one.sound === other.sound) || areSpellings(one, other) || areSpellings(other, one);
    case "nickname":
      return isGiven && one.names.some((name) => other.names.includes(name));
    case "typing error":
      return !one.isForeign && !other.isForeign && isTypingError(one, other, isGiven);
    case "initial":
      return one.isInitial !== other.isInitial && one.latin.charAt(0) === other.latin.charAt(0);
  }
}

function areSpellings(foreign: NameWord, latin: NameWord): boolean {
  if (!foreign.isForeign || latin.isForeign || latin.isInitial) return false;
  const script = scriptOf(foreign.text);
  return script !== undefined && isSpelledAs(script, foreign.text, latin.latin);
}

/** Fewer letters are another word too often. */
const forgivingLetters = 5;

/**
 * One edit that makes no other name: the first letter is right, as in most typing errors, not both are known names, and
 * given names do not only differ in a vowel at the end, as the names of men and women do (Paul and Paula, Mario and Maria).
 */
function isTypingError(one: NameWord, other: NameWord, isGiven: boolean): boolean {
  const [left, right] = [one.text, other.text];
  if (left.charAt(0) !== right.charAt(0) || nearness(left, right) !== "whole") return false;
  if (Math.max(left.length, right.length) < forgivingLetters) return false;
  if (!isGiven) return true;
  const areNames = one.names.length > 0 && other.names.length > 0;
  return !areNames && left.replace(vowelAtEnd, "") !== right.replace(vowelAtEnd, "");
}

const vowelAtEnd = /[aeiouy]$/;
