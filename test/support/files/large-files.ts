/** Import files of any size, the same at every run. Large ones are written to disk piece by piece. */
import { closeSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { realisticBody } from "../contact/realistic-contact.ts";
import { header, preamble } from "./network-a.ts";
import type { Layout } from "./zip-writer.ts";

/** Cards of about this many bytes each, all of different people with the usual properties. */
export function writeCards(path: string, count: number, bytesEach: number): void {
  const descriptor = openSync(path, "w");
  for (let start = 0; start < count; start += 500) {
    const cards = Array.from({ length: Math.min(500, count - start) }, (_, at) => card(start + at, bytesEach));
    writeSync(descriptor, cards.join(""));
  }
  closeSync(descriptor);
}

function card(index: number, bytes: number): string {
  const number = String(index).padStart(6, "0");
  const company = `Fjord ${index % 300} AS`;
  const lines = [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `N:Lind${number};Åsa;;;`,
    `FN:Åsa Lind${number}`,
    `ORG:${company}`,
    "TITLE:Engineer",
    `EMAIL;TYPE=WORK:person${number}@fjord.example`,
    `TEL;TYPE=CELL:+46 70 ${number.slice(0, 3)} ${number.slice(3)}1`,
    `BDAY:1980-03-${String(1 + (index % 28)).padStart(2, "0")}`,
  ];
  const own = Buffer.byteLength(lines.join("\r\n")) + "\r\nNOTE:\r\nEND:VCARD\r\n".length;
  const note = `Met ${number} times. `.repeat(Math.max(1, Math.ceil((bytes - own) / 19)));
  return [...lines, `NOTE:${note}`, "END:VCARD", ""].join("\r\n");
}

/** An archive with its holes: they take no room on the disk. */
export function writeSparse(path: string, { regions, size }: Layout): void {
  const descriptor = openSync(path, "w");
  for (const { start, bytes } of regions) writeSync(descriptor, bytes, 0, bytes.length, start);
  ftruncateSync(descriptor, size);
  closeSync(descriptor);
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/**
 * A CSV file of network_a with invented people. As in real ones, few rows have an e-mail address, and every hundredth is
 * of a closed account: it has a date and nothing else.
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
  return Buffer.from(`${[...preamble, header, ...lines].join("\n")}\n`);
}

function quoted(cell: string): string {
  return /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
