/** One word of a query against all contacts. */
import { type Fit, fit } from "./fit.ts";
import type { QueryWord } from "./query.ts";
import { rank, rankOfFit } from "./rank.ts";
import type { Rows } from "./rows.ts";
import { hasDigits, phonesStart } from "./searched-text.ts";

export interface WordRanks {
  /** Of contacts, by place. */
  ranks: Uint8Array;
  /** Of words of names, by number. */
  fits: Uint8Array;
}

/** How many times longer it takes to look into one text than into one of all. */
const costOfOne = 5;

/** For null of all contacts, otherwise right for those at these places alone. */
export function rankWord(rows: Rows, word: QueryWord, places: readonly number[] | null): WordRanks {
  const ranks = new Uint8Array(rows.capacity).fill(rank.none);
  const fits = rows.names.fitsOf(word);
  for (let number = 0; number < fits.length; number++) {
    const found = rankOfFit[(fits[number] ?? fit.none) as Fit];
    if (found !== rank.none) improve(ranks, rows.names.placesOf(number), found);
  }
  if (places && places.length * costOfOne < rows.capacity) lookInto(places, rows, word, ranks);
  else lookIntoAll(rows, word, ranks);
  for (const list of rows.about.placesWith(word)) improve(ranks, list, rank.anywhere);
  return { ranks, fits };
}

function improve(ranks: Uint8Array, places: readonly number[], found: number): void {
  for (const place of places) if (found < (ranks[place] ?? 0)) ranks[place] = found;
}

function lookIntoAll({ texts }: Rows, { addresses, digits, text }: QueryWord, ranks: Uint8Array): void {
  for (const sought of [text, ...addresses]) texts.lower(ranks, rank.anywhere, sought);
  if (digits !== null) texts.lower(ranks, rank.anywhere, digits, phonesStart);
}

function lookInto(places: readonly number[], { entries }: Rows, word: QueryWord, ranks: Uint8Array): void {
  for (const place of places) {
    const isOpen = (ranks[place] ?? 0) > rank.anywhere;
    if (isOpen && isInText(entries[place]?.text ?? "", word)) ranks[place] = rank.anywhere;
  }
}

function isInText(searched: string, { addresses, digits, text }: QueryWord): boolean {
  return (
    searched.includes(text) ||
    addresses.some((address) => searched.includes(address)) ||
    (digits !== null && hasDigits(searched, digits))
  );
}
