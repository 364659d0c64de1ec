/**
 * Addresses and coordinates in vCards. ADR has seven parts (RFC 6350, section 6.3.1), which can't represent all fields of
 * an address, for instance the free text and the code of the state. A property beside ADR has those fields. It is valid
 * only as long as ADR is unchanged, because another program that edits a card changes ADR alone.
 */
import { isDeepStrictEqual } from "node:util";
import { addressTextFields } from "./address.ts";
import type { ContactAddress } from "./record.ts";

export type AddressTexts = Record<(typeof addressTextFields)[number], string | null>;

/** The parts of ADR: post office box, extended address, street, city, region, postal code, country. */
export function adrParts(address: AddressTexts): string[] {
  const region = address.addressState ?? address.addressStateCode ?? "";
  const country = address.addressCountry ?? address.addressCountryCode ?? "";
  const extended = address.addressLine2 ?? "";
  const street = address.addressLine1 ?? "";
  const city = address.addressCity ?? "";
  const code = address.addressPostalCode ?? "";
  if (extended + street + city + region + code + country !== "") {
    return ["", extended, street, city, region, code, country];
  }
  // Programs show the street, so an address that is only free text is written there.
  return ["", "", address.value ?? address.addressFormatted ?? "", "", "", "", ""];
}

/** The texts of the address, then latitude, longitude and time zone. */
export function writeAddressFields(address: ContactAddress): string[] {
  const own = ownCoordinates(address);
  const coordinates = own ? [formatDegrees(own.latitude), formatDegrees(own.longitude)] : ["", ""];
  return [...addressTextFields.map((field) => address[field] ?? ""), ...coordinates, address.timezone ?? ""];
}

/** Returns null when the parts of ADR are not those that were written with these fields. */
export function readAddressFields(
  fields: readonly string[],
  parts: readonly string[],
): { texts: AddressTexts; latitude: string; longitude: string; timezone: string } | null {
  const texts = Object.fromEntries(
    addressTextFields.map((field, index) => [field, fields[index]?.trim() || null]),
  ) as AddressTexts;
  if (!isDeepStrictEqual(adrParts(texts), parts)) return null;
  const [latitude = "", longitude = "", timezone = ""] = fields.slice(addressTextFields.length);
  return { texts, latitude, longitude, timezone };
}

/**
 * Coordinates that a person entered, with seven decimals (about a centimetre), as imports keep them. Null for coordinates
 * that the service found, because a card only has what the person entered.
 */
export function ownCoordinates({
  latitude,
  longitude,
  granularity,
}: Pick<ContactAddress, "latitude" | "longitude" | "granularity">): { latitude: number; longitude: number } | null {
  if (latitude === null || longitude === null || granularity !== null) return null;
  return { latitude: roundDegrees(latitude), longitude: roundDegrees(longitude) };
}

/** Without an exponent, which GEO doesn't allow (RFC 5870, section 3.3; RFC 2426, section 3.4.2). */
export function formatDegrees(degrees: number): string {
  return degrees.toFixed(7).replace(/\.?0+$/, "");
}

/** Adding 0 turns -0 into 0. */
function roundDegrees(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7 + 0;
}
