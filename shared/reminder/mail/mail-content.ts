/** The subjects of a mail, read from the table, and its texts. */
import type { AccountHead } from "../../account/store/account.ts";
import type { ImportantDate } from "../../contact/record.ts";
import { loadAliases } from "../../contact/store/aliases.ts";
import { getContactReach } from "../../contact/store/contact-list.ts";
import { type DatedContact, isSent } from "../../important-date/dated-contact.ts";
import { getDatedContacts } from "../../important-date/store/important-dates.ts";
import type { Store } from "../../platform/dynamodb/store.ts";
import { addDays, localDay } from "../../platform/time/calendar.ts";
import { buildDigest, type Digest, type DigestEntry, type DigestKeepInTouch, firstEntries } from "../digest/digest.ts";
import type { LeasedOccurrence, MailLease } from "../store/mail-lease.ts";
import { type DueContacts, readDueTracked, readLeasedTracked } from "./due-contacts.ts";
import { dueDates, readDueContacts } from "./due-dates.ts";

export interface MailableDate {
  contact: DatedContact;
  date: ImportantDate;
  occurrence: string;
}

/** What a mail is about. There is nothing to mail if it has neither dates nor contacts. */
export interface MailContent {
  dates: readonly MailableDate[];
  keepInTouch: DueContacts | undefined;
}

/** What is due up to `today`, and was not mailed. */
export async function readDue(store: Store, head: AccountHead, today: string): Promise<MailContent> {
  const { contacts } = await readDueContacts(store, head.accountId, today);
  const dates = contacts.flatMap((contact) => dueDates(contact, today, head.leapDay));
  return { dates, keepInTouch: await readDueTracked(store, head, today) };
}

/** What must still be mailed of a lease whose result is unknown. */
export async function readLeased(
  store: Store,
  head: AccountHead,
  { occurrences, positions }: MailLease,
  today: string,
): Promise<MailContent> {
  const byContact = await occurrencesByContact(store, head, occurrences);
  const dates = leasedDates(byContact, await getDatedContacts(store, head.accountId, [...byContact.keys()]));
  return {
    // Reminders may have been off for long, so occurrences before yesterday are left out.
    dates: dates.filter(({ occurrence }) => occurrence >= addDays(today, -1)),
    keepInTouch: await readLeasedTracked(store, head, positions),
  };
}

/** A merge takes the dates of a contact, with their ids, to the surviving contact. */
export async function occurrencesByContact(
  store: Store,
  head: AccountHead,
  occurrences: readonly LeasedOccurrence[],
): Promise<ReadonlyMap<string, LeasedOccurrence[]>> {
  const aliases = await loadAliases(store, head);
  return Map.groupBy(occurrences, ({ contactId }) => aliases.survivorOf(contactId));
}

/**
 * The dates of a lease that are still to be mailed. Deleted contacts and dates are left out, and so are dates that have moved
 * to another day, because their new occurrence gets another mail.
 */
function leasedDates(
  byContact: ReadonlyMap<string, readonly LeasedOccurrence[]>,
  contacts: readonly DatedContact[],
): MailableDate[] {
  return contacts.flatMap((contact) =>
    (byContact.get(contact.id) ?? []).flatMap(({ dateId, occurrence }) => {
      const date = contact.dates.find(({ id }) => id === dateId);
      // The occurrence belongs to the date if a mail about it would count for the date.
      if (!date || !isSent(date, occurrence, { [dateId]: { occurrence, at: "" } })) return [];
      return isSent(date, occurrence, contact.sent) ? [] : [{ contact, date, occurrence }];
    }),
  );
}

export interface DigestParts {
  store: Store;
  /** The address at which reminders can be turned off. */
  unsubscribeUrl: (head: AccountHead) => Promise<string>;
}

/** The texts of a mail, and its `unsubscribeUrl`. */
export async function makeDigest(
  { store, unsubscribeUrl }: DigestParts,
  head: AccountHead,
  { dates, keepInTouch: due }: MailContent,
  today: string,
): Promise<Digest<MailEntry> & { unsubscribeUrl: string }> {
  const { accountId, language, name: accountName } = head;
  const url = await unsubscribeUrl(head);
  const entries = dates.map(entryOf);
  const keepInTouch = due && keepInTouchOf(due, head.timezone);
  const named = [...firstEntries(entries, language), ...(keepInTouch?.people ?? [])];
  const ids = named.map(({ contactId }) => contactId);
  const reach = await getContactReach(store, accountId, ids);
  const input = { accountName, language, today, entries, reach, unsubscribeUrl: url };
  return { ...buildDigest({ ...input, ...(keepInTouch && { keepInTouch }) }), unsubscribeUrl: url };
}

/** The dates that a mail has room for, the earliest first. */
export function includedDates(dates: readonly MailableDate[], language: string): MailableDate[] {
  return firstEntries(dates.map(entryOf), language).map(({ mailable }) => mailable);
}

interface MailEntry extends DigestEntry, LeasedOccurrence {
  mailable: MailableDate;
}

function entryOf(mailable: MailableDate): MailEntry {
  const { contact, date, occurrence } = mailable;
  const { id: contactId, firstName, lastName } = contact;
  const { id: dateId, type, date: day, note } = date;
  return { contactId, dateId, firstName, lastName, type, date: day, note, occurrence, mailable };
}

function keepInTouchOf({ named, more }: DueContacts, timeZone: string): DigestKeepInTouch {
  const people = named.map(({ id, firstName, lastName, lastInteraction }) => ({
    contactId: id,
    firstName,
    lastName,
    lastDay: lastInteraction === null ? null : localDay(new Date(lastInteraction), timeZone),
  }));
  return { people, more };
}
