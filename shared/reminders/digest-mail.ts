/** The mail of a claim, or of one that is about to be made: which dates, told how, to whom. */
import { type DatedContact, isSent } from "../contact/dated-contact.ts";
import type { ImportantDate } from "../contact/record.ts";
import { buildDigest, type DigestEntry } from "../mail/digest.ts";
import { buildMessage, deliverableAddress, type Mailbox } from "../mail/message.ts";
import type { RawMail } from "../mail/ses.ts";
import type { AccountHead } from "../table/account.ts";
import { type ClaimName, claimTag } from "../table/claim-name.ts";
import type { ClaimedOccurrence } from "../table/mail-claim.ts";

export interface TellableDate {
  contact: Pick<DatedContact, "id" | "firstName" | "lastName">;
  date: ImportantDate;
  occurrence: string;
}

export interface DigestMail {
  mail: RawMail;
  /** What the mail tells of; further dates did not fit. */
  occurrences: ClaimedOccurrence[];
}

export interface DigestParts {
  sender: Mailbox;
  /** Where the account's owner turns reminders off. */
  unsubscribeUrl: (accountId: string) => Promise<string>;
}

/** At least one date. Throws `AddressError` when no mail can go to the account's address. */
export async function digestMail(
  { sender, unsubscribeUrl }: DigestParts,
  head: AccountHead & { email: string },
  name: ClaimName,
  dates: readonly TellableDate[],
  { today, now }: { today: string; now: Date },
): Promise<DigestMail> {
  const url = await unsubscribeUrl(head.accountId);
  const { language, name: accountName, email } = head;
  const entries = dates.map(entryOf);
  const { subject, text, html, told } = buildDigest({ accountName, language, today, entries, unsubscribeUrl: url });
  const tag = claimTag(name);
  const id = tag.replaceAll("_", "-");
  const to = { name: accountName, address: email };
  const raw = await buildMessage({ from: sender, to, subject, text, html, date: now, id, unsubscribeUrl: url });
  const occurrences = told.map(({ contactId, dateId, occurrence }) => ({ contactId, dateId, occurrence }));
  return { mail: { from: sender.address, to: deliverableAddress(email), raw, tags: { claim: tag } }, occurrences };
}

/**
 * What of a claim there still is to tell: contacts and dates that are gone are left out, and so are dates that fall on
 * another day by now, whose new occurrence is told of by itself.
 */
export function claimedDates(
  occurrences: readonly ClaimedOccurrence[],
  contacts: readonly DatedContact[],
): TellableDate[] {
  const byId = new Map(contacts.map((contact) => [contact.id, contact]));
  return occurrences.flatMap(({ contactId, dateId, occurrence }) => {
    const contact = byId.get(contactId);
    const date = contact?.dates.find(({ id }) => id === dateId);
    // The occurrence is one of the date's when somebody who was told of it was told of the date.
    if (!contact || !date || !isSent(date, occurrence, { [dateId]: { occurrence, at: "" } })) return [];
    return isSent(date, occurrence, contact.sent) ? [] : [{ contact, date, occurrence }];
  });
}

function entryOf({ contact, date, occurrence }: TellableDate): DigestEntry & ClaimedOccurrence {
  const { id: contactId, firstName, lastName } = contact;
  const { id: dateId, type, date: day, note } = date;
  return { contactId, dateId, firstName, lastName, type, date: day, note, occurrence };
}
