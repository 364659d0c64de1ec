/** The values of a row and of the contact that it joins, as lines of text, and what the join does to each field. */

const text = (value) => (value === null || value === undefined || value === "" ? [] : [String(value)]);
const entry = (value, ...details) => {
  const known = details.filter((detail) => detail && detail !== "other");
  return known.length > 0 ? `${value} (${known.join(", ")})` : value;
};
const day = (date) => (date.startsWith("1904-") ? `${date.slice(5)}, year unknown` : date);
const preferred = (value) => value.preferred && "preferred";

/** The address on one line, in the order of the service (shared/contact/address.ts). A row has only its parts. */
function addressLine({ addressFormatted, value, ...parts }) {
  const { addressLine1, addressLine2, addressPostalCode, addressCity } = parts;
  const city = [addressPostalCode, addressCity].filter(Boolean).join(" ");
  const state = parts.addressState ?? parts.addressStateCode;
  const country = parts.addressCountry ?? parts.addressCountryCode;
  const line = [addressLine1, addressLine2, city, state, country].filter(Boolean).join(", ");
  return addressFormatted ?? (line || (value ?? ""));
}

/** The fields in the order of the page, with their labels, and how a value becomes lines of text. */
const fields = [
  { field: "firstName", label: "First name", lines: text },
  { field: "middleName", label: "Middle name", lines: text },
  { field: "lastName", label: "Last name", lines: text },
  { field: "nickname", label: "Nickname", lines: text },
  { field: "headline", label: "Headline", lines: text },
  { field: "position", label: "Position", lines: text },
  { field: "organisation", label: "Organisation", lines: text },
  {
    field: "emails",
    label: "E-mail",
    lines: (list) => list.map((each) => entry(each.value, each.type, preferred(each))),
  },
  {
    field: "phones",
    label: "Phone",
    lines: (list) => list.map((each) => entry(`${each.prefix} ${each.value}`.trim(), each.type, preferred(each))),
  },
  {
    field: "addresses",
    label: "Address",
    lines: (list) => list.map((each) => entry(addressLine(each), each.label ?? each.type)),
  },
  { field: "location", label: "Location", lines: text },
  { field: "latitude", label: "Latitude", lines: text },
  { field: "longitude", label: "Longitude", lines: text },
  { field: "timezone", label: "Time zone", lines: text },
  { field: "language", label: "Language", lines: text },
  {
    field: "importantDates",
    label: "Date",
    lines: (list) => list.map(({ type, date, note }) => entry(`${type} ${day(date)}`, note)),
  },
  { field: "network_a", label: "network_a", lines: text },
  { field: "network_b", label: "network_b", lines: text },
  { field: "network_c", label: "network_c", lines: text },
  { field: "network_d", label: "network_d", lines: text },
  { field: "network_e", label: "network_e", lines: text },
  { field: "website", label: "Website", lines: text },
  { field: "notes", label: "Notes", lines: (value) => (value ?? "").split("\n").filter(Boolean) },
  { field: "keepFrequencyDays", label: "Keep in touch, days", lines: text },
  { field: "lastInteraction", label: "Last interaction", lines: (value) => text(value?.slice(0, 10)) },
];

/**
 * The fields of the row, and those that joining it changes. `contact` and `merged` are the contact before and after, as the
 * service answers them, and `differing` names the fields whose value of the row is left out.
 */
export function describeRow(answer) {
  const { row, contact, merged, differing } = answer;
  return fields.flatMap(({ field, label, lines }) => {
    const brings = lines(row[field]);
    if (!contact) return brings.length > 0 ? [{ field, label, brings }] : [];
    const [has, becomes] = [contact, merged].map((each) => lines(each[field]));
    const isChanged = has.join("\n") !== becomes.join("\n");
    if (brings.length === 0 && !isChanged) return [];
    return [
      {
        field,
        label,
        has,
        brings,
        ...outcomeOf({ has, brings, becomes, isChanged, isKept: differing.includes(field) }),
      },
    ];
  });
}

/** `adds` are the lines that the contact gets, unless the row has exactly these lines. */
function outcomeOf({ has, brings, becomes, isChanged, isKept }) {
  const outcome = (kind, words, adds = []) => ({ outcome: { kind, text: words }, adds });
  const leftOut = "the row's value is left out";
  if (!isChanged) return isKept ? outcome("kept", `Stays; ${leftOut}`) : outcome("same", "Stays");
  const adds = becomes.filter((line) => !has.includes(line));
  const rest = isKept ? `; ${leftOut}` : "";
  if (has.length === 0) {
    return outcome(
      "filled",
      `Filled in${rest}`,
      becomes.filter((line) => !brings.includes(line)),
    );
  }
  const isLonger = becomes.length > has.length;
  return outcome(isLonger ? "added" : "completed", `${isLonger ? "Added" : "Completed"}${rest}`, adds);
}
