/** The values of a contact that somebody wrote, by the names of the fields: what a history compares, and an undo can write again. */

import { type FieldName, fieldNames } from "../fields.ts";
import { blankFields, type ContactRecord } from "../record.ts";
import { interactionState } from "./last-interaction.ts";

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

/** The names of the fields that have a value. */
export function namesWithValue(contact: ContactRecord): string[] {
  const blank: Readonly<Record<string, unknown>> = { ...blankFields, avatar: null };
  const isBlank = (name: string, value: unknown) =>
    value === null || value === blank[name] || (Array.isArray(value) && value.length === 0);
  return Object.entries(ownValues(contact)).flatMap(([name, value]) => (isBlank(name, value) ? [] : [name]));
}
