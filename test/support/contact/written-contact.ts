/** Contacts without the values that an import of their cards gives anew. */
import { fieldNames } from "../../../shared/contact/fields.ts";
import type { ContactRecord } from "../../../shared/contact/record.ts";
import type { GroupedContact } from "./exported-contact.ts";

type Located = Pick<ContactRecord, "latitude" | "longitude" | "granularity">;

/** Removes a place that was found by a text, because cards do not have it and every import finds it again. */
function givenPlace({ latitude, longitude, granularity }: Located) {
  return granularity === null ? { latitude, longitude } : { latitude: null, longitude: null };
}

/** What a person writes, without the ids that the service gives. */
export function written(contact: ContactRecord & Partial<GroupedContact>): Record<string, unknown> {
  return {
    ...Object.fromEntries(fieldNames.map((field) => [field, contact[field]])),
    ...givenPlace(contact),
    addresses: contact.addresses.map(({ id: _, granularity, ...address }) => ({
      ...address,
      ...givenPlace({ ...address, granularity }),
    })),
    importantDates: contact.importantDates.map(({ id: _, createdAt: __, updatedAt: ___, ...date }) => date),
    groupLabels: contact.groupLabels ?? [],
  };
}

/**
 * What may differ, and nothing else. Ids and times of the record, of its addresses and its dates are the new contact's
 * own, and so is the interaction that `lastInteraction` comes from. Imports keep coordinates to a centimetre, and know
 * one kind of line end.
 */
export function afterImport(contact: ContactRecord & Partial<GroupedContact>): Record<string, unknown> {
  const place = <Place extends { latitude: number | null; longitude: number | null }>(located: Place) => {
    const round = (degrees: number | null) => (degrees === null ? null : Math.round(degrees * 1e7) / 1e7 + 0);
    return { ...located, latitude: round(located.latitude), longitude: round(located.longitude) };
  };
  const breaks = (text: string | null) => text?.replace(/\r\n?/g, "\n") ?? null;
  const addresses = contact.addresses.map((address) => ({
    ...place(address),
    value: breaks(address.value),
    addressFormatted: breaks(address.addressFormatted),
  }));
  return written({ ...place(contact), addresses, notes: breaks(contact.notes) });
}

/** For an import, a day with its year and the same day without are one. */
export function saysADayTwice({ importantDates }: ContactRecord): boolean {
  const days = importantDates.map(({ type, note, date }) => JSON.stringify([type, note, date.slice(4)]));
  return new Set(days).size < days.length;
}
