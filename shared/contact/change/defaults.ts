/** Time zones that answers derive for contacts and addresses without one. */
import tzLookup from "@photostructure/tz-lookup";
import type { ContactAddress, ContactRecord } from "../record.ts";

/** The settings of the account that are defaults for its contacts. */
export interface AccountDefaults {
  timezone: string;
  language: string;
}

/** The time zone of the contact, otherwise of its coordinates, otherwise of the account. */
export function contactTimezone(
  contact: Pick<ContactRecord, "timezone" | "latitude" | "longitude">,
  defaults: AccountDefaults,
): string {
  return contact.timezone ?? zoneAt(contact) ?? defaults.timezone;
}

/** The time zone of the address, otherwise of its coordinates. */
export function addressTimezone(address: Pick<ContactAddress, "timezone" | "latitude" | "longitude">): string | null {
  return address.timezone ?? zoneAt(address);
}

function zoneAt({ latitude, longitude }: Pick<ContactRecord, "latitude" | "longitude">): string | null {
  return latitude === null || longitude === null ? null : tzLookup(latitude, longitude);
}
