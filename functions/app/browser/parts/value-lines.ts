/** The values of contacts as lines of text, and the names of fields for people. */

/** Fields whose names say too little. */
const labels: Readonly<Record<string, string>> = {
  emails: "E-mail",
  phones: "Phone",
  addresses: "Address",
  importantDates: "Date",
  timezone: "Time zone",
  keepFrequencyDays: "Keep in touch, days",
  network_a: "Professional network",
  network_b: "Photo-sharing network",
  network_c: "Social network",
  network_d: "First messenger",
  network_e: "Second messenger",
};

/** "First name" of `firstName`. */
export function labelOf(field: string): string {
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return labels[field] ?? words.replace(/^./, (letter) => letter.toUpperCase());
}

type Values = Readonly<Record<string, unknown>>;

/** A list has a line for each of its elements, and a text one for each of its own. */
export function linesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(elementText);
  if (value === null || value === undefined) return [];
  const text = String(value).replace(/^(\d{4}-\d\d-\d\d)T\S+Z$/, "$1");
  return text.split("\n").filter(Boolean);
}

/** An e-mail address, a number, a postal address or a date, with what is known of it. */
function elementText(element: Values | string): string {
  if (typeof element === "string") return element;
  const { type, label, note, preferred, date, prefix, value } = element;
  const [text, ...details] =
    typeof date === "string"
      ? [`${type} ${date.startsWith("1904-") ? `${date.slice(5)}, year unknown` : date}`, note]
      : [addressLine(element) || [prefix, value].filter(Boolean).join(" "), label ?? type, preferred && "preferred"];
  const known = details.filter((detail) => detail && detail !== "other");
  return known.length > 0 ? `${text} (${known.join(", ")})` : text;
}

/** The address on one line, in the order of the service (shared/contact/address.ts). A row has only its parts. */
function addressLine({ addressFormatted, ...parts }: Values): string {
  const { addressLine1, addressLine2, addressPostalCode, addressCity } = parts;
  const city = [addressPostalCode, addressCity].filter(Boolean).join(" ");
  const state = parts.addressState ?? parts.addressStateCode;
  const country = parts.addressCountry ?? parts.addressCountryCode;
  return String(addressFormatted ?? [addressLine1, addressLine2, city, state, country].filter(Boolean).join(", "));
}
