/** The dates about which an account gets a mail now. */
import type { DatedContact } from "../../important-date/dated-contact.ts";
import { listDueContacts } from "../../important-date/store/important-dates.ts";
import { type Upcoming, upcomingOf } from "../../important-date/upcoming.ts";
import type { Store } from "../../platform/dynamodb/store.ts";
import type { LeapDay } from "../../platform/time/calendar.ts";

interface DueContacts {
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
