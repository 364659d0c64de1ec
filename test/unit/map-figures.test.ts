import { describe, expect, it } from "vitest";
import { readCommitted } from "../bench/figures.ts";
import { type MapAccountFigures, type MapFigures, measureMapAccount } from "../bench/map-cost.ts";
import { entrySizes } from "../bench/map-pins.ts";
import { judgeMapTargets } from "../bench/map-targets.ts";
import { medianOf, spreadOf } from "../bench/spread.ts";

const committed = readCommitted().map;
const missed = (map: MapFigures) => judgeMapTargets(map).filter(({ reached }) => !reached);

describe("boxes of the map", () => {
  // The largest account is measured by `map-figures.full.test.ts`.
  it.each([1_000, 10_000])("cost what is committed for %i pins", async (pins) => {
    const measured = await measureMapAccount(pins, entrySizes());
    expect(measured, "run `npm run bench -- --only map --write`").toEqual(committed.accounts[pins]);
  });

  it("reach every target", () => {
    expect(missed(committed)).toEqual([]);
  });
});

describe("the targets of the map", () => {
  const changed = (size: string, change: Partial<MapAccountFigures>): MapFigures => {
    const account = committed.accounts[size] as MapAccountFigures;
    return { ...committed, accounts: { ...committed.accounts, [size]: { ...account, ...change } } };
  };
  const queries = spreadOf([1]);

  it.each<[string, Partial<MapAccountFigures>]>([
    ["at most 2 × its floor + 1, at the median", { withinFloor: 499 }],
    ["at most 8 queries, at the median", { queries: { ...queries, median: 9 } }],
    ["none above 16 queries", { queries: { ...queries, most: 17 } }],
    ["at least 60 % of what is read answered", { answeredShare: 0.5999 }],
    ["at least 60 % of what is read answered", { medianShare: 0.5999 }],
    ["at most a tenth of reading all", { few: { boxes: 100, reached: 99 } }],
  ])("%s: missed by one account, it is missed", (wanted, change) => {
    for (const size of Object.keys(committed.accounts)) {
      expect(missed(changed(size, change)).map((target) => target.wanted)).toEqual([wanted]);
    }
  });

  it("let the same box cost a unit more or less, and no more", () => {
    const differing = (difference: number) => ({ ...committed, sameBoxes: { ...committed.sameBoxes, difference } });
    expect(missed(differing(1))).toEqual([]);
    expect(missed(differing(1.5)).map(({ wanted }) => wanted)).toEqual(["± 1 unit"]);
  });
});

describe("a spread", () => {
  it("is of values in any order", () => {
    const values = Array.from({ length: 101 }, (_, n) => (n * 37) % 101);
    expect(spreadOf(values)).toEqual({ median: 50, percentile95: 95, most: 100, mean: 50 });
    expect(medianOf([4, 1, 3, 2])).toBe(2);
  });

  it("of nothing is nothing", () => {
    expect(spreadOf([])).toEqual({ median: 0, percentile95: 0, most: 0, mean: 0 });
  });
});
