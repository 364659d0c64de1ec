import fc from "fast-check";
import { expect, it } from "vitest";
import { nearness } from "../../../shared/search/word-index.ts";

/** Every word that the query becomes by at most one edit, with letters of the alphabet. */
function edited(query: string): Set<string> {
  const letters = [...query];
  const all = letters.flatMap((_, at) => [
    letters.toSpliced(at, 1),
    letters.toSpliced(at, 2, ...letters.slice(at, at + 2).toReversed()),
    ...alphabet.flatMap((other) => [letters.toSpliced(at, 1, other), letters.toSpliced(at, 0, other)]),
    ...alphabet.map((other) => [...letters, other]),
  ]);
  return new Set(all.map((some) => some.join("")).concat(query));
}

function plainNearness(query: string, word: string): string | null {
  const near = edited(query);
  if (near.has(word)) return "whole";
  const letters = [...word];
  return letters.some((_, at) => near.has(letters.slice(0, at).join(""))) ? "start" : null;
}

const alphabet = ["a", "b", "c", "𝒜", "𝒞"];
const word = (minLength: number) =>
  fc.array(fc.constantFrom("a", "b", ...alphabet), { minLength, maxLength: 8 }).map((letters) => letters.join(""));

it("a query word becomes a word, or its start, by at most one edit", () => {
  fc.assert(
    fc.property(word(2), word(0), (query, other) => {
      expect(nearness(query, other)).toBe(plainNearness(query, other));
    }),
  );
});
