import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DatedContact, firstNotifyDay, isSent, lastSentDay } from "../../shared/contact/dated-contact.ts";
import { readUpcoming, type Upcoming, upcomingOf } from "../../shared/contact/upcoming.ts";
import { newAccountHead } from "../../shared/table/account.ts";
import { dueInstant } from "../../shared/table/due-index.ts";
import { addDays, type LeapDay, localDay, nextOccurrence } from "../../shared/time/calendar.ts";
import { arbitraryDates, dayOf, importantDate, numberedContact } from "../support/arbitrary-dates.ts";
import { everyZone } from "../support/every-day.ts";

const leapDay = fc.constantFrom<LeapDay>("feb28", "mar1");
const instant = fc.tuple(dayOf("2023-01-01", "2029-12-31"), fc.nat(86_399)).map(([day, second]) => {
  return new Date(Date.parse(day) + second * 1000);
});

/** The contact after its owner was told, on that day, of some of its dates. */
function afterTelling(contact: DatedContact, today: string, choice: LeapDay, told: readonly boolean[]): DatedContact {
  const sent = contact.dates.flatMap((date, place) => {
    const occurrence = nextOccurrence(date.date, today, choice);
    return told[place] ? [[date.id, { occurrence, at: `${today}T08:00:00.000Z` }] as const] : [];
  });
  return { ...contact, sent: Object.fromEntries(sent) };
}

const contacts = fc
  .array(fc.tuple(arbitraryDates, fc.array(fc.boolean(), { maxLength: 4 }), fc.nat(500), leapDay), { maxLength: 12 })
  .map((drawn) => ({
    at: (today: string) =>
      drawn.map(([dates, told, ago, choice], number) =>
        afterTelling(numberedContact(number, dates), addDays(today, -ago), choice, told),
      ),
  }));

describe("the first day on which a contact must be looked at", () => {
  it("comes before everything of which somebody is still to be told, in any zone and by any choice, from then on", () => {
    fc.assert(
      fc.property(
        contacts,
        instant,
        fc.nat(800 * 24),
        fc.constantFrom(...everyZone),
        leapDay,
        (drawn, now, later, zone, choice) => {
          const today = localDay(new Date(now.getTime() + later * 3_600_000), zone);
          for (const { dates, sent } of drawn.at(localDay(now, zone))) {
            const first = firstNotifyDay(dates, now.toISOString(), sent);
            expect(first === undefined).toBe(dates.every(({ notifyDaysBefore }) => notifyDaysBefore === null));
            for (const { date, id, notifyDaysBefore } of dates) {
              const occurrence = nextOccurrence(date, today, choice);
              if (notifyDaysBefore === null || isSent({ id, date }, occurrence, sent)) continue;
              expect(addDays(occurrence, -notifyDaysBefore) >= String(first)).toBe(true);
            }
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ["2000-03-10", 7, "2026-03-01T10:00:00Z", "2026-03-03"],
    ["2000-03-10", 365, "2026-03-01T10:00:00Z", "2025-03-10"],
    // Of yesterday: in the west it may still be that day.
    ["2000-02-28", 0, "2026-03-01T10:00:00Z", "2026-02-28"],
    ["2000-02-27", 0, "2026-03-01T10:00:00Z", "2027-02-27"],
    ["2030-05-05", 5, "2026-03-01T10:00:00Z", "2030-04-30"],
    ["2000-02-29", 0, "2026-03-02T10:00:00Z", "2026-03-01"],
    ["2000-02-29", 0, "2026-03-03T10:00:00Z", "2027-02-28"],
  ])("of %s, %d days before, is at %s %s", (date, notifyDaysBefore, now, day) => {
    expect(firstNotifyDay([importantDate({ date, notifyDaysBefore })], now)).toBe(day);
  });

  it("is a year later once its owner was told", () => {
    const dates = [importantDate({ date: "2000-02-29", notifyDaysBefore: 3 })];
    const sent = { d: { occurrence: "2026-02-28", at: "2026-02-25T08:00:00.000Z" } };
    expect(firstNotifyDay(dates, "2026-02-25T08:00:00Z", sent)).toBe("2027-02-25");
    expect(firstNotifyDay(dates, "2026-03-02T08:00:00Z", sent)).toBe("2027-02-25");
    expect(lastSentDay({ dates, sent })).toBe("2026-03-01");
  });
});

describe("being told of an occurrence", () => {
  const date = { id: "d", date: "2000-02-29" };
  const told = (occurrence: string) => ({ d: { occurrence, at: "2026-02-25T08:00:00.000Z" } });

  it("counts for this one alone, by whichever choice a leap day fell", () => {
    expect(isSent(date, "2026-02-28", told("2026-02-28"))).toBe(true);
    expect(isSent(date, "2026-03-01", told("2026-02-28"))).toBe(true);
    expect(isSent(date, "2026-02-28", told("2026-03-01"))).toBe(true);
    expect(isSent(date, "2027-02-28", told("2026-02-28"))).toBe(false);
    expect(isSent(date, "2028-02-29", told("2028-02-28"))).toBe(false);
    expect(isSent({ ...date, id: "e" }, "2026-02-28", told("2026-02-28"))).toBe(false);
  });

  it("does not count when the date was moved within the year", () => {
    expect(isSent({ id: "d", date: "2000-10-05" }, "2026-10-05", told("2026-03-05"))).toBe(false);
  });
});

describe("what is coming", () => {
  it("is what looking at every date of every contact finds, from the two indexes and no further than needed", async () => {
    const limits = fc.integer({ min: 1, max: 12 });
    await fc.assert(
      fc.asyncProperty(
        contacts,
        instant,
        fc.constantFrom(...everyZone),
        leapDay,
        limits,
        async (drawn, now, zone, choice, limit) => {
          const today = localDay(now, zone);
          const all = drawn.at(today);
          let most = "";
          const source = {
            told: async function* () {
              yield* all.filter((contact) => String(lastSentDay(contact) ?? "") >= today);
            },
            due: async function* (lastDay: string) {
              const found = all.flatMap((contact) => {
                const lookDay = firstNotifyDay(contact.dates, now.toISOString(), contact.sent);
                return lookDay !== undefined && lookDay <= lastDay ? [{ ...contact, lookDay }] : [];
              });
              for (const each of found.toSorted((one, other) => (one.lookDay < other.lookDay ? -1 : 1))) {
                most = each.lookDay;
                yield each;
              }
            },
          };
          const upcoming = await readUpcoming(source, { today, leapDay: choice, limit });
          const expected = all
            .flatMap((contact) => upcomingOf(contact, today, choice))
            .filter(({ notifyOn }) => notifyOn <= addDays(today, 31))
            .toSorted((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
          expect(upcoming.map(textOf)).toEqual(expected.slice(0, limit).map(textOf));
          // The day after the last that is answered is where the reading ends.
          const end = expected[limit - 1]?.notifyOn;
          const next = all.flatMap(({ dates, sent }) => firstNotifyDay(dates, now.toISOString(), sent) ?? []);
          const beyond = next.filter((day) => end !== undefined && day > end).toSorted()[0];
          if (beyond !== undefined) expect(most <= beyond).toBe(true);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("is not cut among dates that are told on one day before all of them were met", async () => {
    const one = numberedContact(1, [
      importantDate({ id: "x", date: "2000-03-04" }),
      importantDate({ id: "y", date: "2000-03-08", notifyDaysBefore: 1 }),
    ]);
    const other = numberedContact(2, [importantDate({ date: "1990-03-07" })]);
    const source = {
      told: async function* () {},
      due: async function* () {
        yield { ...one, lookDay: "2026-03-04" };
        yield { ...other, lookDay: "2026-03-07" };
      },
    };
    const upcoming = await readUpcoming(source, { today: "2026-03-01", leapDay: "feb28", limit: 2 });
    expect(upcoming.map(({ date }) => date.id)).toEqual(["c1x", "c2d"]);
  });

  it("has each date's next occurrence, and says when its owner was told of that one", () => {
    const contact = { ...numberedContact(1, [importantDate({ date: "1990-03-05", notifyDaysBefore: 7 })]) };
    const at = "2026-02-26T08:00:00.000Z";
    const told = { ...contact, sent: { c1d: { occurrence: "2026-03-05", at } } };
    const of = (from: DatedContact, today: string) =>
      upcomingOf(from, today, "feb28").map(({ occurrence, notifyOn, sentAt }) => [occurrence, notifyOn, sentAt]);
    expect(of(contact, "2026-03-05")).toEqual([["2026-03-05", "2026-02-26", null]]);
    expect(of(told, "2026-03-05")).toEqual([["2026-03-05", "2026-02-26", at]]);
    expect(of(told, "2026-03-06")).toEqual([["2027-03-05", "2027-02-26", null]]);
    expect(upcomingOf(numberedContact(1, [importantDate({ notifyDaysBefore: null })]), "2026-01-01", "feb28")).toEqual(
      [],
    );
  });
});

function textOf({ contact, date, occurrence, notifyOn, sentAt }: Upcoming): string {
  return `${notifyOn} ${date.date} ${date.id} ${contact.id} ${occurrence} ${sentAt}`;
}

describe("when the sender shall look at an account", () => {
  const now = new Date("2026-03-01T10:00:00.000Z");
  const head = { ...newAccountHead("a", "ann@example.org", now), timezone: "Europe/Berlin" };

  it.each([
    ["2026-03-05", "08:00", "2026-03-05T07:00:00.000Z"],
    ["2026-06-05", "08:00", "2026-06-05T06:00:00.000Z"],
    ["2026-03-29", "02:30", "2026-03-29T01:00:00.000Z"],
    ["2026-03-01", "11:30", "2026-03-01T10:30:00.000Z"],
    // Both are over.
    ["2026-03-01", "08:00", "2026-03-01T10:00:00.000Z"],
    ["2025-08-01", "08:00", "2026-03-01T10:00:00.000Z"],
    ["2025-08-01", "12:00", "2026-03-01T11:00:00.000Z"],
    ["9999-12-30", "08:00", "9999-12-30T07:00:00.000Z"],
  ])("for %s at %s is %s", (day, reminderSendTime, expected) => {
    expect(dueInstant({ ...head, reminderSendTime }, day, now)).toBe(expected);
  });

  it("is never for those who get no mail, and without a day", () => {
    const fault = { state: "bounced", at: now.toISOString() } as const;
    for (const other of [{ email: null }, { remindersEnabled: false }, { mailFault: fault }]) {
      expect(dueInstant({ ...head, ...other }, "2026-03-05", now)).toBeNull();
    }
    expect(dueInstant(head, undefined, now)).toBeNull();
    expect(dueInstant(head, "9999-12-31", now)).toBeNull();
  });
});
