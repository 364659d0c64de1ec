/** Answers of the gateway: a function's result as the gateway reads it, and the gateway's own answers. */
import { type IncomingMessage, type ServerResponse, validateHeaderName, validateHeaderValue } from "node:http";
import * as z from "zod";
import { corsHeaders } from "../../../shared/platform/http/answer/cors.ts";
import {
  type GatewayResponseType,
  gatewayBody,
  gatewayHeaders,
  gatewayStatus,
} from "../../../shared/platform/http/answer/gateway-responses.ts";
import { isBinary } from "./event.ts";

export interface GatewayAnswer {
  status: number;
  /** Lower-case names. */
  headers: Map<string, string[]>;
  body: Buffer;
}

/** A page that only the local host has. Undefined for a request that is for another page. */
export type LocalPage = (request: IncomingMessage) => GatewayAnswer | undefined;

/** The gateway does not pass on the answer of a function, but gives an answer of its own, of this response type. */
export class GatewayFault extends Error {
  override readonly name = "GatewayFault";
  readonly type: GatewayResponseType;

  constructor(type: GatewayResponseType, cause?: unknown) {
    super(`the gateway answers ${type}`, { cause });
    this.type = type;
  }
}

/** A value that the gateway turns into text. */
export const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** "Output format of a Lambda function for proxy integration". */
const functionResult = z.object({
  statusCode: z.int().min(200).max(599),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
  headers: z.record(z.string(), scalar).nullish(),
  multiValueHeaders: z.record(z.string(), z.array(scalar)).nullish(),
});

/** Reads a function's result. Throws a `GatewayFault` when it is not one. */
export function answerFromResult(result: unknown, accept: string | undefined, requestId: string): GatewayAnswer {
  const { data, error } = functionResult.safeParse(result);
  if (!data) throw new GatewayFault("DEFAULT_5XX", error);
  const headers = mergeHeaders(Object.entries(data.headers ?? {}), Object.entries(data.multiValueHeaders ?? {}));
  headers.set("x-amzn-requestid", [requestId]);
  if (!headers.has("content-type")) headers.set("content-type", ["application/json"]);
  return {
    status: data.statusCode,
    headers,
    body: decodeBody(data.body ?? "", data.isBase64Encoded === true, accept),
  };
}

/** An answer of the gateway: the error envelope, with CORS headers for the allowed origins. */
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
  const body = gatewayBody(type, request.requestId, `${request.baseUrl}/docs/errors`);
  return { status: gatewayStatus(type), headers: asLists(headers), body: Buffer.from(body) };
}

/** An answer of a page that only the local host has. */
export function localAnswer(type: string, text: string, headers: Record<string, string>): GatewayAnswer {
  const all = {
    "content-type": `${type}; charset=utf-8`,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    ...headers,
  };
  return { status: 200, headers: asLists(all), body: Buffer.from(text) };
}

function asLists(headers: Readonly<Record<string, string>>): Map<string, string[]> {
  return new Map(Object.entries(headers).map(([name, value]) => [name, [value]]));
}

/** An answer to HEAD has the headers of GET and no body; 1xx, 204 and 304 never have one (RFC 9110, section 6.4.1). */
export function writeAnswer(response: ServerResponse, method: string, { status, headers, body }: GatewayAnswer): void {
  const bodiless = status === 204 || status === 304;
  for (const [name, values] of headers) response.setHeader(name, values.length === 1 ? (values[0] ?? "") : values);
  // A function answers HEAD without the body whose length counts.
  const measured = method !== "HEAD" || body.length > 0;
  if (measured && !bodiless) response.setHeader("content-length", body.length);
  response.writeHead(status);
  response.end(bodiless || method === "HEAD" ? undefined : body);
}

/** Headers of a function that the gateway passes on under another name. */
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

/** A function may give headers in two ways. The same value in both counts once. */
function mergeHeaders(
  single: readonly (readonly [string, string])[],
  multiple: readonly (readonly [string, string[]])[],
): Map<string, string[]> {
  const merged = new Map<string, string[]>();
  const pairs = [...multiple.flatMap(([name, values]) => values.map((value) => [name, value] as const)), ...single];
  for (const [functionName, value] of pairs) {
    const lower = functionName.toLowerCase();
    if (lower === "transfer-encoding") continue;
    const name = remappedHeaders.has(lower) ? `x-amzn-remapped-${lower}` : lower;
    requireHeader(name, value);
    const values = merged.get(name) ?? [];
    if (!values.includes(value)) merged.set(name, [...values, value]);
  }
  return merged;
}

function requireHeader(name: string, value: string): void {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch (error) {
    throw new GatewayFault("DEFAULT_5XX", error);
  }
}

/** The gateway decodes base64 for callers whose first `Accept` type is binary; all others get the base64 itself. */
function decodeBody(body: string, isBase64Encoded: boolean, accept: string | undefined): Buffer {
  const [first = ""] = (accept ?? "").split(/[,;]/);
  if (!isBase64Encoded || !isBinary(first.trim().toLowerCase())) return Buffer.from(body);
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(body)) throw new GatewayFault("API_CONFIGURATION_ERROR", new Error("no base64"));
  return Buffer.from(body, "base64");
}
