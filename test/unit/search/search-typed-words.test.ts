import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseQuery } from "../../../shared/search/query.ts";
import { findNames, finds } from "../../support/search/search-finds.ts";

const ann = {
  firstName: "Ann",
  lastName: "Smith",
  headline: "CEO at Acme",
  location: "Paris",
  emails: [{ value: "ann.smith@acme.org" }],
  phones: [{ value: "+49 30 12345678" }],
};

describe("punctuation around and between words is ignored", () => {
  it.each([
    "Smith, Ann",
    "smith,ann",
    "ceo, paris",
    '"Ann Smith"',
    "“Ann” «Smith»",
    "(Ann)",
    "ann!",
    "¿ann? ¡smith!",
    "Ann/Smith",
    "Paris.",
    "Ann Smith: CEO",
    "Ann - Smith | Acme",
    "Ann，Smith",
    "Ann Smith <ann.smith@acme.org>",
    "mailto:ann.smith@acme.org",
    "ann.smith@acme.org,",
    "tel:+49-30-12345678",
    "030/12345678.",
    '"+49 (0)30 12345678"',
    "smyth, ann",
    "(https://acme.org/ann)",
  ])("%j finds Ann Smith", (search) => {
    expect(finds({ ...ann, website: "https://acme.org/ann" }, search)).toBe(true);
  });

  it.each(["Ann, Berlin", "ann/berlin", "(Bob)", "Ann Smith <bob@acme.org>", "mailto:bob@acme.org", "tel:+49-31-1"])(
    "%j does not",
    (search) => {
      expect(finds(ann, search)).toBe(false);
    },
  );

  it.each([
    [{ headline: "Rate 1,5" }, { headline: "1 of 5" }, "1,5"],
    [{ headline: "n/a" }, { headline: "Anna" }, "n/a"],
    [{ headline: "c/o Meyer" }, { headline: "Meyer and Co" }, "c/o"],
    [{ headline: "since 01/02/2020" }, { headline: "01 02 2020" }, "01/02/2020"],
    [{ website: "https://acme.example/a,b" }, { headline: "acme.example/a b" }, "acme.example/a,b"],
    [{ network_b: "mei.draws" }, { headline: "instagram.com mei.draws" }, "(https://www.instagram.com/mei.draws/)"],
    [{ network_a: "ann-smith," }, { network_a: "ann-smith-2" }, "https://www.linkedin.com/in/ann-smith,"],
    [{ network_a: "ann-smith" }, { network_a: "ann-smith-2" }, "https://www.linkedin.com/in/ann-smith,"],
    [{ headline: "Buyer at H & M" }, { headline: "Hermes" }, "H & M"],
    [{ headline: "C#" }, { headline: "C" }, "c#"],
    [{ network_b: "mei" }, { headline: "mei" }, "@mei"],
  ])("%j is found and %j is not, because the query is one word: %s", (one, other, search) => {
    expect([one, other].map((fields) => finds(fields, search))).toEqual([true, false]);
  });

  it("a query of punctuation only is searched as it is", () => {
    const bodies = ["Anna-Lena", "Anna", "A, B", "“Q”"].map((firstName) => ({ firstName }));
    expect(["-", ",", "“", "- ,", "?!"].map((search) => findNames(bodies, search))).toEqual([
      ["Anna-Lena"],
      ["A, B"],
      ["“Q”"],
      [],
      [],
    ]);
  });

  it("a contact with the typed text is always found", () => {
    const letters = [..."ab1é./,;:-()[]'\"“”<>!?@#&  "];
    const headline = fc
      .array(fc.constantFrom(...letters), { minLength: 1, maxLength: 30 })
      .map((some) => some.join(""));
    fc.assert(
      fc.property(headline, fc.nat(29), fc.nat(29), (text, from, length) => {
        const search = text
          .trim()
          .slice(from, from + length + 1)
          .trim();
        fc.pre(search !== "");
        expect(finds({ headline: text }, search)).toBe(true);
      }),
    );
  });

  it("the whole name comes first with any punctuation", () => {
    const bodies = [
      { firstName: "Weiss", lastName: "Lindt" },
      { firstName: "Wei", lastName: "Li" },
      { firstName: "Li Wei", lastName: "Zhu" },
    ];
    expect(findNames(bodies, "Li, Wei")).toEqual(["Wei Li", "Li Wei Zhu", "Weiss Lindt"]);
  });

  it("neighbouring numbers are one phone number", () => {
    expect(parseQuery('"+49(0)" 30 (12)').numbers).toEqual(["493012"]);
  });
});
