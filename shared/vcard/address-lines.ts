/** Writes postal addresses as ADR with related properties of its group. */

import { adrParts, formatDegrees, ownCoordinates, writeAddressFields } from "../contact/card-address.ts";
import type { ContactAddress } from "../contact/record.ts";
import { normaliseAddresses } from "../import/row/normalise-addresses.ts";
import type { RawAddress } from "../import/row/raw-row.ts";
import { RowIssues } from "../import/row/row-issues.ts";
import { type CardEntry, fieldsLine, labelled, lineFeeds, textLine } from "./content-lines.ts";
import { layoutCountry } from "./layout-country.ts";
import { type CardVersion, ownProperties } from "./own-names.ts";

export function addressLines(addresses: readonly ContactAddress[], version: CardVersion): CardEntry[] {
  return addresses.map((address) => addressEntry(address, version));
}

function addressEntry(address: ContactAddress, version: CardVersion): CardEntry {
  const { type, label, addressFormatted: formatted } = address;
  const place = ownCoordinates(address);
  const countryCode = isCountryCode(address.addressCountryCode) ? address.addressCountryCode : "";
  const types = type === "other" ? [] : [type];
  const parameters = {
    TYPE: types,
    CC: countryCode,
    GEO: place ? `geo:${formatDegrees(place.latitude)},${formatDegrees(place.longitude)}` : "",
    TZ: address.timezone ?? "",
    LABEL: formatted === null ? "" : lineFeeds(formatted).replaceAll("\\", "\\\\"),
  };
  const adr = fieldsLine("ADR", adrParts(address), version === "4.0" ? parameters : { TYPE: types });
  return labelled(adr, label, [
    ...(version === "3.0" && countryCode !== "" ? [textLine("X-ABADR", countryCode.toLowerCase())] : []),
    ...(version === "3.0" && formatted !== null ? [textLine("LABEL", formatted, { TYPE: types })] : []),
    ...(comesBack(address, version) ? [] : [fieldsLine(ownProperties.addressFields, writeAddressFields(address))]),
  ]);
}

/** Returns whether the text is an ISO 3166 code, which CC (RFC 8605, section 3.1) and Apple's X-ABADR require. */
function isCountryCode(text: string | null): text is string {
  return text !== null && /^[A-Z]{2}$/.test(text);
}

/** Returns whether the importer restores this address from the standard properties alone. */
function comesBack(address: ContactAddress, version: CardVersion): boolean {
  const [, extended = "", street = "", city = "", region = "", postalCode = "", country = ""] = adrParts(address);
  const { type, label, addressCountryCode, addressFormatted } = address;
  const ownCode = isCountryCode(addressCountryCode) ? addressCountryCode : "";
  const code = version === "4.0" ? ownCode : layoutCountry(ownCode, country);
  const beside =
    version === "4.0" ? { ...noPlace, ...ownCoordinates(address), timezone: address.timezone ?? "" } : onlyAdr;
  const raw: RawAddress = {
    ...{ property: "ADR", line: 0, preference: null, postOfficeBox: "" },
    ...{ type, label: label ?? "", extended, street, city, region, postalCode, country },
    ...{ countryCode: code, formatted: addressFormatted ?? "" },
    ...beside,
  };
  const [read] = normaliseAddresses(new RowIssues(), [raw]);
  const written: Record<string, unknown> = { ...address, ...noPlace, ...ownCoordinates(address) };
  return read !== undefined && Object.entries(read).every(([field, value]) => value === written[field]);
}

const noPlace = { latitude: null, longitude: null };
const onlyAdr = { ...noPlace, timezone: "" };
