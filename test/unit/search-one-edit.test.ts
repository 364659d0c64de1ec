import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inUnits, mayBeNear, nearness } from "../../shared/search/one-edit.ts";
import { distance } from "../support/search-plain.ts";

/** By all starts of the word, and the table of distances. */
function plainNearness(query: string, word: string): string | null {
  if (distance(query, word) <= 1) return "whole";
  const letters = [...word];
  const starts = letters.map((_, at) => letters.slice(0, at).join(""));
  return starts.some((start) => distance(query, start) <= 1) ? "start" : null;
}

const word = (minLength: number) =>
  fc
    .array(fc.constantFrom("a", "a", "b", "b", "c", "𝒜", "𝒞"), { minLength, maxLength: 8 })
    .map((letters) => letters.join(""));

describe("one edit", () => {
  it("is what the distance to some start of the word says", () => {
    fc.assert(
      fc.property(word(2), word(0), (query, other) => {
        expect(nearness(...inUnits(query, other))).toBe(plainNearness(query, other));
      }),
      { numRuns: 5_000 },
    );
  });

  it("is never passed over by the quick test of the first letters", () => {
    const plain = (minLength: number) => fc.string({ unit: fc.constantFrom(..."abc"), minLength, maxLength: 8 });
    fc.assert(
      fc.property(plain(4), plain(0), (query, other) => {
        const passes = mayBeNear(query, other.charCodeAt(0), other.charCodeAt(1), other.charCodeAt(2));
        expect(passes || nearness(query, other) === null).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    ["lindqvist", "lindqvist", "whole"],
    ["lindkvist", "lindqvist", "whole"],
    ["lindvist", "lindqvist", "whole"],
    ["lindqqvist", "lindqvist", "whole"],
    ["lidnqvist", "lindqvist", "whole"],
    ["lidn", "lindqvist", "start"],
    ["linx", "lindqvist", "start"],
    ["ildn", "lindqvist", null],
    ["indq", "lindqvist", "start"],
    ["qvist", "lindqvist", null],
  ])("%s to %s is %s", (query, other, near) => {
    expect(nearness(query, other)).toBe(near);
  });
});
