/** Contacts as the page of a person reads them. */
import type { PersonContact } from "../../../functions/app/browser/person/contact-patch.ts";

const id = "0190b6a4-0000-7abc-8def-000000000001";
const time = "2026-11-01T12:00:00.000Z";

/** A contact with a name and these fields. A field that is added later is absent, so that nobody has to name it here. */
export function personContact(fields: Partial<PersonContact> = {}): PersonContact {
  const contact = {
    ...{ id, userId: id, firstName: "Ada", lastName: "Lovelace", middleName: null, nickname: null, avatar: null },
    ...{ headline: null, position: null, organisation: null, location: null, latitude: null, longitude: null },
    ...{ granularity: null, gisPoint: null, timezone: "UTC", language: "en", emails: [], phones: [], addresses: [] },
    ...{ importantDates: [], network_a: null, network_b: null, network_c: null, network_d: null, network_e: null },
    ...{ website: null, notes: null, notesUpdatedAt: null, keepFrequencyDays: null, lastInteraction: null },
    ...{ lastInteractionActivityId: null, myself: false, createdAt: time, updatedAt: time, groups: [], tags: [] },
    ...fields,
  };
  return contact as PersonContact;
}
