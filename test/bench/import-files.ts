/** Exports of the two networks as large as the largest import, of invented people, the same ones every time. */
import { realisticBody } from "../support/realistic-contact.ts";

const preamble = [
  "Notes:",
  '"When exporting your data, you may notice that some addresses are missing. See https://example.com/help/261"',
  "",
];
/** Lines before the first row. */
export const headerLines = preamble.length + 1;
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/**
 * A CSV file of network_a. As in real ones, few rows have an e-mail address, and every hundredth is of a closed account:
 * a date and nothing else.
 */
export function connectionsFile(rows: number): Buffer {
  const lines = Array.from({ length: rows }, (_, n) => {
    const day = `${1 + (n % 28)} ${months[n % 12]} ${2010 + (n % 16)}`;
    if (n % 100 === 99) return `,,,,,,${day}`;
    const { firstName, lastName, headline, position } = realisticBody(n);
    const family = n % 20 === 0 ? `${lastName}, MBA` : lastName;
    const slug = n % 50 === 0 ? `${encodeURIComponent(firstName)}-${n}` : `person-${n}`;
    const email = n % 30 === 0 ? `person.${n}@mail.example` : "";
    const cells = [firstName, family, `https://www.linkedin.com/in/${slug}`, email, headline, position, day];
    return cells.map((cell) => quoted(typeof cell === "string" ? cell : "")).join(",");
  });
  const header = "First Name,Last Name,URL,Email Address,Company,Position,Connected On";
  return Buffer.from(`${[...preamble, header, ...lines].join("\n")}\n`);
}

function quoted(cell: string): string {
  return /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** A JSON file of network_b, a list of followers. */
export function followersFile(accounts: number): Buffer {
  const entries = Array.from({ length: accounts }, (_, n) => {
    const value = `person.${n}`;
    const item = { href: `https://www.instagram.com/${value}`, value, timestamp: 1_700_000_000 - n };
    return { title: "", media_list_data: [], string_list_data: [item] };
  });
  return Buffer.from(JSON.stringify(entries, null, 2));
}
