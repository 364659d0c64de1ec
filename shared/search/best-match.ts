/** Ranks contacts by how well they match a query. */
import type { SearchEntry } from "./entry.ts";
import type { IndexedContacts } from "./indexed-contacts.ts";
import type { Query, QueryWord } from "./query.ts";
import { hasDigits } from "./searched-text.ts";
import { hasBit, type Selection } from "./text-filter.ts";
import { type Found, rank, type Word } from "./word-index.ts";

/** A query with more words is only searched as text, because no name has more. */
const manyWords = 12;

/** A word of the query with the contacts that have it in the name, and those that may have it in the text. */
interface Sought {
  word: QueryWord;
  found: Found;
  inText: Selection;
}

/** The ranks by slot. A query without words matches no contact, because a bulk deletion would otherwise select all of them. */
export function ranksOf(contacts: IndexedContacts, { numbers, words }: Query): Uint8Array {
  const { entries, names } = contacts;
  const ranks = new Uint8Array(entries.length).fill(rank.none);
  if (words.length === 0) return ranks;
  if (words.length > manyWords) return ranks.map((_, slot) => plainRank(entries[slot], words));
  contacts.texts.extend();
  const wholeWords = new Set<Word>();
  const sought = words.map((word): Sought => {
    const inText = contacts.texts.select([
      word.text,
      ...word.addresses,
      ...(word.digits === null ? [] : [word.digits]),
    ]);
    const found = { ranks: ranks.slice(), bits: inText.bits.slice() };
    for (const each of names.rank(word, found)) wholeWords.add(each);
    contacts.rankSpelt(word, found);
    return { word, found, inText };
  });
  const covered = new Uint16Array(entries.length);
  names.countCovered(wholeWords, words, covered);
  forEachInAll(sought, (slot) => {
    const worst = worstRank(contacts, slot, sought);
    if (worst === rank.wholeWord && covered[slot] === names.countAt(slot)) ranks[slot] = rank.wholeName;
    else if (worst === rank.anywhere && isScattered(contacts, slot, numbers)) ranks[slot] = rank.scattered;
    else ranks[slot] = worst;
  });
  return ranks;
}

/** Calls back for each slot that has its bit in all words. */
function forEachInAll(sought: readonly Sought[], visit: (slot: number) => void): void {
  const cells = sought[0]?.found.bits.length ?? 0;
  for (let cell = 0; cell < cells; cell++) {
    let bits = -1;
    for (const { found } of sought) bits &= found.bits[cell] ?? 0;
    for (; bits !== 0; bits &= bits - 1) visit(cell * 32 + 31 - Math.clz32(bits & -bits));
  }
}

function worstRank({ searchedTexts }: IndexedContacts, slot: number, sought: readonly Sought[]): number {
  let worst: number = rank.wholeName;
  for (const { found, inText, word } of sought) {
    let best = found.ranks[slot] ?? rank.none;
    // Reading a text takes longer than all else, so texts are not read where the bit is enough.
    if (best > rank.anywhere && hasBit(inText, slot)) {
      if (slot < inText.exactBefore || isInText(searchedTexts[slot] ?? "", word)) best = rank.anywhere;
    }
    worst = Math.max(worst, best);
    if (worst === rank.none) break;
  }
  return worst;
}

function isInText(text: string, { addresses, digits, text: word }: QueryWord): boolean {
  // Digits come first, because they are only looked for at the end of the text.
  if (digits !== null && hasDigits(text, digits)) return true;
  if (text.includes(word)) return true;
  for (const address of addresses) if (text.includes(address)) return true;
  return false;
}

/** Whether the digits of a phone number in the query are not together in one phone number of the contact. */
function isScattered({ searchedTexts }: IndexedContacts, slot: number, numbers: readonly string[]): boolean {
  return numbers.some((number) => !hasDigits(searchedTexts[slot] ?? "", number));
}

/** The rank for many words: without forgiven letters, without other scripts and without a preference for names. */
function plainRank(entry: SearchEntry | undefined, words: readonly QueryWord[]): number {
  if (!entry) return rank.none;
  const { first, middle, last, text } = entry;
  const has = (word: QueryWord) =>
    isInText(text, word) || [first, middle, last].some((name) => name.includes(word.text));
  return words.every(has) ? rank.anywhere : rank.none;
}
