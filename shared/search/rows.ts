/** Contacts as they are searched. Each has a place, a number, so that lists of numbers can say who has something. */
import { AboutWords } from "./about-words.ts";
import type { SearchEntry } from "./entry.ts";
import { NameWords, wordsOf } from "./name-words.ts";
import { TextBlocks } from "./text-blocks.ts";

export class Rows {
  readonly texts = new TextBlocks();
  readonly names = new NameWords();
  /** By place; undefined where a place is free. */
  readonly entries: (SearchEntry | undefined)[] = [];
  readonly about = new AboutWords(this.entries);
  /** By place, for not to read them from entries, which lie all over the memory. */
  readonly ids: string[] = [];
  /** By place, how many different words the name has. */
  readonly nameLengths: number[] = [];
  private readonly places = new Map<string, number>();

  get size(): number {
    return this.places.size;
  }

  /** How many places there are, with those that are free. */
  get capacity(): number {
    return this.texts.places;
  }

  /** Whether most of what is compared with queries belongs to nobody any more. */
  get isStale(): boolean {
    return this.names.isStale || this.about.isStale;
  }

  /** The places of all contacts. */
  occupied(): Iterable<number> {
    return this.places.values();
  }

  placeOf(id: string): number | undefined {
    return this.places.get(id);
  }

  /** Gives the place. The id has none yet. */
  add(entry: SearchEntry): number {
    const place = this.texts.add(entry.text);
    const words = wordsOf(entry.first, entry.middle, entry.last);
    this.names.add(words, place);
    this.about.add(entry, place);
    this.entries[place] = entry;
    this.ids[place] = entry.id;
    this.nameLengths[place] = words.size;
    this.places.set(entry.id, place);
    return place;
  }

  remove(place: number): void {
    const entry = this.entries[place];
    if (!entry) return;
    this.names.remove(wordsOf(entry.first, entry.middle, entry.last), place);
    this.about.remove(entry, place);
    this.texts.remove(place);
    this.entries[place] = undefined;
    this.places.delete(entry.id);
  }
}
