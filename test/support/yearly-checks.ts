/** Checks of yearly dates and local times against models that walk, in whatever number. */
import fc from "fast-check";
import { expect } from "vitest";
import { addDays, type LeapDay, localDay, localParts, nextOccurrence, notifyDay } from "../../shared/time/calendar.ts";
import { localInstant } from "../../shared/time/local-instant.ts";
import { clockOf, daysOf, everyZone, occurrenceWalker } from "./every-day.ts";

/** The days of the years that are asked about. */
export const everyDay = daysOf(1896, 2104);
const walk = occurrenceWalker(daysOf(1896, 2113));

export const leapDays = ["feb28", "mar1"] as const satisfies readonly LeapDay[];

export function expectWalked(date: string, today: string, leapDay: LeapDay): void {
  const next = nextOccurrence(date, today, leapDay);
  if (next !== walk(date, today, leapDay)) {
    throw new Error(`${date} falls on ${walk(date, today, leapDay)} from ${today} on (${leapDay}), not on ${next}`);
  }
}

/** At any instant, in any zone, any number of days before. */
export function checkNotifyDays(numRuns: number): void {
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
        // The walk knows the days from 1896 on; in the west it is still 1895 when that begins in UTC.
        fc.pre(today >= "1896-01-01");
        const expected = Date.parse(walk(date, today, leapDay)) - notifyDaysBefore * 86_400_000;
        const found = notifyDay({ date, notifyDaysBefore }, today, leapDay);
        expect(found).toBe(new Date(expected).toISOString().slice(0, 10));
        expect(addDays(found, notifyDaysBefore) >= today).toBe(true);
      },
    ),
    { numRuns },
  );
}

const quarter = 15 * 60 * 1000;

/** That the instant is the first at which the zone's clocks show the time or later: every quarter of an hour before it they show less. */
export function expectFirstInstant(day: string, time: string, zone: string, clock: (instant: number) => string): void {
  const wall = `${day} ${time}:00`;
  const instant = localInstant(day, time, zone).getTime();
  if (clock(instant) < wall) throw new Error(`at ${new Date(instant).toISOString()} it is not yet ${wall} in ${zone}`);
  const earlier = Array.from({ length: 104 }, (_, step) => instant - 1000 - step * quarter);
  const late = earlier.find((before) => clock(before) >= wall);
  if (late !== undefined) throw new Error(`it is ${wall} in ${zone} at ${new Date(late).toISOString()} already`);
}

/** `numRuns` local times in every zone. */
export function checkLocalInstants(numRuns: number): void {
  const day = fc.oneof(fc.constantFrom(...everyDay), fc.constantFrom(...daysOf(2024, 2028)));
  const time = fc.nat(24 * 60 - 1).map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16));
  for (const zone of everyZone) {
    const clock = clockOf(zone);
    fc.assert(
      fc.property(day, time, (someDay, someTime) => expectFirstInstant(someDay, someTime, zone, clock)),
      { numRuns },
    );
  }
}

/** Every change of the clocks of a zone within a year, and the local times around it. */
export function checkChanges(zone: string, year: number): number {
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
export function expectSameClock(instant: number, zone: string): void {
  const { day, time } = localParts(new Date(instant), zone);
  expect(`${day} ${time}`).toBe(clockOf(zone)(instant));
}
