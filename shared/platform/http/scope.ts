/** The state of a request in the pipeline. It is created from the event, and each middleware adds to it. */
import type middy from "@middy/core";
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import type { AppError } from "./errors.ts";
import type { KeyReservation } from "./idempotency/key-reservation.ts";
import type { AnyRow, RouteMatch } from "./route/match.ts";
import type { Caller, Row } from "./route/route.ts";
import { type Verdict, verdictFromContext } from "./verdict.ts";

export interface RequestScope {
  requestId: string;
  method: string;
  /** Lower-case names. A repeated header has its last value. */
  headers: Readonly<Record<string, string>>;
  /** Every value of every query parameter, decoded. */
  query: Readonly<Record<string, string[]>>;
  /** The absolute address of the API as the caller sees it, without a slash at its end. */
  baseUrl: string;
  clientAddress: string;
  verdict: Verdict | undefined;
  remainingTime: () => number;
  /** Milliseconds since the epoch. */
  startedAt: number;
  /** The result of `matchRoute`; before it, `not_found`. */
  match: RouteMatch;
  /** The number of parts of a multipart body. */
  partCount?: number;
  /** The parsed parts of the request. */
  input: { params: unknown; query: unknown; body: unknown };
  idempotencyKey?: string;
  /** The reservation of the idempotency key. */
  reservation?: KeyReservation;
  /** The answer was made by an earlier attempt. */
  replayed?: true;
  /** Headers for every answer. */
  extraHeaders: Record<string, string>;
  error?: AppError;
}

export type ScopedContext = Context & { scope: RequestScope };

export type Middleware = middy.MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult, Error, ScopedContext>;

/** `startedAt` in milliseconds since the epoch. */
export function readScope(event: APIGatewayProxyEvent, context: Context, startedAt: number): RequestScope {
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
    match: { kind: "not_found" },
    input: { params: {}, query: {}, body: undefined },
    extraHeaders: {},
  };
}

type MatchedRow<R extends AnyRow> = Extract<RouteMatch<R>, { kind: "row" }>;

/** The row, for middlewares after `matchRoute`. */
export function matchedRow({ match }: RequestScope): MatchedRow<AnyRow> {
  if (match.kind !== "row") throw new Error("no row was matched");
  return match;
}

/** The row, for middlewares after `refuseReserved`. */
export function builtRow(scope: RequestScope): MatchedRow<Row> {
  const { row, ...rest } = matchedRow(scope);
  if ("reserved" in row) throw new Error("the row is reserved");
  return { row, ...rest };
}

/** The caller, if there is one. */
export function callerOf({ verdict }: RequestScope): Caller | undefined {
  return verdict && "caller" in verdict ? verdict.caller : undefined;
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
 * The path in the request context has the stage, and the path of the event does not. The difference is the prefix for callers.
 * A caller that used `/api` gets addresses below `/api`, because a proxy may forward only those.
 */
function baseUrlOf(event: APIGatewayProxyEvent, headers: Record<string, string>): string {
  const { domainName = "localhost" } = event.requestContext;
  const host = isHost(headers.host) ? headers.host : domainName;
  const scheme = headers["x-forwarded-proto"] ?? "https";
  // The path of the root may have no slash.
  const path = withoutSlash(event.path);
  const full = withoutSlash(event.requestContext.path ?? event.path);
  const prefix = full.endsWith(path) ? full.slice(0, full.length - path.length) : "";
  const base = /^\/api(\/|$)/.test(event.path) ? "/api" : "";
  return `${scheme}://${host}${prefix}${base}`;
}

function withoutSlash(path: string): string {
  return path.endsWith("/") ? path.slice(0, -1) : path;
}

/** A host name or an IP address with an optional port (RFC 9112, section 3.2), without percent-escapes. */
const hostPattern = /^(?:[a-z\d][a-z\d._-]*|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Whether the value of a `Host` header may be used in addresses for callers. */
export function isHost(text: string | undefined): text is string {
  return text !== undefined && hostPattern.test(text);
}
