import { expect, it } from "vitest";
import { workOn } from "../../../functions/import-worker/work.ts";
import { newReceipt } from "../../../shared/import-commit/store/receipt.ts";

const start = Date.parse("2026-03-01T10:00:00.000Z");

/** The milliseconds of a rest after this time and so many write units. */
async function restAfter(milliseconds: number, writeUnits: number, unitsPerSecond?: number): Promise<number> {
  const now = () => new Date(start + milliseconds);
  const about = { accountId: "a", id: "i", source: "vcard", files: [] } as const;
  const receipt = newReceipt({ id: "r", by: "server", total: 1 }, { ...about, files: [] }, now());
  const invocation = { requestId: "r", remainingTime: () => 900_000 };
  const rests: number[] = [];
  const pause = async (given: number) => void rests.push(given);
  const units = { readUnits: 0, writeUnits };
  await workOn(receipt, invocation, { now, pause, unitsPerSecond, startedAt: start, units, count: () => {} }).rest();
  return rests[0] ?? 0;
}

it("work on an import rests after each write, and longer when it has used more units than it may", async () => {
  expect(await restAfter(1_000, 90_000, 900)).toBe(30);
  expect(await restAfter(1_000, 109_000, 900)).toBe(9_000);
  expect(await restAfter(20_000, 109_000, 900)).toBe(30);
  expect(await restAfter(1_000, 1_000_000)).toBe(30);
});
