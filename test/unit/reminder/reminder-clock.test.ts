import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { localInstant } from "../../../shared/platform/time/calendar.ts";
import { reminderClock } from "../../../shared/reminder/reminder-clock.ts";
import { clockOf, daysOf, everyZone } from "../../support/reminder/every-day.ts";

const hour = 3600_000;

const clockAt = (instant: string, reminderSendTime: string, timezone = "UTC") =>
  reminderClock({ timezone, reminderSendTime }, new Date(instant));

describe("the day whose reminders are sent", () => {
  it.each([
    ["2028-02-29T07:59:59Z", "08:00", { day: "2028-02-29", isTime: false }],
    ["2028-02-29T08:00:00Z", "08:00", { day: "2028-02-29", isTime: true }],
    ["2028-02-29T23:59:59Z", "08:00", { day: "2028-02-29", isTime: true }],
    ["2028-03-01T00:00:00Z", "08:00", { day: "2028-03-01", isTime: false }],
    ["2028-02-29T23:05:00Z", "23:30", { day: "2028-02-29", isTime: false }],
    ["2028-03-01T00:05:00Z", "23:30", { day: "2028-02-29", isTime: true }],
    ["2028-03-01T01:30:00Z", "23:30", { day: "2028-02-29", isTime: true }],
    ["2028-03-01T01:30:01Z", "23:30", { day: "2028-03-01", isTime: false }],
    ["2028-03-01T00:00:00Z", "00:00", { day: "2028-03-01", isTime: true }],
  ])("at %s, of %s", (instant, time, expected) => expect(clockAt(instant, time)).toEqual(expected));

  it("follows the local time, also where clocks change at midnight", () => {
    // In Beirut clocks go from 00:00 back to 23:00, so that 23:30 comes twice.
    const [first, zone] = ["2027-10-30T20:30:00Z", "Asia/Beirut"];
    expect(clockAt(first, "23:30", zone)).toEqual({ day: "2027-10-30", isTime: true });
    expect(clockAt("2027-10-30T22:05:00Z", "23:30", zone)).toEqual({ day: "2027-10-30", isTime: true });
    expect(clockAt("2027-10-30T22:31:00Z", "23:30", zone)).toEqual({ day: "2027-10-31", isTime: false });
  });
});

it("an hourly run finds every day of every zone", () => {
  const time = fc.nat(24 * 60 - 1).map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16));
  const days = daysOf(2026, 2029);
  fc.assert(
    fc.property(
      fc.constantFrom(...everyZone),
      fc.constantFrom(...days),
      time,
      fc.nat(hour - 1),
      (zone, day, at, late) => {
        const instant = localInstant(day, at, zone);
        const clock = reminderClock({ timezone: zone, reminderSendTime: at }, new Date(instant.getTime() + late));
        expect(clock).toEqual({ day, isTime: true });
        const before = reminderClock({ timezone: zone, reminderSendTime: at }, new Date(instant.getTime() - 1));
        const shown = clockOf(zone)(instant.getTime() - 1000).slice(0, 10);
        if (before.isTime) expect(before.day < day && shown >= before.day).toBe(true);
      },
    ),
  );
});
