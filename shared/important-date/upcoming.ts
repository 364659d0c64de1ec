/** The upcoming reminders of an account. */
import type { ImportantDate } from "../contact/record.ts";
import { addDays, type LeapDay, nextOccurrence } from "../platform/time/calendar.ts";
import { type DatedContact, isSent } from "./dated-contact.ts";

/** The reminder of an occurrence that has not passed. */
export interface Upcoming {
  contact: DatedContact;
  date: ImportantDate;
  /** `YYYY-MM-DD` */
  occurrence: string;
  /** The day of the reminder, and without one the day of the occurrence. */
  notifyOn: string;
  /** When the reminder was sent; null if it was not. */
  sentAt: string | null;
}

/** Reminders are upcoming if they are due within this number of days. */
const daysAhead = 31;

export interface UpcomingSource {
  /** Contacts that are read whatever their due days: those with an occurrence from today on whose reminder was sent, or all. */
  anyway: () => AsyncIterable<DatedContact>;
  /** All other contacts with reminders up to this day, by a day before which none of their reminders is due. */
  due?: (lastDay: string) => AsyncIterable<DatedContact & { dueDay: string }>;
}

/**
 * The first reminders in the order of `notifyOn`, date and id. Reads no more contacts than necessary. `today` is the
 * current day in the account's time zone. With `all`, dates without a reminder are as if it were on their day.
 */
export async function readUpcoming(
  { anyway, due }: UpcomingSource,
  { today, leapDay, limit, all }: { today: string; leapDay: LeapDay; limit: number; all: boolean },
): Promise<Upcoming[]> {
  const lastDay = addDays(today, daysAhead);
  const found: Upcoming[] = [];
  const read = new Set<string>();
  const add = (contact: DatedContact) => {
    if (read.has(contact.id)) return;
    read.add(contact.id);
    found.push(...upcomingOf(contact, today, leapDay, all).filter(({ notifyOn }) => notifyOn <= lastDay));
  };
  for await (const contact of anyway()) add(contact);
  let day = "";
  for await (const contact of due?.(lastDay) ?? []) {
    if (contact.dueDay > day) {
      day = contact.dueDay;
      // The reminders of the contacts that follow are due on this day or later.
      if (found.filter(({ notifyOn }) => notifyOn < day).length >= limit) break;
    }
    add(contact);
  }
  return found.toSorted(inOrder).slice(0, limit);
}

/** The reminders of the next occurrences of a contact's dates; with `all`, also of those without a reminder. */
export function upcomingOf(contact: DatedContact, today: string, leapDay: LeapDay, all = false): Upcoming[] {
  return contact.dates.flatMap((date) => {
    if (date.notifyDaysBefore === null && !all) return [];
    const occurrence = nextOccurrence(date.date, today, leapDay);
    const notifyOn = addDays(occurrence, -(date.notifyDaysBefore ?? 0));
    const sentAt = isSent(date, occurrence, contact.sent) ? (contact.sent[date.id]?.at ?? null) : null;
    return [{ contact, date, occurrence, notifyOn, sentAt }];
  });
}

function inOrder(one: Upcoming, other: Upcoming): number {
  const [first, second] = [keyOf(one), keyOf(other)];
  return first < second ? -1 : Number(first > second);
}

function keyOf({ notifyOn, date }: Upcoming): string {
  return `${notifyOn} ${date.date} ${date.id}`;
}
