import { expect, it } from "vitest";
import { everyZone } from "../support/every-day.ts";
import {
  checkChanges,
  checkLocalInstants,
  checkNotifyDays,
  everyDay,
  expectWalked,
  leapDays,
} from "../support/yearly-checks.ts";

it("the next occurrence is what walking finds, from every day of 1896 to 2104 for forty dates", () => {
  const yearlyDates = everyDay.filter((day) => day.startsWith("1904-"));
  for (const [place, today] of everyDay.entries()) {
    for (let turn = 0; turn < 40; turn++) {
      const date = yearlyDates[(place * 101 + turn * 37) % yearlyDates.length] ?? "";
      for (const leapDay of leapDays) expectWalked(date, today, leapDay);
    }
  }
}, 600_000);

it("the day to tell of a date is what walking finds, in every zone", () => checkNotifyDays(100_000), 600_000);

it("a local time is the first instant at which clocks show it or later, in every zone", () => {
  checkLocalInstants(500);
}, 600_000);

it("it is so around every change of clocks of some years in every zone", () => {
  const changes = everyZone.flatMap((zone) => [1985, 2026].map((year) => checkChanges(zone, year)));
  expect(changes.filter((count) => count > 0).length).toBeGreaterThan(150);
}, 600_000);
