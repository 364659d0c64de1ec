/**
 * Reads one property. ical.js takes values with escapes apart; around it stands what it can't do: it refuses the bare
 * parameters of 2.1, knows no quoted-printable, and fails on one bad line for all lines, so it gets every value alone
 * and repaired.
 */
import ICAL from "ical.js";
import { ownProperties } from "../../../shared/vcard/own-names.ts";
import type { ContentLine } from "./content-line.ts";
import { copied } from "./copied.ts";
import { decodeLine, escapeCharacter, type FileEncoding, isKnownEncoding } from "./decode.ts";
import { firstValue, type Head, type HeadReader } from "./head.ts";
import { decodeBase64Text, decodeQuotedPrintable } from "./transfer-encoding.ts";
import { decodeUtf7, isUtf7 } from "./utf7.ts";

/** What is the same for all lines of a file. */
export interface FileReading {
  encoding: FileEncoding;
  heads: HeadReader;
  /** What was said of encodings that the file names wrongly or not at all: once is enough for all its lines. */
  guesses: Set<string>;
}

export class Property {
  readonly head: Head;
  /** The value by its parts, each a list; null for a plain value. */
  private readonly parts: readonly (readonly string[])[] | null;
  private readonly plain: string;
  readonly line: number;
  readonly lastLine: number;
  /** What happened to the value on the way here. */
  readonly repairs: readonly Repair[];
  /** What a long picture encodes; its text is only the start of it then. */
  readonly data: Uint8Array | undefined;

  constructor(head: Head, value: Value, { line, lastLine, repairs, data }: About) {
    this.head = head;
    this.parts = typeof value === "string" ? null : value;
    this.plain = typeof value === "string" ? value : "";
    this.line = line;
    this.lastLine = lastLine;
    this.repairs = repairs;
    this.data = data;
  }

  get name(): string {
    return this.head.name;
  }

  get group(): string {
    return this.head.group;
  }

  get types(): readonly string[] {
    return this.head.types;
  }

  /** With their capitals, as somebody's own words have them. */
  get typesAsWritten(): readonly string[] {
    const given = this.head.parameters.filter(({ name }) => name === "TYPE");
    return given.flatMap(({ value }) => value.split(",").map((type) => type.trim())).filter((type) => type !== "");
  }

  get preference(): number | null {
    return this.head.preference;
  }

  /** The value as one text. */
  get text(): string {
    return this.parts === null ? this.plain : this.parts.map((list) => list.join(",")).join(";");
  }

  /** The value by its parts, each a list: one part with one text for plain properties. */
  get fields(): readonly (readonly string[])[] {
    return this.parts ?? [[this.plain]];
  }

  get isBlank(): boolean {
    if (this.parts === null) return isBlank(this.plain);
    return this.parts.every((list) => list.every(isBlank));
  }

  /** The first value of a parameter, or empty. */
  parameter(name: string): string {
    const { parameters } = this.head;
    return parameters.length === 0 ? "" : (firstValue(parameters, name) ?? "");
  }

  /** The same with another value. */
  with(text: string): Property {
    return new Property(this.head, text, this);
  }
}

type About = Pick<Property, "line" | "lastLine" | "repairs" | "data">;

/** A plain text, or parts that are lists. */
type Value = string | string[][];

function isBlank(text: string): boolean {
  return text === "" || text.trim() === "";
}

export type Repair = "cut" | "joined" | "charset";

/**
 * Characters of a value that is no picture: more than any field takes, with an escape for every one, so that the cut of
 * the field is said too.
 */
export const maxValueLength = 50_000;

/** Null when the line is none: without a name, or without a colon. */
export function readProperty(line: ContentLine, legacy: boolean, { encoding, heads }: FileReading): Property | null {
  let { text } = line;
  let guessed = false;
  if (encoding.raw || text.includes(escapeCharacter)) {
    const named = heads.read(text);
    ({ text, guessed } = decodeLine(text, named && charsetOf(named), encoding));
  }
  const head = heads.read(text);
  if (head === null) return null;
  const value = decodeValue(text.slice(head.valueStart), head, encoding);
  const isBinary = isData(head);
  const tooLong = !isBinary && value.text.length > maxValueLength;
  const repairs: Repair[] = [];
  if (line.cut || tooLong) repairs.push("cut");
  if (line.joined) repairs.push("joined");
  // A cut may go through a letter, which says nothing about the encoding.
  if ((guessed || value.guessed) && !line.cut) repairs.push("charset");
  const bounded = tooLong ? copied(value.text.slice(0, maxValueLength)) : value.text;
  const whole = isBinary ? bounded : splitValue(head.name, bounded, legacy);
  return new Property(head, whole, { line: line.first, lastLine: line.last, repairs, data: line.data });
}

/** Their values are no text; but Japanese phones write how a name is read as a SOUND. */
export function isData({ name, types }: Pick<Head, "name" | "types">): boolean {
  return dataNames.has(name) && !types.includes("x-irmc-n");
}

const dataNames = new Set(["PHOTO", "LOGO", "SOUND", "KEY", "X-MS-CARDPICTURE"]);

function decodeValue(value: string, head: Head, { hint }: FileEncoding): { text: string; guessed: boolean } {
  if (head.parameters.length === 0) return { text: value, guessed: false };
  const encoding = firstValue(head.parameters, "ENCODING")?.toUpperCase();
  if (encoding === "QUOTED-PRINTABLE" || encoding === "Q") {
    return decodeQuotedPrintable(value, { charset: charsetOf(head), hint });
  }
  if ((encoding === "BASE64" || encoding === "B") && !isData(head)) {
    return decodeBase64Text(value, { charset: charsetOf(head), hint });
  }
  const charset = isData(head) ? null : charsetOf(head);
  if (charset === null) return { text: value, guessed: false };
  return isUtf7(charset) ? decodeUtf7(value) : { text: value, guessed: !isKnownEncoding(charset) };
}

function charsetOf(head: Head): string | null {
  return firstValue(head.parameters, "CHARSET") ?? null;
}

/** How values are taken apart: parts by semicolons, lists by commas. All others are plain text. */
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

/** Stands for an escaped backslash, which ical.js would take as the escape of what follows it. */
const backslashMark = "\u0001";

function splitValue(name: string, value: string, legacy: boolean): Value {
  const kind = kinds.get(name) ?? "plain";
  const lines = value.includes("\r") ? value.replace(/\r\n?/g, "\n") : value;
  if (!lines.includes("\\")) return splitPlain(kind, lines, legacy);
  const marked = lines.replaceAll(backslashMark, "").replaceAll("\\\\", backslashMark);
  // In 2.1 the comma has no meaning (vCard 2.1, section 2.4.3).
  const repaired = legacy && kind === "list-parts" ? marked.replace(/(?<!\\),/g, "\\,") : marked;
  const [, , , ...values]: unknown[] = ICAL.parse.property(`${kind}:${repaired}`, design);
  if (kind === "plain") return String(values[0]);
  return kind === "list" ? [values.map(String)] : asFields(values[0]);
}

/** Without escapes, as nearly all values are. */
function splitPlain(kind: string, value: string, legacy: boolean): Value {
  if (kind === "plain") return value;
  if (kind === "list") return [value.split(",")];
  const withLists = kind === "list-parts" && !legacy && value.includes(",");
  return value.split(";").map((part) => (withLists ? part.split(",") : [part]));
}

function asFields(value: unknown): string[][] {
  const parts: unknown[] = Array.isArray(value) ? value : [value];
  return parts.map((part: unknown) => (Array.isArray(part) ? part.map(String) : [String(part)]));
}

const escapedText = {
  fromICAL: (text: string) =>
    !text.includes("\\") && !text.includes(backslashMark)
      ? text
      : text
          .replace(/\\([nN,;:"])/g, (_escape, escaped: string) => (escaped === "n" || escaped === "N" ? "\n" : escaped))
          .replaceAll(backslashMark, "\\"),
};

/** All values are texts: what they mean is read later, where it can be told what was wrong with them. */
const design = {
  value: { text: escapedText },
  param: {},
  property: {
    plain: { defaultType: "text" },
    list: { defaultType: "text", multiValue: "," },
    parts: { defaultType: "text", structuredValue: ";" },
    "list-parts": { defaultType: "text", structuredValue: ";", multiValue: "," },
  },
  propertyGroups: false,
};
