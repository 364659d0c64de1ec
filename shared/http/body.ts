/** Reads the body that a row expects, JSON or multipart, with the bounds and errors of the contract. */
import jsonBodyParser from "@middy/http-json-body-parser";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { AppError, type ErrorDetail, invalid, validationError } from "./errors.ts";
import { MultipartError, type Part, parseMultipart, TooManyParts } from "./multipart.ts";
import { isMultipart, type MultipartBody, type MultipartContent, type Row, type UploadedFile } from "./route.ts";
import { shortened } from "./validate.ts";

/** Bytes of a JSON body, where its row says nothing else. */
const maxJsonBytes = 1024 * 1024;
/** What a multipart body may have beyond its files: text fields, part headers and boundaries. */
const multipartOverheadBytes = 64 * 1024;
/** Boundary and header of a file's part. */
const partOverheadBytes = 512;
const maxFields = 50;
const maxFieldBytes = 16 * 1024;

/** The body as the row expects it; undefined for a row that takes none. Throws 400, 413 or 415. */
export async function readBody(
  row: Row,
  event: APIGatewayProxyEvent,
  headers: Readonly<Record<string, string>>,
): Promise<unknown> {
  if (!row.body) return undefined;
  return isMultipart(row.body) ? readMultipart(row.body.multipart, event, headers) : readJson(row, event, headers);
}

async function readJson(
  row: Row,
  event: APIGatewayProxyEvent,
  headers: Readonly<Record<string, string>>,
): Promise<unknown> {
  requireMediaType(headers, /^application\/(json|[\w.-]+\+json)\s*(;|$)/i, "application/json");
  requireUtf8(headers);
  const { maxBodyBytes = maxJsonBytes, bodyHint } = row;
  if (bodyBytes(event) > maxBodyBytes) throw tooLarge(`A JSON body may have ${megabytes(maxBodyBytes)}.`, bodyHint);
  const text = decodeUtf8(event);
  if (isBlank(text)) throw invalid("body", "A JSON body is required.");
  const copy = { headers: { ...headers }, body: text, isBase64Encoded: false };
  try {
    await jsonBodyParser({ disableContentTypeCheck: true }).before?.({ event: copy } as never);
  } catch (error) {
    if (isForbiddenKey(error)) throw validationError(forbiddenKeys(text));
    throw invalid("body", "The body is not valid JSON.");
  }
  return copy.body;
}

/** Text in another encoding would be stored with other letters than were meant. */
function requireUtf8(headers: Readonly<Record<string, string>>): void {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(headers["content-type"] ?? "")?.[1];
  if (charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset)) {
    throw new AppError("unsupported_media_type", { message: "JSON is sent in UTF-8." });
  }
}

/** RFC 8259, section 8.1: nothing but UTF-8, and a byte-order mark may be passed over. */
function decodeUtf8(event: APIGatewayProxyEvent): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytesOf(event));
  } catch {
    throw invalid("body", "The body is not in UTF-8.");
  }
}

function readMultipart(
  limits: MultipartBody["multipart"],
  event: APIGatewayProxyEvent,
  headers: Readonly<Record<string, string>>,
): MultipartContent {
  requireMediaType(headers, /^multipart\/form-data\s*;/i, "multipart/form-data with a boundary");
  const overheadBytes = multipartOverheadBytes + limits.maxFiles * partOverheadBytes;
  if (bodyBytes(event) > limits.maxFileBytes + overheadBytes) throw tooLargeFile(limits);
  if (isBlank(event.body)) throw invalid("body", "A multipart body is required.");
  try {
    const parts = parseMultipart(bytesOf(event), headers["content-type"] ?? "", limits.maxFiles + 1 + maxFields);
    return collectParts(parts, limits);
  } catch (error) {
    if (error instanceof TooManyParts) throw tooManyFiles(limits);
    if (error instanceof MultipartError) throw invalid("body", `The multipart body is broken: ${error.message}.`);
    throw error;
  }
}

/** Files in the order of the body. */
function collectParts(parts: readonly Part[], limits: MultipartBody["multipart"]): MultipartContent {
  const files: UploadedFile[] = [];
  const fields: [string, string][] = [];
  for (const { name, fileName, contentType, content } of parts) {
    if (fileName !== undefined) files.push({ fieldName: name, fileName, contentType, content });
    else if (content.byteLength <= maxFieldBytes) fields.push([name, new TextDecoder().decode(content)]);
    else throw invalid("body", "A text field is too long. A file is sent as a part with a file name.");
  }
  if (files.length > limits.maxFiles) throw tooManyFiles(limits);
  refuseFields(fields, limits.fields ?? {}, files.length > 0);
  const total = files.reduce((bytes, { content }) => bytes + content.byteLength, 0);
  if (total > limits.maxFileBytes) throw tooLargeFile(limits);
  return { files, fields: Object.fromEntries(fields) };
}

function tooManyFiles({ maxFiles }: MultipartBody["multipart"]): AppError {
  return invalid("body", `At most ${maxFiles} files and ${maxFields} text fields are taken at once.`);
}

/** No text field may be unknown or come twice: which one would count is a guess. */
function refuseFields(given: readonly [string, string][], known: object, hasFile: boolean): void {
  const unknown = hasFile ? "Unknown field." : "Unknown field. A file is sent as a part with a file name.";
  const counts = new Map<string, number>();
  for (const [name] of given) counts.set(name, (counts.get(name) ?? 0) + 1);
  const faults = [...counts].flatMap(([name, count]) => {
    const path = `body.${shortened(name)}`;
    if (!Object.hasOwn(known, name)) return [{ path, message: unknown }];
    return count > 1 ? [{ path, message: "Given more than once." }] : [];
  });
  if (faults.length > 0) throw validationError(faults);
}

function requireMediaType(headers: Readonly<Record<string, string>>, pattern: RegExp, wanted: string): void {
  if (!pattern.test((headers["content-type"] ?? "").trim())) {
    throw new AppError("unsupported_media_type", { message: `This route takes ${wanted}.` });
  }
  if (!/^(identity)?$/i.test((headers["content-encoding"] ?? "").trim())) {
    throw new AppError("unsupported_media_type", { message: "A compressed body is not taken." });
  }
}

function bytesOf(event: APIGatewayProxyEvent): Buffer {
  return Buffer.from(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8");
}

function bodyBytes(event: APIGatewayProxyEvent): number {
  return Buffer.byteLength(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8");
}

function isBlank(body: string | null): boolean {
  return body === null || body === undefined || body.trim() === "";
}

function tooLargeFile({ maxFileBytes, hint }: MultipartBody["multipart"]): AppError {
  return tooLarge(`The files of one request may have ${megabytes(maxFileBytes)} together.`, hint);
}

function megabytes(bytes: number): string {
  return `${Math.floor(bytes / 1024 / 1024)} MB`;
}

function tooLarge(limit: string, hint: string | undefined): AppError {
  return new AppError("payload_too_large", { message: hint ? `${limit} ${hint}` : limit });
}

/** The JSON parser refuses keys that would reach an object's prototype, which no body has; all else is bad syntax. */
function isForbiddenKey(error: unknown): boolean {
  return error instanceof Error && error.message === "Forbidden key in JSON body";
}

/** Of a body that are named. */
const mostForbidden = 100;

/** Where the first of them stand, which the parser does not tell. A body can be very deep, and full of them. */
function forbiddenKeys(text: string): ErrorDetail[] {
  const faults: ErrorDetail[] = [];
  const left: { path: string; value: unknown }[] = [{ path: "body", value: JSON.parse(text) }];
  for (const { path, value } of left) {
    if (faults.length >= mostForbidden) break;
    if (typeof value !== "object" || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      const place = shortened(`${path}.${key}`);
      if (isForbidden(key, inner)) faults.push({ path: place, message: "Unknown field." });
      else left.push({ path: place, value: inner });
    }
  }
  return faults.slice(0, mostForbidden);
}

function isForbidden(key: string, value: unknown): boolean {
  if (key === "__proto__") return true;
  return key === "constructor" && typeof value === "object" && value !== null && Object.hasOwn(value, "prototype");
}
