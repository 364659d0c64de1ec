/** The postal addresses of a row, from the seven parts of a vCard, of which other sources have some. */
import type { AddressTexts } from "../../contact/card-address.ts";
import { contactLimits as limits } from "../../contact/limits.ts";
import { ianaZone, offsetZone } from "../../platform/text/locale.ts";
import type { ParsedAddress } from "./parsed-contact.ts";
import type { RawAddress } from "./raw-row.ts";
import { type About, cleanLine, cleanLines, quote, type RowIssues } from "./row-issues.ts";

export function normaliseAddresses(issues: RowIssues, raw: readonly RawAddress[]): ParsedAddress[] {
  if (raw.length === 0) return [];
  const preferredFirst = raw.toSorted((a, b) => (a.preference ?? notPreferred) - (b.preference ?? notPreferred));
  const distinct = new Map<string, { rawAddress: RawAddress; address: ParsedAddress }>();
  for (const rawAddress of preferredFirst) {
    const address = normaliseAddress(issues, rawAddress);
    if (address) distinct.set(raw.length === 1 ? "" : JSON.stringify(address), { rawAddress, address });
  }
  const all = [...distinct.values()];
  const first = all[limits.addresses]?.rawAddress;
  if (first) {
    const count = all.length - limits.addresses;
    const message = `${count} more than the ${limits.addresses} that a contact can have are left out.`;
    const origin = { property: first.property, line: first.line };
    issues.dropped("warning", "addresses_left_out", message, { field: "addresses", origin }, count);
  }
  return all.slice(0, limits.addresses).map(({ address }) => address);
}

/** Both coordinates, rounded to about a centimetre, or neither. */
export function wholePlace({ latitude, longitude }: { latitude: number | null; longitude: number | null }) {
  if (latitude === null || longitude === null) return { latitude: null, longitude: null };
  return { latitude: toDegrees(latitude), longitude: toDegrees(longitude) };
}

/** Adding 0 changes -0 to 0. */
function toDegrees(coordinate: number): number {
  return Math.round(coordinate * 1e7) / 1e7 + 0;
}

const notPreferred = 1_000;

/** Returns null when all texts are blank. */
function normaliseAddress(issues: RowIssues, rawAddress: RawAddress): ParsedAddress | null {
  const about = { field: "addresses", origin: { property: rawAddress.property, line: rawAddress.line } };
  const part = (text: string | null) => cleanLine(issues, text ?? "", limits.addressPart, about) || null;
  const { value, addressFormatted, ...parts } = rawAddress.exact ?? textsOf(rawAddress);
  const texts = {
    value: cleanLines(issues, value ?? "", limits.addressPart, about) || null,
    addressLine1: part(parts.addressLine1),
    addressLine2: part(parts.addressLine2),
    addressCity: part(parts.addressCity),
    addressState: part(parts.addressState),
    addressStateCode: part(parts.addressStateCode),
    addressPostalCode: part(parts.addressPostalCode),
    addressCountry: part(parts.addressCountry),
    addressCountryCode: part(parts.addressCountryCode),
    addressFormatted: cleanLines(issues, addressFormatted ?? "", limits.addressFormatted, about) || null,
  };
  if (Object.values(texts).every((text) => text === null)) return null;
  const label = part(rawAddress.label);
  const place = wholePlace(rawAddress);
  return {
    type: rawAddress.type,
    label,
    ...texts,
    ...place,
    timezone: timezone(issues, rawAddress.timezone, place, about),
  };
}

/** The texts of a source that has no field for some of them. The formatted text stands for an address without parts. */
function textsOf(rawAddress: RawAddress): AddressTexts {
  const { firstLine, secondLine, freeText } = linesOf(rawAddress);
  const state = rawAddress.region.trim();
  const parts = {
    addressLine1: firstLine,
    addressLine2: secondLine,
    addressCity: rawAddress.city,
    addressState: state,
    addressStateCode: /^[A-Z]{2}$/.test(state) ? state : null,
    addressPostalCode: rawAddress.postalCode,
    addressCountry: rawAddress.country,
    addressCountryCode: countryCode(rawAddress.countryCode) ?? countryCode(rawAddress.country),
  };
  const hasParts = Object.values(parts).some((text) => text !== null && text.trim() !== "");
  const value = freeText || (hasParts ? "" : rawAddress.formatted);
  return { value, ...parts, addressFormatted: value === rawAddress.formatted ? "" : rawAddress.formatted };
}

/** Some programs write the whole address, line by line, into the extended address. */
function linesOf({ street, extended, postOfficeBox, city, postalCode, country }: RawAddress) {
  const isFreeText = street + city + postalCode + country === "" && /\n/.test(extended.trim());
  if (isFreeText) return { firstLine: "", secondLine: postOfficeBox, freeText: extended };
  const beside = [extended, postOfficeBox].map((text) => text.trim()).filter((text) => text !== "");
  // A pattern with blanks around the break would take quadratic time on many blanks without a break.
  const [first = "", ...rest] = street
    .split("\n")
    .map((line) => line.trim())
    .concat(beside)
    .filter((text) => text !== "");
  return { firstLine: first, secondLine: rest.join(", "), freeText: "" };
}

/** ISO 3166, two letters. */
function countryCode(text: string): string | null {
  return /^[A-Za-z]{2}$/.test(text.trim()) ? text.trim().toUpperCase() : null;
}

/** Reads zones, and names what they are. The zone of coordinates is more exact than an offset, and is derived later. */
export function zoneReader({ latitude }: { latitude: number | null }) {
  if (latitude !== null) return { read: ianaZone, kind: "name of a time zone, and the coordinates give one" };
  return { read: (text: string) => ianaZone(text) ?? offsetZone(text), kind: "name of a time zone" };
}

function timezone(issues: RowIssues, written: string, place: { latitude: number | null }, about: About): string | null {
  const text = written.trim();
  if (text === "") return null;
  const { read, kind } = zoneReader(place);
  const zone = read(text);
  if (zone === undefined) issues.droppedPart("info", "timezone_unknown", `${quote(text)} is no ${kind}.`, about);
  return zone ?? null;
}
