/** Important dates of every kind for property tests of reminders. */
import fc from "fast-check";
import type { ImportantDate } from "../../../shared/contact/record.ts";
import type { DatedContact } from "../../../shared/important-date/dated-contact.ts";

const written = { createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z" };

/** A date with a reminder on its day by default. */
export function importantDate(changes: Partial<ImportantDate> = {}): ImportantDate {
  return { id: "d", type: "other", date: "2000-01-01", note: "", notifyDaysBefore: 0, ...written, ...changes };
}

/** Days of many years, with more days at the ends of February and in the unknown year. */
export const arbitraryDay: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: dayOf("1896-01-01", "2060-12-31"), weight: 5 },
  { arbitrary: dayOf("1904-01-01", "1904-12-31"), weight: 2 },
  { arbitrary: fc.constantFrom("1904-02-29", "2000-02-29", "2024-02-29", "2001-02-28", "2001-03-01"), weight: 2 },
);

export function dayOf(first: string, last: string): fc.Arbitrary<string> {
  const days = fc.date({ min: new Date(first), max: new Date(last), noInvalidDate: true });
  return days.map((day) => day.toISOString().slice(0, 10));
}

export const arbitraryDates: fc.Arbitrary<ImportantDate[]> = fc
  .array(
    fc.record({
      date: arbitraryDay,
      notifyDaysBefore: fc.oneof(fc.constantFrom(null, 0, 1, 7, 30, 365), fc.nat(365)),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((dates) => dates.map((date, index) => importantDate({ ...date, id: `d${index}` })));

/** A contact whose id, and the ids of whose dates, have this number. */
export function numberedContact(number: number, dates: readonly ImportantDate[]): DatedContact {
  const id = `c${number}`;
  const own = dates.map((date) => ({ ...date, id: `${id}${date.id}` }));
  const shown = { firstName: `Ann ${number}`, lastName: "", photoVersion: null, renamedAt: null };
  return { id, accountId: "a", ...shown, dates: own, sent: {} };
}
