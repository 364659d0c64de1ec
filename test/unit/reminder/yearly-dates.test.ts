import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addDays,
  isCalendarDay,
  type LeapDay,
  localDay,
  localInstant,
  localParts,
  nextOccurrence,
  notifyDay,
} from "../../../shared/platform/time/calendar.ts";
import { clockOf, daysOf, everyZone, occurrenceWalker } from "../../support/reminder/every-day.ts";
import { isFull, tries } from "../../support/seed.ts";

/** The days on which the next occurrence is looked for. */
const everyDay = daysOf(1896, 2104);
const walk = occurrenceWalker(daysOf(1896, 2113));

const leapDays = ["feb28", "mar1"] as const satisfies readonly LeapDay[];

/** Every day that a yearly date without year may have. */
const yearlyDates = everyDay.filter((day) => day.startsWith("1904-"));

describe("the next occurrence of a yearly date", () => {
  it("is the same as by walking, from every day of 1896 to 2104", () => {
    expect(everyDay).toHaveLength(76_336);
    for (const [place, today] of everyDay.entries()) {
      for (let turn = 0; turn < tries(1, 8); turn++) {
        // 101 and 366 have no common divisor, so all dates are used by turns.
        const date = yearlyDates[(place * 101 + turn * 37) % yearlyDates.length] ?? "";
        for (const leapDay of leapDays) expectWalked(date, today, leapDay);
      }
    }
  });

  it("is the same as by walking around every end of February", () => {
    const around = /-(02-2[6-9]|03-0[1-3])$/;
    const dates = yearlyDates.filter((day) => around.test(day));
    for (const today of everyDay.filter((day) => around.test(day))) {
      for (const date of [...dates, "1896-02-29", "2096-02-29"]) {
        for (const leapDay of leapDays) expectWalked(date, today, leapDay);
      }
    }
  });

  it("leads to the notify day, in every zone", checkNotifyDays);
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

  it("is the first instant at which clocks show it or later, in every zone", checkLocalInstants);

  it("is so around every change of clocks", () => {
    const some = [
      ["Europe/Berlin", 2026],
      ["America/New_York", 2026],
      ["Australia/Lord_Howe", 2026],
      ["America/Santiago", 2026],
      ["Africa/Casablanca", 2019],
      ["Pacific/Apia", 2011],
      ["Pacific/Kiritimati", 1994],
    ] as const;
    for (const [zone, year] of some) expect(checkChanges(zone, year)).toBeGreaterThan(0);
    const zones = isFull ? everyZone.filter((_, at) => at % 6 === 0) : [];
    for (const zone of zones) for (const year of [1985, 2026]) checkChanges(zone, year);
  });

  it("of an instant leads back to the instant, in every zone", () => {
    for (const zone of everyZone) {
      const instant = Date.UTC(2026, 5, 15, 12, 34);
      expectSameClock(instant, zone);
      const { day, time } = localParts(new Date(instant), zone);
      expect(isCalendarDay(day)).toBe(true);
      expect(localInstant(day, time.slice(0, 5), zone).getTime()).toBe(instant);
    }
  });

  it("differs in the model if clocks are a minute early or late", () => {
    const clock = clockOf("Europe/Berlin");
    const late = (instant: number) => clock(instant + 60_000);
    expect(() => expectFirstInstant("2026-07-01", "08:00", "Europe/Berlin", late)).toThrow("already");
    const early = (instant: number) => clock(instant - 60_000);
    expect(() => expectFirstInstant("2026-07-01", "08:00", "Europe/Berlin", early)).toThrow("not yet");
  });
});

function expectWalked(date: string, today: string, leapDay: LeapDay): void {
  const next = nextOccurrence(date, today, leapDay);
  if (next !== walk(date, today, leapDay)) {
    throw new Error(`${date} falls on ${walk(date, today, leapDay)} from ${today} on (${leapDay}), not on ${next}`);
  }
}

/** At any instant, in any zone, any number of days before. */
function checkNotifyDays(): void {
  const day = fc.constantFrom(...everyDay);
  const leap = fc.constantFrom("1904-02-29", "1896-02-29", "2000-02-29", "2096-02-29", "1904-02-28", "1904-03-01");
  const instant = fc.tuple(day, fc.nat(86_399)).map(([start, second]) => new Date(Date.parse(start) + second * 1000));
  fc.assert(
    fc.property(
      fc.oneof({ arbitrary: day, weight: 3 }, leap),
      instant,
      fc.constantFrom(...everyZone),
      fc.nat(365),
      fc.constantFrom(...leapDays),
      (date, now, zone, notifyDaysBefore, leapDay) => {
        const today = clockOf(zone)(now.getTime()).slice(0, 10);
        expect(localDay(now, zone)).toBe(today);
        // The walk has the days from 1896 on. At the start of 1896 in UTC, it is still 1895 in western zones.
        fc.pre(today >= "1896-01-01");
        const expected = Date.parse(walk(date, today, leapDay)) - notifyDaysBefore * 86_400_000;
        const found = notifyDay({ date, notifyDaysBefore }, today, leapDay);
        expect(found).toBe(new Date(expected).toISOString().slice(0, 10));
        expect(addDays(found, notifyDaysBefore) >= today).toBe(true);
      },
    ),
    { numRuns: tries(1_000, 15_000) },
  );
}

const quarter = 15 * 60 * 1000;

/** That the instant is the first at which the zone's clocks show the time or later: every quarter of an hour before it they show less. */
function expectFirstInstant(day: string, time: string, zone: string, clock: (instant: number) => string): void {
  const wall = `${day} ${time}:00`;
  const instant = localInstant(day, time, zone).getTime();
  if (clock(instant) < wall) throw new Error(`at ${new Date(instant).toISOString()} it is not yet ${wall} in ${zone}`);
  const earlier = Array.from({ length: 104 }, (_, step) => instant - 1000 - step * quarter);
  const late = earlier.find((before) => clock(before) >= wall);
  if (late !== undefined) throw new Error(`it is ${wall} in ${zone} at ${new Date(late).toISOString()} already`);
}

function checkLocalInstants(): void {
  const day = fc.oneof(fc.constantFrom(...everyDay), fc.constantFrom(...daysOf(2024, 2028)));
  const time = fc.nat(24 * 60 - 1).map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16));
  for (const zone of everyZone) {
    const clock = clockOf(zone);
    fc.assert(
      fc.property(day, time, (someDay, someTime) => expectFirstInstant(someDay, someTime, zone, clock)),
      { numRuns: tries(3, 60) },
    );
  }
}

/** Every change of the clocks of a zone within a year, and the local times around it. */
function checkChanges(zone: string, year: number): number {
  const clock = clockOf(zone);
  let changes = 0;
  for (let instant = Date.UTC(year, 0, 1); instant < Date.UTC(year + 1, 0, 1); instant += 2 * quarter) {
    const [before, after] = [wallOf(clock(instant - 2 * quarter)), wallOf(clock(instant))];
    if (after - before === 2 * quarter) continue;
    changes++;
    for (
      let wall = Math.min(before, after) - 4 * quarter;
      wall <= Math.max(before, after) + 4 * quarter;
      wall += quarter
    ) {
      const [day = "", time = ""] = new Date(wall).toISOString().split("T");
      expectFirstInstant(day, time.slice(0, 5), zone, clock);
    }
  }
  return changes;
}

function wallOf(text: string): number {
  return Date.parse(`${text.replace(" ", "T")}Z`);
}

/** That calendar and clock are those of the model. */
function expectSameClock(instant: number, zone: string): void {
  const { day, time } = localParts(new Date(instant), zone);
  expect(`${day} ${time}`).toBe(clockOf(zone)(instant));
}
