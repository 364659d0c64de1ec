/**
 * The way of every request, from top to bottom: match, access, rate limit, body and validation, operation, answer.
 * A group's handler is this pipeline with the group's rows and operations.
 */
import middy from "@middy/core";
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import { requireAccess } from "../auth/verdict.ts";
import { type ConsumedUnits, meterCapacity } from "../log/capacity.ts";
import type { Log, RequestLine } from "../log/request-log.ts";
import { readBody } from "./body.ts";
import { preflightHeaders } from "./cors.ts";
import { AppError, errorCatalogue } from "./errors.ts";
import { type AnyRow, createMatcher, type Match } from "./match.ts";
import { type CountRequest, type RatePolicy, rateLimitHeaders } from "./rate-limit.ts";
import { respond, respondError, toAppError } from "./respond.ts";
import {
  type Answer,
  type Input,
  isSchema,
  type Operations,
  type ReservedRows,
  type RouteRows,
  type Row,
} from "./route.ts";
import { type RequestScope, readScope, type ScopedContext } from "./scope.ts";
import { detailsOf, parseParts } from "./validate.ts";

export interface PipelineParts {
  allowedOrigins: readonly string[];
  countRequest: CountRequest;
  policies: { default: RatePolicy; probe: RatePolicy };
  log: Log;
  /** Milliseconds since the epoch. */
  now: () => number;
}

export type GatewayHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/**
 * A Lambda handler for API Gateway's proxy events that serves these rows. It never throws: every fault becomes an
 * answer.
 */
export function createHandler<Rows extends RouteRows>(
  rows: Rows,
  operations: Operations<Rows>,
  parts: PipelineParts,
  reserved: ReservedRows = {},
): GatewayHandler {
  const match = createMatcher<AnyRow>({ ...reserved, ...rows });

  const serve = middy<APIGatewayProxyEvent, APIGatewayProxyResult, Error, ScopedContext>({
    timeoutEarlyInMillis: lastWordMargin,
    timeoutEarlyResponse: refuseLate,
  })
    .before(({ context: { scope } }) => requireMatch(scope.match))
    .before(({ context: { scope } }) => requireAccess(matched(scope).row, scope.method, scope.verdict))
    .before(({ context: { scope } }) => limitRate(scope, parts))
    .before(({ event, context: { scope } }) => readInput(scope, event))
    .handler(async (_event, { scope }) => operate(scope, operations, parts))
    .onError((request) => {
      const { scope } = request.context;
      scope.error = toAppError(request.error);
      request.response = respondError(scope, scope.error, parts.allowedOrigins);
    });

  return (event, context) =>
    meterCapacity(async (units) => {
      const found = match(event.httpMethod, event.path);
      const scope = readScope(event, context, found, parts.now());
      const result =
        event.httpMethod === "OPTIONS" && found.kind !== "not_found"
          ? preflight(scope, parts)
          : await serve(event, { ...context, scope });
      parts.log(requestLine(scope, result.statusCode, parts.now(), units));
      return result;
    });
}

/** Milliseconds before the function is ended in which it still says so itself, in the envelope and in the log. */
const lastWordMargin = 100;

function refuseLate(): never {
  throw new AppError("timeout", { cause: new Error("the operation did not end in time") });
}

function requireMatch(match: Match): void {
  if (match.kind === "not_found") throw new AppError("not_found");
  if (match.kind === "method_not_allowed") {
    throw new AppError("method_not_allowed", { headers: { allow: match.allow.join(", ") } });
  }
}

type Matched<R extends AnyRow> = Extract<Match<R>, { kind: "row" }>;

function matched({ match }: RequestScope): Matched<AnyRow> {
  if (match.kind !== "row") throw new Error("no row was matched");
  return match;
}

/** Asked after access and rate limit, so that reserved paths refuse as their built neighbours do. */
function requireBuilt(scope: RequestScope): Matched<Row> {
  const { row, ...rest } = matched(scope);
  if ("reserved" in row) throw new AppError("not_found");
  return { row, ...rest };
}

async function limitRate(scope: RequestScope, parts: PipelineParts): Promise<void> {
  const { row } = matched(scope);
  const kind = "reserved" in row ? "default" : row.rateLimit;
  if (kind === "none") return;
  const policy = parts.policies[kind];
  const verdict = await parts.countRequest(rateSubject(scope), policy);
  if (!verdict) return;
  Object.assign(scope.extraHeaders, rateLimitHeaders(policy, verdict));
  if (!verdict.allowed) throw new AppError("rate_limit_exceeded", { retryAfter: verdict.resetSeconds });
}

/** A key has a budget of its own, a session that of its account, and a caller without either that of its address. */
function rateSubject({ verdict, clientAddress }: RequestScope): string {
  if (!verdict || "refusal" in verdict) return `ip#${clientAddress}`;
  return verdict.caller.kind === "key" ? `key#${verdict.caller.keyId}` : `account#${verdict.caller.accountId}`;
}

async function readInput(scope: RequestScope, event: APIGatewayProxyEvent): Promise<void> {
  const { row, params } = requireBuilt(scope);
  const body = await readBody(row, event, scope.headers);
  scope.input = parseParts(row, { params, query: scope.query, body });
}

async function operate<Rows extends RouteRows>(
  scope: RequestScope,
  operations: Operations<Rows>,
  parts: PipelineParts,
): Promise<APIGatewayProxyResult> {
  const { row, name } = requireBuilt(scope);
  // The table's types tie a row to its operation; a name looked up at run time can't show it.
  const operation = operations[name] as unknown as (input: unknown) => Promise<Answer>;
  const answer = await operation(inputOf(scope));
  return respond(scope, row.answers[answer.status], checkAnswer(row, name, answer), parts.allowedOrigins);
}

function inputOf(scope: RequestScope): Input {
  return {
    ...(scope.input as Pick<Input, "params" | "query" | "body">),
    caller: scope.verdict && "caller" in scope.verdict ? scope.verdict.caller : undefined,
    headers: scope.headers,
    requestId: scope.requestId,
    clientAddress: scope.clientAddress,
    baseUrl: scope.baseUrl,
    remainingTime: scope.remainingTime,
  } as Input;
}

/** An answer that its row does not describe is a fault of ours, caught before a caller builds on it. */
function checkAnswer(row: Row, name: string, answer: Answer): Answer {
  const shape = row.answers[answer.status];
  if (shape === undefined) throw new Error(`${name} answered ${answer.status}, which its row does not list`);
  if (!isSchema(shape)) return answer;
  const parsed = shape.safeParse(answer.body);
  if (!parsed.success) {
    const places = detailsOf("body", parsed.error).map(({ path, message }) => `${path}: ${message}`);
    throw new Error(`${name} answered what its schema refuses: ${places.join("; ")}`);
  }
  return answer;
}

const everyMethod = ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"];

function preflight(scope: RequestScope, parts: PipelineParts): APIGatewayProxyResult {
  const allow = scope.match.kind === "method_not_allowed" ? scope.match.allow : everyMethod;
  const headers = preflightHeaders(scope.headers.origin, parts.allowedOrigins, allow);
  return respond(scope, "none", { status: 204, headers }, parts.allowedOrigins);
}

function requestLine(scope: RequestScope, status: number, now: number, units: ConsumedUnits): RequestLine {
  const { error, verdict, match } = scope;
  return {
    level: status >= 500 ? "error" : "info",
    event: "request",
    requestId: scope.requestId,
    route: match.kind === "row" ? match.name : match.kind,
    method: scope.method,
    ...(verdict && "caller" in verdict && { accountId: verdict.caller.accountId }),
    status,
    durationMs: Math.round(now - scope.startedAt),
    readUnits: units.readUnits,
    writeUnits: units.writeUnits,
    ...(error && { errorCode: error.code }),
    ...(error && errorCatalogue[error.code].status >= 500 && { fault: faultOf(error.cause) }),
  };
}

/** Messages of our own errors hold no data of a person; those of parsers and clients may quote what they were given. */
function faultOf(cause: unknown): RequestLine["fault"] {
  if (!(cause instanceof Error)) return { name: typeof cause, message: "" };
  const own = cause.constructor === Error || cause.constructor === TypeError;
  const frames = cause.stack?.split("\n").filter((line) => line.startsWith("    at "));
  return { name: cause.name, message: own ? cause.message : "", ...(frames && { stack: frames.join("\n") }) };
}
