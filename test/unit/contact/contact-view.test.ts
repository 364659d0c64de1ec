import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contactAnswer } from "../../../shared/contact/answer/answer.ts";
import { contactView as contactViewOf, type ViewContext } from "../../../shared/contact/answer/view.ts";
import { blankContact, type ContactRecord, type ImportantDate } from "../../../shared/contact/record.ts";
import { arbitraryContact } from "../../support/contact/arbitrary-contact.ts";

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

  it("has `myself` exactly if its id is the account's", () => {
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

  it("of a leap day in common years depends on the account", () => {
    const leap = { date: "2000-02-29" };
    expect(notifyOn(leap, "2026-01-10T12:00:00Z", "UTC", "feb28")).toBe("2026-02-28");
    expect(notifyOn(leap, "2026-01-10T12:00:00Z", "UTC", "mar1")).toBe("2026-03-01");
  });

  it("changes with the day of the account's zone, not of UTC", () => {
    const newYear = { date: "2000-01-01" };
    expect(notifyOn(newYear, "2025-12-31T10:30:00Z", "Pacific/Kiritimati")).toBe("2026-01-01");
    expect(notifyOn(newYear, "2026-01-02T10:59:00Z", "Pacific/Midway")).toBe("2026-01-01");
    expect(notifyOn(newYear, "2026-01-02T11:01:00Z", "Pacific/Midway")).toBe("2027-01-01");
    expect(notifyOn(newYear, "2026-01-01T10:30:00Z", "Pacific/Kiritimati")).toBe("2027-01-01");
  });
});
