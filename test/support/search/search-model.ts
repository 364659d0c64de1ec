/**
 * A model of searches by the contract. Where the contract can be read in two ways, the narrow reading gives the contacts that
 * must be found, and the wide one those that may be found. The ranks have two bounds for the same reason.
 */
import { inLatin, plainText } from "./plain-letters.ts";

/** The fields of contacts in the model, in the form of requests and answers. */
export interface ModelBody {
  firstName: string;
  lastName: string;
  middleName: string | null;
  headline: string | null;
  position: string | null;
  location: string | null;
  addresses: { type: string; addressLine1: string; addressCity: string }[];
  notes: string | null;
  emails: { preferred: boolean; type: string; value: string }[];
  phones: { preferred: boolean; type: string; prefix: string; value: string }[];
  network_a: string | null;
  network_b: string | null;
  network_d: string | null;
  website: string | null;
  keepFrequencyDays: number | null;
  lastInteraction: string | null;
}

/** Ranks are 0 for a whole name, 1 for the start of a name, 2 for other matches, 3 for a match with one edit. */
export interface SearchVerdict {
  certain: boolean;
  possible: boolean;
  bestRank: number;
  worstRank: number;
}

export function searchVerdict(search: string, body: ModelBody): SearchVerdict {
  const words = search.split(" ").filter((word) => word !== "");
  const read = fieldsOf(body);
  const verdicts = words.map((word) => wordVerdict(word, read));
  const ranks = { best: verdicts.map(({ bestRank }) => bestRank), worst: verdicts.map(({ worstRank }) => worstRank) };
  return {
    certain: verdicts.every(({ certain }) => certain),
    possible: verdicts.every(({ possible }) => possible),
    bestRank: ranks.best.includes(3) ? 3 : Math.min(...ranks.best),
    worstRank: Math.max(...ranks.worst),
  };
}

interface Fields {
  /** First and last name. Only they have a certain rank. */
  mainNames: string[];
  names: string[];
  /** Headline, position, location, addresses, lines of notes, e-mail addresses, handles, website. */
  others: string[];
  /** Only the digits of each number. */
  phones: string[];
}

function fieldsOf(body: ModelBody): Fields {
  const mainNames = [body.firstName, body.lastName].map(plainText);
  const { middleName, headline, position, location, network_a, network_b, network_d, website } = body;
  const prose = [headline, position, location, ...(body.notes?.split("\n") ?? [])];
  const streets = body.addresses.flatMap(({ addressLine1, addressCity }) => [addressLine1, addressCity]);
  const plain = (texts: readonly (string | null)[]) => texts.flatMap((text) => (text ? [plainText(text)] : []));
  return {
    mainNames,
    names: [...mainNames, ...plain([middleName])],
    others: plain([...prose, ...streets, ...body.emails.map(({ value }) => value), network_a, network_b, website]),
    phones: [...body.phones.map(({ prefix, value }) => prefix + value), network_d ?? ""].map(digitsOf),
  };
}

function wordVerdict(written: string, fields: Fields): SearchVerdict {
  const word = plainText(written);
  const exact = { certain: certainlyExact(word, fields), possible: possiblyExact(word, fields) };
  return {
    certain: exact.certain || certainlyForgiven(word, written, fields),
    possible: exact.possible || possiblyForgiven(word, written, fields),
    bestRank: exact.possible ? bestRank(word, fields) : 3,
    worstRank: exact.certain ? worstRank(word, fields) : 3,
  };
}

/** Handles of network_a are stored as addresses, and the handle follows the host. */
const profileStart = /^https:\/\/www\.linkedin\.com\/in\/|^https?:\/\/(?:www\.)?/;
const oneScript = /^(?:[a-z]+|\p{sc=Greek}+|\p{sc=Cyrillic}+)$/u;
const latinWord = /^[a-z]+$/;
const punctuation = /[^\p{L}\p{N}\p{So}]+/u;
/** Emojis may separate words. */
const between = /[^\p{L}\p{N}]+/u;

function certainlyExact(word: string, { names, others, phones }: Fields): boolean {
  const texts = [...names, ...others.map((text) => text.replace(profileStart, ""))];
  if (texts.some((text) => text.includes(word))) return true;
  if (/^[+(]*[1-9][\d()-]*$/.test(word) && phones.some((phone) => phone.includes(digitsOf(word)))) return true;
  return names.some(
    (name) =>
      [word, name].every((text) => oneScript.test(text)) &&
      [word, name].some((text) => latinWord.test(text)) &&
      inLatin(name).includes(inLatin(word)),
  );
}

/** The word has four letters by every way of counting, and the word of the name has only letters. */
function certainlyForgiven(word: string, written: string, { names }: Fields): boolean {
  if (Math.min(lettersOf(written), lettersOf(word)) < 4 || !oneScript.test(word)) return false;
  return names.some((name) => name.split(" ").some((part) => oneScript.test(part) && nearStart(word, part)));
}

function possiblyExact(word: string, { names, others, phones }: Fields): boolean {
  const texts = [...names, ...others];
  const has = (piece: string) => texts.some((text) => loosely(text, piece, (one, other) => one.includes(other)));
  const digits = digitsOf(word).replace(/^0+/, "");
  if (/\d/.test(word) && phones.some((phone) => phone.includes(digits))) return true;
  // Punctuation may separate words, and may be ignored on its own. A pasted address may match its handle.
  return word.split(punctuation).every(has) || (word.includes("/") && has(word.slice(word.lastIndexOf("/") + 1)));
}

function possiblyForgiven(word: string, written: string, fields: Fields): boolean {
  const parts = fields.names.flatMap((name) => [...name.split(" "), ...name.split(between)]);
  const near = (piece: string) => parts.some((part) => loosely(piece, part, nearStart));
  if (Math.max(lettersOf(written), lettersOf(word)) < 4) return false;
  return near(word) || word.split(punctuation).every((piece) => possiblyExact(piece, fields) || near(piece));
}

function bestRank(word: string, { names }: Fields): number {
  if (between.test(word)) return 0;
  const parts = names.flatMap((name) => [name, ...name.split(" "), ...name.split(between)]);
  if (parts.some((part) => loosely(part, word, (one, other) => one === other))) return 0;
  return parts.some((part) => loosely(part, word, (one, other) => one.startsWith(other))) ? 1 : 2;
}

/**
 * Compares Latin spellings. If a text has another script, apostrophes may be soft signs, double letters may be single, and
 * `ts` and `tz` are equal.
 */
function loosely(one: string, other: string, meet: (one: string, other: string) => boolean): boolean {
  const [ours, theirs] = [inLatin(one), inLatin(other)];
  if (ours === one && theirs === other) return meet(one, other);
  return soundsOf(ours).some((sound) => soundsOf(theirs).some((another) => meet(sound, another)));
}

function soundsOf(latin: string): string[] {
  const soft = latin.replaceAll("'", "").replace(/t[sz]/g, "c");
  return [latin, soft, soft.replace(/(.)\1+/gu, "$1")];
}

function worstRank(word: string, { mainNames }: Fields): number {
  if (mainNames.includes(word)) return 0;
  return mainNames.some((name) => name.startsWith(word)) ? 1 : 2;
}

/** Whether at most one edit leads to the word of the name or to its start. */
function nearStart(word: string, part: string): boolean {
  return [...part].some((_letter, at) => withinOneEdit(word, [...part].slice(0, at + 1).join("")));
}

/** A letter changed, left out or added, or two neighbours swapped. */
function withinOneEdit(one: string, other: string): boolean {
  const [ours, theirs] = [[...one], [...other]];
  const start = ours.findIndex((letter, at) => letter !== theirs[at]);
  if (start < 0) return theirs.length - ours.length <= 1;
  const [a, b] = [ours.slice(start), theirs.slice(start)];
  const equal = (some: readonly string[], more: readonly string[]) => some.join("") === more.join("");
  return (
    equal(a.slice(1), b.slice(1)) ||
    equal(a.slice(1), b) ||
    equal(a, b.slice(1)) ||
    equal(a, [...b.slice(0, 2).toReversed(), ...b.slice(2)])
  );
}

function lettersOf(text: string): number {
  return [...text.normalize("NFC")].length;
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}
