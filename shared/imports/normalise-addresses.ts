/** Postal addresses of a row, from the seven parts of a vCard or whatever of them a source has. */
import { contactLimits as limits } from "../contact/limits.ts";
import { ianaZone } from "../text/locale.ts";
import type { AddressTexts } from "../vcard/address-fields.ts";
import type { ParsedAddress } from "./parsed-contact.ts";
import type { RawAddress } from "./raw-row.ts";
import { type About, cleanLine, cleanLines, lose, loseBeside, type Remarks } from "./remarks.ts";

export function normaliseAddresses(remarks: Remarks, raw: readonly RawAddress[]): ParsedAddress[] {
  if (raw.length === 0) return [];
  const preferredFirst = raw.toSorted((a, b) => (a.preference ?? notPreferred) - (b.preference ?? notPreferred));
  const distinct = new Map<string, { given: RawAddress; address: ParsedAddress }>();
  for (const given of preferredFirst) {
    const address = normaliseAddress(remarks, given);
    const key = raw.length === 1 || !address ? "" : JSON.stringify(address);
    if (address && !distinct.has(key)) distinct.set(key, { given, address });
  }
  const all = [...distinct.values()];
  const first = all[limits.addresses]?.given;
  if (first) {
    const count = all.length - limits.addresses;
    remarks.lost += count - 1;
    const message = `${count} more than the ${limits.addresses} that a contact can have are left out.`;
    const origin = { property: first.property, line: first.line };
    lose(remarks, "warning", "addresses_left_out", message, { field: "addresses", origin });
  }
  return all.slice(0, limits.addresses).map(({ address }) => address);
}

/** Both coordinates, to about a centimetre, or neither. */
export function wholePlace({ latitude, longitude }: { latitude: number | null; longitude: number | null }) {
  if (latitude === null || longitude === null) return { latitude: null, longitude: null };
  return { latitude: toDegrees(latitude), longitude: toDegrees(longitude) };
}

/** Seven decimals; adding 0 makes -0 a plain zero. */
function toDegrees(coordinate: number): number {
  return Math.round(coordinate * 1e7) / 1e7 + 0;
}

const notPreferred = 1_000;

/** Null when all of it is blank. */
function normaliseAddress(remarks: Remarks, given: RawAddress): ParsedAddress | null {
  const about = { field: "addresses", origin: { property: given.property, line: given.line } };
  const part = (text: string) => cleanLine(remarks, text, limits.addressPart, about) || null;
  if (given.exact) return exactAddress(remarks, given, given.exact, about);
  const { firstLine, secondLine, freeText } = linesOf(given);
  const country = part(given.country);
  const state = part(given.region);
  const parts = {
    addressLine1: part(firstLine),
    addressLine2: part(secondLine),
    addressCity: part(given.city),
    addressState: state,
    addressStateCode: state !== null && /^[A-Z]{2}$/.test(state) ? state : null,
    addressPostalCode: part(given.postalCode),
    addressCountry: country,
    addressCountryCode: countryCode(given.countryCode) ?? countryCode(country ?? ""),
  };
  const hasParts = Object.values(parts).some((text) => text !== null);
  const wholeText = freeText || (hasParts ? "" : given.formatted);
  const value = wholeText === "" ? null : cleanLines(remarks, wholeText, limits.addressPart, about) || null;
  const formatted = wholeText === given.formatted ? "" : given.formatted;
  if (!hasParts && value === null) return null;
  return {
    type: given.type,
    label: part(given.label),
    value,
    ...parts,
    addressFormatted: cleanLines(remarks, formatted, limits.addressFormatted, about) || null,
    ...wholePlace(given),
    timezone: timezone(remarks, given.timezone, about),
  };
}

/** Null when all of it is blank. */
function exactAddress(
  remarks: Remarks,
  given: RawAddress,
  { value, addressFormatted, ...lines }: AddressTexts,
  about: About,
): ParsedAddress | null {
  const part = (text: string | null) => cleanLine(remarks, text ?? "", limits.addressPart, about) || null;
  const texts = {
    value: cleanLines(remarks, value ?? "", limits.addressPart, about) || null,
    addressLine1: part(lines.addressLine1),
    addressLine2: part(lines.addressLine2),
    addressCity: part(lines.addressCity),
    addressState: part(lines.addressState),
    addressStateCode: part(lines.addressStateCode),
    addressPostalCode: part(lines.addressPostalCode),
    addressCountry: part(lines.addressCountry),
    addressCountryCode: part(lines.addressCountryCode),
    addressFormatted: cleanLines(remarks, addressFormatted ?? "", limits.addressFormatted, about) || null,
  };
  if (Object.values(texts).every((text) => text === null)) return null;
  const timeZone = timezone(remarks, given.timezone, about);
  return { type: given.type, label: part(given.label), ...texts, ...wholePlace(given), timezone: timeZone };
}

/** Some writers put the whole address, line by line, into the part for what goes beyond the street. */
function linesOf({ street, extended, postOfficeBox, city, postalCode, country }: RawAddress) {
  const isFreeText = street + city + postalCode + country === "" && /\n/.test(extended.trim());
  if (isFreeText) return { firstLine: "", secondLine: postOfficeBox, freeText: extended };
  const beside = [extended, postOfficeBox].map((text) => text.trim()).filter((text) => text !== "");
  // Not by a pattern with blanks around the break, which takes quadratic time on many blanks without one.
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

function timezone(remarks: Remarks, text: string, about: About): string | null {
  if (text.trim() === "") return null;
  const zone = ianaZone(text.trim());
  if (zone === undefined) {
    loseBeside(remarks, "info", "timezone_unknown", "The address's time zone is none of the known names.", about);
  }
  return zone ?? null;
}
