import { expect, it } from "vitest";
import { paceOf } from "../../../functions/import-worker/work.ts";

const start = Date.parse("2026-03-01T10:00:00.000Z");

/** The milliseconds of the rests after writes at these times, and so many write units. */
async function restsAfter(times: readonly number[], writeUnits: number, unitsPerSecond?: number): Promise<number[]> {
  let time = start;
  const now = () => new Date(time);
  const invocation = { requestId: "r", remainingTime: () => 900_000 };
  const rests: number[] = [];
  const pause = async (milliseconds: number) => {
    rests.push(milliseconds);
    time += milliseconds;
  };
  const units = { readUnits: 0, writeUnits };
  const work = paceOf(invocation, { now, pause, unitsPerSecond, startedAt: start, units, count: () => {} });
  for (const at of times) {
    time = start + at;
    await work.rest();
  }
  return rests;
}

it("work on an import leaves 30 ms between its writes, and rests longer when it has used more units than it may", async () => {
  expect(await restsAfter([1_000, 1_010, 1_100, 1_120], 90_000, 900)).toEqual([0, 20, 0, 10]);
  expect(await restsAfter([1_000, 10_010], 109_000, 900)).toEqual([9_000, 20]);
  expect(await restsAfter([20_000], 109_000, 900)).toEqual([0]);
  expect(await restsAfter([10], 1_000_000)).toEqual([20]);
});
