/** People of one name who connected on one day are counted. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fullNameWords } from "../../shared/imports/identity-names.ts";
import { createNamesakes } from "../../shared/imports/namesakes.ts";

const day = "2018-01-01T00:00:00.000Z";

describe("namesakes", () => {
  it("are numbered as they come, and each keeps the number", () => {
    const numberOf = createNamesakes();
    const ann = { firstName: "Ann", lastName: "Smith", connectedAt: day };
    expect(["a", "b", "a", "c", "b"].map((person) => numberOf(ann, person))).toEqual([0, 1, 0, 2, 1]);
    expect(numberOf({ ...ann, connectedAt: "2018-10-01T00:00:00.000Z" }, "d")).toBe(0);
    expect(numberOf({ ...ann, connectedAt: null }, "e")).toBe(0);
    expect(numberOf({ ...ann, connectedAt: "2018-01-01T23:59:59.000Z" }, "f")).toBe(3);
  });

  it("are those with the same words in their names, in any order and spelling", () => {
    const letters = [
      ..."abAB12 -,.'`",
      "\u00e4",
      "\u00c4",
      "a\u0308",
      "\u00df",
      "\u00e6",
      "\u00aa",
      "\u00bc",
      "\u00ad",
      "\u00b4",
      "\u0130",
      "\u0131",
      "\u0149",
      "\u6f22",
      "\u0419",
      "\u0438\u0306",
      "\u03a3",
      "\u03c2",
      "\u1ea1",
      "\u0928",
      "\u093c",
      "\u0930\u094d",
      "\u1112",
      "\u1161",
      "\uac00",
      "\u11a8",
      "\u0627",
      "\u064e",
      "\u0587",
      "\u200d",
      "\u0416",
    ];
    const text = fc.array(fc.constantFrom(...letters), { maxLength: 5 }).map((parts) => parts.join(""));
    const name = fc.record({ firstName: text, middleName: fc.option(text), lastName: text });
    fc.assert(
      fc.property(name, name, (one, other) => {
        const numberOf = createNamesakes();
        numberOf({ ...one, connectedAt: day }, "one");
        const [words, others] = [one, other].map((each) => fullNameWords(each).sort());
        const isSame = JSON.stringify(words) === JSON.stringify(others);
        expect(numberOf({ ...other, connectedAt: day }, "other")).toBe(isSame ? 1 : 0);
      }),
      { numRuns: 2_000 },
    );
  });

  it("of a whole file take no time that grows with their square", () => {
    const numberOf = createNamesakes();
    const people = Array.from({ length: 50_000 }, (_, index) => `person${index}`);
    const numbers = people.map((person) => numberOf({ firstName: "Ann", connectedAt: day }, person));
    expect(numbers).toEqual(people.map((_, index) => index));
  });
});
