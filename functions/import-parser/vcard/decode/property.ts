/** Reads one property: its head, its encodings (quoted-printable, base64, charsets), and the parts of its value. */
import { ownProperties } from "../../../../shared/vcard/own-names.ts";
import { ownText } from "../../text/own-text.ts";
import { type Decoded, decodeBytes, type FileEncoding, isKnownEncoding } from "./charset.ts";
import { type Head, readHead } from "./head.ts";

/** A line after unfolding. `first` and `last` are its line numbers in the file, counted from 1. */
export interface ContentLine {
  text: string;
  first: number;
  last: number;
  /** The line was longer than its limit, and the rest was left out. */
  cut: boolean;
  /** Unfolded lines that have no name were joined to this line. */
  joined: boolean;
}

/** The state that all lines of a file share. */
export interface FileReading {
  encoding: FileEncoding;
  /** Whether a guessed encoding was already reported, which is done once for each file of the import. */
  guess: { isNoted: boolean };
}

type Fields = readonly (readonly string[])[];

export class Property {
  readonly head: Head;
  /** The parts of the value, each of which is a list. A plain property has one part with one text. */
  readonly fields: Fields;
  readonly line: number;
  readonly lastLine: number;
  /** The changes that reading made to the value. */
  readonly repairs: readonly Repair[];

  constructor(
    head: Head,
    fields: Fields,
    { line, lastLine, repairs }: Pick<Property, "line" | "lastLine" | "repairs">,
  ) {
    this.head = head;
    this.fields = fields;
    this.line = line;
    this.lastLine = lastLine;
    this.repairs = repairs;
  }

  get name(): string {
    return this.head.name;
  }

  get group(): string {
    return this.head.group;
  }

  get text(): string {
    const [first = []] = this.fields;
    if (this.fields.length === 1 && first.length === 1) return first[0] ?? "";
    return this.fields.map((list) => list.join(",")).join(";");
  }

  get isBlank(): boolean {
    for (const list of this.fields) for (const text of list) if (text.trim() !== "") return false;
    return true;
  }

  hasType(type: string): boolean {
    return this.head.types.some((each) => each.toLowerCase() === type);
  }

  /** Returns the first value of a parameter, or an empty string. */
  parameter(name: string): string {
    for (const each of this.head.parameters) if (each.name === name) return each.value;
    return "";
  }

  /** Returns a copy of the property with another value. */
  with(text: string): Property {
    return new Property(this.head, [[text]], this);
  }
}

export type Repair = "cut" | "joined" | "charset";

/**
 * The maximum length of a value that is not a picture, in characters. It exceeds the limit of every field even if every
 * character is escaped, so that the field reports its own cut too.
 */
const maxValueLength = 50_000;

/** Returns null when the line has no name or no colon. */
export function readProperty(line: ContentLine, legacy: boolean, { encoding }: FileReading): Property | null {
  const whole = withCustomLabels(line.text);
  const named = readHead(whole);
  const isText = encoding.raw && !ascii.test(whole);
  const { text, guessed } = isText
    ? decodeBytes(Buffer.from(whole, "latin1"), named?.charset ?? null, encoding)
    : { text: whole, guessed: false };
  const head = isText ? readHead(text) : named;
  if (head === null) return null;
  const isBinary = isData(head);
  const written = text.slice(head.valueStart);
  const value = isBinary ? { text: written, guessed: false } : decodeValue(written, head, encoding);
  const tooLong = !isBinary && value.text.length > maxValueLength;
  const repairs: Repair[] = [];
  if (line.cut || tooLong) repairs.push("cut");
  if (line.joined) repairs.push("joined");
  // A cut may divide a character, so that a failed decoding does not show a wrong encoding.
  if ((guessed || value.guessed) && !line.cut) repairs.push("charset");
  const bounded = tooLong ? ownText(value.text.slice(0, maxValueLength)) : value.text;
  const fields = isBinary ? [[bounded]] : splitValue(head.name, bounded, legacy);
  return new Property(head, fields, { line: line.first, lastLine: line.last, repairs });
}

/** Converts Android's parameter for the user's label: `X-CUSTOM(CHARSET=UTF-8,ENCODING=QUOTED-PRINTABLE,=46=65=72)`. */
function withCustomLabels(line: string): string {
  if (!line.includes("X-CUSTOM(")) return line;
  return line.replace(
    /;X-CUSTOM\((?:CHARSET=[^,()]*,)?(ENCODING=[^,()]*,)?((?:[^()]|\([^()]*\))*)\)/gi,
    (_all, encoding, word: string) => {
      const text = encoding === undefined ? word : decodeBytes(quotedPrintable(word), "UTF-8").text;
      return `;X-ABLABEL="${text.replaceAll('"', "'")}"`;
    },
  );
}

/** Returns whether the value is binary data. Japanese phones write the phonetic name as SOUND, which is text. */
export function isData({ name, types }: Pick<Head, "name" | "types">): boolean {
  return dataNames.has(name) && !types.some((type) => type.toLowerCase() === "x-irmc-n");
}

const dataNames = new Set(["PHOTO", "LOGO", "SOUND", "KEY", "X-MS-CARDPICTURE"]);

function decodeValue(value: string, head: Head, file: FileEncoding): Decoded {
  if (head.parameters.length === 0) return { text: value, guessed: false };
  const { encoding, charset } = head;
  if (encoding === "QUOTED-PRINTABLE" || encoding === "Q") {
    if (ascii.test(value)) return decodeBytes(quotedPrintable(value), charset, file);
    // The value mixes encoded characters with characters that are not encoded.
    const decode = (run: string) => decodeBytes(quotedPrintable(run), charset, file).text;
    return { text: value.replace(/(?:=[0-9A-F]{2})+/gi, decode), guessed: false };
  }
  if (encoding === "BASE64" || encoding === "B") {
    // Each part of a structured value is encoded separately.
    const parts = value.split(";").map((part) => decodeBytes(Buffer.from(part, "base64"), charset, file));
    const texts = parts.map(({ text }) => (parts.length === 1 ? text : text.replaceAll(";", "\\;")));
    return { text: texts.join(";"), guessed: parts.some(({ guessed }) => guessed) };
  }
  return { text: value, guessed: charset !== null && !isKnownEncoding(charset) };
}

/** Decodes RFC 2045, section 6.7, after soft breaks are removed. An equals sign without two hexadecimal digits is kept. */
function quotedPrintable(value: string): Buffer {
  return Buffer.from(
    value.replace(/=([0-9A-F]{2})/gi, (_all, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
    "latin1",
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what is asked for
const ascii = /^[\u0000-\u007f]*$/;

/** How values are split: semicolons separate parts, commas separate lists. Values of other properties are plain text. */
const kinds = new Map<string, "list-parts" | "parts" | "list">([
  ["N", "list-parts"],
  ["ADR", "list-parts"],
  ["X-SAMSUNGADR", "list-parts"],
  ["ORG", "parts"],
  ["GENDER", "parts"],
  ["X-ANDROID-CUSTOM", "parts"],
  [ownProperties.addressFields, "parts"],
  ["NICKNAME", "list"],
  ["X-NICKNAME", "list"],
  ["CATEGORIES", "list"],
  ["CATEGORY", "list"],
]);

function splitValue(name: string, value: string, legacy: boolean): Fields {
  const kind = kinds.get(name);
  const text = value.includes("\r") ? value.replace(/\r\n?/g, "\n") : value;
  if (kind === undefined) return [[unescaped(text)]];
  const parts = kind === "parts" || kind === "list-parts" ? splitAt(text, ";") : [text];
  // In 2.1 a comma does not separate values inside a part (vCard 2.1, section 2.4.3).
  const hasLists = kind === "list" || (kind === "list-parts" && !legacy);
  return parts.map((part) => (hasLists ? splitAt(part, ",") : [part]).map(unescaped));
}

/** Splits at separators that have no backslash before them. */
function splitAt(text: string, separator: string): string[] {
  if (!text.includes(separator)) return [text];
  if (!text.includes("\\")) return text.split(separator);
  const parts: string[] = [];
  let start = 0;
  const code = separator.charCodeAt(0);
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === backslash) at += 1;
    else if (character === code) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

const backslash = 92;

/** Decodes the escapes of RFC 6350, section 3.4. Older writers escape colons and quotes, too. */
function unescaped(text: string): string {
  let at = text.indexOf("\\");
  if (at === -1) return text;
  let [decoded, start] = ["", 0];
  // A function for each match of a pattern takes three times as long.
  for (; at !== -1; at = text.indexOf("\\", at + 2)) {
    const escaped = text.charAt(at + 1);
    if (escaped === "" || !'nN,;:"\\'.includes(escaped)) continue;
    decoded += text.slice(start, at) + (escaped === "n" || escaped === "N" ? "\n" : escaped);
    start = at + 2;
  }
  return decoded + text.slice(start);
}
