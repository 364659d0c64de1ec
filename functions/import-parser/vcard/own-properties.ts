/** What the service's own cards say beyond the standard (shared/vcard/own-names.ts), read back to the same contact. */
import type { RawAddress } from "../../../shared/imports/raw-row.ts";
import { readAddressFields } from "../../../shared/vcard/address-fields.ts";
import { ownParameters } from "../../../shared/vcard/own-names.ts";
import { type Draft, withoutPlace } from "./draft.ts";
import { readCoordinates } from "./places.ts";
import type { Property } from "./property.ts";

type OwnText = "headline" | "location" | "keepFrequencyDays" | "lastInteraction";

/** The first one is taken. */
export function placeOwnText(field: OwnText): (draft: Draft, property: Property) => void {
  return (draft, property) => {
    if (draft.row[field]) withoutPlace(draft, property);
    else draft.row[field] = property.text;
  };
}

/** Of a contact that has a position and no headline, none is made. */
export function noteHeadline({ row }: Draft, property: Property): void {
  if (property.parameter(ownParameters.headline).toUpperCase() === "NO") row.headline ??= "";
}

/** What X-ADDRESS-FIELDS in the group of an ADR says of it, unless ADR was changed since. */
export function ownAddress(draft: Draft, group: string, parts: readonly string[]): Partial<RawAddress> {
  const annotation = draft.addressFields.get(group);
  const fields = annotation?.property.fields.map((list) => list.join(",")) ?? [];
  const read = annotation && readAddressFields(fields, parts);
  if (!read) return {};
  annotation.used = true;
  const place = readCoordinates(`${read.latitude},${read.longitude}`);
  return { exact: read.texts, timezone: read.timezone, latitude: null, longitude: null, ...place };
}
