/**
 * The words of headlines, positions, locations, addresses and notes, for finding them in other letters; in their own
 * they are searched as text. To take them up takes as long as some searches, so that is done when a query needs it,
 * which in most accounts is never. Latin words of notes are so many that they are not taken up at all.
 */
import type { SearchEntry } from "./entry.ts";
import { fit } from "./fit.ts";
import type { QueryWord } from "./query.ts";
import { isForeign } from "./romanise.ts";
import { aboutOf, notedOf } from "./searched-text.ts";
import { SpeltWords } from "./spelt-words.ts";
import { WordPlaces } from "./word-places.ts";

/** Cyrillic and Greek words, or the others. */
type Script = "foreign" | "latin";

export class AboutWords {
  private readonly words = new WordPlaces();
  private readonly spelt = new SpeltWords();
  private readonly taken = new Set<Script>();
  /** By place; undefined where nobody is. */
  private readonly entries: readonly (SearchEntry | undefined)[];

  constructor(entries: readonly (SearchEntry | undefined)[]) {
    this.entries = entries;
  }

  get isStale(): boolean {
    return this.words.isStale;
  }

  add({ text }: SearchEntry, place: number): void {
    for (const script of this.taken) this.take(script, text, place);
  }

  remove({ text }: SearchEntry, place: number): void {
    for (const script of this.taken) for (const word of wordsIn(text, script)) this.words.remove(word, place);
  }

  /** For each word that is the query word, or has it inside, in other letters: the places of who has it. */
  placesWith(query: QueryWord): (readonly number[])[] {
    if (query.spellings.written === null) return [];
    this.takeAll(query.foreign ? "latin" : "foreign");
    const fits = new Uint8Array(this.words.size).fill(fit.none);
    this.spelt.compare({ ...query, forgiving: false }, fits);
    const found: (readonly number[])[] = [];
    for (let word = 0; word < fits.length; word++) {
      if ((fits[word] ?? fit.none) <= fit.inside) found.push(this.words.placesOf(word));
    }
    return found;
  }

  private takeAll(script: Script): void {
    if (this.taken.has(script)) return;
    this.taken.add(script);
    for (const [place, entry] of this.entries.entries()) if (entry) this.take(script, entry.text, place);
  }

  private take(script: Script, text: string, place: number): void {
    for (const word of wordsIn(text, script)) {
      const number = this.words.add(word, place);
      if (number !== null) this.spelt.add({ text: word, word: number, isPart: false });
    }
  }
}

function wordsIn(text: string, script: Script): string[] {
  if (script === "latin") return aboutOf(text).filter((word) => !isForeign(word));
  return isForeign(text) ? [...aboutOf(text), ...notedOf(text)].filter(isForeign) : [];
}
