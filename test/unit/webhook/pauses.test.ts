import { expect, it } from "vitest";
import { longestSilence, pauseAfter, webhookPauseAfter } from "../../../functions/webhook-sender/pauses.ts";

const pauses: number[] = [];
for (let pause = pauseAfter(1); pause !== undefined; pause = pauseAfter(pauses.length + 1)) pauses.push(pause);

it("an event is tried again within 30 seconds, then after growing pauses, for 24 hours", () => {
  expect(pauses[0]).toBeLessThanOrEqual(30_000);
  for (const [index, pause] of pauses.entries()) expect(pause).toBeGreaterThan(pauses[index - 1] ?? 0);
  const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(24);
  expect(hours).toBeLessThan(25);
  expect(Math.max(...pauses)).toBeLessThan(longestSilence);
});

it("a webhook whose receiver is down is tried at least every 15 minutes while events come", () => {
  const minutes = [1, 2, 3, 4, 5, 50].map((failures) => webhookPauseAfter(failures) / 60_000);
  expect(minutes).toEqual([1 / 3, 1, 5, 15, 15, 15]);
});
