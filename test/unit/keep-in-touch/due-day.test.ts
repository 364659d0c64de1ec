import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dueDay, dueInstantInUtc } from "../../../shared/keep-in-touch/tracked-contact.ts";
import { isCalendarDay } from "../../../shared/platform/time/calendar.ts";
import { clockOf, everyZone } from "../../support/reminder/every-day.ts";

const contact = (lastInteraction: string | null, keepFrequencyDays: number) => ({
  lastInteraction,
  createdAt: "2026-01-15T12:00:00.000Z",
  keepFrequencyDays,
});

describe("the day on which a contact is due", () => {
  it.each([
    ["without an interaction, counts from the creation", null, 30, "UTC", "2026-02-14"],
    ["counts from the last interaction", "2026-02-20T09:00:00.000Z", 14, "UTC", "2026-03-06"],
    ["counts local days when the clock goes forward", "2026-03-20T22:30:00.000Z", 14, "Europe/Berlin", "2026-04-03"],
    ["counts local days when the clock goes back", "2026-10-17T22:15:00.000Z", 14, "Europe/Berlin", "2026-11-01"],
    ["is later in the east", "2026-02-20T11:00:00.000Z", 1, "Pacific/Kiritimati", "2026-02-22"],
    ["is earlier in the west", "2026-02-20T09:00:00.000Z", 1, "Pacific/Pago_Pago", "2026-02-20"],
    ["counts the day that a zone skipped", "2011-12-29T12:00:00.000Z", 2, "Pacific/Apia", "2011-12-31"],
  ])("%s", (_, lastInteraction, days, zone, day) => {
    expect(dueDay(contact(lastInteraction, days), zone)).toBe(day);
  });

  it("is that of counting days of a calendar from the local day, in every zone", () => {
    const instant = fc.date({ min: new Date("1900-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(instant, fc.integer({ min: 1, max: 3650 }), fc.constantFrom(...everyZone), (start, days, zone) => {
        const [year = 0, month = 1, day = 1] = clockOf(zone)(start.getTime()).slice(0, 10).split("-").map(Number);
        const walked = new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
        expect(dueDay(contact(start.toISOString(), days), zone)).toBe(walked);
      }),
    );
  });

  it("exists for every timestamp that a contact may have", () => {
    for (const last of ["0000-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"]) {
      for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
        expect(isCalendarDay(dueDay(contact(last, 3650), zone))).toBe(true);
        expect(isCalendarDay(dueInstantInUtc(contact(last, 3650)).slice(0, 10))).toBe(true);
      }
    }
  });
});
