/** Addresses and coordinates: ADR with its parameters, LABEL, GEO and TZ. */
import type { RawAddress } from "../../../shared/imports/raw-row.ts";
import { layoutCountry } from "../../../shared/vcard/layout-country.ts";
import { type Draft, originOf, takeLabel, withoutPlace, withoutPlaceBeside } from "./draft.ts";
import { ownAddress } from "./own-properties.ts";
import type { Property } from "./property.ts";
import { ownTypes } from "./shown-type.ts";
import { addressType, noteTypes } from "./value-types.ts";

/** ADR. */
export function placeAddress(draft: Draft, property: Property): void {
  if (draft.row.addresses.length === maxAddresses) {
    withoutPlace(draft, property);
    return;
  }
  const address = readAddress(draft, property);
  draft.row.addresses.push(address);
  if (property.group !== "") draft.groupedAddresses.set(property.group, address);
}

/** More than a contact has, so that it is said that some are left out. */
const maxAddresses = 100;

/**
 * The seven parts of RFC 6350, section 6.3.1; an eighth is Google's address as text. The eighteen of RFC 9554, section
 * 2.1, take the street apart once more: what of it the seven lack stands beside them.
 */
function readAddress(draft: Draft, property: Property): RawAddress {
  const { fields } = property;
  const part = (index: number) => joinedWords(fields[index], ", ");
  const coordinates = readCoordinates(property.parameter("GEO"));
  const own = ownAddress(draft, property.group, [0, 1, 2, 3, 4, 5, 6].map(part));
  if (!own.exact) noteParameters(draft, property);
  const isDetailed = fields.length > 8;
  return {
    ...emptyAddress(draft, property),
    postOfficeBox: part(0),
    extended: isDetailed ? [part(1), ...details(fields)].join(", ") : part(1),
    street: part(2),
    city: part(3),
    region: part(4),
    postalCode: part(5),
    country: part(6),
    countryCode: takeCountryCode(draft, property, part(6)),
    formatted: property.parameter("LABEL") || (isDetailed ? "" : (fields[7] ?? []).join(",")),
    latitude: coordinates?.latitude ?? null,
    longitude: coordinates?.longitude ?? null,
    timezone: property.parameter("TZ"),
    ...own,
  };
}

function details(fields: Property["fields"]): string[] {
  const seven = fields.slice(0, 7).map((list) => list.join(", "));
  const further = fields.slice(7).map((list) => joinedWords(list, ", "));
  // What is beyond the parts that are known stays as it is: comparing thousands of parts would cost more than they say.
  return further.filter((text, index) => {
    return text !== "" && (index >= maxDetails || !seven.some((known) => known.includes(text)));
  });
}

/** RFC 9554 has eleven beyond the seven. */
const maxDetails = 20;

/** The texts of one part without blanks around them. */
export function joinedWords(part: readonly string[] | undefined, separator: string): string {
  if (part === undefined) return "";
  if (part.length === 1) return part[0]?.trim() ?? "";
  return part
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .join(separator);
}

/** Gives each LABEL to the address that it repeats: of its group, its type, or where one has none. Else it is one itself. */
export function placePostalLabels(draft: Draft): void {
  const { addresses } = draft.row;
  if (draft.postalLabels.length === 0) return;
  const known = new Set(addresses.map(({ formatted }) => withoutBreaks(formatted)));
  for (const property of draft.postalLabels) {
    const { text } = property;
    const match = draft.groupedAddresses.get(property.group) ?? addressWithout(addresses, addressType(property));
    if (match) match.formatted = text;
    else if (known.has(withoutBreaks(text))) continue;
    else if (addresses.length < maxAddresses) addresses.push({ ...emptyAddress(draft, property), formatted: text });
    else {
      withoutPlace(draft, property);
      continue;
    }
    known.add(withoutBreaks(text));
  }
}

function addressWithout(addresses: readonly RawAddress[], type: RawAddress["type"]): RawAddress | undefined {
  const waiting = addresses.filter(({ formatted }) => formatted === "");
  const same = waiting.find((address) => address.type === type);
  return same ?? waiting.find((address) => address.type === "other" || type === "other");
}

/** `geo:48.2,16.37` (RFC 5870) and `48.2;16.37`; null when it is no place on earth. */
export function readCoordinates(text: string): { latitude: number; longitude: number } | null {
  const match =
    // Longer texts are none, and would cost more than they are worth.
    text.length <= longestCoordinates &&
    /^\s*(?:geo:)?\s*([+-]?\d{1,3}(?:\.\d{1,20})?)\s*[,;]\s*([+-]?\d{1,3}(?:\.\d{1,20})?)(?:[,;]|\s*$)/i.exec(text);
  if (!match) return null;
  const [latitude, longitude] = [Number(match[1]), Number(match[2])];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

const longestCoordinates = 200;

/** What parameters say that can't be read as what they are for. */
function noteParameters(draft: Draft, property: Property): void {
  const code = property.parameter("CC").trim();
  if (code !== "" && !countryCode.test(code)) withoutPlaceBeside(draft, property, `CC of ${property.name}`, code);
  const place = property.parameter("GEO").trim();
  if (place !== "" && !readCoordinates(place)) withoutPlaceBeside(draft, property, `GEO of ${property.name}`, place);
}

/** By CC (RFC 8605, section 3.1), else by X-ABADR where no other country is written; one that is none stays to be noted. */
function takeCountryCode(draft: Draft, property: Property, country: string): string {
  const stated = property.parameter("CC").trim();
  const known = countryCode.test(stated) ? stated : "";
  const beside = property.group === "" ? undefined : draft.countryCodes.get(property.group);
  if (!beside || !countryCode.test(beside.text)) return known;
  beside.used = true;
  return known || layoutCountry(beside.text, country);
}

/** ISO 3166, two letters. */
const countryCode = /^[A-Za-z]{2}$/;

function emptyAddress(draft: Draft, property: Property): RawAddress {
  const label = takeLabel(draft, property);
  const builtInType = label?.builtIn ? builtInTypes.get(label.text.toLowerCase()) : undefined;
  const labelText = label === null || builtInType ? "" : label.text;
  const ownType = addressType(property);
  if (builtInType && ownType !== "other") noteTypes(draft, property, ownType, builtInType);
  return {
    ...originOf(property),
    type: builtInType ?? ownType,
    label: labelledBy(draft, property, labelText),
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

/** Somebody's own words among the types are the label of an address that has none. */
function labelledBy(draft: Draft, property: Property, label: string): string {
  const { types } = property;
  if (types.includes("home") && types.includes("work")) {
    withoutPlaceBeside(draft, property, `TYPE of ${property.name}`, "work");
  }
  const words = ownTypes(property.typesAsWritten);
  if (words === "" || words.toLowerCase() === label.toLowerCase()) return label;
  if (label === "") return words;
  withoutPlaceBeside(draft, property, `TYPE of ${property.name}`, words);
  return label;
}

const builtInTypes = new Map<string, RawAddress["type"]>([
  ["home", "home"],
  ["work", "work"],
  ["other", "other"],
]);

/** The same for texts that differ in how they are set. */
function withoutBreaks(text: string): string {
  return text.slice(0, longestCompared).replace(/[\s,;]+/g, "");
}

const longestCompared = 2_000;
