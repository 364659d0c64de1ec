/**
 * The different words of contacts, each with the slots of the contacts that have it: a query is compared with some
 * thousands of words and not with the words of every contact.
 */
import type { QueryWord } from "./query.ts";
import { isForeign, type Spellings, spellingsOf } from "./spellings.ts";

/** How well a contact matches a query word, from best to worst. The worst word of a query decides its rank. */
export const rank = {
  /** The query has exactly the words of the name. */
  wholeName: 0,
  /** A word of the name, or a part of one: Lena in Anna-Lena. */
  wholeWord: 1,
  /** The start of a word of the name. */
  start: 2,
  /** Anywhere else. */
  anywhere: 3,
  /** Anywhere, but the digits of a phone number are not together. */
  scattered: 4,
  /** A word of the name with one edit. */
  nearWord: 5,
  /** The start of a word of the name with one edit. */
  nearStart: 6,
  none: 7,
} as const;

/** A word, or a part of it: Anna and Lena are parts of Anna-Lena. */
interface Form {
  text: string;
  foreign: boolean;
  /** Null until they are first needed, because most accounts have one script. */
  spellings: Spellings | null;
}

export interface Word extends Form {
  parts: readonly Form[];
  slots: number[];
}

/** The contacts that match a query word. */
export interface Found {
  /** By slot. */
  ranks: Uint8Array;
  /** Has the bit of each of them, see `Selection`, and may have others. */
  bits: Uint32Array;
}

/** Letters that a spelling must have for one of them to be wrong; a key needs more, because it is coarser. */
const forgivingLetters = { written: 4, key: 5 };

export class WordIndex {
  private readonly words = new Map<string, Word>();
  /** The number of words by slot. */
  private readonly counts: number[] = [];

  /** Adds the different words of a contact. */
  add(texts: Iterable<string>, slot: number): void {
    this.counts[slot] = 0;
    for (const text of texts) {
      this.counts[slot]++;
      const known = this.words.get(text);
      if (known) known.slots.push(slot);
      else this.words.set(text, { ...formOf(text), parts: partsOf(text), slots: [slot] });
    }
  }

  remove(texts: Iterable<string>, slot: number): void {
    for (const text of texts) {
      const slots = this.words.get(text)?.slots ?? [];
      slots.splice(slots.indexOf(slot), 1);
      if (slots.length === 0) this.words.delete(text);
    }
  }

  /** Finds contacts that have a word which the query word is, starts, is inside of or nearly is. Returns the words that it is. */
  rank(query: QueryWord, found: Found): Word[] {
    const whole: Word[] = [];
    for (const word of this.words.values()) {
      let best = rankOf(query, word);
      for (const part of word.parts) best = Math.min(best, rankOf(query, part));
      if (best !== rank.none) improve(found, word.slots, best);
      if (best === rank.wholeWord) whole.push(word);
    }
    return whole;
  }

  /** Finds contacts that have the query word, or a word that has it inside, in other letters. */
  rankSpelt(query: QueryWord, found: Found): void {
    const exact = { ...query, forgiving: false };
    for (const word of this.words.values()) {
      if (rankOfSpellings(exact, word) !== rank.none) improve(found, word.slots, rank.anywhere);
    }
  }

  /** Counts the words of the contacts, by slot, that the query words have, or all their parts. `found` has all words that one of them is. */
  countCovered(found: ReadonlySet<Word>, queries: readonly QueryWord[], counts: Uint16Array): void {
    const has = (form: Form) => queries.some((query) => rankOf(query, form) === rank.wholeWord);
    for (const word of found) {
      if (!has(word) && !(word.parts.length > 0 && word.parts.every(has))) continue;
      for (const slot of word.slots) counts[slot] = (counts[slot] ?? 0) + 1;
    }
  }

  /** The number of words of a contact. */
  countAt(slot: number): number {
    return this.counts[slot] ?? 0;
  }
}

function improve({ ranks, bits }: Found, slots: readonly number[], better: number): void {
  for (const slot of slots) {
    if (better < (ranks[slot] ?? 0)) ranks[slot] = better;
    bits[slot >>> 5] = (bits[slot >>> 5] ?? 0) | (1 << (slot & 31));
  }
}

function formOf(text: string): Form {
  return { text, foreign: isForeign(text), spellings: null };
}

/** Emoji are as letters. */
const separator = /[^\p{L}\p{M}\p{N}\p{So}]+/u;

const noParts: readonly Form[] = [];

/** The parts of a word with other characters than letters and digits, such as Anna-Lena. */
function partsOf(text: string): readonly Form[] {
  if (!separator.test(text)) return noParts;
  const parts = text.split(separator).filter((part) => part !== "");
  return parts.map(formOf);
}

function rankOf(query: QueryWord, form: Form): number {
  const found = rankOfText(query.text, form.text, query.forgiving);
  return query.foreign === form.foreign ? found : Math.min(found, rankOfSpellings(query, form));
}

function rankOfSpellings({ forgiving, spellings: sought }: QueryWord, form: Form): number {
  form.spellings ??= spellingsOf(form.text);
  const { written, keys } = form.spellings;
  if (sought.written === null || written === null) return rank.none;
  let best = rankOfText(sought.written, written, forgiving && sought.written.length >= forgivingLetters.written);
  for (const key of sought.keys) {
    for (const other of keys) {
      best = Math.min(best, rankOfText(key, other, forgiving && key.length >= forgivingLetters.key));
    }
  }
  return best;
}

function rankOfText(query: string, text: string, forgiving: boolean): number {
  const at = text.indexOf(query);
  if (at === 0) return query.length === text.length ? rank.wholeWord : rank.start;
  if (at > 0) return rank.anywhere;
  const near = forgiving ? nearness(query, text) : null;
  if (near === null) return rank.none;
  return near === "whole" ? rank.nearWord : rank.nearStart;
}

type Nearness = "whole" | "start" | null;

/**
 * Whether the query word becomes the whole word, or a start of it, by at most one edit: a letter changed, left out or added, or
 * two neighbours swapped (optimal string alignment distance). A single edit is at the first difference, so the cost is linear.
 */
export function nearness(query: string, word: string): Nearness {
  return hasPairs(query) || hasPairs(word) ? nearnessOfUnits(...inUnits(query, word)) : nearnessOfUnits(query, word);
}

/** Whether a text has letters of two code units (beyond U+FFFF). */
function hasPairs(text: string): boolean {
  return /[\ud800-\udbff]/.test(text);
}

/** Replaces each letter of two code units by one unit, the same one for the same letter. */
function inUnits(one: string, other: string): [one: string, other: string] {
  const units = new Map<string, string>();
  const replace = (text: string) =>
    text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, (letter) => {
      const unit = units.get(letter) ?? String.fromCharCode(0xd800 + units.size);
      units.set(letter, unit);
      return unit;
    });
  return [replace(one), replace(other)];
}

function nearnessOfUnits(query: string, word: string): Nearness {
  const at = firstDifference(query, word);
  const longer = word.length - query.length;
  // The word starts with the query, and may have one more letter.
  if (at === query.length) return longer <= 1 ? "whole" : "start";
  const changed = at < word.length && goesOn(query, at + 1, word, at + 1);
  const added = goesOn(query, at + 1, word, at);
  const leftOut = goesOn(query, at, word, at + 1);
  const swapped = areSwapped(query, word, at) && goesOn(query, at + 2, word, at + 2);
  if (longer === 0 ? changed || swapped : (longer === -1 && added) || (longer === 1 && leftOut)) return "whole";
  return changed || added || leftOut || swapped ? "start" : null;
}

function firstDifference(query: string, word: string): number {
  let at = 0;
  while (at < query.length && query.charCodeAt(at) === word.charCodeAt(at)) at++;
  return at;
}

function areSwapped(query: string, word: string, at: number): boolean {
  return query.charCodeAt(at) === word.charCodeAt(at + 1) && query.charCodeAt(at + 1) === word.charCodeAt(at);
}

/** Whether the rest of the word starts with the rest of the query. */
function goesOn(query: string, from: number, word: string, wordFrom: number): boolean {
  return word.startsWith(query.slice(from), wordFrom);
}
