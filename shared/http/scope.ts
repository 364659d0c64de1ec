/** What the pipeline knows about one request, gathered once from the gateway's event. */
import type { APIGatewayProxyEvent, Context } from "aws-lambda";
import { type Verdict, verdictFromContext } from "../auth/verdict.ts";
import type { AppError } from "./errors.ts";
import { isHost } from "./host.ts";
import type { Match } from "./match.ts";

export interface RequestScope {
  requestId: string;
  method: string;
  /** Lower-case names; of a repeated header the last value. */
  headers: Readonly<Record<string, string>>;
  /** Every value of every query parameter, decoded. */
  query: Readonly<Record<string, string[]>>;
  /** The absolute address of the API as the caller sees it, without a slash at its end. */
  baseUrl: string;
  clientAddress: string;
  verdict: Verdict | undefined;
  remainingTime: () => number;
  startedAt: number;
  match: Match;
  /** Parsed parts of the request, once validation has passed. */
  input: { params: unknown; query: unknown; body: unknown };
  /** The idempotency key that came with it, and the digest of what is asked for under it. */
  keyed?: { key: string; digest: string };
  /** Headers that later steps add to whatever answer goes out. */
  extraHeaders: Record<string, string>;
  /** The answer is that of an earlier request with the same idempotency key. */
  replayed?: true;
  /** What went wrong, if anything did. */
  error?: AppError;
}

export type ScopedContext = Context & { scope: RequestScope };

/** `startedAt` in milliseconds since the epoch. */
export function readScope(
  event: APIGatewayProxyEvent,
  context: Context,
  match: Match,
  startedAt: number,
): RequestScope {
  const headers = lowerCaseNames(event.headers ?? {});
  return {
    requestId: event.requestContext.requestId,
    method: event.httpMethod,
    headers,
    query: queryValues(event),
    baseUrl: baseUrlOf(event, headers),
    clientAddress: event.requestContext.identity?.sourceIp ?? "unknown",
    verdict: verdictFromContext(event.requestContext.authorizer),
    remainingTime: () => context.getRemainingTimeInMillis(),
    startedAt,
    match,
    input: { params: {}, query: {}, body: undefined },
    extraHeaders: {},
  };
}

function lowerCaseNames(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name.toLowerCase(), value]])),
  );
}

function queryValues(event: APIGatewayProxyEvent): Record<string, string[]> {
  const many = Object.entries(event.multiValueQueryStringParameters ?? {});
  return Object.fromEntries(many.flatMap(([name, values]) => (values ? [[name, values]] : [])));
}

/**
 * The gateway's own path carries the stage, the event's path does not: the difference is the prefix that callers see.
 * Who came by `/api` is led on by `/api`: a proxy in front may pass nothing else.
 */
function baseUrlOf(event: APIGatewayProxyEvent, headers: Record<string, string>): string {
  const { domainName = "localhost" } = event.requestContext;
  const host = isHost(headers.host) ? headers.host : domainName;
  const scheme = headers["x-forwarded-proto"] ?? "https";
  // The gateway's path of the root may come without its slash.
  const path = withoutSlash(event.path);
  const full = withoutSlash(event.requestContext.path ?? event.path);
  const prefix = full.endsWith(path) ? full.slice(0, full.length - path.length) : "";
  const base = /^\/api(\/|$)/.test(event.path) ? "/api" : "";
  return `${scheme}://${host}${prefix}${base}`;
}

function withoutSlash(path: string): string {
  return path.endsWith("/") ? path.slice(0, -1) : path;
}
