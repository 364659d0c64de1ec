import { beforeAll, describe, expect, it } from "vitest";
import { boxesOver, peopleAt } from "../bench/map-people.ts";
import { type BoxCost, type PinAccount, pinAccount, type SizedPin } from "../bench/map-reads.ts";

/** Of an entry in the index, on average. */
const bytes = 280;
const sized = (places: ReturnType<typeof peopleAt>): SizedPin[] => places.map((place) => ({ ...place, bytes }));
const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe.each([
  [1_000, 500],
  [30_000, 500],
  [30_000, 1_000],
])("boxes over %d pins, at most %d of them", (count, limit) => {
  let account: PinAccount;
  let costs: BoxCost[];
  beforeAll(async () => {
    const places = peopleAt(count, 4);
    account = pinAccount(sized(places));
    costs = [];
    for (const bounds of boxesOver(places, 400, 8)) costs.push(await account.measure(bounds, limit));
  });

  it("cost at most twice the bytes of their pins, and a unit more", () => {
    expect(median(costs.map(({ units, floor }) => units - 2 * floor))).toBeLessThanOrEqual(1);
    expect(sum(costs.map(({ units }) => units))).toBeLessThan(2 * sum(costs.map(({ floor }) => floor)) + costs.length);
  });

  it("take few queries", () => {
    expect(median(costs.map(({ queries }) => queries))).toBeLessThanOrEqual(8);
    expect(Math.max(...costs.map(({ queries }) => queries))).toBeLessThanOrEqual(16);
  });

  it("are read with little around them", () => {
    expect(sum(costs.map(({ returned }) => returned)) / sum(costs.map(({ read }) => read))).toBeGreaterThan(0.6);
  });

  it("of few pins cost a tenth of reading all pins", () => {
    const few = costs.filter(({ held }) => held < count / 100);
    const reached = few.filter(({ units }) => units * 10 <= account.everyPin);
    expect(reached.length / few.length).toBeGreaterThan(0.95);
  });
});
