/**
 * The header `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header-07) and what a request means that carries it:
 * a string of structured fields (RFC 9651, 3.3.3), or the bare characters, as most clients send it.
 */
import { createHash, type Hash } from "node:crypto";
import type { ErrorDetail } from "./errors.ts";
import { isMultipart, type MultipartContent, needsCaller, type ReservedRow, type Row } from "./route.ts";

export const idempotencyHeader = "idempotency-key";
/** Characters of a key, without its quotes. */
export const maxKeyLength = 255;

/**
 * Every POST that asks who calls, so that a new row is covered without being told. The open ones write nothing to an
 * account, and keys are kept by account.
 */
export function takesIdempotencyKey(row: Row | ReservedRow): row is Row {
  return !("reserved" in row) && row.method === "POST" && needsCaller(row);
}

/** Every value of the header, in the names and the order of the request; see `parseIdempotencyKey`. */
export interface HeaderValues {
  headers: Readonly<Record<string, string | undefined>> | null;
  multiValueHeaders: Readonly<Record<string, string[] | undefined>> | null;
}

/** The key, undefined where there is none; or what is wrong with it. */
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

/** The same key whether it comes quoted or bare; undefined when it is neither. */
export function parseIdempotencyKey(value: string): string | undefined {
  const text = value.trim();
  const quoted = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/.exec(text)?.[1];
  const key = quoted?.replace(/\\(.)/g, "$1") ?? /^[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]+$/.exec(text)?.[0];
  return key !== undefined && key.length >= 1 && key.length <= maxKeyLength ? key : undefined;
}

export interface MeantRequest {
  method: string;
  /** Without base and trailing slash. */
  path: string;
  query: Readonly<Record<string, readonly string[]>>;
  /** As the body reader gives it: a JSON value, or the parts of a multipart body; of a row that reads none, its text. */
  body: unknown;
}

/**
 * SHA-256, as base64url, of what a request asks for: the same for JSON in another order or spacing, and for the same
 * multipart parts between other boundaries, which clients make up anew for every attempt.
 */
export function digestRequest(row: Row, { method, path, query, body }: MeantRequest): string {
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
 * One text for every way to write the same value. No JSON: lists and objects lead with their length, so that no text
 * begins another. Without recursion, since a body of strangers may be as deep as it is long.
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

/** Under every spelling of the name: the gateway keeps each by itself. */
function valuesOf(headers: Readonly<Record<string, string | string[] | undefined>> | null): string[] {
  const entries = Object.entries(headers ?? {}).filter(([name]) => name.toLowerCase() === idempotencyHeader);
  return entries.flatMap(([, value]) => value ?? []);
}

function fault(message: string): ErrorDetail {
  return { path: `headers.${idempotencyHeader}`, message };
}
