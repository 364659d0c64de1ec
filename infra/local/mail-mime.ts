/** Reads raw mails (RFC 2045 to 2047, 5322) as far as showing them needs, by nothing of what the service writes them with. */

export interface ReadMail {
  /** The last of every name, by lower-case name, unfolded and else as they were sent. */
  headers: Record<string, string>;
  /** The first part of its kind. */
  text?: string;
  html?: string;
}

/** Parts deeper than this are no mail of ours. */
const deepest = 10;

export function readMime(raw: Uint8Array, depth = 0): ReadMail {
  // One character a byte: what the bytes mean is told by each part.
  const message = Buffer.from(raw).toString("latin1");
  // A part may have no header at all.
  const end = /(?:^|\r?\n)\r?\n/.exec(message);
  const head = end ? message.slice(0, end.index) : message;
  const body = end ? message.slice(end.index + end[0].length) : "";
  const headers = parseHeaders(Buffer.from(head, "latin1").toString());
  const contentType = headers["content-type"] ?? "text/plain";
  const type = (contentType.split(";", 1)[0] ?? "").trim().toLowerCase();
  if (type.startsWith("multipart/")) return { headers, ...readParts(body, parameter(contentType, "boundary"), depth) };
  if (type !== "text/plain" && type !== "text/html") return { headers };
  const bytes = decodeBody(body, headers["content-transfer-encoding"] ?? "7bit");
  const content = decodeText(bytes, parameter(contentType, "charset") ?? "utf-8").replaceAll("\r\n", "\n");
  return { headers, [type === "text/html" ? "html" : "text"]: content };
}

/** RFC 2047: `=?utf-8?Q?…?=`; blanks between two of them belong to neither. */
export function decodeWords(field: string): string {
  const joined = field.replace(/(\?=)[ \t]+(?==\?)/g, "$1");
  return joined.replace(
    /(?:=\?[\w-]+\?[QB]\?[^?\s]*\?=)+/gi,
    // A character may be cut in two by the end of a word, so that neighbours of one charset are read as one.
    (run) => {
      const words = [...run.matchAll(/=\?([\w-]+)\?([QB])\?([^?\s]*)\?=/gi)];
      const bytes = words.map(([, , kind = "", text = ""]) =>
        kind.toUpperCase() === "B" ? Buffer.from(text, "base64") : quotedPrintable(text.replaceAll("_", " ")),
      );
      return decodeText(Buffer.concat(bytes), words[0]?.[1] ?? "utf-8");
    },
  );
}

/** RFC 5322, section 2.2: fields up to the first empty line; a line that begins with a blank continues the one before. */
function parseHeaders(head: string): Record<string, string> {
  const lines = head.replace(/\r?\n(?=[ \t])/g, "").split(/\r?\n/);
  const fields = lines.map((line) => /^([^:\s]+):\s*(.*)$/.exec(line)).filter((match) => match !== null);
  return Object.fromEntries(fields.map(([, name = "", value = ""]) => [name.toLowerCase(), value]));
}

/** A parameter of a header field, with or without quotes. */
function parameter(field: string, name: string): string | undefined {
  const match = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^;\\s]*))`, "i").exec(field);
  return match?.[1] ?? match?.[2];
}

/** RFC 2046, section 5.1.1: a part ends before the line break of the delimiter. */
function readParts(body: string, boundary: string | undefined, depth: number): Omit<ReadMail, "headers"> {
  if (!boundary || depth >= deepest) return {};
  const [, ...parts] = `\n${body}`.split(`\n--${boundary}`);
  const end = parts.findIndex((part) => part.startsWith("--"));
  const read = parts
    .slice(0, end === -1 ? undefined : end)
    .map((part) => part.replace(/^[ \t]*\r?\n/, "").replace(/\r$/, ""))
    .map((part) => readMime(Buffer.from(part, "latin1"), depth + 1));
  const text = read.find((part) => part.text !== undefined)?.text;
  const html = read.find((part) => part.html !== undefined)?.html;
  return { ...(text !== undefined && { text }), ...(html !== undefined && { html }) };
}

function decodeBody(body: string, encoding: string): Buffer {
  const kind = encoding.trim().toLowerCase();
  if (kind === "base64") return Buffer.from(body, "base64");
  if (kind !== "quoted-printable") return Buffer.from(body, "latin1");
  return quotedPrintable(body.replace(/[ \t]+(?=\r?\n|$)/g, "").replace(/=\r?\n/g, ""));
}

function quotedPrintable(text: string): Buffer {
  const bytes = text.replace(/=([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, "latin1");
}

function decodeText(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    // A charset that nobody knows.
    return new TextDecoder().decode(bytes);
  }
}
