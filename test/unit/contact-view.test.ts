import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contactAnswer } from "../../shared/contact/answer.ts";
import { blankContact, type ContactRecord, type ImportantDate } from "../../shared/contact/record.ts";
import { contactView as contactViewOf, type ViewContext } from "../../shared/contact/view.ts";
import { addDays, isCalendarDay, localDay, nextOccurrence, occurrenceIn } from "../../shared/time/calendar.ts";
import { arbitraryContact } from "../support/arbitrary-contact.ts";

const accountId = "0190b6a4-0000-7abc-8def-000000000000";
const contactId = "0190b6a4-1111-7abc-8def-0123456789ab";
const now = new Date("2026-03-01T12:00:00.000Z");
const defaults = { timezone: "Europe/Lisbon", language: "pt", leapDay: "feb28" } as const;
const blank = { ...blankContact(accountId, contactId, now), firstName: "Ann" };

const contactView = (contact: ContactRecord, context: Omit<ViewContext, "avatarUrl">) =>
  contactViewOf(contact, {
    ...context,
    avatarUrl: (photoVersion) => photoVersion && `https://pictures.example/${photoVersion}`,
  });

function importantDate(fields: Partial<ImportantDate>): ImportantDate {
  const timestamps = { createdAt: now.toISOString(), updatedAt: now.toISOString() };
  return { id: contactId, type: "other", date: "2000-01-01", note: "", notifyDaysBefore: 0, ...timestamps, ...fields };
}

function notifyOn(
  fields: Partial<ImportantDate>,
  instant: string,
  timezone = "UTC",
  leapDay: "feb28" | "mar1" = "feb28",
) {
  const contact = { ...blank, importantDates: [importantDate(fields)] };
  const view = contactView(contact, { defaults: { ...defaults, timezone, leapDay }, now: new Date(instant) });
  return view.importantDates[0]?.notifyOn;
}

describe("a contact in an answer", () => {
  it("has every key, and fits the schema, whatever is stored", () => {
    fc.assert(
      fc.property(arbitraryContact(accountId), (contact) => {
        const view = JSON.parse(JSON.stringify(contactView(contact, { defaults, now })));
        expect(contactAnswer.safeParse(view).error).toBeUndefined();
        expect(Object.keys(view).toSorted()).toEqual(Object.keys(contactAnswer.shape).toSorted());
      }),
    );
  });

  it("falls back on the account's zone and language, and derives the zone from the coordinates", () => {
    expect(contactView(blank, { defaults, now })).toMatchObject({ timezone: "Europe/Lisbon", language: "pt" });
    const located = { ...blank, latitude: 40.7, longitude: -74 };
    expect(contactView(located, { defaults, now })).toMatchObject({ timezone: "America/New_York" });
    expect(contactView({ ...located, timezone: "UTC" }, { defaults, now })).toMatchObject({ timezone: "UTC" });
  });

  it.each([
    [90, 180],
    [-90, -180],
    [0, 0],
    [0, 180],
    [0, -180],
  ])("has a zone at the edges of the world (%d, %d)", (latitude, longitude) => {
    expect(contactView({ ...blank, latitude, longitude }, { defaults, now }).timezone).not.toBe("");
  });

  it("has its point as GeoJSON, longitude first", () => {
    const view = contactView({ ...blank, latitude: 40.7, longitude: -74 }, { defaults, now });
    expect(view.gisPoint).toEqual({ type: "Point", coordinates: [-74, 40.7] });
    expect(contactView({ ...blank, latitude: 0, longitude: 0 }, { defaults, now }).gisPoint).not.toBeNull();
    expect(contactView(blank, { defaults, now }).gisPoint).toBeNull();
  });

  it("is myself exactly when its id is the account's", () => {
    expect(contactView(blank, { defaults, now }).myself).toBe(false);
    expect(contactView({ ...blank, id: accountId }, { defaults, now }).myself).toBe(true);
  });
});

describe("notifyOn", () => {
  it.each([
    ["2000-03-01", 0, "2026-03-01"],
    ["2000-03-01", 1, "2026-02-28"],
    ["2000-02-28", 0, "2027-02-28"],
    ["1904-01-03", 7, "2026-12-27"],
    ["2000-12-31", 365, "2025-12-31"],
    ["2024-02-29", 0, "2027-02-28"],
  ])("of %s, %d days before, is %s on the first of March 2026", (date, notifyDaysBefore, day) => {
    expect(notifyOn({ date, notifyDaysBefore }, "2026-03-01T12:00:00Z")).toBe(day);
  });

  it("is null without days before", () => {
    expect(notifyOn({ notifyDaysBefore: null }, "2026-03-01T12:00:00Z")).toBeNull();
  });

  it("a leap day falls as the account says in common years, and on itself in leap years", () => {
    const leap = { date: "2000-02-29" };
    expect(notifyOn(leap, "2026-01-10T12:00:00Z", "UTC", "feb28")).toBe("2026-02-28");
    expect(notifyOn(leap, "2026-01-10T12:00:00Z", "UTC", "mar1")).toBe("2026-03-01");
    expect(notifyOn(leap, "2028-02-29T12:00:00Z", "UTC", "feb28")).toBe("2028-02-29");
    expect(notifyOn(leap, "2028-02-29T12:00:00Z", "UTC", "mar1")).toBe("2028-02-29");
    expect(notifyOn(leap, "2026-02-28T12:00:00Z", "UTC", "mar1")).toBe("2026-03-01");
    expect(notifyOn(leap, "2100-02-01T12:00:00Z", "UTC", "feb28")).toBe("2100-02-28");
  });

  it("changes with the day of the account's zone, not of UTC", () => {
    const newYear = { date: "2000-01-01" };
    expect(notifyOn(newYear, "2025-12-31T10:30:00Z", "Pacific/Kiritimati")).toBe("2026-01-01");
    expect(notifyOn(newYear, "2026-01-02T10:59:00Z", "Pacific/Midway")).toBe("2026-01-01");
    expect(notifyOn(newYear, "2026-01-02T11:01:00Z", "Pacific/Midway")).toBe("2027-01-01");
    expect(notifyOn(newYear, "2026-01-01T10:30:00Z", "Pacific/Kiritimati")).toBe("2027-01-01");
  });

  it("is what walking day by day finds", () => {
    const days = fc.date({ min: new Date("1904-01-01"), max: new Date("2110-12-31"), noInvalidDate: true });
    const zones = fc.constantFrom("UTC", "Pacific/Kiritimati", "Pacific/Midway", "America/Sao_Paulo", "Asia/Kathmandu");
    const dates = fc.oneof(
      days.map((day) => day.toISOString().slice(0, 10)),
      fc.constantFrom("1904-02-29", "2000-12-31"),
    );
    fc.assert(
      fc.property(
        dates,
        days,
        zones,
        fc.nat(365),
        fc.constantFrom("feb28", "mar1"),
        (date, instant, zone, before, leap) => {
          const expected = walkTo(date, instant, zone, before, leap);
          expect(notifyOn({ date, notifyDaysBefore: before }, instant.toISOString(), zone, leap)).toBe(expected);
        },
      ),
      { numRuns: 300 },
    );
  });
});

/** Oracle: from the local day on, or from the date if it is still to come, the first whose month and day are those of the date. */
function walkTo(date: string, instant: Date, timeZone: string, daysBefore: number, leap: string): string {
  const today = new Date(`${instant.toLocaleDateString("sv-SE", { timeZone })}T00:00:00Z`).getTime();
  const start = Math.max(today, new Date(`${date}T00:00:00Z`).getTime());
  const day = 24 * 60 * 60 * 1000;
  for (let step = 0; ; step++) {
    const candidate = new Date(start + step * day);
    const year = candidate.getUTCFullYear();
    const isLeapYear = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
    const moved = leap === "feb28" ? "02-28" : "03-01";
    const monthAndDay = date.endsWith("02-29") && !isLeapYear ? moved : date.slice(5);
    if (candidate.toISOString().slice(5, 10) !== monthAndDay) continue;
    return new Date(candidate.getTime() - daysBefore * day).toISOString().slice(0, 10);
  }
}

describe("days", () => {
  it("a calendar day is exactly what Date gives back unchanged", () => {
    const text = fc.tuple(fc.integer({ min: 1, max: 9999 }), fc.nat(13), fc.nat(32)).map(([year, month, day]) => {
      const [y, m, d] = [String(year).padStart(4, "0"), String(month).padStart(2, "0"), String(day).padStart(2, "0")];
      return `${y}-${m}-${d}`;
    });
    fc.assert(
      fc.property(text, (day) => {
        const parsed = new Date(`${day}T00:00:00Z`);
        const real = !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 10) === day;
        expect(isCalendarDay(day)).toBe(real);
      }),
      { numRuns: 2_000 },
    );
  });

  it("a local day is the zone's own, also over half hours and before year 1000", () => {
    expect(localDay(new Date("2026-01-01T18:29:59Z"), "Asia/Kolkata")).toBe("2026-01-01");
    expect(localDay(new Date("2026-01-01T18:30:00Z"), "Asia/Kolkata")).toBe("2026-01-02");
    expect(localDay(new Date("0987-06-05T12:00:00Z"), "UTC")).toBe("0987-06-05");
  });

  it("adding days crosses months and years both ways", () => {
    expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
    expect(addDays("2028-03-01", -1)).toBe("2028-02-29");
    expect(addDays("2026-01-01", -365)).toBe("2025-01-01");
  });

  it("the next occurrence is the first one that is neither before today nor before the date itself", () => {
    const days = fc.date({ min: new Date("1904-01-01"), max: new Date("2110-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(days, days, fc.constantFrom("feb28" as const, "mar1" as const), (date, from, leap) => {
        const [day, today] = [date.toISOString().slice(0, 10), from.toISOString().slice(0, 10)];
        const start = [day, today].toSorted().at(-1) ?? today;
        const next = nextOccurrence(day, today, leap);
        expect(next >= start && next < addDays(start, 367)).toBe(true);
        expect(occurrenceIn(Number(next.slice(0, 4)), day, leap)).toBe(next);
      }),
    );
  });
});
