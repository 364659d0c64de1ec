/** Which reminders are coming, of the contacts that have dates. */
import { addDays, type LeapDay, nextOccurrence } from "../time/calendar.ts";
import { type DatedContact, isSent } from "./dated-contact.ts";
import type { ImportantDate } from "./record.ts";

/** A date of which somebody is, or was, to be told before an occurrence that has not passed. */
export interface Upcoming {
  contact: DatedContact;
  date: ImportantDate;
  /** `YYYY-MM-DD` */
  occurrence: string;
  notifyOn: string;
  /** When its owner was told of this occurrence; null as long as not. */
  sentAt: string | null;
}

/** Days from today in which the telling lies at most. */
const daysAhead = 31;

/** Where the contacts come from. */
export interface UpcomingSource {
  /** Those of whose dates an occurrence from today on was told of. */
  told: () => AsyncIterable<DatedContact>;
  /** All others to be told of a date on this day or earlier, by a day before which that is not. */
  due: (lastDay: string) => AsyncIterable<DatedContact & { lookDay: string }>;
}

/** By `notifyOn`, then date, then id; reads no further than that needs. `today` is the account's day. */
export async function readUpcoming(
  { told, due }: UpcomingSource,
  { today, leapDay, limit }: { today: string; leapDay: LeapDay; limit: number },
): Promise<Upcoming[]> {
  const lastDay = addDays(today, daysAhead);
  const found: Upcoming[] = [];
  const met = new Set<string>();
  const meet = (contact: DatedContact) => {
    if (met.has(contact.id)) return;
    met.add(contact.id);
    found.push(...upcomingOf(contact, today, leapDay).filter(({ notifyOn }) => notifyOn <= lastDay));
  };
  for await (const contact of told()) meet(contact);
  let day = "";
  for await (const contact of due(lastDay)) {
    if (contact.lookDay > day) {
      day = contact.lookDay;
      // Whatever still follows is not to be told of before this day.
      if (found.filter(({ notifyOn }) => notifyOn < day).length >= limit) break;
    }
    meet(contact);
  }
  return found.toSorted(inOrder).slice(0, limit);
}

/** Of each date with a notification, its next occurrence. */
export function upcomingOf(contact: DatedContact, today: string, leapDay: LeapDay): Upcoming[] {
  return contact.dates.flatMap((date) => {
    if (date.notifyDaysBefore === null) return [];
    const occurrence = nextOccurrence(date.date, today, leapDay);
    const notifyOn = addDays(occurrence, -date.notifyDaysBefore);
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
