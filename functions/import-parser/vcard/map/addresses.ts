/** Maps addresses and coordinates: ADR with its parameters, LABEL and GEO. */
import { readAddressFields } from "../../../../shared/contact/card-address.ts";
import type { RawAddress } from "../../../../shared/import/row/raw-row.ts";
import { quote } from "../../../../shared/import/row/row-issues.ts";
import { layoutCountry, layoutCountryIn } from "../../../../shared/vcard/layout-country.ts";
import { ownProperties } from "../../../../shared/vcard/own-names.ts";
import { valuesOf } from "../decode/head.ts";
import type { Property } from "../decode/property.ts";
import { type CardDraft, originOf } from "./card-draft.ts";

export function mapAddress(draft: CardDraft, property: Property): void {
  if (draft.row.addresses.length === maxAddresses) {
    draft.leave(property);
    return;
  }
  const address = readAddress(draft, property);
  draft.row.addresses.push(address);
  if (property.group !== "") draft.groupedAddresses.set(property.group, address);
}

/** This exceeds the limit of a contact, so that left out addresses are reported. */
const maxAddresses = 100;

/**
 * Reads the seven parts of RFC 6350, section 6.3.1, and Google's eighth part, which is the address as text. RFC 9554,
 * section 2.1, has eighteen parts. Details that are missing in the first seven are added to the extended address.
 */
function readAddress(draft: CardDraft, property: Property): RawAddress {
  const seven = [0, 1, 2, 3, 4, 5, 6].map((index) => joinedWords(property.fields[index], ", "));
  const [postOfficeBox = "", extended = "", street = "", city = "", region = "", postalCode = "", country = ""] = seven;
  const isDetailed = property.fields.length > 8;
  const further = isDetailed ? property.fields.slice(7, maxParts).map((list) => joinedWords(list, ", ")) : [];
  const details = further.filter((text) => text !== "" && !seven.some((known) => known.includes(text)));
  const coordinates = property.parameter("GEO");
  const place = readCoordinates(coordinates);
  if (place === null && coordinates !== "") draft.leaveBeside(property, `GEO of ${property.name}`, coordinates);
  return {
    ...emptyAddress(draft, property),
    ...{ postOfficeBox, street, city, region, postalCode, country },
    extended: isDetailed ? [extended, ...details].join(", ") : extended,
    countryCode: takeCountryCode(draft, property),
    formatted:
      valuesOf(property.head.parameters, "LABEL").join(", ") ||
      (isDetailed ? "" : (property.fields[7] ?? []).join(",")),
    timezone: property.parameter("TZ"),
    ...place,
    ...ownAddress(draft, property, seven),
  };
}

/** The maximum number of parts that are read. RFC 9554 has eighteen. */
const maxParts = 30;

/** Joins the trimmed texts of one part. */
export function joinedWords(part: readonly string[] | undefined, separator: string): string {
  const words = part?.map((text) => text.trim()).filter((text) => text !== "");
  return words?.join(separator) ?? "";
}

/** Reads X-ADDRESS-FIELDS in the group of an ADR, unless another program changed the ADR. */
function ownAddress(draft: CardDraft, property: Property, parts: readonly string[]): Partial<RawAddress> {
  const annotation = draft.annotation(ownProperties.addressFields, property);
  const fields = annotation?.property.fields.map((list) => list.join(",")) ?? [];
  const read = annotation && readAddressFields(fields, parts);
  if (!read) return {};
  annotation.used = true;
  const place = readCoordinates(`${read.latitude},${read.longitude}`);
  return { exact: read.texts, timezone: read.timezone, latitude: null, longitude: null, ...place };
}

/** Adds each LABEL to the address that it repeats, by group or type. A LABEL without such an address becomes one. */
export function mapPostalLabels(draft: CardDraft): void {
  const { addresses } = draft.row;
  if (draft.postalLabels.length === 0) return;
  const known = new Set(addresses.map(({ formatted }) => withoutBreaks(formatted)));
  for (const property of draft.postalLabels) {
    const { text } = property;
    const match = draft.groupedAddresses.get(property.group) ?? addressWithout(addresses, addressType(property));
    if (match) match.formatted = text;
    else if (!known.has(withoutBreaks(text))) {
      if (addresses.length < maxAddresses) addresses.push({ ...emptyAddress(draft, property), formatted: text });
      else draft.leave(property);
    }
    known.add(withoutBreaks(text));
  }
}

function addressWithout(addresses: readonly RawAddress[], type: RawAddress["type"]): RawAddress | undefined {
  const waiting = addresses.filter(({ formatted }) => formatted === "");
  const same = waiting.find((address) => address.type === type);
  return same ?? waiting.find((address) => address.type === "other" || type === "other");
}

/** Reads `geo:48.2,16.37` (RFC 5870) and `48.2;16.37`. Returns null when the coordinates are invalid. */
export function readCoordinates(text: string): { latitude: number; longitude: number } | null {
  const match =
    // Longer texts are not coordinates, and are skipped because matching them is slow.
    text.length <= longestCoordinates &&
    /^\s*(?:geo:)?\s*([+-]?\d{1,3}(?:\.\d{1,20})?)\s*[,;]\s*([+-]?\d{1,3}(?:\.\d{1,20})?)(?:[,;]|\s*$)/i.exec(text);
  if (!match) return null;
  const [latitude, longitude] = [Number(match[1]), Number(match[2])];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

const longestCoordinates = 200;

/** Returns CC (RFC 8605, section 3.1). An invalid code is reported. */
function takeCountryCode(draft: CardDraft, property: Property): string {
  const stated = property.parameter("CC").trim();
  if (countryCode.test(stated)) return stated;
  if (stated !== "") draft.leaveBeside(property, `CC of ${property.name}`, stated);
  return "";
}

/**
 * Takes X-ABADR as the country code of an address whose country or text names that country. Otherwise it is only a layout:
 * Apple's programs write the country of their user for addresses without one.
 */
export function mapLayoutCountries(draft: CardDraft): void {
  for (const [group, address] of draft.groupedAddresses) {
    const hint = draft.annotation("X-ABADR", { group });
    if (!hint || !countryCode.test(hint.text)) continue;
    hint.used = true;
    if (address.countryCode !== "" || address.exact) continue;
    const { country, formatted, postOfficeBox, extended, street, city, region } = address;
    const isWritten = country.trim() !== "";
    const parts = [postOfficeBox, extended, street, city, region];
    address.countryCode = isWritten ? layoutCountry(hint.text, country) : layoutCountryIn(hint.text, formatted, parts);
    if (isWritten || address.countryCode !== "") continue;
    const message = `The address names no country that clearly fits ${quote(hint.text)} of X-ABADR, which is only its layout, and was not used.`;
    draft.warn(hint.property, "layout_country_unused", message, "addresses");
  }
}

/** Matches a country code of two letters (ISO 3166). */
const countryCode = /^[A-Za-z]{2}$/;

function emptyAddress(draft: CardDraft, property: Property): RawAddress {
  const word = draft.useWord(property);
  const isType = word?.builtIn && /^(?:home|work|other)$/i.test(word.text);
  const type = isType ? (word.text.toLowerCase() as RawAddress["type"]) : addressType(property);
  // An address has one type, so that one of two types is left out.
  const types = property.head.types.filter((each) => /^(?:home|work)$/i.test(each));
  draft.leaveTypes(property, types.join(" "), type);
  return {
    ...originOf(property),
    type,
    label: isType ? "" : (word?.text ?? ""),
    preference: property.head.preference,
    ...{ street: "", extended: "", postOfficeBox: "", city: "", region: "", postalCode: "", country: "" },
    ...{ countryCode: "", formatted: "", latitude: null, longitude: null, timezone: "" },
  };
}

function addressType(property: Property): RawAddress["type"] {
  if (property.hasType("home")) return "home";
  return property.hasType("work") ? "work" : "other";
}

/** Removes spaces, line breaks, commas and semicolons, so that differently formatted addresses are equal. */
function withoutBreaks(text: string): string {
  return text.slice(0, longestCompared).replace(/[\s,;]+/g, "");
}

const longestCompared = 2_000;
