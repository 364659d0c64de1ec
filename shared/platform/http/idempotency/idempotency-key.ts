/**
 * Reads the header `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header-07) and computes the digest of a request. The
 * header is a string of structured fields (RFC 9651, section 3.3.3) or, as most clients send it, text without quotes.
 */
import { createHash, type Hash } from "node:crypto";
import type { ErrorDetail } from "../errors.ts";
import { isMultipart, type MultipartContent, needsCaller, type ReservedRow, type Row } from "../route/route.ts";

export const idempotencyHeader = "idempotency-key";
/** The maximum characters of a key without quotes. */
const maxKeyLength = 255;
/** A key without quotes, or a quoted string (RFC 9651, section 3.3.3). */
export const idempotencyKeyPattern = new RegExp(
  String.raw`^(?:([!\x23-\x2b\x2d-\x5b\x5d-\x7e]{1,${maxKeyLength}})|"((?:[ !\x23-\x5b\x5d-\x7e]|\\["\\]){1,${maxKeyLength}})")$`,
);

/** Every POST that needs a caller accepts keys, because keys are stored by account. */
export function acceptsIdempotencyKey(row: Row | ReservedRow): row is Row {
  return !("reserved" in row) && row.method === "POST" && needsCaller(row);
}

/** The headers of an event with all their values. */
export interface HeaderValues {
  headers: Readonly<Record<string, string | undefined>> | null;
  multiValueHeaders: Readonly<Record<string, string[] | undefined>> | null;
}

/** The key, if there is one, or its faults. */
export function readIdempotencyKey({ headers, multiValueHeaders }: HeaderValues): {
  key?: string;
  faults: ErrorDetail[];
} {
  const all = valuesOf(multiValueHeaders);
  const values = all.length > 0 ? all : valuesOf(headers);
  const [value] = values;
  if (value === undefined) return { faults: [] };
  if (values.length > 1) return { faults: [fault("Given more than once.")] };
  const key = parseIdempotencyKey(value);
  if (key === undefined) {
    return { faults: [fault(`Must be a string of 1 to ${maxKeyLength} visible ASCII characters, quoted or bare.`)] };
  }
  return { key, faults: [] };
}

/** The key of a header value with or without quotes; undefined for a malformed value. */
function parseIdempotencyKey(value: string): string | undefined {
  const [, bare, quoted] = idempotencyKeyPattern.exec(value.trim()) ?? [];
  return bare ?? quoted?.replace(/\\(.)/g, "$1");
}

export interface DigestedRequest {
  method: string;
  /** Without `/api` and without a slash at its end. */
  path: string;
  query: Readonly<Record<string, readonly string[]>>;
  /** A JSON value, the parts of a multipart body, or the text if the row has no body. */
  body: unknown;
}

/**
 * The SHA-256 of a request in base64url. It does not depend on the order or the spacing of JSON, or on the boundaries of
 * multipart bodies, which are different in every attempt.
 */
export function digestRequest(row: Row, { method, path, query, body }: DigestedRequest): string {
  const hash = createHash("sha256").update(canonicalJson([method, path, query]));
  if (isMultipart(row.body)) addParts(hash, body as MultipartContent);
  else hash.update(canonicalJson(body));
  return hash.digest("base64url");
}

function addParts(hash: Hash, { files, fields }: MultipartContent): void {
  hash.update(canonicalJson(fields));
  for (const { fieldName, fileName, contentType, content } of files) {
    hash.update(canonicalJson([fieldName, fileName, contentType, content.byteLength])).update(content);
  }
}

/**
 * A text that is the same for equal values. Lists and objects start with their length, so that different values have different
 * texts. There is no recursion, because a body may be very deep.
 */
export function canonicalJson(value: unknown): string {
  let text = "";
  const pending = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (Array.isArray(next)) {
      text += `[${next.length}\n`;
      for (let index = next.length - 1; index >= 0; index--) pending.push(next[index]);
    } else if (typeof next === "object" && next !== null) {
      const members = Object.entries(next).sort(([a], [b]) => (a < b ? 1 : -1));
      text += `{${members.length}\n`;
      for (const [name, member] of members) pending.push(member, name);
    } else {
      text += `${JSON.stringify(next) ?? "nothing"}\n`;
    }
  }
  return text;
}

/** All values, in any case of the name, because the gateway keeps each case separately. */
function valuesOf(headers: Readonly<Record<string, string | string[] | undefined>> | null): string[] {
  const entries = Object.entries(headers ?? {}).filter(([name]) => name.toLowerCase() === idempotencyHeader);
  return entries.flatMap(([, value]) => value ?? []);
}

function fault(message: string): ErrorDetail {
  return { path: `headers.${idempotencyHeader}`, message };
}
