/** Addresses and coordinates: ADR with its parameters, LABEL, GEO and TZ. */
import type { RawAddress } from "../../../shared/imports/raw-row.ts";
import { type Draft, originOf, takeLabel, withoutPlace } from "./draft.ts";
import { type Property, parameter } from "./property.ts";
import { addressType } from "./value-types.ts";

/** The seven parts of RFC 6350, section 6.3.1; an eighth is Google's address as text. */
export function readAddress(draft: Draft, property: Property): RawAddress {
  const part = (index: number) => (property.fields[index] ?? []).map((text) => text.trim()).join(", ");
  const coordinates = readCoordinates(parameter(property, "GEO"));
  return {
    ...emptyAddress(draft, property),
    postOfficeBox: part(0),
    extended: part(1),
    street: part(2),
    city: part(3),
    region: part(4),
    postalCode: part(5),
    country: part(6),
    countryCode: parameter(property, "CC") || (draft.countryCodes.get(property.group) ?? ""),
    formatted:
      parameter(property, "LABEL") ||
      property.fields
        .slice(7)
        .map((list) => list.join(","))
        .join(";"),
    latitude: coordinates?.latitude ?? null,
    longitude: coordinates?.longitude ?? null,
    timezone: parameter(property, "TZ"),
  };
}

/** Gives each LABEL to the address that it repeats: of the same types, else the first without; alone it is an address itself. */
export function placePostalLabels(draft: Draft): void {
  const { addresses } = draft.row;
  for (const property of draft.postalLabels) {
    const waiting = addresses.filter(({ formatted }) => formatted === "");
    const type = addressType(property);
    const match = waiting.find((address) => address.type === type) ?? waiting[0];
    if (match) match.formatted = property.text;
    else if (addresses.some((address) => isSameText(address.formatted, property.text))) continue;
    else if (addresses.length < 50) addresses.push({ ...emptyAddress(draft, property), formatted: property.text });
    else withoutPlace(draft, property);
  }
}

/** `geo:48.2,16.37` (RFC 5870) and `48.2;16.37`; null when it is no place on earth. */
export function readCoordinates(text: string): { latitude: number; longitude: number } | null {
  const match =
    /^\s*(?:geo:)?\s*([+-]?\d{1,3}(?:\.\d{1,20})?)\s*[,;]\s*([+-]?\d{1,3}(?:\.\d{1,20})?)(?:[,;]|\s*$)/i.exec(text);
  if (!match) return null;
  const [latitude, longitude] = [Number(match[1]), Number(match[2])];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

function emptyAddress(draft: Draft, property: Property): RawAddress {
  const label = takeLabel(draft, property);
  const builtInType = label?.builtIn ? builtInTypes[label.text.toLowerCase()] : undefined;
  return {
    ...originOf(property),
    type: builtInType ?? addressType(property),
    label: label === null || builtInType ? "" : label.text,
    preference: property.preference,
    street: "",
    extended: "",
    postOfficeBox: "",
    city: "",
    region: "",
    postalCode: "",
    country: "",
    countryCode: "",
    formatted: "",
    latitude: null,
    longitude: null,
    timezone: "",
  };
}

const builtInTypes: Readonly<Record<string, RawAddress["type"]>> = { home: "home", work: "work", other: "other" };

function isSameText(left: string, right: string): boolean {
  const plain = (text: string) => text.slice(0, 2_000).replace(/[\s,;]+/g, "");
  return plain(left) === plain(right);
}
