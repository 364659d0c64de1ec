/** Which contacts answer a query, and how well. */
import { fit } from "./fit.ts";
import { rankPlainly } from "./plain-ranks.ts";
import type { Query, QueryWord } from "./query.ts";
import { rank } from "./rank.ts";
import type { Rows } from "./rows.ts";
import { hasDigits } from "./searched-text.ts";
import { rankWord } from "./word-ranks.ts";

/** Different words of a query that are looked for each by itself: 500 characters may have 250. */
const manyWords = 12;

/** Ranks by place. A query without words finds nobody: it would else choose everybody, also for deletion. */
export function ranksOf(rows: Rows, { numbers, words }: Query): Uint8Array {
  if (words.length > manyWords) return rankPlainly(rows, words);
  const ranks = new Uint8Array(rows.capacity).fill(words.length > 0 ? rank.wholeName : rank.none);
  const fits: Uint8Array[] = [];
  for (const word of words) {
    const left = fits.length === 0 ? null : placesLeft(ranks);
    if (left?.length === 0) return ranks;
    const found = rankWord(rows, word, left);
    for (let place = 0; place < ranks.length; place++) {
      const worst = found.ranks[place] ?? rank.none;
      if (worst > (ranks[place] ?? rank.none)) ranks[place] = worst;
    }
    fits.push(found.fits);
  }
  if (ranks.includes(rank.wholeWord)) markWholeNames(ranks, rows, words, fits);
  if (numbers.length > 0) markScattered(ranks, rows, numbers);
  return ranks;
}

function placesLeft(ranks: Uint8Array): number[] {
  const left: number[] = [];
  for (let place = 0; place < ranks.length; place++) if (ranks[place] !== rank.none) left.push(place);
  return left;
}

/** Where all words are words of the name, and no word of the name is left. */
function markWholeNames(ranks: Uint8Array, rows: Rows, words: readonly QueryWord[], fits: readonly Uint8Array[]): void {
  const named = new Uint16Array(ranks.length);
  for (const number of wholeWords(rows, words, fits)) {
    for (const place of rows.names.placesOf(number)) named[place] = (named[place] ?? 0) + 1;
  }
  for (let place = 0; place < ranks.length; place++) {
    if (ranks[place] === rank.wholeWord && named[place] === rows.nameLengths[place]) ranks[place] = rank.wholeName;
  }
}

/** Numbers of the words of names that are words of the query; the parts of Anna-Lena may be there instead of it. */
function wholeWords(rows: Rows, words: readonly QueryWord[], fits: readonly Uint8Array[]): Set<number> {
  const found = new Set<number>();
  for (const of of fits) {
    for (let number = 0; number < of.length; number++) {
      const isWhole = of[number] === fit.whole || (of[number] === fit.part && rows.names.isMadeOf(number, words));
      if (isWhole) found.add(number);
    }
  }
  return found;
}

function markScattered(ranks: Uint8Array, { entries }: Rows, numbers: readonly string[]): void {
  for (let place = 0; place < ranks.length; place++) {
    if (ranks[place] !== rank.anywhere) continue;
    const text = entries[place]?.text ?? "";
    if (!numbers.every((number) => hasDigits(text, number))) ranks[place] = rank.scattered;
  }
}
