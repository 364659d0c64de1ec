/** A contact by its important dates: of what its owner is to be told when, and of what they were told. */
import { addDays, nextOccurrence, occurrenceIn } from "../time/calendar.ts";
import type { ImportantDate } from "./record.ts";

/** A contact that has important dates. */
export interface DatedContact {
  id: string;
  accountId: string;
  firstName: string;
  lastName: string;
  photoVersion: string | null;
  /** When its names last changed, since it has dates: ISO 8601 in UTC, or null. */
  renamedAt: string | null;
  dates: ImportantDate[];
  /** By id of the date: the last occurrence of which its owner was told, and when. */
  sent: Readonly<Record<string, SentOccurrence>>;
}

export interface SentOccurrence {
  /** `YYYY-MM-DD` */
  occurrence: string;
  /** ISO 8601 in UTC. */
  at: string;
}

/** What the sender has told of one date. */
export interface Told {
  dateId: string;
  occurrence: string;
}

/**
 * A day before which nobody need be told of any of these dates, whatever the account's zone, leap-day choice and clock
 * are: at `instant` it is the day before that of UTC at the earliest. Undefined when none has a notification.
 */
export function firstNotifyDay(
  dates: readonly Pick<ImportantDate, "id" | "date" | "notifyDaysBefore">[],
  instant: string,
  sent: DatedContact["sent"] = {},
): string | undefined {
  const from = addDays(instant.slice(0, 10), -1);
  const days = dates.flatMap(({ id, date, notifyDaysBefore }) => {
    if (notifyDaysBefore === null) return [];
    return (["feb28", "mar1"] as const).map((leapDay) => {
      const next = nextOccurrence(date, from, leapDay);
      const unsent = isSent({ id, date }, next, sent) ? occurrenceIn(yearOf(next) + 1, date, leapDay) : next;
      return addDays(unsent, -notifyDaysBefore);
    });
  });
  return days.toSorted()[0];
}

/**
 * Of an occurrence of a date; one that the account's leap-day choice has moved since is still the same, and one of a year
 * before that of which somebody was told is over (it is not in a zone to the west that they moved to).
 */
export function isSent(
  { id, date }: Pick<ImportantDate, "id" | "date">,
  occurrence: string,
  sent: DatedContact["sent"],
): boolean {
  const told = sent[id]?.occurrence;
  if (told === undefined) return false;
  const year = yearOf(told);
  const isTheirs = [occurrenceIn(year, date, "feb28"), occurrenceIn(year, date, "mar1")].includes(told);
  return isTheirs && year >= yearOf(occurrence);
}

/** The last day on which an occurrence of which its owner was told may fall; undefined when they were told of none. */
export function lastSentDay({ dates, sent }: Pick<DatedContact, "dates" | "sent">): string | undefined {
  const days = dates.flatMap(({ id, date }) => {
    const told = sent[id]?.occurrence;
    return told === undefined ? [] : [occurrenceIn(yearOf(told), date, "mar1")];
  });
  return days.toSorted().at(-1);
}

function yearOf(day: string): number {
  return Number(day.slice(0, 4));
}
