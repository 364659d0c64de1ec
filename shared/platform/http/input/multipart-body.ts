/**
 * The middlewares before and after `@middy/http-multipart-body-parser`. For malformed bodies, the parser and busboy may end the
 * process or drop parts without an error. So `checkMultipart` refuses such bodies, and `collectMultipart` compares the number of
 * parts (infra/decisions/0006-multipart-bodies.md).
 */
import type { Options } from "@middy/http-multipart-body-parser";
import { type AppError, invalid, validationError } from "../errors.ts";
import { isMultipart, type MultipartBody, type MultipartContent, type UploadedFile } from "../route/route.ts";
import { builtRow, type Middleware, type RequestScope } from "../scope.ts";
import { bodyBytes, decodeBody, isBlank, isRefusalOf, megabytes, requireMediaType, tooLarge } from "./body.ts";
import { shortened } from "./validate.ts";

type Limits = MultipartBody["multipart"];

/** The maximum bytes of text fields, headers and boundaries. */
const overheadBytes = 64 * 1024;
/** The maximum bytes of the boundary and the header of a file. */
const partOverheadBytes = 512;
const maxHeaderBytes = 16 * 1024;
const maxFields = 50;
const maxFieldBytes = 16 * 1024;

export const multipartParserOptions: Options = {
  // The check of the parser refuses some valid boundaries.
  disableContentTypeCheck: true,
  busboy: {
    // Text fields are parsed as files, because the parser overwrites a repeated field, and throws an uncaught error for a field
    // `a[]` after a field `a`, and for a part without a name.
    isPartAFile: (name) => {
      if (typeof name !== "string") throw new Error("a part has no name");
      return true;
    },
    preservePath: true,
    limits: { fieldNameSize: maxHeaderBytes },
  },
};

/** Checks the size and the structure of the body before it is parsed. Throws 400, 413 or 415. */
export function checkMultipart(): Middleware {
  return {
    before: ({ event, context: { scope } }) => {
      requireMediaType(scope, /^multipart\/form-data\s*;/i, "multipart/form-data with a boundary");
      const limits = limitsOf(scope);
      const maxBytes = limits.maxFileBytes + overheadBytes + limits.maxFiles * partOverheadBytes;
      if (bodyBytes(event) > maxBytes) throw tooLargeFile(limits);
      if (isBlank(event.body)) throw invalid("body", "A multipart body is required.");
      const boundary = boundaryOf(scope.headers["content-type"] ?? "");
      scope.partCount = countParts(decodeBody(event), boundary, limits);
      // The parser must find the same boundary.
      event.headers = { ...event.headers, "content-type": `multipart/form-data; boundary="${boundary}"` };
    },
  };
}

/** Converts the body to `MultipartContent`, and converts errors of the parser. Throws 400 or 413. */
export function collectMultipart(): Middleware {
  return {
    before: (request) => {
      const { scope } = request.context;
      const body: unknown = request.event.body;
      Object.assign(request.event, { body: contentOf(body as ParsedBody, scope.partCount, limitsOf(scope)) });
    },
    onError: (request) => {
      if (isRefusalOf("@middy/http-multipart-body-parser", request.error)) {
        request.error = broken(request.error.cause.message);
      }
    },
  };
}

function limitsOf(scope: RequestScope): Limits {
  const { body } = builtRow(scope).row;
  if (!isMultipart(body)) throw new Error("the row has no multipart body");
  return body.multipart;
}

/** A boundary has 1 to 70 characters, in quotes if some are not allowed in a token (RFC 2046, section 5.1.1). */
function boundaryOf(contentType: string): string {
  const match = /;\s*boundary\s*=\s*(?:"([ !#-[\]-~]{1,70})"|([!#-:<-[\]-~]{1,70}))\s*(?:;|$)/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined) throw broken("there is no boundary");
  return boundary;
}

/**
 * Counts the parts. Throws if the closing boundary or the header of a part is missing. Like the parser, it treats each line that
 * starts with the boundary as a delimiter (RFC 2046, section 5.1.1). Throws if such a line continues.
 */
function countParts(body: Buffer, boundary: string, limits: Limits): number {
  const delimiter = `\r\n--${boundary}`;
  // There may be no line break before the first boundary.
  let start = body.indexOf(delimiter.slice(2)) === 0 ? -2 : body.indexOf(delimiter);
  for (let parts = 0; ; parts++) {
    if (start === -1) throw broken("the closing boundary is missing");
    const end = start + delimiter.length;
    const next = body.toString("latin1", end, end + 2);
    if (next === "--") return parts;
    if (next !== "\r\n") throw broken("a line of a part begins with the boundary");
    if (parts === limits.maxFiles + 1 + maxFields) throw tooManyFiles(limits);
    start = body.indexOf(delimiter, end);
    const headerEnd = body.indexOf("\r\n\r\n", end);
    if (headerEnd === -1 || headerEnd > end + maxHeaderBytes || (start !== -1 && headerEnd + 4 > start)) {
      throw broken("a part has no header");
    }
  }
}

/** The result of the parser: a part or several parts by name, the last one first. */
type ParsedBody = Readonly<Record<string, ParsedPart | ParsedPart[]>>;

interface ParsedPart {
  /** Undefined for a text field. */
  filename: string | undefined;
  mimetype: string;
  content: Buffer;
}

/** The files and fields, ordered by the first occurrence of their names, then by their position in the body. */
function contentOf(body: ParsedBody, partCount: number | undefined, limits: Limits): MultipartContent {
  const parts = Object.entries(body).flatMap(([name, parsed]) =>
    [parsed]
      .flat()
      .reverse()
      .map((part) => ({ ...part, name: withQuotes(name) })),
  );
  // The parser ignores a part whose header it can't read.
  if (parts.length !== partCount) throw broken("a part has no name");
  const files: UploadedFile[] = [];
  const texts = new Map<string, Buffer[]>();
  for (const { name, filename, mimetype: contentType, content } of parts) {
    if (filename === undefined) texts.set(name, [...(texts.get(name) ?? []), content]);
    else files.push({ fieldName: name, fileName: withQuotes(filename), contentType, content });
  }
  if ([...texts.values()].flat().some(({ byteLength }) => byteLength > maxFieldBytes)) {
    throw invalid("body", "A text field is too long. A file is sent as a part with a file name.");
  }
  if (files.length > limits.maxFiles) throw tooManyFiles(limits);
  refuseTexts(texts, limits.fields ?? {}, files.length > 0);
  const total = files.reduce((bytes, { content }) => bytes + content.byteLength, 0);
  if (total > limits.maxFileBytes) throw tooLargeFile(limits);
  const fields = [...texts].map(([name, [content]]) => [name, new TextDecoder().decode(content)]);
  return { files, fields: Object.fromEntries(fields) };
}

/** Browsers write a quote inside a name as `%22` (HTML standard, "multipart/form-data encoding algorithm"). */
function withQuotes(name: string): string {
  return name.replaceAll("%22", '"');
}

/** Throws for unknown and repeated text fields. */
function refuseTexts(texts: ReadonlyMap<string, readonly Buffer[]>, known: object, hasFile: boolean): void {
  const unknown = hasFile ? "Unknown field." : "Unknown field. A file is sent as a part with a file name.";
  const faults = [...texts].flatMap(([name, contents]) => {
    const path = `body.${shortened(name)}`;
    if (!Object.hasOwn(known, name)) return [{ path, message: unknown }];
    return contents.length > 1 ? [{ path, message: "Given more than once." }] : [];
  });
  if (faults.length > 0) throw validationError(faults);
}

function broken(what = "it can't be read"): AppError {
  return invalid("body", `The multipart body is broken: ${what}.`);
}

function tooManyFiles({ maxFiles }: Limits): AppError {
  return invalid("body", `At most ${maxFiles} files and ${maxFields} text fields are accepted.`);
}

function tooLargeFile({ maxFileBytes, hint }: Limits): AppError {
  return tooLarge(`The files of one request may have ${megabytes(maxFileBytes)} together.`, hint);
}
