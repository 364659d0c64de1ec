import { randomUUID } from "node:crypto";
import fc from "fast-check";
import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { type FeedSettings, writeFeed } from "../../../functions/calendar/feed.ts";
import type { ImportantDate } from "../../../shared/contact/record.ts";
import type { DatedContact } from "../../../shared/important-date/dated-contact.ts";
import { addDays, type LeapDay, occurrenceIn } from "../../../shared/platform/time/calendar.ts";
import { digestTexts } from "../../../shared/reminder/digest-texts.ts";

const usual: FeedSettings = { language: "en", leapDay: "feb28", reminderSendTime: "08:00", feedChangedAt: null };
const today = "2026-03-10";
const roomy = 5_000_000;

/** A birthday with some changes. */
function someDate(change: Partial<ImportantDate> = {}): ImportantDate {
  const writtenAt = "2025-06-01T10:20:30.456Z";
  return {
    id: randomUUID(),
    type: "birthday",
    date: "1990-05-03",
    note: "",
    notifyDaysBefore: null,
    createdAt: writtenAt,
    updatedAt: writtenAt,
    ...change,
  };
}

function datedContact(dates: ImportantDate[], change: Partial<DatedContact> = {}): DatedContact {
  const id = randomUUID();
  return {
    id,
    accountId: "0195561e-5a00-4000-8000-000000000001",
    firstName: "Ada",
    lastName: "Byron",
    photoVersion: null,
    renamedAt: null,
    dates,
    sent: {},
    ...change,
  };
}

async function* streamOf<Item>(items: Iterable<Item>): AsyncGenerator<Item, void> {
  yield* items;
}

async function feedOf(contacts: DatedContact[], settings: Partial<FeedSettings> = {}, maxBytes = roomy, day = today) {
  const { text, isWhole } = await writeFeed(streamOf(contacts), { ...usual, ...settings }, day, maxBytes);
  expect(isWhole).toBe(!text.includes("UID:missing@"));
  return text;
}

/** As a calendar program reads it. */
function readEvents(text: string): ICAL.Event[] {
  return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((event) => new ICAL.Event(event));
}

async function eventFor(date: Partial<ImportantDate>, settings: Partial<FeedSettings> = {}, about = {}) {
  const [event] = readEvents(await feedOf([datedContact([someDate(date)], about)], settings));
  if (!event) throw new Error("no event");
  return event;
}

/** The days of the event in these years. */
function daysOf(event: ICAL.Event, from: number, to: number): string[] {
  const days: string[] = [];
  const iterator = event.iterator();
  for (let next = iterator.next(); next && next.year <= to; next = iterator.next()) {
    if (next.year >= from) days.push(next.toString());
  }
  return days;
}

const years = Array.from({ length: 12 }, (_, index) => 2024 + index);
const anyDay = fc.oneof(
  fc.constant("1988-02-29"),
  fc.constant("1904-02-29"),
  fc.constant("1896-02-29"),
  fc
    .date({ min: new Date("1850-01-01T00:00:00Z"), max: new Date("2023-12-31T00:00:00Z"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
);

describe("the feed", () => {
  it("has the same days as the service in every year, for both choices of leap days", async () => {
    await fc.assert(
      fc.asyncProperty(anyDay, fc.constantFrom<LeapDay>("feb28", "mar1"), async (date, leapDay) => {
        const createdAt = "2023-04-05T06:07:08.000Z";
        const event = await eventFor({ date, createdAt }, { leapDay });
        expect(daysOf(event, 2024, 2035)).toEqual(years.map((year) => occurrenceIn(year, date, leapDay)));
      }),
    );
  });

  it("begins with the date itself, and not before 1900", async () => {
    expect((await eventFor({ date: "1990-05-03" })).startDate.toString()).toBe("1990-05-03");
    expect((await eventFor({ date: "2031-07-08", type: "graduation" })).startDate.toString()).toBe("2031-07-08");
    expect((await eventFor({ date: "1850-07-08" })).startDate.toString()).toBe("1900-07-08");
  });

  it("shows no unknown year, and begins in the year in which the date was created", async () => {
    const event = await eventFor({ date: "1904-02-29", createdAt: "2025-06-01T00:00:00.000Z" });
    expect(event.startDate.toString()).toBe("2025-02-28");
    expect(event.summary).toBe("Ada Byron: birthday");
    const moved = await eventFor({ date: "1904-02-29", createdAt: "2025-06-01T00:00:00.000Z" }, { leapDay: "mar1" });
    expect(moved.startDate.toString()).toBe("2025-03-01");
  });

  it.each([
    ["en", "birthday", "Ada Byron: birthday (1990)"],
    ["de-AT", "birthday", "Ada Byron: Geburtstag (1990)"],
    ["cs", "anniversary", "Ada Byron: výročí (1990)"],
    ["cs", "nameday", "Ada Byron: svátek"],
    ["ja", "birthday", "Ada Byron: birthday (1990)"],
  ] as const)("is in %s for a %s, with the year and without the age", async (language, type, summary) => {
    expect((await eventFor({ type }, { language })).summary).toBe(summary);
  });

  it("has a text for a missing name, and escapes names and notes", async () => {
    expect((await eventFor({}, {}, { firstName: "", lastName: "" })).summary).toBe("(no name): birthday (1990)");
    const name = 'A;b, c\\n"d" END:VEVENT';
    const event = await eventFor({ note: "x;y\\,z" }, {}, { firstName: name, lastName: "\u202eRLO" });
    expect(event.summary).toBe(`${name} RLO: birthday (1990)`);
    expect(event.description).toBe("x;y\\,z");
  });

  it("has an alarm at the send time, so many days before", async () => {
    const times = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 365 }), times, async (notifyDaysBefore, [hours, minutes]) => {
        const reminderSendTime = [hours, minutes].map((part) => String(part).padStart(2, "0")).join(":");
        const event = await eventFor({ date: "2025-05-03", notifyDaysBefore }, { reminderSendTime });
        const [alarm] = event.component.getAllSubcomponents("valarm");
        const instant = ICAL.Time.fromDateTimeString("2025-05-03T00:00:00");
        instant.addDuration(alarm?.getFirstPropertyValue("trigger") as ICAL.Duration);
        expect(instant.toString()).toBe(`${addDays("2025-05-03", -notifyDaysBefore)}T${reminderSendTime}:00`);
        expect(alarm?.getFirstPropertyValue("action")).toBe("DISPLAY");
      }),
    );
    expect((await eventFor({ notifyDaysBefore: null })).component.getAllSubcomponents("valarm")).toEqual([]);
  });

  it("is a calendar of whole days", async () => {
    const date = someDate({ note: "Likes cake", notifyDaysBefore: 7 });
    const text = await feedOf([datedContact([date])]);
    expect(text.split("\r\n")).toEqual([
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//Contact relationship service//Important dates//EN",
      "CALSCALE:GREGORIAN",
      "X-WR-CALNAME:Important dates",
      "REFRESH-INTERVAL;VALUE=DURATION:PT12H",
      "X-PUBLISHED-TTL:PT12H",
      "BEGIN:VEVENT",
      `UID:${date.id}@important-dates`,
      "DTSTAMP:20250601T102030Z",
      "LAST-MODIFIED:20250601T102030Z",
      "DTSTART;VALUE=DATE:19900503",
      "RRULE:FREQ=YEARLY",
      "SUMMARY:Ada Byron: birthday (1990)",
      "DESCRIPTION:Likes cake",
      "TRANSP:TRANSPARENT",
      "BEGIN:VALARM",
      "ACTION:DISPLAY",
      "TRIGGER:-P6DT16H",
      "DESCRIPTION:Ada Byron: birthday (1990)",
      "END:VALARM",
      "END:VEVENT",
      "END:VCALENDAR",
      "",
    ]);
    expect(await feedOf([datedContact([date])], {}, roomy, "2027-01-01")).toBe(text);
  });

  it("has the time of the last change of the date, the name or a setting that shows", async () => {
    const written = "2025-06-01T10:20:30.456Z";
    const [before, later, latest] = [
      "2025-05-01T00:00:00.000Z",
      "2025-06-02T00:00:00.000Z",
      "2026-01-02T03:04:05.678Z",
    ];
    const stampsOf = async (renamedAt: string | null, feedChangedAt: string | null) => {
      const { component } = await eventFor({ updatedAt: written }, { feedChangedAt }, { renamedAt });
      return ["dtstamp", "last-modified"].map((name) => String(component.getFirstPropertyValue(name)));
    };
    for (const [renamedAt, feedChangedAt, stamp] of [
      [null, null, "2025-06-01T10:20:30Z"],
      [before, before, "2025-06-01T10:20:30Z"],
      [later, null, "2025-06-02T00:00:00Z"],
      [null, latest, "2026-01-02T03:04:05Z"],
      [latest, later, "2026-01-02T03:04:05Z"],
    ] as const) {
      expect(await stampsOf(renamedAt, feedChangedAt)).toEqual([stamp, stamp]);
    }
  });

  it("has its name in every language, also without dates", async () => {
    for (const [language, { calendar: name }] of Object.entries(digestTexts)) {
      const calendar = new ICAL.Component(ICAL.parse(await feedOf([], { language })));
      expect(calendar.getFirstPropertyValue("x-wr-calname")).toBe(name);
      expect(name).not.toMatch(/[\\;,]/);
    }
  });
});

describe("a feed without room for all dates", () => {
  const many = Array.from({ length: 400 }, (_, index) =>
    datedContact([someDate({ date: addDays("2025-01-01", index % 365), note: `number ${index}` })]),
  );

  it("has the next dates, and an event with the number of the others on the first of their days", async () => {
    const events = readEvents(await feedOf(many, {}, 60_000));
    const [notice, ...others] = events.toReversed();
    const missing = many.length - others.length;
    expect(missing).toBeGreaterThan(200);
    expect(notice?.summary).toBe(`${missing} further dates do not fit into this calendar`);
    const from = notice?.startDate.toString() ?? "";
    const kept = new Set(others.map(({ uid }) => uid));
    for (const {
      dates: [date],
    } of many) {
      const [thisYear, nextYear] = [2026, 2027].map((year) => occurrenceIn(year, date?.date ?? "", "feb28"));
      const day = (thisYear && thisYear >= today ? thisYear : nextYear) ?? "";
      if (day !== from) expect(kept.has(`${date?.id}@important-dates`), day).toBe(day < from);
    }
  });

  it("never exceeds its limit, with any texts", async () => {
    const nasty = fc.string({ unit: fc.constantFrom("\\", ";", ",", '"', "a", "ž", "語", "🎉"), maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(nasty, nasty), { minLength: 30, maxLength: 60 }), async (texts) => {
        const contacts = texts.map(([firstName, note]) =>
          datedContact([someDate({ note, notifyDaysBefore: 3 })], { firstName }),
        );
        const text = await feedOf(contacts, {}, 30_000);
        expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThan(30_000);
        for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        const read = readEvents(text);
        const left = Number(/^\d+/.exec(read.at(-1)?.summary ?? "")?.[0] ?? 0);
        expect(left + read.length - (left > 0 ? 1 : 0)).toBe(contacts.length);
      }),
      { numRuns: 50 },
    );
  });
});
