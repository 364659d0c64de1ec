/** The head of a content line, name and parameters, in every form that writers of 2.1, 3.0 and 4.0 use. */

export interface Parameter {
  /** Upper case. */
  name: string;
  value: string;
}

export interface Head {
  group: string;
  /** Upper case. */
  name: string;
  parameters: Parameter[];
  /** Where the value begins. */
  valueStart: number;
}

/** Characters of a line among which its name and its encoding are looked for. */
export const longestHead = 2_000;

/** Where the name of a line ends, at its colon or semicolon; -1 when the line does not begin with a name. */
export function nameEnd(line: string): number {
  const start = line.slice(0, longestName);
  const name = /^\s*(?:\d[\w-]*\.)?[A-Za-z][\w/.-]*\s*(?=[:;])/.exec(start) ?? ownName.exec(start);
  return name === null ? -1 : name[0].length;
}

/** A blank inside occurs in names of the writers' own (X-GOOGLE TALK), else it is somebody's text. */
const ownName = /^\s*X-[\w/ -]+(?=[:;])/i;

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
  const name = whole.slice(dot + 1).toUpperCase();
  return { group: whole.slice(0, Math.max(0, dot)).toLowerCase(), name, parameters, valueStart: position + 1 };
}

/** All values of a parameter, comma lists apart, quotes removed. */
export function parameterValues(parameters: readonly Parameter[], name: string): string[] {
  return parameters.filter((parameter) => parameter.name === name).map(({ value }) => value);
}

/** The first value of a parameter. */
export function firstValue(parameters: readonly Parameter[], name: string): string | undefined {
  return parameters.find((parameter) => parameter.name === name)?.value;
}

export function usesQuotedPrintable(line: string): boolean {
  const colon = line.indexOf(":");
  return /[;=]QUOTED-PRINTABLE\b/i.test(line.slice(0, colon === -1 ? longestHead : Math.min(colon, longestHead)));
}

const longestName = 200;
const maxParameters = 100;

/** Reads one parameter with its values, and answers where it ends: at `;`, `:` or the end of the line. */
function readParameter(line: string, start: number, parameters: Parameter[]): number {
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
