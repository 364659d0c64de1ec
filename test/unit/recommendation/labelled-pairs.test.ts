import { describe, expect, it } from "vitest";
import { heldOutPairs } from "../../support/recommendation/held-out-pairs.ts";
import { figuresOf, scorePairs } from "../../support/recommendation/measure-pairs.ts";
import { tuningPairs } from "../../support/recommendation/tuning-pairs.ts";

describe("recommendations of labelled pairs", () => {
  it.each([
    ["after which the rules were made", tuningPairs],
    ["that were written after the rules", heldOutPairs],
  ])("find nearly all and are nearly always right at high scores, of pairs %s", (_which, text) => {
    const figures = figuresOf(scorePairs(text));
    expect(figures.pairs).toBeGreaterThan(150);
    expect(figures.precision).toBeGreaterThanOrEqual(0.98);
    expect(figures.recall).toBeGreaterThanOrEqual(0.9);
  });
});
