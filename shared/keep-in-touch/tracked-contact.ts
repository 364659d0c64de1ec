/** Contacts with `keepFrequencyDays`: the day on which the owner intends to be in touch again. */
import type { ContactRecord } from "../contact/record.ts";
import { addDays, localDay } from "../platform/time/calendar.ts";

/** The parts of a contact with `keepFrequencyDays` that lists and mails show, or from which its due day follows. */
export interface TrackedContact {
  id: string;
  firstName: string;
  lastName: string;
  photoVersion: string | null;
  /** ISO 8601 in UTC; null without one. */
  lastInteraction: string | null;
  createdAt: string;
  keepFrequencyDays: number;
}

/** Null for a contact without `keepFrequencyDays`. The owner's own contact is never tracked. */
export function trackedContact(contact: ContactRecord | null): TrackedContact | null {
  if (!contact || contact.keepFrequencyDays === null || contact.id === contact.accountId) return null;
  const { id, firstName, lastName, photoVersion, lastInteraction, createdAt, keepFrequencyDays } = contact;
  return { id, firstName, lastName, photoVersion, lastInteraction, createdAt, keepFrequencyDays };
}

type Due = Pick<TrackedContact, "lastInteraction" | "createdAt" | "keepFrequencyDays">;

/**
 * The day, `YYYY-MM-DD`, that comes `keepFrequencyDays` after the local day of the last interaction, or of the creation. Days of
 * the calendar are counted, because a day with a change of the clock doesn't have 24 hours.
 */
export function dueDay(contact: Due, timeZone: string): string {
  return addDays(localDay(new Date(startOf(contact)), timeZone), contact.keepFrequencyDays);
}

/** The instant `keepFrequencyDays` times 24 hours after the last interaction or the creation, ISO 8601 in UTC, in any time zone. */
export function dueInstantInUtc(contact: Due): string {
  const start = startOf(contact);
  return addDays(start.slice(0, "YYYY-MM-DD".length), contact.keepFrequencyDays) + start.slice("YYYY-MM-DD".length);
}

/** All due days from these are in the years 1 to 9999 of every time zone. */
const [earliest, latest] = ["0001-01-02T00:00:00.000Z", "9989-01-01T00:00:00.000Z"];

function startOf({ lastInteraction, createdAt }: Due): string {
  const start = lastInteraction ?? createdAt;
  if (start < earliest) return earliest;
  return start > latest ? latest : start;
}
