/** Parses the head of a content line (name and parameters) in every form that writers of 2.1, 3.0 and 4.0 use. */
import { contactLimits as limits } from "../../../../shared/contact/limits.ts";
import { ownText } from "../../text/own-text.ts";

export interface Parameter {
  /** The name is in upper case. */
  name: string;
  value: string;
}

export interface Head {
  /** The group is in lower case, and empty when the property has none. */
  group: string;
  /** The name is in upper case. */
  name: string;
  parameters: readonly Parameter[];
  /** The types as the file writes them, without `pref`. The case is kept because types may be words of the user. */
  types: readonly string[];
  /** The types as a contact shows them, such as "home fax". It is `other` when no type has a meaning for the user. */
  valueType: string;
  /** Further meaningful types that do not fit into `valueType`. It is usually empty. */
  typesBeyond: string;
  /** In upper case; empty when the line names none. */
  encoding: string;
  charset: string | null;
  /** The value 1 is the most preferred (RFC 6350, section 5.3). It is null when the line states no preference. */
  preference: number | null;
  /** The index in the line at which the value begins. */
  valueStart: number;
}

/** The name and the encoding are searched for in this number of characters at the start of a line. */
export const longestHead = 2_000;

/** Returns the index of the colon or semicolon after the name, or -1 when the line does not begin with a name. */
export function nameEnd(line: string): number {
  const start = line.slice(0, longestName);
  for (const name of [usualName, ownName]) {
    name.lastIndex = 0;
    if (name.test(start)) return name.lastIndex;
  }
  return -1;
}

const longestName = 200;
/** These patterns are sticky, because `lastIndex` then is the end of the name, and no copy of the name is needed. */
const usualName = /^\s*(?:\d[\w-]*\.)?[A-Za-z][\w/.-]*\s*(?=[:;])/y;
/** Only vendor names may contain a space (X-GOOGLE TALK). Other text with a space is part of a value. */
const ownName = /^\s*X-[\w/ -]+(?=[:;])/iy;

/** Returns whether the line is a name that nothing follows. */
export function isNameOnly(line: string): boolean {
  return line.length <= longestName && /^\s*(?:[\w-]+\.)?(?:X-[\w-]+|[A-Z]{1,12})\s*$/.test(line);
}

export function usesQuotedPrintable(head: string): boolean {
  return /^[^:]*[;=]QUOTED-PRINTABLE\b/i.test(head.replace(/"[^"]*(?:"|$)/g, ""));
}

/** The cache of parsed heads. The same heads repeat in every card. */
const known = new Map<string, Head | null>();
const longestKnown = 100;
const userName = /;(?:X-USER|USERNAME)=/i;
const maxKnown = 1_000;

/** Returns null when the line has no name, or no colon after its parameters. */
export function readHead(line: string): Head | null {
  const end = line.indexOf(":");
  const text = end > longestKnown ? "" : line.slice(0, end + 1);
  // A colon in a quoted parameter does not end the head.
  if (text === "" || text.includes('"')) return parseHead(line);
  let head = known.get(text);
  if (head === undefined) {
    // A head with the name of a user repeats in no other card.
    if (userName.test(text)) return parseHead(line);
    const own = ownText(text);
    head = parseHead(own);
    if (known.size === maxKnown) known.clear();
    known.set(own, head);
  }
  return head;
}

function parseHead(line: string): Head | null {
  const end = nameEnd(line);
  if (end === -1) return null;
  const whole = line.slice(0, end).trim();
  const dot = whole.lastIndexOf(".");
  const escaped = line.includes('\\"') ? readParameters(line, end, parameterWithEscapes) : null;
  const read = escaped ?? readParameters(line, end, parameter);
  if (read === null) return null;
  const { parameters, position } = read;
  const name = whole.slice(dot + 1).toUpperCase();
  // Some writers put the user's label into a parameter. LABEL of ADR is excluded: it is the address as text.
  const labels = ["X-ABLABEL", ...(name === "ADR" ? [] : ["LABEL"])].flatMap((each) => valuesOf(parameters, each));
  const words = valuesOf(parameters, "TYPE").flatMap((value) => value.split(",").map((type) => type.trim()));
  const types = words.filter((word) => word !== "" && word.toLowerCase() !== "pref");
  return {
    group: whole.slice(0, Math.max(0, dot)).toLowerCase(),
    name,
    parameters,
    types: [...types, ...labels],
    ...shownTypes([...types.map((type) => type.toLowerCase()), ...labels]),
    encoding: valuesOf(parameters, "ENCODING")[0]?.toUpperCase() ?? "",
    charset: valuesOf(parameters, "CHARSET")[0] ?? null,
    preference: preferenceOf(parameters, words),
    valueStart: position + 1,
  };
}

/** Returns null when no colon follows the parameters. */
function readParameters(line: string, start: number, pattern: RegExp) {
  const parameters: Parameter[] = [];
  pattern.lastIndex = start;
  let position = start;
  for (let found = pattern.exec(line); found && found[0] !== ""; found = pattern.exec(line)) {
    const value = found[2] ?? "";
    // An escaped quote is written as in RFC 6868, where it does not end the value.
    const isEscaped = pattern === parameterWithEscapes && value.includes('"');
    const text = isEscaped ? value.replace(/\\./gs, (pair) => (pair === '\\"' ? "^'" : pair)) : value;
    addParameter(parameters, found[1]?.toUpperCase(), text);
    position = pattern.lastIndex;
  }
  return line[position] === ":" ? { parameters, position } : null;
}

/** Matches one parameter with its values, which may be quoted. A quote that is not closed is plain text. */
const parameter = /;\s*(?:([\w.-]+)\s*[=#])?((?:"[^"]*"|[^;:])*)/y;
/** Some writers escape quotes inside a quoted value. It then ends at a quote that a separator follows. */
const parameterWithEscapes = /;\s*(?:([\w.-]+)\s*[=#])?((?:"(?:[^"\\]|\\.)*"(?=\s*[,;:])|[^";:])*)/sy;

export function valuesOf(parameters: readonly Parameter[], name: string): string[] {
  const values: string[] = [];
  for (const each of parameters) if (each.name === name) values.push(each.value);
  return values;
}

const maxParameters = 100;

function addParameter(parameters: Parameter[], name: string | undefined, written: string): void {
  const values = written.includes('"') ? (written.match(/(?:"[^"]*"|[^,])+/g) ?? []) : written.split(",");
  for (const value of values) {
    const text = value.trim();
    const unquoted = text.startsWith('"') ? withoutQuotes(text) : text;
    if (unquoted === "" || parameters.length === maxParameters) continue;
    parameters.push(name === undefined ? bareParameter(unquoted) : { name, value: unescapeParameter(unquoted) });
  }
}

/** Removes the quotes around a value. If there are more of them, the text beside them is part of the value, too. */
function withoutQuotes(text: string): string {
  return /^"[^"]*"$/.test(text) ? text.slice(1, -1) : text.replace(/(?<!\\)"/g, "");
}

/** In 2.1 a parameter may be a value without a name. The value determines the name. */
function bareParameter(word: string): Parameter {
  const value = word.toUpperCase();
  if (/^(?:QUOTED-PRINTABLE|BASE64|B|7BIT|8BIT|Q)$/.test(value)) return { name: "ENCODING", value };
  if (/^(?:URL|INLINE|CID|CONTENT-ID)$/.test(value)) return { name: "VALUE", value };
  return { name: "TYPE", value: word };
}

function preferenceOf(parameters: readonly Parameter[], types: readonly string[]): number | null {
  const stated = Number.parseInt(valuesOf(parameters, "PREF")[0] ?? "", 10);
  if (stated >= 1 && stated <= 100) return stated;
  return types.some((type) => /^pref$/i.test(type)) ? 1 : null;
}

/** Decodes the escapes of RFC 6868, and the backslash escapes that some writers use instead. */
function unescapeParameter(text: string): string {
  if (!text.includes("^") && !text.includes("\\")) return text;
  return text.replace(/\^\^|\^n|\^'|\\n|\\([,;\\:"])/gi, (sequence, escaped: string | undefined) => {
    if (escaped !== undefined) return escaped;
    return sequence === "^^" ? "^" : sequence === "^'" ? '"' : "\n";
  });
}

/** The words home and work come first, as in "home fax" and "work mobile". */
function shownTypes(types: readonly string[]): Pick<Head, "valueType" | "typesBeyond"> {
  if (types.length === 0) return { valueType: "other", typesBeyond: "" };
  const words = types.filter((type) => !ignoredTypes.has(type)).map((type) => words21.get(type) ?? type);
  const kinds = words.filter((word) => word === "home" || word === "work");
  const shown: string[] = [];
  const beyond: string[] = [];
  for (const word of new Set([...kinds, ...words.filter((each) => each !== "other")])) {
    const fits = [...shown, word].join(" ").length <= limits.valueType || shown.length === 0;
    (fits ? shown : beyond).push(word);
  }
  return { valueType: shown.join(" ") || "other", typesBeyond: beyond.join(" ") };
}

/** Returns the types other than `home`, `work` and `other`, as the file writes them. */
export function ownTypes(types: readonly string[]): string {
  const own = types.filter((type) => {
    const word = words21.get(type.toLowerCase()) ?? type.toLowerCase();
    return word !== "home" && word !== "work" && word !== "other" && !ignoredTypes.has(word);
  });
  return [...new Set(own)].join(" ");
}

/** These types apply to every value or describe only its delivery, so that they are ignored. */
const ignoredTypes = new Set(
  "pref internet voice msg text textphone x400 uri parcel postal intl dom x-internet aol".split(" "),
);

const words21 = new Map([
  ["cell", "mobile"],
  ["x-mobil", "mobile"],
  ["x-other", "other"],
]);
