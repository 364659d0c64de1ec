/** The mail for a lease: its dates, its text and its recipient. */
import type { AccountHead } from "../../shared/account/store/account.ts";
import type { ImportantDate } from "../../shared/contact/record.ts";
import { getContactReach } from "../../shared/contact/store/contact-list.ts";
import { type DatedContact, isSent } from "../../shared/important-date/dated-contact.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import { deliverableAddress } from "../../shared/platform/mail/deliverable-address.ts";
import { buildMessage, type Mailbox } from "../../shared/platform/mail/message.ts";
import type { RawMail } from "../../shared/platform/mail/ses.ts";
import { localDay } from "../../shared/platform/time/calendar.ts";
import { type LeaseName, leaseTag } from "../../shared/reminder/store/lease-name.ts";
import type { LeasedContent, LeasedOccurrence } from "../../shared/reminder/store/mail-lease.ts";
import { buildDigest, type DigestEntry, type DigestKeepInTouch, firstEntries } from "./digest/digest.ts";
import type { DueContacts } from "./due-contacts.ts";

export interface MailableDate {
  contact: Pick<DatedContact, "id" | "firstName" | "lastName">;
  date: ImportantDate;
  occurrence: string;
}

/** What a mail is about: at least one date or contact. */
export interface MailContent {
  dates: readonly MailableDate[];
  keepInTouch: DueContacts | undefined;
}

export interface DigestMail {
  mail: RawMail;
  /** What is in the mail. Further dates may not have fitted. */
  content: LeasedContent;
}

export interface DigestParts {
  store: Store;
  sender: Mailbox;
  /** The address at which reminders can be turned off. */
  unsubscribeUrl: (head: AccountHead) => Promise<string>;
}

/** Throws `AddressError` if no mail can be sent to the account's address. */
export async function digestMail(
  { store, sender, unsubscribeUrl }: DigestParts,
  head: AccountHead & { email: string },
  name: LeaseName,
  { dates, keepInTouch: due }: MailContent,
  { today, now }: { today: string; now: Date },
): Promise<DigestMail> {
  const url = await unsubscribeUrl(head);
  const { accountId, language, name: accountName, email } = head;
  const entries = dates.map(entryOf);
  const keepInTouch = due && keepInTouchOf(due, head.timezone);
  const named = [...firstEntries(entries, language), ...(keepInTouch?.people ?? [])];
  const ids = named.map(({ contactId }) => contactId);
  const reach = await getContactReach(store, accountId, ids);
  const { subject, text, html, included } = buildDigest({
    ...{ accountName, language, today, entries, reach, unsubscribeUrl: url },
    ...(keepInTouch && { keepInTouch }),
  });
  const tag = leaseTag(name);
  const id = tag.replaceAll("_", "-");
  const to = { name: accountName, address: email };
  const raw = await buildMessage({ from: sender, to, subject, text, html, date: now, id, unsubscribeUrl: url });
  const occurrences = included.map(({ contactId, dateId, occurrence }) => ({ contactId, dateId, occurrence }));
  const mail = { from: sender.address, to: deliverableAddress(email), raw, tags: { lease: tag } };
  return { mail, content: { occurrences, positions: due?.positions ?? null } };
}

/**
 * The dates of a lease that are still to be mailed. Deleted contacts and dates are left out, and so are dates that have moved
 * to another day, because their new occurrence gets another mail.
 */
export function leasedDates(
  occurrences: readonly LeasedOccurrence[],
  contacts: readonly DatedContact[],
): MailableDate[] {
  const byId = new Map(contacts.map((contact) => [contact.id, contact]));
  return occurrences.flatMap(({ contactId, dateId, occurrence }) => {
    const contact = byId.get(contactId);
    const date = contact?.dates.find(({ id }) => id === dateId);
    // The occurrence belongs to the date if a mail about it would count for the date.
    if (!contact || !date || !isSent(date, occurrence, { [dateId]: { occurrence, at: "" } })) return [];
    return isSent(date, occurrence, contact.sent) ? [] : [{ contact, date, occurrence }];
  });
}

function entryOf({ contact, date, occurrence }: MailableDate): DigestEntry & LeasedOccurrence {
  const { id: contactId, firstName, lastName } = contact;
  const { id: dateId, type, date: day, note } = date;
  return { contactId, dateId, firstName, lastName, type, date: day, note, occurrence };
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
