/** Queries of very many words, in a time that does not grow with their number. */
import { Automaton } from "./automaton.ts";
import type { SearchEntry } from "./entry.ts";
import type { QueryWord } from "./query.ts";
import { rank } from "./rank.ts";
import type { Rows } from "./rows.ts";
import { phonesOf } from "./searched-text.ts";
import { rankWord } from "./word-ranks.ts";

/** Contacts that are looked at to learn which words are rare. */
const sampleSize = 500;
/** Words that all contacts are searched for one by one, so that few are left to be searched for all. */
const rareWords = 2;

/**
 * By place: anywhere or none. No name has so many words, so they are only looked for as text: no letter is forgiven, no
 * other script is tried and names do not come first.
 */
export function rankPlainly(rows: Rows, words: readonly QueryWord[]): Uint8Array {
  const search = plainSearch(words);
  const ranks = new Uint8Array(rows.capacity).fill(rank.none);
  for (const place of likelyPlaces(rows, words, search)) {
    const entry = rows.entries[place];
    if (entry && !search(entry).includes(0)) ranks[place] = rank.anywhere;
  }
  return ranks;
}

/** The places of all who have the words that seem to be the rarest, if some are. */
function likelyPlaces(rows: Rows, words: readonly QueryWord[], search: PlainSearch): readonly number[] {
  const all = [...rows.occupied()];
  const step = Math.ceil(all.length / sampleSize);
  const sample = all.filter((_, at) => at % step === 0);
  const counts = new Uint32Array(words.length);
  for (const place of sample) {
    const entry = rows.entries[place];
    if (entry) for (const [index, found] of search(entry).entries()) counts[index] = (counts[index] ?? 0) + found;
  }
  const share = (word: number) => (counts[word] ?? 0) / sample.length;
  const rare = [...words.keys()].filter((word) => share(word) < 0.5).sort((one, other) => share(one) - share(other));
  return rare.slice(0, rareWords).reduce<readonly number[]>((places, index) => {
    const word = words[index];
    const ranks = word && rankWord(rows, word, places).ranks;
    return ranks ? places.filter((place) => (ranks[place] ?? rank.none) <= rank.anywhere) : places;
  }, all);
}

/** Says of each word whether the entry has it, by 1 or 0. The answer is good until the next one. */
type PlainSearch = (entry: SearchEntry) => Uint8Array;

function plainSearch(words: readonly QueryWord[]): PlainSearch {
  const inTexts = new Automaton(words.map(({ text }) => text));
  const addresses = new Alternatives(words.map(({ addresses }) => addresses));
  const numbers = new Alternatives(words.map(({ digits }) => (digits === null ? [] : [digits])));
  const found = new Uint8Array(words.length);
  return ({ first, middle, last, text }) => {
    found.fill(0);
    inTexts.search([first, middle, last, text], found);
    addresses.search(text, found);
    numbers.search(phonesOf(text), found);
    return found;
  };
}

/** What else stands for some of the words. */
class Alternatives {
  private readonly automaton: Automaton;
  /** Of the words. */
  private readonly indexes: number[];
  private readonly found: Uint8Array;

  /** For each word, what stands for it. */
  constructor(texts: readonly (readonly string[])[]) {
    this.indexes = texts.flatMap((some, index) => some.map(() => index));
    this.automaton = new Automaton(texts.flat());
    this.found = new Uint8Array(this.indexes.length);
  }

  search(text: string, found: Uint8Array): void {
    if (this.indexes.length === 0) return;
    this.found.fill(0);
    this.automaton.search([text], this.found);
    for (const [at, index] of this.indexes.entries()) if (this.found[at] === 1) found[index] = 1;
  }
}
