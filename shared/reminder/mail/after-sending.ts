/** What a mail changes in a contact with important dates. */
import { type DatedContact, firstNotifyDay } from "../../important-date/dated-contact.ts";
import type { LeasedOccurrence } from "../store/mail-lease.ts";

/** The contact with these occurrences as sent, the occurrences that were not marked before, and the next due day. */
export function afterSending<Contact extends DatedContact>(
  contact: Contact,
  mailed: readonly LeasedOccurrence[],
  at: string,
) {
  const unmarked = mailed.filter(
    ({ dateId, occurrence }) =>
      contact.dates.some(({ id }) => id === dateId) && contact.sent[dateId]?.occurrence !== occurrence,
  );
  const sent = {
    ...contact.sent,
    ...Object.fromEntries(unmarked.map(({ dateId, occurrence }) => [dateId, { occurrence, at }])),
  };
  return { contact: { ...contact, sent }, unmarked, day: firstNotifyDay(contact.dates, at, sent) };
}
