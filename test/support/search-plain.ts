/**
 * Searching and ordering as plainly as they can be written, one contact after the other and one word after the other:
 * what the index must answer.
 */
import type { SearchEntry } from "../../shared/search/entry.ts";
import { queriedDigits } from "../../shared/search/phone-forms.ts";
import { isForeign } from "../../shared/search/romanise.ts";
import { aboutOf, notedOf, phonesOf } from "../../shared/search/searched-text.ts";
import { spellingsOf } from "../../shared/search/spellings.ts";
import { type TypedWord, typedWords } from "../../shared/search/typed-words.ts";
import { type ContactOrder, orderKey } from "../../shared/table/contact-order.ts";
import { fold } from "../../shared/text/fold.ts";

/** Ids in the order of an index of DynamoDB. */
export function plainOrder(entries: readonly SearchEntry[], order: ContactOrder): SearchEntry[] {
  const bytes = (entry: SearchEntry) => Buffer.from(orderKey(order, entry));
  return entries.toSorted((one, other) => Buffer.compare(bytes(one), bytes(other)));
}

/** Ids of those that match, the best first. */
export function plainSearch(entries: readonly SearchEntry[], search: string): string[] {
  const words = typedWords(fold(search), isAddress);
  const ranked = plainOrder(entries, "name").map((entry) => ({ id: entry.id, rank: rankOf(entry, words) }));
  return ranked
    .filter(({ rank }) => rank !== ranks.nothing)
    .sort((one, other) => one.rank - other.rank)
    .map(({ id }) => id);
}

const ranks = { name: 0, words: 1, starts: 2, anywhere: 3, inPieces: 4, nearWords: 5, nearStarts: 6, nothing: 7 };

/** Of the addresses that the tests paste, and of what they take out of contacts. */
function isAddress(word: string): boolean {
  return /^https:\/\/|^www\.|^[^/]+\.[^/]+\//.test(word);
}

function rankOf(entry: SearchEntry, asked: readonly TypedWord[]): number {
  if (asked.length === 0) return ranks.nothing;
  const names = [entry.first, entry.middle, entry.last]
    .flatMap((name) => name.split(" "))
    .filter((name) => name !== "");
  const worst = Math.max(...asked.map((word) => rankOfWord(entry, names, word)));
  const isThere = (name: string) => asked.some(({ text }) => fits(text, name, equal));
  const isName = names.every((name) => isThere(name) || (partsOf(name).length > 0 && partsOf(name).every(isThere)));
  if (worst === ranks.words && isName) return ranks.name;
  return worst === ranks.anywhere && isInPieces(entry, asked) ? ranks.inPieces : worst;
}

/** Neighbours that look like parts of one number are in no number together. */
function isInPieces({ text }: SearchEntry, asked: readonly TypedWord[]): boolean {
  const runs = asked.map(({ number }) => number ?? ",").join(" ");
  return runs
    .split(/[ ]*,[ ]*/)
    .filter((run) => run.includes(" "))
    .some((run) => !phonesOf(text).includes(queriedDigits(run.replaceAll(" ", "")) ?? ""));
}

function rankOfWord({ text }: SearchEntry, names: readonly string[], asked: TypedWord): number {
  const { text: word, number } = asked;
  const forms = names.flatMap((name) => [name, ...partsOf(name)]);
  const any = (relation: Relation) => forms.some((form) => fits(word, form, relation));
  if (any(equal)) return ranks.words;
  if (any((one, other) => other.startsWith(one))) return ranks.starts;
  if (any(includes) || text.includes(word) || text.includes(pasted(word))) return ranks.anywhere;
  if (inPhones(text, number ?? word) || spelt(text, word)) return ranks.anywhere;
  if ((word.match(/\p{L}/gu) ?? []).length < 4) return ranks.nothing;
  if (any((one, other, least) => [...one].length >= least && distance(one, other) <= 1)) return ranks.nearWords;
  const isNearStart: Relation = (one, other, least) =>
    [...one].length >= least && startsOf(other).some((start) => distance(one, start) <= 1);
  return any(isNearStart) ? ranks.nearStarts : ranks.nothing;
}

/** Relations of a query word, or its spelling, to a word; `least` letters it must have to be forgiven one. */
type Relation = (query: string, word: string, least: number) => boolean;
const equal: Relation = (query, word) => query === word;
const includes: Relation = (query, word) => word.includes(query);

/** In its own letters or in the others. */
function fits(query: string, word: string, relation: Relation): boolean {
  if (relation(query, word, 4)) return true;
  if (isForeign(query) === isForeign(word)) return false;
  const [asked, given] = [spellingsOf(query), spellingsOf(word)];
  if (asked.written !== null && given.written !== null && relation(asked.written, given.written, 4)) return true;
  return asked.keys.some((key) => given.keys.some((other) => relation(key, other, 5)));
}

/** Latin words of notes are not found in other letters. */
function spelt(text: string, word: string): boolean {
  return [...aboutOf(text), ...notedOf(text).filter(isForeign)].some((other) => fits(word, other, includes));
}

function inPhones(text: string, word: string): boolean {
  const digits = queriedDigits(word);
  return digits !== null && phonesOf(text).includes(digits);
}

/** Of the addresses that the tests paste. */
function pasted(word: string): string {
  return word.replace(/^www\./, "").replace(/^https:\/\/www\.linkedin\.com\/in\/(.*)$/, "\n@$1\n");
}

function partsOf(word: string): string[] {
  const parts = word.split(/[^\p{L}\p{M}\p{N}\p{So}]+/u).filter((part) => part !== "");
  return parts[0] === word ? [] : parts;
}

function startsOf(word: string): string[] {
  const letters = [...word];
  return letters.map((_, at) => letters.slice(0, at + 1).join(""));
}

/** Optimal string alignment, by the table that defines it. */
export function distance(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  const table: number[][] = [];
  const at = (i: number, j: number) => table[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 0; i <= a.length; i++) {
    const row: number[] = [];
    table.push(row);
    for (let j = 0; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        i === 0 || j === 0
          ? i + j
          : Math.min(
              at(i - 1, j) + 1,
              (row[j - 1] ?? 0) + 1,
              at(i - 1, j - 1) + (same ? 0 : 1),
              isSwap ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
            ),
      );
    }
  }
  return at(a.length, b.length);
}
