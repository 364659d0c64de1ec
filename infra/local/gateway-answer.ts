/** Answers on the wire: a function's result as the gateway reads it, and what the gateway says by itself. */
import { type ServerResponse, validateHeaderName, validateHeaderValue } from "node:http";
import { corsHeaders } from "../../shared/http/cors.ts";
import {
  type GatewayResponseType,
  gatewayBody,
  gatewayHeaders,
  gatewayStatus,
} from "../../shared/http/gateway-responses.ts";
import { isBinary } from "./gateway-event.ts";
import { GatewayFault } from "./gateway-fault.ts";

export interface GatewayAnswer {
  status: number;
  /** Lower-case names. */
  headers: Map<string, string[]>;
  body: Buffer;
}

/** Reads a function's result ("Output format of a Lambda function for proxy integration"). Throws a GatewayFault when it is none. */
export function answerFromResult(result: unknown, accept: string | undefined, requestId: string): GatewayAnswer {
  if (!isRecord(result)) throw malformed("no object");
  const { statusCode, body = null, isBase64Encoded = false } = result;
  if (!isStatus(statusCode)) throw malformed("no status");
  if (body !== null && typeof body !== "string") throw malformed("a body that is no text");
  const headers = mergeHeaders(result.headers, result.multiValueHeaders);
  headers.set("x-amzn-requestid", [requestId]);
  if (!headers.has("content-type")) headers.set("content-type", ["application/json"]);
  return { status: statusCode, headers, body: decodeBody(body ?? "", isBase64Encoded === true, accept) };
}

/** What the gateway says by itself: the error envelope, with CORS headers for the origins of the allow-list. */
export function ownAnswer(
  type: GatewayResponseType,
  request: { requestId: string; baseUrl: string; origin: string | undefined },
  allowedOrigins: readonly string[],
): GatewayAnswer {
  const headers = {
    ...gatewayHeaders(type),
    ...corsHeaders(request.origin, allowedOrigins),
    "x-request-id": request.requestId,
  };
  return {
    status: gatewayStatus(type),
    headers: new Map(Object.entries(headers).map(([name, value]) => [name, [value]])),
    body: Buffer.from(gatewayBody(type, request.requestId, `${request.baseUrl}/docs/errors`)),
  };
}

/** An answer to HEAD has the headers of GET and no body; 1xx, 204 and 304 never have one (RFC 9110, section 6.4.1). */
export function writeAnswer(response: ServerResponse, method: string, { status, headers, body }: GatewayAnswer): void {
  const bodiless = status === 204 || status === 304;
  for (const [name, values] of headers) response.setHeader(name, values.length === 1 ? (values[0] ?? "") : values);
  // A function answers HEAD without the body that it would measure.
  const measured = method !== "HEAD" || body.length > 0;
  if (measured && !bodiless) response.setHeader("content-length", body.length);
  response.writeHead(status);
  response.end(bodiless || method === "HEAD" ? undefined : body);
}

/** Headers that the gateway keeps for itself: those of a function come out under another name. */
const remappedHeaders = new Set([
  "connection",
  "content-length",
  "content-md5",
  "date",
  "expect",
  "host",
  "max-forwards",
  "proxy-authenticate",
  "server",
  "te",
  "trailer",
  "upgrade",
  "user-agent",
  "www-authenticate",
]);

/** Both ways of giving headers are united; the same value in both counts once. */
function mergeHeaders(single: unknown, many: unknown): Map<string, string[]> {
  const merged = new Map<string, string[]>();
  const add = (givenName: string, value: unknown) => {
    const lower = givenName.toLowerCase();
    if (lower === "transfer-encoding") return;
    const name = remappedHeaders.has(lower) ? `x-amzn-remapped-${lower}` : lower;
    const text = headerText(name, value);
    const values = merged.get(name) ?? [];
    if (!values.includes(text)) merged.set(name, [...values, text]);
  };
  for (const [name, values] of headerEntries(many)) {
    if (!Array.isArray(values)) throw malformed(`${name} without a list of values`);
    for (const value of values) add(name, value);
  }
  for (const [name, value] of headerEntries(single)) add(name, value);
  return merged;
}

function headerEntries(headers: unknown): [string, unknown][] {
  if (headers === undefined || headers === null) return [];
  if (!isRecord(headers)) throw malformed("headers that are no object");
  return Object.entries(headers);
}

function headerText(name: string, value: unknown): string {
  if (!["string", "number", "boolean"].includes(typeof value)) throw malformed(`a header ${name} that is no text`);
  try {
    validateHeaderName(name);
    validateHeaderValue(name, String(value));
  } catch (error) {
    throw new GatewayFault("DEFAULT_5XX", error);
  }
  return String(value);
}

/** The gateway decodes base64 for callers whose first `Accept` type is on its list; all others are sent the base64 itself. */
function decodeBody(body: string, isBase64Encoded: boolean, accept: string | undefined): Buffer {
  const [first = ""] = (accept ?? "").split(/[,;]/);
  if (!isBase64Encoded || !isBinary(first.trim().toLowerCase())) return Buffer.from(body);
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(body)) throw new GatewayFault("API_CONFIGURATION_ERROR", new Error("no base64"));
  return Buffer.from(body, "base64");
}

function isStatus(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 200 && value <= 599;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function malformed(what: string): GatewayFault {
  return new GatewayFault("DEFAULT_5XX", new Error(`the function answered with ${what}`));
}
