/** Of which dates an account is to be told now. */
import type { DatedContact } from "../contact/dated-contact.ts";
import { type Upcoming, upcomingOf } from "../contact/upcoming.ts";
import type { AccountHead } from "../table/account.ts";
import { listDueContacts } from "../table/important-dates.ts";
import type { MailClaim } from "../table/mail-claim.ts";
import type { Store } from "../table/store.ts";
import type { LeapDay } from "../time/calendar.ts";
import { type ReminderSettings, reminderClock } from "../time/reminder-clock.ts";

export interface DueContacts {
  /** Those that somebody must look at today, all at once: an account has few. */
  contacts: (DatedContact & { lookDay: string })[];
  /** The first day after today on which somebody must look at another. */
  later: string | undefined;
}

/** Contacts of a page of the query: most accounts have one or two that are due, and the one after them. */
const pageSize = 10;

/** Consistently read. */
export async function readDueContacts(store: Store, accountId: string, today: string): Promise<DueContacts> {
  const contacts: DueContacts["contacts"] = [];
  for await (const contact of listDueContacts(store, accountId, "~", pageSize)) {
    if (contact.lookDay > today) return { contacts, later: contact.lookDay };
    contacts.push(contact);
  }
  return { contacts, later: undefined };
}

/** The contact's dates of whose next occurrence its owner should know by today and was not told. */
export function dueDates(contact: DatedContact, today: string, leapDay: LeapDay): Upcoming[] {
  const upcoming = upcomingOf(contact, today, leapDay);
  return upcoming.filter(({ notifyOn, sentAt }) => sentAt === null && notifyOn <= today);
}

/**
 * What of these dates goes into a mail today. There is one mail a day: what comes to it after that waits for the next
 * day, unless it falls on this very one. `last` is the account's last claim, which is done with; its mail counts for
 * the day on which SES took it, as a claim may be older by days, and for none where there was no mail.
 */
export function tellableDates(
  head: ReminderSettings,
  due: readonly Upcoming[],
  last: Pick<MailClaim, "acceptedAt"> | undefined,
  today: string,
): readonly Upcoming[] {
  const acceptedAt = last?.acceptedAt ?? null;
  const hadMail = acceptedAt !== null && reminderClock(head, new Date(acceptedAt)).day >= today;
  return hadMail && !due.some(({ occurrence }) => occurrence === today) ? [] : due;
}

/** The day of which the account is told, and whether its time of reminders has come. */
export function accountClock(head: AccountHead, now: Date): { today: string; isTime: boolean } {
  const { day, isTime } = reminderClock(head, now);
  return { today: day, isTime };
}
