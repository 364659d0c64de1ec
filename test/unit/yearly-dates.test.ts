import { describe, expect, it } from "vitest";
import { isCalendarDay, localParts } from "../../shared/time/calendar.ts";
import { localInstant } from "../../shared/time/local-instant.ts";
import { clockOf, everyZone } from "../support/every-day.ts";
import {
  checkChanges,
  checkLocalInstants,
  checkNotifyDays,
  everyDay,
  expectFirstInstant,
  expectSameClock,
  expectWalked,
  leapDays,
} from "../support/yearly-checks.ts";

/** Every day that a yearly date without year may have. */
const yearlyDates = everyDay.filter((day) => day.startsWith("1904-"));

describe("the next occurrence of a yearly date", () => {
  it("is what walking finds, from every day of 1896 to 2104", () => {
    expect(everyDay).toHaveLength(76_336);
    for (const [place, today] of everyDay.entries()) {
      // 101 has no divisor with 366: all dates take turns.
      const date = yearlyDates[(place * 101) % yearlyDates.length] ?? "";
      for (const leapDay of leapDays) expectWalked(date, today, leapDay);
    }
  });

  it("is what walking finds around every end of February", () => {
    const around = /-(02-2[6-9]|03-0[1-3])$/;
    const dates = yearlyDates.filter((day) => around.test(day));
    for (const today of everyDay.filter((day) => around.test(day))) {
      for (const date of [...dates, "1896-02-29", "2096-02-29"]) {
        for (const leapDay of leapDays) expectWalked(date, today, leapDay);
      }
    }
  });

  it("less the days before, it is the day to tell of it, in every zone", () => checkNotifyDays(3_000));
});

describe("a local time", () => {
  it.each([
    ["in summer", "2026-07-01", "08:00", "Europe/Berlin", "2026-07-01T06:00:00.000Z"],
    ["that the clock jumps over", "2026-03-29", "02:30", "Europe/Berlin", "2026-03-29T01:00:00.000Z"],
    ["to which the clock jumps", "2026-03-29", "03:00", "Europe/Berlin", "2026-03-29T01:00:00.000Z"],
    ["that comes twice", "2026-10-25", "02:30", "Europe/Berlin", "2026-10-25T00:30:00.000Z"],
    ["after one that comes twice", "2026-10-25", "03:00", "Europe/Berlin", "2026-10-25T02:00:00.000Z"],
    ["that half an hour jumps over", "2026-10-04", "02:15", "Australia/Lord_Howe", "2026-10-03T15:30:00.000Z"],
    ["over a half hour", "2026-01-01", "08:00", "Asia/Kolkata", "2026-01-01T02:30:00.000Z"],
    ["over a quarter", "2026-01-01", "08:00", "Asia/Kathmandu", "2026-01-01T02:15:00.000Z"],
    ["fourteen hours ahead", "2026-01-01", "08:00", "Pacific/Kiritimati", "2025-12-31T18:00:00.000Z"],
    ["twelve hours behind", "2026-01-01", "23:59", "Etc/GMT+12", "2026-01-02T11:59:00.000Z"],
    ["where midnight is jumped over", "2026-09-06", "00:00", "America/Santiago", "2026-09-06T04:00:00.000Z"],
    ["of a day that was left out", "2011-12-30", "08:00", "Pacific/Apia", "2011-12-30T10:00:00.000Z"],
    ["of a day that came twice", "1969-09-30", "22:00", "Pacific/Kwajalein", "1969-09-30T11:00:00.000Z"],
    ["when offsets had seconds", "1900-06-15", "08:00", "Europe/Paris", "1900-06-15T07:50:39.000Z"],
  ])("%s is the right instant", (_, day, time, zone, instant) => {
    expect(localInstant(day, time, zone).toISOString()).toBe(instant);
  });

  it("is the first instant at which clocks show it or later, in every zone", () => checkLocalInstants(10), 30_000);

  it("is so around every change of clocks", () => {
    const places = [
      ["Europe/Berlin", 2026],
      ["America/New_York", 2026],
      ["Australia/Lord_Howe", 2026],
      ["America/Santiago", 2026],
      ["Africa/Casablanca", 2019],
      ["Pacific/Apia", 2011],
      ["Pacific/Kiritimati", 1994],
    ] as const;
    for (const [zone, year] of places) expect(checkChanges(zone, year)).toBeGreaterThan(0);
  });

  it("comes from the instant that it leads to, wherever clocks did not jump over it", () => {
    for (const zone of everyZone) {
      const instant = Date.UTC(2026, 5, 15, 12, 34);
      expectSameClock(instant, zone);
      const { day, time } = localParts(new Date(instant), zone);
      expect(isCalendarDay(day)).toBe(true);
      expect(localInstant(day, time.slice(0, 5), zone).getTime()).toBe(instant);
    }
  });

  it("is told apart from its neighbours by the model", () => {
    const clock = clockOf("Europe/Berlin");
    const late = (instant: number) => clock(instant + 60_000);
    expect(() => expectFirstInstant("2026-07-01", "08:00", "Europe/Berlin", late)).toThrow("already");
    const early = (instant: number) => clock(instant - 60_000);
    expect(() => expectFirstInstant("2026-07-01", "08:00", "Europe/Berlin", early)).toThrow("not yet");
  });
});
