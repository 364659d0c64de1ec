/** The dates about which an account gets a mail now. */
import type { DatedContact } from "../../shared/important-date/dated-contact.ts";
import { listDueContacts } from "../../shared/important-date/store/important-dates.ts";
import { type Upcoming, upcomingOf } from "../../shared/important-date/upcoming.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import type { LeapDay } from "../../shared/platform/time/calendar.ts";
import { type ReminderSettings, reminderClock } from "../../shared/reminder/reminder-clock.ts";
import type { MailLease } from "../../shared/reminder/store/mail-lease.ts";

export interface DueContacts {
  /** Contacts whose due day has come. An account has few, so they are read at once. */
  contacts: (DatedContact & { dueDay: string })[];
  /** The due day of the next contact. */
  later: string | undefined;
}

/** Contacts per page of the query. Most accounts have one or two that are due. */
const pageSize = 10;

/** Consistently read. */
export async function readDueContacts(store: Store, accountId: string, today: string): Promise<DueContacts> {
  const contacts: DueContacts["contacts"] = [];
  for await (const contact of listDueContacts(store, accountId, "~", pageSize)) {
    if (contact.dueDay > today) return { contacts, later: contact.dueDay };
    contacts.push(contact);
  }
  return { contacts, later: undefined };
}

/** The dates whose next occurrence is due for a reminder and was not mailed yet. */
export function dueDates(contact: DatedContact, today: string, leapDay: LeapDay): Upcoming[] {
  const upcoming = upcomingOf(contact, today, leapDay);
  return upcoming.filter(({ notifyOn, sentAt }) => sentAt === null && notifyOn <= today);
}

/**
 * Whether there is a mail to send today. There is one mail a day. A date that becomes due later waits for the next day,
 * except if a date falls on today. `last` is the account's last lease, whose outcome is known. Its mail counts for the day
 * on which SES accepted it, which may be days after the day of the lease.
 */
export function isMailable(
  head: ReminderSettings,
  { dates, hasContacts }: { dates: readonly Upcoming[]; hasContacts: boolean },
  last: Pick<MailLease, "acceptedAt"> | undefined,
  today: string,
): boolean {
  if (dates.length === 0 && !hasContacts) return false;
  const acceptedAt = last?.acceptedAt ?? null;
  const hadMail = acceptedAt !== null && reminderClock(head, new Date(acceptedAt)).day >= today;
  return !hadMail || dates.some(({ occurrence }) => occurrence === today);
}
