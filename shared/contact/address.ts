/** An address on one line, from its parts. */
import type { ContactAddress } from "./record.ts";

type Location = Pick<ContactAddress, "latitude" | "longitude" | "granularity" | "timezone">;
type AddressParts = Omit<ContactAddress, keyof Location | "id" | "addressFormatted" | "type">;

/** Street, postal code and city, state, country; else the free text, else the label. */
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
