/** Contacts with important dates: when reminders are due, and which ones were sent. */
import type { ImportantDate } from "../contact/record.ts";
import { addDays, nextOccurrence, occurrenceIn } from "../platform/time/calendar.ts";

/** A contact that has important dates. */
export interface DatedContact {
  id: string;
  accountId: string;
  firstName: string;
  lastName: string;
  photoVersion: string | null;
  /** When a name of the contact last changed while it had dates, ISO 8601 in UTC; null if none changed. */
  renamedAt: string | null;
  dates: ImportantDate[];
  /** The last reminder that was sent for each date, by the id of the date. */
  sent: Readonly<Record<string, SentReminder>>;
}

export interface SentReminder {
  /** The day of the occurrence, `YYYY-MM-DD`. */
  occurrence: string;
  /** ISO 8601 in UTC. */
  at: string;
}

/**
 * A day before which no reminder of these dates is due, in any time zone and for both choices of leap days. At `instant`,
 * the day is at least the day before in UTC. Undefined when no date has reminders.
 */
export function firstNotifyDay(
  dates: readonly Pick<ImportantDate, "id" | "date" | "notifyDaysBefore">[],
  instant: string,
  sent: DatedContact["sent"] = {},
): string | undefined {
  const from = addDays(instant.slice(0, 10), -1);
  const days = dates.flatMap(({ id, date, notifyDaysBefore }) => {
    if (notifyDaysBefore === null) return [];
    const leapDays = date.endsWith("02-29") ? (["feb28", "mar1"] as const) : (["feb28"] as const);
    return leapDays.map((leapDay) => {
      const next = nextOccurrence(date, from, leapDay);
      const unsent = isSent({ id, date }, next, sent) ? occurrenceIn(yearOf(next) + 1, date, leapDay) : next;
      return addDays(unsent, -notifyDaysBefore);
    });
  });
  return days.toSorted()[0];
}

/**
 * Whether the reminder of an occurrence was sent. It counts for the occurrence by either choice of leap days. A reminder of
 * a later year counts too, because the local day goes back when an account moves to a time zone in the west.
 */
export function isSent(
  { id, date }: Pick<ImportantDate, "id" | "date">,
  occurrence: string,
  sent: DatedContact["sent"],
): boolean {
  const last = sent[id]?.occurrence;
  if (last === undefined) return false;
  const year = yearOf(last);
  const isOfDate = [occurrenceIn(year, date, "feb28"), occurrenceIn(year, date, "mar1")].includes(last);
  return isOfDate && year >= yearOf(occurrence);
}

/** The last day on which an occurrence with a sent reminder may fall; undefined when no reminder was sent. */
export function lastSentDay({ dates, sent }: Pick<DatedContact, "dates" | "sent">): string | undefined {
  const days = dates.flatMap(({ id, date }) => {
    const last = sent[id]?.occurrence;
    return last === undefined ? [] : [occurrenceIn(yearOf(last), date, "mar1")];
  });
  return days.toSorted().at(-1);
}

function yearOf(day: string): number {
  return Number(day.slice(0, 4));
}
