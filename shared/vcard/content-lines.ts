/**
 * Lines of a vCard (RFC 6350, sections 3.2 to 3.4; RFC 2426, section 5). ical.js escapes values and parameters, told
 * by a design of ours that all values are texts. What it does not do is done here: it writes every name in capitals,
 * counts the blank of a folded line beside its 75 octets, and marks every property that it does not know by VALUE=TEXT
 * or leaves it without escapes.
 */
import ICAL from "ical.js";
import type { CardVersion } from "./versions.ts";

export interface CardLine {
  name: string;
  parameters: Parameters;
  kind: "text" | "list" | "fields" | "verbatim";
  values: unknown[];
}

/** Undefined and empty ones are left out. */
export type Parameters = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Several lines belong together: they get the name of a group. */
export type CardEntry = CardLine | readonly CardLine[];

export function textLine(name: string, text: string, parameters: Parameters = {}): CardLine {
  return { name, parameters, kind: "text", values: [lineFeeds(text)] };
}

/** Texts between commas. */
export function listLine(name: string, texts: readonly string[], parameters: Parameters = {}): CardLine {
  return { name, parameters, kind: "list", values: texts.map(lineFeeds) };
}

/** Texts between semicolons. */
export function fieldsLine(name: string, texts: readonly string[], parameters: Parameters = {}): CardLine {
  return { name, parameters, kind: "fields", values: [texts.map(lineFeeds)] };
}

/** A value in which nothing is escaped: an address of the web, a date, base64. */
export function verbatimLine(name: string, value: string, parameters: Parameters = {}): CardLine {
  return { name, parameters, kind: "verbatim", values: [value] };
}

/** The text of all of them, folded, each with its line end. */
export function writeLines(entries: readonly CardEntry[], version: CardVersion): string {
  let groups = 0;
  return entries
    .flatMap((entry) => {
      if (!isGroup(entry)) return [writeLine(entry, "", version)];
      groups += entry.length > 1 ? 1 : 0;
      return entry.map((line) => writeLine(line, entry.length > 1 ? `item${groups}.` : "", version));
    })
    .join("");
}

/** The line ends of all systems are one, and those of Unicode with them: many programs read a line of the file in each. */
export function lineFeeds(text: string): string {
  return text.replace(/\r\n?|[\u2028\u2029]/g, "\n");
}

function isGroup(entry: CardEntry): entry is readonly CardLine[] {
  return Array.isArray(entry);
}

/** In 3.0 a semicolon is escaped in every text, in 4.0 only where it parts fields, and some readers know it only there. */
function writeLine({ name, parameters, kind, values }: CardLine, group: string, version: CardVersion): string {
  const given = Object.entries(parameters).filter(([, words]) => words !== undefined && words.length > 0);
  const type = kind === "verbatim" ? "unknown" : "text";
  const inFields = version === "3.0" && (kind === "text" || kind === "list");
  const [written, content] = inFields ? ["fields", [[values]]] : [kind, values];
  const line = ICAL.stringify.property([written, Object.fromEntries(given), type, ...content], design, true);
  return `${foldLine(group + name + line.slice(written.length))}\r\n`;
}

const design = {
  value: { text: ICAL.design.getDesignSet("vcard").value.text },
  param: { TYPE: { multiValue: "," } },
  property: {
    text: { defaultType: "text" },
    list: { defaultType: "text", multiValue: "," },
    fields: { defaultType: "text", structuredValue: ";", multiValue: "," },
    verbatim: {},
  },
  propertyGroups: false,
};

const maxOctets = 75;

/** Physical lines of at most 75 octets without their end, no letter of UTF-8 divided. */
function foldLine(line: string): string {
  const boundary = boundaryAtEnd.exec(line.slice(-longestBoundary))?.[0].length ?? Number.NaN;
  const withinBoundary = line.length - boundary + 1;
  let folded = "";
  let start = 0;
  let octets = 0;
  for (let at = 0; at < line.length; ) {
    const codePoint = line.codePointAt(at) ?? 0;
    const width = octetsOf(codePoint);
    if (octets + width > maxOctets || (at === withinBoundary && start > 0)) {
      folded += `${line.slice(start, at)}\r\n `;
      start = at;
      octets = 1;
    }
    octets += width;
    at += codePoint > 0xffff ? 2 : 1;
  }
  return folded + line.slice(start);
}

/** Readers that forgive much would take such a physical line for the end of the card, though it is folded. */
const boundaryAtEnd = /(?:BEGIN|END)\s*:\s*VCARD\s*$/i;
const longestBoundary = 100;

function octetsOf(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
