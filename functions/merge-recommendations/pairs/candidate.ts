/** A contact as the search for duplicates compares it, read from its entry in the search index. */
import { phoneTail } from "../../../shared/contact/reach/phones.ts";
import type { SearchEntry } from "../../../shared/search/entry.ts";
import { type Identity, identityOf } from "../../../shared/search/identity-marks.ts";
import { aboutOf } from "../../../shared/search/searched-text.ts";
import type { NameWords } from "../names/compare-names.ts";
import { type NameWord, readNameWords } from "../names/name-words.ts";
import { latinOf } from "../names/scripts.ts";
import { consonantsOf } from "../names/sounds.ts";

export interface Candidate extends Identity {
  name: NameWords;
  first: string;
  last: string;
  /** The words of headline, position, location and addresses. */
  about: readonly string[];
}

export function candidateOf(entry: SearchEntry): Candidate {
  const { first, last } = entry;
  return { ...identityOf(entry), name: readNameWords(entry), first, last, about: aboutOf(entry.text) };
}

export interface ComparisonKeys {
  /** Two contacts with a common key are compared, unless too many have it. */
  keys: string[];
  /** A value together with the letters of the name: contacts with a common one are compared even if many have it. */
  twinKeys: string[];
}

/** A name of eight long words would have hundreds. */
const maxNameKeys = 50;

export function keysOf(entry: SearchEntry): ComparisonKeys {
  const { emails, profiles, phones } = identityOf(entry);
  const values = [
    ...emails.map((email) => `e ${email}`),
    ...Array.from(profiles, ([network, handle]) => `${network} ${handle}`),
    ...phones.map((phone) => `p ${phoneTail(phone)}`),
  ];
  const name = readNameWords(entry);
  const letters = lettersOf([...name.given, ...name.family]);
  return {
    keys: [...values, ...nameKeys(name, letters).slice(0, maxNameKeys)],
    twinKeys: values.map((value) => `${value} ${letters}`),
  };
}

/** Without letters that may be wrong, a shorter name would be most others. */
const forgivingLetters = 8;

/**
 * Keys of the sounds: the letters of the whole name in alphabetical order, so that neither the order of words nor blanks
 * matter, and without each letter, so that a typing error does not; the same of the first with each other word, because of
 * further names; each given name of which a word is a form with each other word; the consonants, because of other scripts.
 */
function nameKeys({ given, family }: NameWords, letters: string): string[] {
  const words = [...given, ...family];
  const [first, ...rest] = words;
  if (!first || (words.length === 1 && !first.isForeign)) return [];
  const without =
    letters.length < forgivingLetters ? [] : [...new Set(letters)].map((letter) => letters.replace(letter, ""));
  const forms = words.flatMap(({ names }, at) =>
    words.flatMap((other, otherAt) => (at === otherAt ? [] : names.map((name) => `f ${name} ${other.sound}`))),
  );
  const pairs = words.length < 3 ? [] : rest.map((word) => lettersOf([first, word]));
  return [...[letters, ...pairs, ...without].map((key) => `n ${key}`), consonantKey(given, family), ...forms];
}

function lettersOf(words: readonly NameWord[]): string {
  return [...words.map(({ sound }) => sound).join("")].sort().join("");
}

/** The consonants of the given and the family name. A name in one word has its family name first. */
function consonantKey(given: readonly NameWord[], family: readonly NameWord[]): string {
  const latin = (words: readonly NameWord[]) => words.map((word) => word.latin).join("");
  const [whole] = given;
  let halves = [latin(given), latin(family)];
  if (family.length === 0) halves = [latin(given.slice(0, -1)), latin(given.slice(-1))];
  if (family.length === 0 && given.length === 1 && whole) {
    const [head = "", ...tail] = whole.text;
    halves = [latinOf(head), latinOf(tail.join(""))];
  }
  return `c ${halves.map(consonantsOf).sort().join(" ")}`;
}
