/**
 * Writes the lines of a vCard (RFC 6350, sections 3.2 to 3.4; RFC 2426, section 5). ical.js escapes values and quotes
 * parameters, with a custom design in which all values are texts. The rest is done here, because ical.js writes names in
 * upper case, does not count the space of a folded line in its 75 octets, and writes unknown properties with VALUE=TEXT or
 * without escapes.
 */
import ICAL from "ical.js";
import { type CardVersion, ownParameters } from "./own-names.ts";

export interface CardLine {
  name: string;
  parameters: Parameters;
  kind: "text" | "list" | "fields" | "verbatim";
  values: unknown[];
}

/** The parameters of a line. Undefined and empty parameters are not written. */
export type Parameters = Readonly<Record<string, string | readonly string[] | undefined>>;

/** One line, or several lines that belong together and share a group name. */
export type CardEntry = CardLine | readonly CardLine[];

export function textLine(name: string, text: string, parameters: Parameters = {}): CardLine {
  return { name, parameters, kind: "text", values: [lineFeeds(text)] };
}

/** Creates a line whose texts are separated by commas. */
export function listLine(name: string, texts: readonly string[], parameters: Parameters = {}): CardLine {
  return { name, parameters, kind: "list", values: texts.map(lineFeeds) };
}

/** Creates a line whose texts are separated by semicolons. */
export function fieldsLine(name: string, texts: readonly string[], parameters: Parameters = {}): CardLine {
  return { name, parameters, kind: "fields", values: [texts.map(lineFeeds)] };
}

/** Creates a line whose value is not escaped, such as a URL, a date or base64. */
export function verbatimLine(name: string, value: string, parameters: Parameters = {}): CardLine {
  return { name, parameters, kind: "verbatim", values: [value] };
}

/** Adds the label to a line, if there is one. Address books of Apple and Google read it from X-ABLabel. */
export function labelled(line: CardLine, label: string | null, more: readonly CardLine[] = []): CardEntry {
  return label === null || label === "" ? [line, ...more] : [line, labelLine(label), ...more];
}

function labelLine(label: string): CardLine {
  const parameters: Parameters = label.includes("$!<") ? { [ownParameters.verbatim]: "1" } : {};
  return textLine("X-ABLabel", label, parameters);
}

/** Creates a built-in label, which Apple's programs show in the user's language. */
export function builtInLabelLine(word: string): CardLine {
  return textLine("X-ABLabel", `_$!<${word}>!$_`);
}

/** Returns the text of all lines, folded and with line ends. */
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

/** Converts all line ends, also those of Unicode, to line feeds. Many programs end a line of the file at each of them. */
export function lineFeeds(text: string): string {
  return text.replace(/\r\n?|[\u2028\u2029]/g, "\n");
}

function isGroup(entry: CardEntry): entry is readonly CardLine[] {
  return Array.isArray(entry);
}

/** In 3.0 semicolons are escaped in every text. In 4.0 they are escaped only in fields, as some readers require. */
function writeLine({ name, parameters, kind, values }: CardLine, group: string, version: CardVersion): string {
  const present: Record<string, Parameters[string]> = {};
  let isBare = kind === "verbatim";
  for (const parameter in parameters) {
    const words = parameters[parameter];
    if (words === undefined || words.length === 0) continue;
    present[parameter] = words;
    isBare = false;
  }
  if (isBare) return `${foldLine(`${group}${name}:${values[0]}`)}\r\n`;
  const type = kind === "verbatim" ? "unknown" : "text";
  const inFields = version === "3.0" && (kind === "text" || kind === "list");
  const [written, content] = inFields ? ["fields", [[values]]] : [kind, values];
  const line = ICAL.stringify.property([written, present, type, ...content], design, true);
  return `${foldLine(group + name + line.slice(written.length))}\r\n`;
}

const { text: textOfCards } = ICAL.design.getDesignSet("vcard").value;
/** ical.js builds an expression for each part of a structured value, and few texts need one. */
const text: typeof textOfCards = {
  ...textOfCards,
  toICAL: (value: string, separator: string) => (/[\\,;\n]/.test(value) ? textOfCards.toICAL(value, separator) : value),
};

const design = {
  value: { text },
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

/** Folds a line into physical lines of at most 75 octets without their end, and does not divide UTF-8 characters. */
function foldLine(line: string): string {
  if (Buffer.byteLength(line) <= maxOctets) return line;
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

/** Tolerant readers treat such a physical line as a boundary of the card even if it is folded, so that it is divided. */
const boundaryAtEnd = /(?:BEGIN|END)\s*:\s*VCARD\s*$/i;
const longestBoundary = 100;

function octetsOf(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
