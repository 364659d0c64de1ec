import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Automaton } from "../../shared/search/automaton.ts";
import { ContactIndex } from "../../shared/search/contact-index.ts";
import { fold } from "../../shared/text/fold.ts";
import { arbitraryEntries, arbitraryWord } from "../support/search-entries.ts";

const text = (maxLength: number) => fc.string({ unit: fc.constantFrom(..."aab漢"), minLength: 1, maxLength });

describe("many texts looked for at once", () => {
  it("are those that are included", () => {
    fc.assert(
      fc.property(fc.array(text(6), { maxLength: 8 }), fc.array(text(9), { maxLength: 2 }), (texts, searched) => {
        const automaton = new Automaton(texts);
        for (const some of [searched, searched.slice(1)]) {
          const found = new Uint8Array(texts.length);
          automaton.search(some, found);
          expect([...found]).toEqual(texts.map((text) => Number(some.some((one) => one.includes(text)))));
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("a query of more than twelve words", () => {
  it("finds, by name, who has each of them as text", () => {
    const letters = [..."anotskа"].map((letter) => `${letter} ${letter}${letter}`).join(" ");
    const given = arbitraryEntries(60).chain((entries) => {
      const own = entries.flatMap(({ first, middle, last }) => `${first} ${middle} ${last}`.split(" "));
      const words = fc.subarray(
        [...new Set([...own, ...letters.split(" ")])].filter((word) => word !== ""),
        { minLength: 13 },
      );
      return fc.tuple(
        fc.constant(entries),
        fc.oneof(words, fc.array(arbitraryWord(), { minLength: 13, maxLength: 250 })),
      );
    });
    fc.assert(
      fc.property(given, ([entries, words]) => {
        const asked = [...new Set(words.map(fold))];
        fc.pre(asked.length > 12);
        const index = new ContactIndex(entries);
        const expected = entries.filter(({ first, middle, last, text: other }) =>
          asked.every((word) => `${first} ${middle} ${last}\n${other}`.includes(word)),
        );
        const found = index.find({ search: words.join(" "), keepInTouch: false }, null);
        const inOrder = index.find({ search: null, keepInTouch: false }, null);
        expect(found).toEqual(inOrder.filter((id) => expected.some((entry) => entry.id === id)));
      }),
      { numRuns: 100 },
    );
  });

  it("finds a contact that has all of 250 words", () => {
    const words = Array.from({ length: 250 }, (_, at) => String.fromCodePoint(0x4e00 + at));
    const entry = {
      first: words.join(""),
      middle: "",
      last: "",
      text: "\f\n\v",
      keepInTouch: false,
      lastInteraction: "",
    };
    const index = new ContactIndex([
      { ...entry, id: "all" },
      { ...entry, id: "most", first: words.slice(1).join("") },
    ]);
    expect(index.find({ search: words.join(" "), keepInTouch: false }, null)).toEqual(["all"]);
  });
});
