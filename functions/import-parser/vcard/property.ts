/**
 * Reads one property. ical.js takes the value apart and removes its escapes; around it stands what it can't do: it refuses the bare parameters of 2.1,
 * knows no quoted-printable, and fails on one bad line for all lines, so it gets every value alone and repaired.
 */
import ICAL from "ical.js";
import type { ContentLine } from "./cards.ts";
import { decodeLine, type FileText } from "./decode.ts";
import { firstValue, type Head, type Parameter, parameterValues, readHead } from "./head.ts";
import { decodeBase64Text, decodeQuotedPrintable } from "./transfer-encoding.ts";

export interface Property {
  /** Lower case; empty when the property stands alone. */
  group: string;
  /** Upper case. */
  name: string;
  parameters: Parameter[];
  /** Lower case, without `pref`. */
  types: string[];
  /** 1 is the most preferred (RFC 6350, section 5.3); null when nothing is said. */
  preference: number | null;
  /** The value as one text. */
  text: string;
  /** The value by its parts, each a list: one part with one text for plain properties. */
  fields: string[][];
  line: number;
  lastLine: number;
  /** What happened to the value on the way here. */
  repairs: Repair[];
}

export type Repair = "cut" | "joined" | "charset";

export function readProperty(line: ContentLine, legacy: boolean, file: FileText): Property | null {
  const charset = file.raw || line.text.includes("\u001b") ? charsetOf(readHead(line.text)) : null;
  const decoded = decodeLine(line.text, charset, file);
  const head = readHead(decoded.text);
  if (head === null) return null;
  const value = decodeValue(decoded.text.slice(head.valueStart), head, file);
  const repairs: Repair[] = [];
  if (line.cut) repairs.push("cut");
  if (line.joined) repairs.push("joined");
  if (decoded.guessed || value.guessed) repairs.push("charset");
  const fields = splitValue(head.name, value.text, legacy);
  const types = readTypes(head.parameters);
  return {
    group: head.group,
    name: head.name,
    parameters: head.parameters,
    types: types.filter((type) => type !== "pref"),
    preference: preferenceOf(head.parameters, types),
    text: fields.length === 1 ? (fields[0] ?? []).join(",") : fields.map((list) => list.join(",")).join(";"),
    fields,
    line: line.first,
    lastLine: line.last,
    repairs,
  };
}

/** The first value of a parameter, or empty. */
export function parameter(property: Property, name: string): string {
  return firstValue(property.parameters, name) ?? "";
}

/** Their values are no text. */
const binary = new Set(["PHOTO", "LOGO", "SOUND", "KEY", "X-MS-CARDPICTURE"]);

function decodeValue(value: string, head: Head, { hint }: FileText): { text: string; guessed: boolean } {
  const encoding = (firstValue(head.parameters, "ENCODING") ?? "").toUpperCase();
  const charset = charsetOf(head);
  if (encoding === "QUOTED-PRINTABLE" || encoding === "Q") return decodeQuotedPrintable(value, { charset, hint });
  if ((encoding === "BASE64" || encoding === "B") && !binary.has(head.name)) {
    return decodeBase64Text(value, { charset, hint });
  }
  return { text: value, guessed: false };
}

function charsetOf(head: Head | null): string | null {
  return (head && firstValue(head.parameters, "CHARSET")) ?? null;
}

/** Lower case; a quoted value may be a list (TYPE="voice,home"). */
function readTypes(parameters: readonly Parameter[]): string[] {
  if (parameters.length === 0) return [];
  const types = parameterValues(parameters, "TYPE").flatMap((type) => type.toLowerCase().split(","));
  return types.map((type) => type.trim()).filter((type) => type !== "");
}

function preferenceOf(parameters: readonly Parameter[], types: readonly string[]): number | null {
  if (parameters.length === 0) return null;
  const stated = Number.parseInt(firstValue(parameters, "PREF") ?? "", 10);
  if (stated >= 1 && stated <= 100) return stated;
  return types.includes("pref") ? 1 : null;
}

/** How values are taken apart: parts by semicolons, lists by commas. All others are plain text. */
const kinds = new Map<string, "list-parts" | "parts" | "list">([
  ["N", "list-parts"],
  ["ADR", "list-parts"],
  ["ORG", "parts"],
  ["GENDER", "parts"],
  ["X-ANDROID-CUSTOM", "parts"],
  ["NICKNAME", "list"],
  ["X-NICKNAME", "list"],
  ["CATEGORIES", "list"],
  ["CATEGORY", "list"],
]);

/** Stands for an escaped backslash, which ical.js would take as the escape of what follows it. */
const backslashMark = "\u0001";

function splitValue(name: string, value: string, legacy: boolean): string[][] {
  if (binary.has(name)) return [[value]];
  const kind = kinds.get(name) ?? "plain";
  const lines = value.includes("\r") ? value.replace(/\r\n?/g, "\n") : value;
  if (kind === "plain" && !lines.includes("\\")) return [[lines]];
  const marked = lines.includes("\\")
    ? lines.replaceAll(backslashMark, "").replaceAll("\\\\", backslashMark)
    : lines.replaceAll(backslashMark, "");
  // In 2.1 the comma has no meaning (vCard 2.1, section 2.4.3).
  const repaired = legacy && kind === "list-parts" ? marked.replace(/(?<!\\),/g, "\\,") : marked;
  const [, , , ...values]: unknown[] = ICAL.parse.property(`${kind}:${repaired}`, design);
  return kind === "list" ? [values.map(String)] : asFields(values[0], kind);
}

function asFields(value: unknown, kind: string): string[][] {
  const parts = Array.isArray(value) && kind !== "plain" ? value : [value];
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
