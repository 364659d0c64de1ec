/**
 * An address in the parts of ADR (RFC 6350, section 6.3.1), and the fields of ours that these can't tell apart: the
 * free text, the state's code, which line is which. They travel beside it, and hold as long as ADR is what was written
 * with them: where another program has changed it, its parts are the newer truth.
 */
import { isDeepStrictEqual } from "node:util";
import type { ContactAddress } from "../contact/record.ts";
import { addressTextFields } from "../contact/schema.ts";
import { degrees, ownPlace } from "./own-place.ts";

/** The texts of an address, each in its field. */
export type AddressTexts = Record<(typeof addressTextFields)[number], string | null>;

/** Box, extended, street, city, region, code, country. */
export function adrParts(address: AddressTexts): string[] {
  const region = address.addressState ?? address.addressStateCode ?? "";
  const country = address.addressCountry ?? address.addressCountryCode ?? "";
  const beyond = address.addressLine2 ?? "";
  const street = address.addressLine1 ?? "";
  const city = address.addressCity ?? "";
  const code = address.addressPostalCode ?? "";
  if (beyond + street + city + region + code + country !== "") return ["", beyond, street, city, region, code, country];
  // Free text alone is shown as a street.
  return ["", "", address.value ?? address.addressFormatted ?? "", "", "", "", ""];
}

/** All texts, then latitude, longitude and time zone. */
export function writeAddressFields(address: ContactAddress): string[] {
  const place = ownPlace(address);
  const numbers = place ? [degrees(place.latitude), degrees(place.longitude)] : ["", ""];
  return [...addressTextFields.map((field) => address[field] ?? ""), ...numbers, address.timezone ?? ""];
}

/** Null when the parts of ADR are not those that were written with these fields. */
export function readAddressFields(
  fields: readonly string[],
  parts: readonly string[],
): { texts: AddressTexts; latitude: string; longitude: string; timezone: string } | null {
  const texts = Object.fromEntries(
    addressTextFields.map((field, at) => [field, fields[at]?.trim() || null]),
  ) as AddressTexts;
  if (!isDeepStrictEqual(adrParts(texts), parts)) return null;
  const [latitude = "", longitude = "", timezone = ""] = fields.slice(addressTextFields.length);
  return { texts, latitude, longitude, timezone };
}
