import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { longAttempt, mustMove, quickAttempts, quickAttemptsAfter } from "../../../functions/webhook-sender/lanes.ts";
import { attemptLasts } from "../../../functions/webhook-sender/post.ts";

/** The lanes of a webhook after each of its attempts, which take these milliseconds. */
function lanesAfter(...milliseconds: number[]) {
  let quickAttemptsNeeded = 0;
  return milliseconds.map((taken) => {
    quickAttemptsNeeded = quickAttemptsAfter(quickAttemptsNeeded, taken);
    return mustMove({ quickAttemptsNeeded }, "quick") ? "slow" : "quick";
  });
}

const quick = (count: number) => Array.from({ length: count }, () => longAttempt);

it("one long attempt moves a webhook to the slow lane, and ten in a row that are not long move it back", () => {
  expect(lanesAfter(...quick(20), longAttempt + 1).slice(-2)).toEqual(["quick", "slow"]);
  expect(lanesAfter(9_000, ...quick(10)).slice(-2)).toEqual(["slow", "quick"]);
  expect(lanesAfter(9_000, ...quick(9), 9_000, ...quick(9)).at(-1)).toBe("slow");
});

it("a run in the slow lane goes on with a slow webhook", () => {
  expect(mustMove({ quickAttemptsNeeded: 10 }, "slow")).toBe(false);
});

it("the guide says which answers are slow, how a webhook becomes quick again, and when an attempt has failed", () => {
  const guide = readFileSync(new URL("../../../functions/docs/guides/webhooks.md", import.meta.url), "utf8");
  expect(guide).toContain(`takes more than ${longAttempt / 1000} seconds`);
  expect(guide).toContain(`until ${quickAttempts} in a row were quicker`);
  expect(guide).toContain(`After ${attemptLasts / 1000} seconds an attempt has failed`);
});
