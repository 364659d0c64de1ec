/** The searched contacts. Each has a number, its slot, so that ranks can be arrays of numbers. */
import type { Lookup } from "../contact/store/contact-derived.ts";
import type { SearchEntry } from "./entry.ts";
import type { QueryWord } from "./query.ts";
import { aboutOf, mayHaveNumber, notedOf } from "./searched-text.ts";
import { isForeign } from "./spellings.ts";
import { TextFilter } from "./text-filter.ts";
import { ValueIndex } from "./value-index.ts";
import { type Found, WordIndex } from "./word-index.ts";

/** Cyrillic and Greek words, or the others. */
type Script = "foreign" | "latin";

export class IndexedContacts {
  /** By slot; undefined for a free slot. */
  readonly entries: (SearchEntry | undefined)[] = [];
  /** By slot. A search that finds many contacts need not read their entries. */
  readonly ids: string[] = [];
  /** By slot, for the same reason: reading thousands of texts by way of their entries takes a third longer. */
  readonly searchedTexts: string[] = [];
  readonly texts = new TextFilter(this.entries);
  // Indexing words or values takes as long as some searches, so it is done when a query or an import first needs it.
  private nameIndex: WordIndex | undefined;
  private valueIndex: ValueIndex | undefined;
  /** The words of other fields, which are compared with query words in another script. */
  private readonly others = new Map<Script, WordIndex>();
  private readonly slots = new Map<string, number>();
  private readonly free: number[] = [];

  get size(): number {
    return this.slots.size;
  }

  /** The words of the names. */
  get names(): WordIndex {
    if (!this.nameIndex) {
      this.nameIndex = new WordIndex();
      for (const [slot, entry] of this.entries.entries()) if (entry) this.nameIndex.add(nameWords(entry), slot);
    }
    return this.nameIndex;
  }

  /** The ids of at most `most` contacts that may have this value, the oldest first. */
  idsWith(lookup: Lookup, most: number): string[] {
    if (!this.valueIndex) {
      this.valueIndex = new ValueIndex();
      for (const [slot, entry] of this.entries.entries()) if (entry) this.valueIndex.add(entry, slot);
    }
    const entries = this.valueIndex.find(lookup).flatMap((slot) => this.entries[slot] ?? []);
    const ids: string[] = [];
    for (const { id, text } of entries.sort((one, other) => (one.id < other.id ? -1 : 1))) {
      if (ids.length === most) break;
      if (lookup.kind !== "phone" || mayHaveNumber(text, lookup.value)) ids.push(id);
    }
    return ids;
  }

  slotOf(id: string): number | undefined {
    return this.slots.get(id);
  }

  /** Returns the slot. The id must not have one. */
  add(entry: SearchEntry): number {
    const slot = this.free.pop() ?? this.entries.length;
    this.entries[slot] = entry;
    this.ids[slot] = entry.id;
    this.searchedTexts[slot] = entry.text;
    this.slots.set(entry.id, slot);
    this.texts.add(entry, slot);
    this.nameIndex?.add(nameWords(entry), slot);
    this.valueIndex?.add(entry, slot);
    for (const [script, words] of this.others) words.add(otherWords(entry, script), slot);
    return slot;
  }

  remove(slot: number): void {
    const entry = this.entries[slot];
    if (!entry) return;
    this.entries[slot] = undefined;
    this.searchedTexts[slot] = "";
    this.slots.delete(entry.id);
    this.free.push(slot);
    this.texts.remove(entry, slot);
    this.nameIndex?.remove(nameWords(entry), slot);
    this.valueIndex?.remove(entry, slot);
    for (const [script, words] of this.others) words.remove(otherWords(entry, script), slot);
  }

  /** Finds contacts that have the query word in another script in other fields than the name. */
  rankSpelt(query: QueryWord, found: Found): void {
    if (query.spellings.written === null) return;
    const script = query.foreign ? "latin" : "foreign";
    const words = this.others.get(script) ?? this.indexOthers(script);
    words.rankSpelt(query, found);
  }

  private indexOthers(script: Script): WordIndex {
    const words = new WordIndex();
    for (const [slot, entry] of this.entries.entries()) if (entry) words.add(otherWords(entry, script), slot);
    this.others.set(script, words);
    return words;
  }
}

/** The different words of the name. */
export function nameWords({ first, middle, last }: SearchEntry): ReadonlySet<string> {
  const words = new Set([first, middle, last].flatMap((name) => (name.includes(" ") ? name.split(" ") : name)));
  words.delete("");
  return words;
}

/** Latin words of notes are left out, because there are too many. */
function otherWords({ text }: SearchEntry, script: Script): string[] {
  if (script === "latin") return aboutOf(text).filter((word) => !isForeign(word));
  return isForeign(text) ? [...aboutOf(text), ...notedOf(text)].filter(isForeign) : [];
}
