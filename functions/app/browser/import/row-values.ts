/** The values of a row and of the contact that it joins, as lines of text, and what the join does to each field. */
import type { ComparedContact, ParsedContact } from "../../../../shared/client/types.ts";

/** What the list or other parts of the details show. */
const otherFields = new Set(
  "id tempId isValid issues alreadyExists duplicateOf duplicateInFile notSameAs groups photo connectedAt uid likelyPerson sources".split(
    " ",
  ),
);

/** Fields whose names say too little. */
const labels: Readonly<Record<string, string>> = {
  emails: "E-mail",
  phones: "Phone",
  addresses: "Address",
  importantDates: "Date",
  timezone: "Time zone",
  keepFrequencyDays: "Keep in touch, days",
};

/** "First name" of `firstName`. The names of networks stay. */
function labelOf(field: string): string {
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return labels[field] ?? (/_/.test(field) ? field : words.replace(/^./, (letter) => letter.toUpperCase()));
}

type Values = Readonly<Record<string, unknown>>;

/** A list has a line for each of its elements, and a text one for each of its own. */
function linesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(elementText);
  if (value === null || value === undefined) return [];
  const text = String(value).replace(/^(\d{4}-\d\d-\d\d)T\S+Z$/, "$1");
  return text.split("\n").filter(Boolean);
}

/** An e-mail address, a number, a postal address or a date, with what is known of it. */
function elementText(element: Values): string {
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

interface Joined {
  /** The contact before and after, as the service answers them. */
  contact: ComparedContact;
  merged: ComparedContact;
  /** The fields whose value of the row is left out. */
  differing: readonly string[];
}

interface DescribedField {
  label: string;
  brings: string[];
  has: string[];
  /** What happens to the contact that the row joins. */
  outcome?: { kind: "kept" | "same" | "changed"; text: string };
}

/** The fields of the row, and those that joining it changes. */
export function describeRow(row: ParsedContact, joined: Joined | null): DescribedField[] {
  const fields = Object.keys({ ...row, ...joined?.merged }).filter((field) => !otherFields.has(field));
  return fields.flatMap((field) => {
    const linesIn = (of: object | undefined) => linesOf((of as Values | undefined)?.[field]);
    const [brings, has, becomes] = [linesIn(row), linesIn(joined?.contact), linesIn(joined?.merged)];
    const isChanged = has.join("\n") !== becomes.join("\n");
    if (brings.length === 0 && !isChanged) return [];
    const described = { label: labelOf(field), brings, has };
    if (!joined) return [described];
    const rest = joined.differing.includes(field) ? "; the row's value is left out" : "";
    if (!isChanged) return [{ ...described, outcome: { kind: rest ? "kept" : "same", text: `Stays${rest}` } }];
    const adds = becomes.filter((line) => !has.includes(line) && (has.length > 0 || !brings.includes(line)));
    const words = has.length === 0 ? "Filled in" : becomes.length > has.length ? "Added" : "Completed";
    return [{ ...described, outcome: { kind: "changed", text: [words + rest, ...adds].join("\n") } }];
  });
}
