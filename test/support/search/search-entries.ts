/** Entries of the search index for property tests, and searches for them. */
import fc from "fast-check";
import type { SearchEntry } from "../../../shared/search/entry.ts";
import { modelEntry } from "./list-model.ts";
import { arbitraryListed, listedWord } from "./listed-contact.ts";

/** An entry with this id. */
export function arbitraryEntryOf(id: string): fc.Arbitrary<SearchEntry> {
  return arbitraryListed().map((body) => ({ ...modelEntry(body), id }));
}

/** Entries with ids of their own, in no order. */
export function arbitraryEntries(maxLength = 12, minLength = 0): fc.Arbitrary<SearchEntry[]> {
  return fc
    .uniqueArray(fc.uuid({ version: 7 }), { minLength, maxLength })
    .chain((ids) => (ids.length === 0 ? fc.constant([]) : fc.tuple(...ids.map(arbitraryEntryOf))));
}

/** A search for one of the entries: its words, parts of them, words with an edit, numbers, or any text. */
export function arbitrarySearchOf(entries: readonly SearchEntry[]): fc.Arbitrary<string> {
  const theirs = entries.flatMap(({ first, last, text: other }) => `${first} ${last} ${other}`.split(/\s+/));
  const taken = fc
    .tuple(fc.constantFrom("a", ...theirs.filter((word) => word !== "")), fc.nat(3), fc.nat(9), fc.nat(9))
    .map(([word, from, length, slip]) => slipped([...word].slice(from, from + length + 1), slip));
  const numbers = fc.constantFrom("+49", "(0)30", "030", "170", "30-55", "01", "0049", "99", "1/2");
  const other = fc.constantFrom(
    "anton2.example",
    "https://www.linkedin.com/in/anna-o",
    "www.strasse.example",
    "@nina",
    "-",
  );
  const plain = fc.oneof({ arbitrary: taken, weight: 5 }, listedWord, numbers, other);
  const beside = fc.constantFrom("", "", "", "", ",", "(", ")", "“", '"', ".", "!", " - ", " , ");
  const word = fc.tuple(beside, plain, beside).map((parts) => parts.join(""));
  return fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(" "));
}

function slipped(letters: readonly string[], slip: number): string {
  const at = slip % Math.max(1, letters.length);
  if (slip === 7) return letters.toSpliced(at, 1).join("");
  if (slip === 8) return letters.toSpliced(at, 0, "k").join("");
  if (slip === 9) return letters.toSpliced(at, 2, ...letters.slice(at, at + 2).toReversed()).join("");
  return letters.join("");
}
