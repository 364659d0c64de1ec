import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newAccountHead } from "../../../shared/account/store/account.ts";
import {
  type DatedContact,
  firstNotifyDay,
  isSent,
  lastSentDay,
} from "../../../shared/important-date/dated-contact.ts";
import { readUpcoming, type Upcoming, upcomingOf } from "../../../shared/important-date/upcoming.ts";
import { addDays, type LeapDay, localDay, nextOccurrence } from "../../../shared/platform/time/calendar.ts";
import { dueInstant } from "../../../shared/reminder/store/due-index.ts";
import { arbitraryDates, dayOf, importantDate, numberedContact } from "../../support/contact/arbitrary-dates.ts";
import { everyZone } from "../../support/reminder/every-day.ts";

const leapDay = fc.constantFrom<LeapDay>("feb28", "mar1");
const instant = fc.tuple(dayOf("2023-01-01", "2029-12-31"), fc.nat(86_399)).map(([day, second]) => {
  return new Date(Date.parse(day) + second * 1000);
});

/** The contact after reminders of some of its dates were sent on that day. */
function afterSending(
  contact: DatedContact,
  today: string,
  choice: LeapDay,
  isSentBy: readonly boolean[],
): DatedContact {
  const sent = contact.dates.flatMap((date, index) => {
    const occurrence = nextOccurrence(date.date, today, choice);
    return isSentBy[index] ? [[date.id, { occurrence, at: `${today}T08:00:00.000Z` }] as const] : [];
  });
  return { ...contact, sent: Object.fromEntries(sent) };
}

const contacts = fc
  .array(fc.tuple(arbitraryDates, fc.array(fc.boolean(), { maxLength: 4 }), fc.nat(500), leapDay), { maxLength: 12 })
  .map((drawn) => ({
    at: (today: string) =>
      drawn.map(([dates, isSentBy, ago, choice], number) =>
        afterSending(numberedContact(number, dates), addDays(today, -ago), choice, isSentBy),
      ),
  }));

describe("the first notify day of a contact", () => {
  it("is not after any unsent reminder, in any time zone and for both choices of leap days", () => {
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
    );
  });

  it.each([
    ["2000-03-10", 7, "2026-03-01T10:00:00Z", "2026-03-03"],
    ["2000-03-10", 365, "2026-03-01T10:00:00Z", "2025-03-10"],
    // In the west it may still be yesterday.
    ["2000-02-28", 0, "2026-03-01T10:00:00Z", "2026-02-28"],
    ["2000-02-27", 0, "2026-03-01T10:00:00Z", "2027-02-27"],
    ["2030-05-05", 5, "2026-03-01T10:00:00Z", "2030-04-30"],
    ["2000-02-29", 0, "2026-03-02T10:00:00Z", "2026-03-01"],
    ["2000-02-29", 0, "2026-03-03T10:00:00Z", "2027-02-28"],
  ])("of %s, %d days before, at %s, is %s", (date, notifyDaysBefore, now, day) => {
    expect(firstNotifyDay([importantDate({ date, notifyDaysBefore })], now)).toBe(day);
  });

  it("is a year later after the reminder was sent", () => {
    const dates = [importantDate({ date: "2000-02-29", notifyDaysBefore: 3 })];
    const sent = { d: { occurrence: "2026-02-28", at: "2026-02-25T08:00:00.000Z" } };
    expect(firstNotifyDay(dates, "2026-02-25T08:00:00Z", sent)).toBe("2027-02-25");
    expect(firstNotifyDay(dates, "2026-03-02T08:00:00Z", sent)).toBe("2027-02-25");
    expect(lastSentDay({ dates, sent })).toBe("2026-03-01");
  });
});

describe("a sent reminder", () => {
  const date = { id: "d", date: "2000-02-29" };
  const sent = (occurrence: string) => ({ d: { occurrence, at: "2026-02-25T08:00:00.000Z" } });

  it("counts for its occurrence only, for both choices of leap days", () => {
    expect(isSent(date, "2026-02-28", sent("2026-02-28"))).toBe(true);
    expect(isSent(date, "2026-03-01", sent("2026-02-28"))).toBe(true);
    expect(isSent(date, "2026-02-28", sent("2026-03-01"))).toBe(true);
    expect(isSent(date, "2027-02-28", sent("2026-02-28"))).toBe(false);
    expect(isSent(date, "2028-02-29", sent("2028-02-28"))).toBe(false);
    expect(isSent({ ...date, id: "e" }, "2026-02-28", sent("2026-02-28"))).toBe(false);
  });

  it("does not count after the date moved within the year", () => {
    expect(isSent({ id: "d", date: "2000-10-05" }, "2026-10-05", sent("2026-03-05"))).toBe(false);
  });
});

describe("upcoming reminders", () => {
  it("are those of all dates of all contacts, and only the necessary contacts are read", async () => {
    const limits = fc.integer({ min: 1, max: 12 });
    await fc.assert(
      fc.asyncProperty(
        contacts,
        instant,
        fc.constantFrom(...everyZone),
        leapDay,
        limits,
        fc.boolean(),
        async (drawn, now, zone, choice, limit, areAll) => {
          const today = localDay(now, zone);
          const all = drawn.at(today);
          let most = "";
          const source = {
            anyway: async function* () {
              yield* all.filter((contact) => areAll || String(lastSentDay(contact) ?? "") >= today);
            },
            due: async function* (lastDay: string) {
              const found = all.flatMap((contact) => {
                const dueDay = firstNotifyDay(contact.dates, now.toISOString(), contact.sent);
                return dueDay !== undefined && dueDay <= lastDay ? [{ ...contact, dueDay }] : [];
              });
              for (const each of found.toSorted((one, other) => (one.dueDay < other.dueDay ? -1 : 1))) {
                most = each.dueDay;
                yield each;
              }
            },
          };
          const upcoming = await readUpcoming(source, { today, leapDay: choice, limit, all: areAll });
          const expected = all
            .flatMap((contact) => upcomingOf(contact, today, choice, areAll))
            .filter(({ notifyOn }) => notifyOn <= addDays(today, 31))
            .toSorted((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
          expect(upcoming.map(textOf)).toEqual(expected.slice(0, limit).map(textOf));
          // Reading ends at the first due day after the last answered reminder.
          const end = expected[limit - 1]?.notifyOn;
          const next = all.flatMap(({ dates, sent }) => firstNotifyDay(dates, now.toISOString(), sent) ?? []);
          const beyond = next.filter((day) => end !== undefined && day > end).toSorted()[0];
          if (beyond !== undefined) expect(most <= beyond).toBe(true);
        },
      ),
    );
  });

  it("are of the next occurrence of each date, with the time when they were sent", () => {
    const contact = { ...numberedContact(1, [importantDate({ date: "1990-03-05", notifyDaysBefore: 7 })]) };
    const at = "2026-02-26T08:00:00.000Z";
    const reminded = { ...contact, sent: { c1d: { occurrence: "2026-03-05", at } } };
    const of = (from: DatedContact, today: string) =>
      upcomingOf(from, today, "feb28").map(({ occurrence, notifyOn, sentAt }) => [occurrence, notifyOn, sentAt]);
    expect(of(contact, "2026-03-05")).toEqual([["2026-03-05", "2026-02-26", null]]);
    expect(of(reminded, "2026-03-05")).toEqual([["2026-03-05", "2026-02-26", at]]);
    expect(of(reminded, "2026-03-06")).toEqual([["2027-03-05", "2027-02-26", null]]);
    expect(upcomingOf(numberedContact(1, [importantDate({ notifyDaysBefore: null })]), "2026-01-01", "feb28")).toEqual(
      [],
    );
  });
});

function textOf({ contact, date, occurrence, notifyOn, sentAt }: Upcoming): string {
  return `${notifyOn} ${date.date} ${date.id} ${contact.id} ${occurrence} ${sentAt}`;
}

describe("the due instant of an account", () => {
  const now = new Date("2026-03-01T10:00:00.000Z");
  const head = { ...newAccountHead("a", "ann@example.org", now), timezone: "Europe/Berlin" };

  it.each([
    ["2026-03-05", "08:00", "2026-03-05T07:00:00.000Z"],
    ["2026-06-05", "08:00", "2026-06-05T06:00:00.000Z"],
    ["2026-03-29", "02:30", "2026-03-29T01:00:00.000Z"],
    ["2026-03-01", "11:30", "2026-03-01T10:30:00.000Z"],
    // These days are past.
    ["2026-03-01", "08:00", "2026-03-01T10:00:00.000Z"],
    ["2025-08-01", "08:00", "2026-03-01T10:00:00.000Z"],
    ["2025-08-01", "12:00", "2026-03-01T11:00:00.000Z"],
    ["9999-12-30", "08:00", "9999-12-30T07:00:00.000Z"],
  ])("for %s at %s is %s", (day, reminderSendTime, expected) => {
    expect(dueInstant({ ...head, reminderSendTime }, day, now)).toBe(expected);
  });

  it("is missing without a day and for accounts that get no mail", () => {
    const fault = { state: "bounced", at: now.toISOString() } as const;
    for (const other of [{ email: null }, { remindersEnabled: false }, { mailFault: fault }]) {
      expect(dueInstant({ ...head, ...other }, "2026-03-05", now)).toBeNull();
    }
    expect(dueInstant(head, undefined, now)).toBeNull();
    expect(dueInstant(head, "9999-12-31", now)).toBeNull();
  });
});
