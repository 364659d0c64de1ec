/** Ranks contacts by how well they match a query. */
import type { SearchEntry } from "./entry.ts";
import { type IndexedContacts, nameWords } from "./indexed-contacts.ts";
import type { Query, QueryWord } from "./query.ts";
import { hasDigits } from "./searched-text.ts";
import { rank } from "./word-index.ts";

/** A query with more words is only searched as text, because no name has more. */
const manyWords = 12;

/** The ranks by slot. A query without words matches no contact, because a bulk deletion would otherwise select all of them. */
export function ranksOf(contacts: IndexedContacts, { numbers, words }: Query): Uint8Array {
  const ranks = new Uint8Array(contacts.entries.length).fill(words.length > 0 ? rank.wholeName : rank.none);
  const { entries } = contacts;
  if (words.length > manyWords) return ranks.map((_, slot) => plainRank(entries[slot], words));
  for (const word of words) worsen(ranks, contacts, word);
  for (let slot = 0; slot < ranks.length; slot++) {
    const found = ranks[slot];
    if (found === rank.wholeWord && isWholeName(contacts, slot, words)) ranks[slot] = rank.wholeName;
    if (found === rank.anywhere && isScattered(contacts, slot, numbers)) ranks[slot] = rank.scattered;
  }
  return ranks;
}

/** Lowers the ranks to the ranks of this word. Skips contacts that already don't match. */
function worsen(ranks: Uint8Array, contacts: IndexedContacts, word: QueryWord): void {
  const byWord = new Uint8Array(ranks.length).fill(rank.none);
  contacts.names.rank(word, byWord);
  contacts.rankSpelt(word, byWord);
  for (let slot = 0; slot < ranks.length; slot++) {
    const before = ranks[slot] ?? rank.none;
    if (before === rank.none) continue;
    let found = byWord[slot] ?? rank.none;
    if (found > rank.anywhere && isInText(contacts.entries[slot]?.text ?? "", word)) found = rank.anywhere;
    if (found > before) ranks[slot] = found;
  }
}

function isInText(text: string, { addresses, digits, text: word }: QueryWord): boolean {
  if (text.includes(word)) return true;
  for (const address of addresses) if (text.includes(address)) return true;
  return digits !== null && hasDigits(text, digits);
}

/** Whether every word of the name is in the query. */
function isWholeName({ entries, names }: IndexedContacts, slot: number, words: readonly QueryWord[]): boolean {
  const entry = entries[slot];
  return entry !== undefined && [...nameWords(entry)].every((text) => names.isCovered(text, words));
}

/** Whether the digits of a phone number in the query are not together in one phone number of the contact. */
function isScattered({ entries }: IndexedContacts, slot: number, numbers: readonly string[]): boolean {
  return numbers.some((number) => !hasDigits(entries[slot]?.text ?? "", number));
}

/** The rank for many words: without forgiven letters, without other scripts and without a preference for names. */
function plainRank(entry: SearchEntry | undefined, words: readonly QueryWord[]): number {
  if (!entry) return rank.none;
  const { first, middle, last, text } = entry;
  const has = (word: QueryWord) =>
    isInText(text, word) || [first, middle, last].some((name) => name.includes(word.text));
  return words.every(has) ? rank.anywhere : rank.none;
}
