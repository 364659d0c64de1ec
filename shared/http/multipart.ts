/**
 * Reads `multipart/form-data` bodies (RFC 7578, on RFC 2046, 5.1) that are whole in memory. Our own, because what is to
 * be had is not safe for bodies of strangers or not right: middy's parser throws where nothing can catch, which ends
 * the process, when a body is cut off inside a file or a part has no name; the runtime's `Response.formData` refuses
 * files that hold the text of the boundary anywhere.
 */

export interface Part {
  name: string;
  /** Absent: a text field. */
  fileName?: string;
  contentType: string;
  content: Uint8Array;
}

/** The body breaks the rules or was cut off. */
export class MultipartError extends Error {
  override readonly name: string = "MultipartError";
}

/** The body has more parts than are taken. */
export class TooManyParts extends MultipartError {
  override readonly name = "TooManyParts";
}

const maxHeaderBytes = 16 * 1024;

/** The parts in the order of the body. Throws MultipartError, also for more than `maxParts`. */
export function parseMultipart(body: Buffer, contentType: string, maxParts: number): Part[] {
  const line = `\r\n--${boundaryOf(contentType)}`;
  // The first boundary may do without the line break that belongs to every other.
  const text = Buffer.concat([Buffer.from("\r\n"), body]);
  const parts: Part[] = [];
  let delimiter = findDelimiter(text, line, 0);
  while (!delimiter.closes) {
    if (parts.length === maxParts) throw new TooManyParts(`more than ${maxParts} parts`);
    const headerEnd = text.indexOf("\r\n\r\n", delimiter.end - 2);
    if (headerEnd < 0 || headerEnd > delimiter.end + maxHeaderBytes) throw new MultipartError("a part has no header");
    const next = findDelimiter(text, line, headerEnd + 2);
    const header = readHeader(text.toString("utf8", delimiter.end, headerEnd));
    parts.push({ ...header, content: text.subarray(headerEnd + 4, Math.max(headerEnd + 4, next.start)) });
    delimiter = next;
  }
  return parts;
}

interface Delimiter {
  start: number;
  end: number;
  closes: boolean;
}

const tab = 9;
const lf = 10;
const cr = 13;
const space = 32;
const dash = 45;

/**
 * The next line that is the boundary: nothing but blanks may follow it (RFC 2046, 5.1.1), or two dashes when it is the
 * last.
 */
function findDelimiter(text: Buffer, line: string, from: number): Delimiter {
  for (let start = text.indexOf(line, from); start >= 0; start = text.indexOf(line, start + 1)) {
    let end = start + Buffer.byteLength(line);
    if (text[end] === dash && text[end + 1] === dash) return { start, end: end + 2, closes: true };
    while (text[end] === space || text[end] === tab) end++;
    if (text[end] === cr && text[end + 1] === lf) return { start, end: end + 2, closes: false };
  }
  throw new MultipartError("the closing boundary is missing");
}

/** RFC 2046, 5.1.1: 1 to 70 characters, quoted when it holds others than those of a token. */
function boundaryOf(contentType: string): string {
  const match = /;\s*boundary\s*=\s*(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined) throw new MultipartError("there is no boundary");
  return boundary;
}

function readHeader(text: string): Omit<Part, "content"> {
  const fields = new Map(
    text.split("\r\n").flatMap((line): [string, string][] => {
      const colon = line.indexOf(":");
      return colon > 0 ? [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]] : [];
    }),
  );
  const disposition = fields.get("content-disposition") ?? "";
  const parameters = readParameters(disposition);
  const name = parameters.get("name");
  if (!/^form-data\s*(;|$)/i.test(disposition) || name === undefined) throw new MultipartError("a part has no name");
  const fileName = extendedValue(parameters.get("filename*")) ?? parameters.get("filename");
  return {
    name,
    ...(fileName !== undefined && { fileName }),
    contentType: fields.get("content-type") ?? "text/plain",
  };
}

/** Clients write a quote inside a name as `\"` or `%22`; a backslash before anything else is part of the name. */
function readParameters(disposition: string): Map<string, string> {
  const matches = disposition.matchAll(/;\s*([\w*-]+)\s*=\s*(?:"((?:\\"|[^"])*)"|([^;\s"]*))/g);
  return new Map(
    [...matches].map(([, name = "", quoted, token = ""]) => [
      name.toLowerCase(),
      quoted?.replace(/\\"|%22/g, '"') ?? token,
    ]),
  );
}

/**
 * `filename*=UTF-8''…` (RFC 8187, 3.2). Not meant for forms, but older Python clients send it; an unreadable one still
 * names a file.
 */
function extendedValue(text: string | undefined): string | undefined {
  const encoded = text === undefined ? undefined : /^utf-8'[^']*'(.*)$/i.exec(text)?.[1];
  if (encoded === undefined) return text;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
