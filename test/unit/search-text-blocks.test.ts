import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TextBlocks } from "../../shared/search/text-blocks.ts";

const word = fc.string({ unit: fc.constantFrom(..."ab漢"), minLength: 1, maxLength: 4 });
/** With at least one mark. */
const text = fc.array(word, { minLength: 2, maxLength: 3 }).map((words) => words.join("#"));

describe("texts in blocks", () => {
  it("are lowered where they include the needle, behind the mark if there is one, and not below", () => {
    const given = fc.array(fc.tuple(text, fc.nat(3)), { maxLength: 400 });
    fc.assert(
      fc.property(given, word, fc.constantFrom(null, "#"), (texts, needle, mark) => {
        const blocks = new TextBlocks();
        const places = texts.map(([own]) => blocks.add(own));
        const numbers = new Uint8Array(blocks.places);
        for (const [at, place] of places.entries()) numbers[place] = texts[at]?.[1] ?? 0;
        blocks.lower(numbers, 1, needle, mark);
        const expected = texts.map(([own, number]) => {
          const searched = mark === null ? own : own.slice(own.lastIndexOf(mark) + 1);
          return searched.includes(needle) ? Math.min(number, 1) : number;
        });
        expect(places.map((place) => numbers[place])).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it("take the places of those that went, if they are of the same width", () => {
    const blocks = new TextBlocks();
    const [narrow, wide] = [blocks.add("a"), blocks.add("漢")];
    blocks.remove(narrow);
    blocks.remove(wide);
    expect([blocks.add("山"), blocks.add("b")]).toEqual([wide, narrow]);
  });
});
