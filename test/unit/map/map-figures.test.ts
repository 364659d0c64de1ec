import { beforeAll, describe, expect, it } from "vitest";
import { readCommitted } from "../../bench/figures.ts";
import { entrySizes, judgeMapTargets, type MapAccountFigures, measureMapAccount, spreadOf } from "../../bench/map.ts";
import { isFull } from "../../support/seed.ts";

const { accounts, entryBytes } = readCommitted().map;
const missed = (measured: Readonly<Record<string, MapAccountFigures>>) =>
  judgeMapTargets({ accounts: measured }).filter(({ isReached }) => !isReached);

describe("boxes of the map", () => {
  let sizes: readonly number[];
  beforeAll(() => {
    sizes = entrySizes();
  });

  it("answer pins of the committed size", () => {
    expect(Math.round(spreadOf(sizes).mean)).toBe(entryBytes);
  });

  it.each(isFull ? [10_000, 100_000] : [1_000])("have the committed costs for %i pins", async (pins) => {
    const measured = await measureMapAccount(pins, sizes);
    expect(measured, "run `npm run bench -- --only map --write`").toEqual(accounts[pins]);
  });

  it("reach every target", () => {
    expect(missed(accounts)).toEqual([]);
  });

  it.runIf(isFull)("reach every target with other places and other limits", async () => {
    for (const limit of [500, 1_000]) {
      const measured = await measureMapAccount(5_000, sizes, { limit, seed: 3 });
      expect(missed({ 5000: { ...measured, few: { boxes: 0, reached: 0 } } })).toEqual([]);
      expect(measured.few.reached / measured.few.boxes).toBeGreaterThan(0.95);
    }
  });
});

describe("the targets of the map", () => {
  const queries = spreadOf([1]);

  it.each<[string, Partial<MapAccountFigures>]>([
    ["at most 2 × its floor + 1, at the median", { withinFloor: 499 }],
    ["at most 8 queries, at the median", { queries: { ...queries, median: 9 } }],
    ["none above 16 queries", { queries: { ...queries, most: 17 } }],
    ["at least 60 % of what is read answered", { answeredShare: 0.5999 }],
    ["at least 60 % of what is read answered", { medianShare: 0.5999 }],
    ["at most a tenth of reading all + 0.5", { few: { boxes: 100, reached: 99 } }],
  ])("%s: is missed when one account misses it", (limit, change) => {
    for (const [size, account] of Object.entries(accounts)) {
      expect(missed({ ...accounts, [size]: { ...account, ...change } }).map((target) => target.limit)).toEqual([limit]);
    }
  });
});
