/** The texts of an address: their names, an address on one line, and an address without values. */

export const addressTextFields = [
  "value",
  "addressLine1",
  "addressLine2",
  "addressCity",
  "addressState",
  "addressStateCode",
  "addressPostalCode",
  "addressCountry",
  "addressCountryCode",
  "addressFormatted",
] as const;

type AddressTextField = (typeof addressTextFields)[number];
type AddressParts = Readonly<Record<Exclude<AddressTextField, "addressFormatted"> | "label", string | null>>;

/** An object that has the same value in each text field. */
export function inAddressTexts<Value>(value: Value): Record<AddressTextField, Value> {
  return Object.fromEntries(addressTextFields.map((field) => [field, value])) as never;
}

/** Street, postal code and city, state, country; otherwise the free text or the label. */
export function formatAddress(address: AddressParts): string | null {
  const city = join(" ", address.addressPostalCode, address.addressCity);
  const parts = [
    address.addressLine1,
    address.addressLine2,
    city,
    address.addressState ?? address.addressStateCode,
    address.addressCountry ?? address.addressCountryCode,
  ];
  return join(", ", ...parts) ?? address.value?.replace(/\s*\n\s*/g, ", ") ?? address.label;
}

function join(separator: string, ...parts: (string | null)[]): string | null {
  const present = parts.filter((part) => part !== null);
  return present.length > 0 ? present.join(separator) : null;
}

/** The optional fields of an address without values. */
export const blankAddress = {
  label: null,
  ...inAddressTexts(null),
  latitude: null,
  longitude: null,
  granularity: null,
  timezone: null,
} as const;
