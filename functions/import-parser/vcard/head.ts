/** The head of a content line, name and parameters, in every form that writers of 2.1, 3.0 and 4.0 use. */
import { copied } from "./copied.ts";
import { customLabel, withoutCustomLabels } from "./custom-label.ts";
import { shownTypes } from "./shown-type.ts";

export interface Parameter {
  /** Upper case. */
  name: string;
  value: string;
}

export interface Head {
  /** Lower case; empty when the property stands alone. */
  group: string;
  /** Upper case. */
  name: string;
  parameters: readonly Parameter[];
  /** Lower case, without `pref`. */
  types: readonly string[];
  /** The types as a contact shows them: "home fax"; `other` when they say nothing. */
  valueType: string;
  /** Further types that say something, for which it has no room; empty for nearly all. */
  typesBeyond: string;
  /** The user's own word for the value, by a parameter: of Android, and of writers who put X-ABLabel or LABEL there. */
  label: string;
  /** 1 is the most preferred (RFC 6350, section 5.3); null when nothing is said. */
  preference: number | null;
  /** Where the value begins. */
  valueStart: number;
}

/** Characters of a line among which its name and its encoding are looked for. */
export const longestHead = 2_000;

/** Where the name of a line ends, at its colon or semicolon; -1 when the line does not begin with a name. */
export function nameEnd(line: string): number {
  // Nearly all lines: letters, digits and hyphens up to the colon or semicolon.
  if (isLetter(line.charCodeAt(0))) {
    let end = 1;
    while (end < longestName && isNamePart(line.charCodeAt(end))) end += 1;
    const stop = line.charCodeAt(end);
    if (stop === colon || stop === semicolon) return end;
  }
  const start = line.slice(0, longestName);
  const name = /^\s*(?:\d[\w-]*\.)?[A-Za-z][\w/.-]*\s*(?=[:;])/.exec(start) ?? ownName.exec(start);
  return name === null ? -1 : name[0].length;
}

/** A blank inside occurs in names of the writers' own (X-GOOGLE TALK), else it is somebody's text. */
const ownName = /^\s*X-[\w/ -]+(?=[:;])/i;

/** A name without anything behind it. */
export function isNameOnly(line: string): boolean {
  return line.length <= longestName && /^\s*(?:[\w-]+\.)?(?:X-[\w-]+|[A-Z]{1,12})\s*$/.test(line);
}

/** Reads heads; those of a file repeat with every card, so that most are read once. */
export class HeadReader {
  private readonly known = new Map<string, Head | null>();

  /** As `readHead`. */
  read(line: string): Head | null {
    const end = line.indexOf(":");
    if (end === -1 || end > longestKnown) return readHead(line);
    const text = line.slice(0, end + 1);
    const known = this.known.get(text);
    if (known !== undefined) return known;
    // A quoted parameter or a label may hold a colon, which does not end the head.
    const mayEndLater = text.includes('"') || (text.includes("(") && !text.endsWith("):"));
    if (mayEndLater || this.known.size === maxKnown) return readHead(line);
    const own = copied(text);
    const head = readHead(own);
    this.known.set(own, head);
    return head;
  }
}

const longestKnown = 100;
const maxKnown = 1_000;

/** Null when the line has no name, or no colon behind its parameters. */
export function readHead(line: string): Head | null {
  const end = nameEnd(line);
  if (end === -1) return null;
  const whole = line.slice(0, end).trim();
  const dot = whole.lastIndexOf(".");
  const parameters: Parameter[] = [];
  let position = end;
  while (line[position] === ";") position = readParameter(line, position + 1, parameters);
  if (line[position] !== ":") return null;
  const types = readTypes(parameters);
  const { shown, beyond } = shownTypes(types);
  const name = whole.slice(dot + 1).toUpperCase();
  return {
    group: whole.slice(0, Math.max(0, dot)).toLowerCase(),
    name,
    parameters,
    types: types.filter((type) => type !== "pref"),
    valueType: shown,
    typesBeyond: beyond,
    label: parameters.length === 0 ? "" : labelOf(name, parameters),
    preference: preferenceOf(parameters, types),
    valueStart: position + 1,
  };
}

/** The first value of a parameter. */
export function firstValue(parameters: readonly Parameter[], name: string): string | undefined {
  return parameters.find((parameter) => parameter.name === name)?.value;
}

export function usesQuotedPrintable(line: string): boolean {
  const end = line.indexOf(":");
  const head = line.slice(0, end === -1 ? longestHead : Math.min(end, longestHead));
  if (!/[;=]QUOTED-PRINTABLE\b/i.test(head)) return false;
  return /[;=]QUOTED-PRINTABLE\b/i.test(withoutCustomLabels(head.replace(/"[^"]*("|$)/g, "")));
}

const longestName = 200;
const maxParameters = 100;
const colon = 58;
const semicolon = 59;

function isLetter(code: number): boolean {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
}

/** Letters, digits, and `-`, `.`, `/`, `_`. */
function isNamePart(code: number): boolean {
  return isLetter(code) || (code >= 45 && code <= 57) || code === 95;
}

/** Lower case; a quoted value may be a list (TYPE="voice,home"). */
function readTypes(parameters: readonly Parameter[]): string[] {
  const types = parameters.filter(({ name }) => name === "TYPE").flatMap(({ value }) => value.toLowerCase().split(","));
  return types.map((type) => type.trim()).filter((type) => type !== "");
}

function preferenceOf(parameters: readonly Parameter[], types: readonly string[]): number | null {
  const stated = Number.parseInt(firstValue(parameters, "PREF") ?? "", 10);
  if (stated >= 1 && stated <= 100) return stated;
  return types.includes("pref") ? 1 : null;
}

/** LABEL of an address is the address as text (RFC 6350, section 6.3.1). */
function labelOf(name: string, parameters: readonly Parameter[]): string {
  const label = firstValue(parameters, "X-CUSTOM") ?? firstValue(parameters, "X-ABLABEL");
  return label ?? (name === "ADR" ? "" : (firstValue(parameters, "LABEL") ?? ""));
}

/** Reads one parameter with its values, and answers where it ends: at `;`, `:` or the end of the line. */
function readParameter(line: string, start: number, parameters: Parameter[]): number {
  const custom = customLabel(line, start);
  if (custom) {
    add(parameters, { name: "X-CUSTOM", value: custom.label });
    return indexOfAny(line, ";:", custom.end);
  }
  const nameStop = indexOfAny(line, "=;:#", start);
  const bare = line[nameStop] !== "=" && !(line[nameStop] === "#" && nameStop > start);
  if (bare) {
    const end = indexOfAny(line, ";:", start);
    for (const word of line.slice(start, end).split(",")) add(parameters, bareParameter(word.trim()));
    return end;
  }
  const name = line.slice(start, nameStop).trim().toUpperCase();
  let position = nameStop + 1;
  for (;;) {
    const quoted = readQuoted(line, position);
    const end = quoted ? indexOfAny(line, ",;:", quoted.end) : indexOfAny(line, ",;:", position);
    add(parameters, { name, value: unescapeParameter(quoted?.text ?? line.slice(position, end).trim()) });
    if (line[end] !== ",") return end;
    position = end + 1;
  }
}

function readQuoted(line: string, position: number): { text: string; end: number } | null {
  if (line[position] !== '"') return null;
  const close = line.indexOf('"', position + 1);
  // Without its second quote it is text like other text.
  return close === -1 ? null : { text: line.slice(position + 1, close), end: close + 1 };
}

/** In 2.1, a parameter's value stands alone: its kind is known by the word. */
function bareParameter(word: string): Parameter {
  const value = word.toUpperCase();
  if (/^(?:QUOTED-PRINTABLE|BASE64|B|7BIT|8BIT|Q)$/.test(value)) return { name: "ENCODING", value };
  if (/^(?:URL|INLINE|CID|CONTENT-ID)$/.test(value)) return { name: "VALUE", value };
  return { name: "TYPE", value: word };
}

function add(parameters: Parameter[], parameter: Parameter): void {
  if (parameter.value !== "" && parameters.length < maxParameters) parameters.push(parameter);
}

/** RFC 6868, and the backslashes that some writers use instead. */
function unescapeParameter(text: string): string {
  if (!text.includes("^") && !text.includes("\\")) return text;
  return text.replace(/\^\^|\^n|\^'|\\n|\\([,;\\:])/gi, (sequence, escaped: string | undefined) => {
    if (escaped !== undefined) return escaped;
    return sequence === "^^" ? "^" : sequence === "^'" ? '"' : "\n";
  });
}

function indexOfAny(line: string, characters: string, start: number): number {
  for (let position = start; position < line.length; position += 1) {
    if (characters.includes(line.charAt(position))) return position;
  }
  return line.length;
}
