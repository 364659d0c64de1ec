/** The values of a contact that somebody wrote, by the names of the fields: what a history compares, and an undo can write again. */
import type { FindPlace } from "../../place/find-place.ts";
import { type FieldName, fieldNames } from "../fields.ts";
import { blankFields, type ContactRecord } from "../record.ts";
import { interactionFields, interactionState } from "./last-interaction.ts";
import { locateContact } from "./locate.ts";

export type OwnValues = Readonly<Record<FieldName | "avatar", unknown>>;

/** Values that the service derived are null: coordinates that it found by the location, and the date of an interaction. */
export function ownValues(contact: ContactRecord): OwnValues {
  const { latitude, longitude, granularity, photoVersion } = contact;
  const isFound = granularity !== null;
  return {
    ...(Object.fromEntries(fieldNames.map((name) => [name, contact[name]])) as Record<FieldName, unknown>),
    latitude: isFound ? null : latitude,
    longitude: isFound ? null : longitude,
    lastInteraction: interactionState(contact).byHand,
    avatar: photoVersion,
  };
}

/** The values that are not blank. */
export function presentValues(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const blank: Readonly<Record<string, unknown>> = { ...blankFields, avatar: null };
  const isBlank = (name: string, value: unknown) =>
    value === null || value === blank[name] || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !isBlank(name, value)));
}

/** The contact with these values, which it had before. Coordinates that were found by the location are found again. */
export function withOwnValues(
  contact: ContactRecord,
  values: Partial<OwnValues>,
  { now, findPlace }: { now: Date; findPlace: FindPlace },
): ContactRecord {
  const own = { ...ownValues(contact), ...values };
  const { lastInteraction, avatar, ...fields } = own as Pick<ContactRecord, FieldName> & { avatar: string | null };
  const location = locateContact({ ...fields, location: null, granularity: null }, fields, true, findPlace);
  const isLocated = "location" in values || "latitude" in values;
  const { latitude, longitude, granularity } = isLocated ? location : contact;
  const after = {
    ...{ ...contact, ...fields, latitude, longitude, granularity, photoVersion: avatar },
    ...interactionFields({ ...interactionState(contact), byHand: lastInteraction }),
    updatedAt: now.toISOString(),
  };
  if (after.notes !== contact.notes) after.notesUpdatedAt = after.notes === null ? null : now.toISOString();
  return after;
}
