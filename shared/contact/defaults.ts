/** What answers derive for a contact that does not say it itself. */
import tzLookup from "@photostructure/tz-lookup";
import type { ContactRecord } from "./record.ts";

/** The account's own settings, as far as contacts fall back on them. */
export interface AccountDefaults {
  timezone: string;
  language: string;
}

/** The contact's own zone, else that of its coordinates, else the account's. */
export function contactTimezone(
  contact: Pick<ContactRecord, "timezone" | "latitude" | "longitude">,
  defaults: AccountDefaults,
): string {
  if (contact.timezone !== null) return contact.timezone;
  if (contact.latitude === null || contact.longitude === null) return defaults.timezone;
  return tzLookup(contact.latitude, contact.longitude);
}
