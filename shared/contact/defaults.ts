/** What answers derive for a contact that does not say it itself. */
import tzLookup from "@photostructure/tz-lookup";
import type { ContactAddress, ContactRecord } from "./record.ts";

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
  return contact.timezone ?? zoneAt(contact) ?? defaults.timezone;
}

/** The address's own zone, else that of its coordinates. */
export function addressTimezone(address: Pick<ContactAddress, "timezone" | "latitude" | "longitude">): string | null {
  return address.timezone ?? zoneAt(address);
}

function zoneAt({ latitude, longitude }: Pick<ContactRecord, "latitude" | "longitude">): string | null {
  return latitude === null || longitude === null ? null : tzLookup(latitude, longitude);
}
