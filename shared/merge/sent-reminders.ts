/** The sent reminders of contacts that are merged, or parted again, so that none is sent twice. */
import type { ImportantDate } from "../contact/record.ts";
import type { DatedContact, SentReminder } from "../important-date/dated-contact.ts";
import { isSameDate } from "./united-lists.ts";

/**
 * The sent reminders of these dates. A reminder of a date counts for the date with the same id, and for the date with
 * which the merge united it.
 */
export function sentAfter(
  dates: readonly ImportantDate[],
  sources: readonly Pick<DatedContact, "dates" | "sent">[],
): Record<string, SentReminder> {
  const ids = new Set(dates.map(({ id }) => id));
  const sent: Record<string, SentReminder> = {};
  for (const date of dates) {
    for (const source of sources) {
      for (const other of source.dates) {
        const isUnited = other.id === date.id || (!ids.has(other.id) && isSameDate(other, date));
        const [known, mark] = [sent[date.id], source.sent[other.id]];
        if (isUnited && mark && (!known || known.occurrence < mark.occurrence)) sent[date.id] = mark;
      }
    }
  }
  return sent;
}
