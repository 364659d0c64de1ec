/** The words of all names, each once: a query is compared with some thousands of words and not with every contact. */
import { fit } from "./fit.ts";
import { type Form, FormList } from "./form-list.ts";
import type { QueryWord } from "./query.ts";
import { isForeign } from "./romanise.ts";
import { spellingsOf } from "./spellings.ts";
import { SpeltWords } from "./spelt-words.ts";
import { WordPlaces } from "./word-places.ts";

export class NameWords {
  private readonly words = new WordPlaces();
  private readonly written = new FormList();
  private readonly spelt = new SpeltWords();
  /** Parts of the words that have some, by number. */
  private readonly parts = new Map<number, readonly string[]>();

  get isStale(): boolean {
    return this.words.isStale;
  }

  placesOf(word: number): readonly number[] {
    return this.words.placesOf(word);
  }

  /** Takes up different words of one name. */
  add(words: Iterable<string>, place: number): void {
    for (const text of words) {
      const word = this.words.add(text, place);
      if (word !== null) this.addForms(text, word);
    }
  }

  remove(words: Iterable<string>, place: number): void {
    for (const text of words) this.words.remove(text, place);
  }

  /** How the query word fits each word, by number. */
  fitsOf(query: QueryWord): Uint8Array {
    const fits = new Uint8Array(this.words.size).fill(fit.none);
    this.written.compare(query.text, query.forgiving, fits);
    this.spelt.compare(query, fits);
    return fits;
  }

  /** Whether the words of a query are, together, all parts of this word. */
  isMadeOf(word: number, queries: readonly QueryWord[]): boolean {
    const parts = this.parts.get(word);
    return parts?.every((part) => queries.some((query) => isSame(query, part))) ?? false;
  }

  private addForms(text: string, word: number): void {
    const parts = partsOf(text);
    const forms: Form[] = [{ text, word, isPart: false }, ...parts.map((part) => ({ text: part, word, isPart: true }))];
    if (parts.length > 0) this.parts.set(word, parts);
    for (const form of forms) {
      this.written.add(form);
      this.spelt.add(form);
    }
  }
}

/** The different words of folded names. */
export function wordsOf(...names: readonly string[]): ReadonlySet<string> {
  const words = new Set(names);
  for (const name of names) {
    if (!name.includes(" ")) continue;
    words.delete(name);
    for (const word of name.split(" ")) words.add(word);
  }
  words.delete("");
  return words;
}

/** Emoji are as letters. */
const other = /[^\p{L}\p{M}\p{N}\p{So}]/u;
const others = /[^\p{L}\p{M}\p{N}\p{So}]+/u;

/** What a word is made of that has more than letters and digits: Anna and Lena of Anna-Lena. */
function partsOf(text: string): string[] {
  return other.test(text) ? text.split(others).filter((part) => part !== "") : [];
}

function isSame(query: QueryWord, part: string): boolean {
  if (query.foreign === isForeign(part)) return query.text === part;
  const { written, keys } = spellingsOf(part);
  if (written === null) return false;
  return written === query.spellings.written || keys.some((key) => query.spellings.keys.includes(key));
}
