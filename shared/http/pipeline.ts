/**
 * The way of every request, from top to bottom: match, access, rate limit, body and validation, the idempotency key,
 * operation, answer.
 * A group's handler is this pipeline with the group's rows and operations.
 */
import middy from "@middy/core";
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import { requireAccess } from "../auth/verdict.ts";
import { type ConsumedUnits, meterCapacity } from "../log/capacity.ts";
import { faultOf } from "../log/fault.ts";
import type { Log, RequestLine } from "../log/request-log.ts";
import { readBody } from "./body.ts";
import { preflightHeaders } from "./cors.ts";
import { AppError, errorCatalogue } from "./errors.ts";
import { answerOnce, type ClaimKey, type Run } from "./idempotency.ts";
import { digestRequest, readIdempotencyKey, takesIdempotencyKey } from "./idempotency-key.ts";
import { type AnyRow, createMatcher, type Match, normalisePath } from "./match.ts";
import { type CountRequest, type RatePolicy, rateLimitHeaders } from "./rate-limit.ts";
import { type Page, type RenderedAnswer, render, respond, respondError, toAppError } from "./respond.ts";
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
import { takesHtml } from "./takes-html.ts";
import { detailsOf, parseParts } from "./validate.ts";

export interface PipelineParts {
  allowedOrigins: readonly string[];
  countRequest: CountRequest;
  policies: { default: RatePolicy; probe: RatePolicy };
  log: Log;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Required by rows that take an idempotency key. */
  claimKey?: ClaimKey;
  /** How a group of pages tells a browser of an error; programs, and browsers without it, get the envelope. */
  errorPage?: ErrorPage;
}

export type ErrorPage = (error: AppError, scope: Pick<RequestScope, "requestId" | "baseUrl">) => Promise<Page>;

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
  if (Object.values(rows).some(takesIdempotencyKey)) requireClaims(parts);

  const serve = middy<APIGatewayProxyEvent, APIGatewayProxyResult, Error, ScopedContext>({
    timeoutEarlyInMillis: lastWordMargin,
    timeoutEarlyResponse: refuseLate,
  })
    .before(({ context: { scope } }) => requireMatch(scope.match))
    .before(({ context: { scope } }) => requireAccess(matched(scope).row, scope.method, scope.verdict))
    .before(({ context: { scope } }) => limitRate(scope, parts))
    .before(({ event, context: { scope } }) => readInput(scope, event))
    .handler(async (_event, { scope }) => {
      const rendered = await once(scope, parts, () => operate(scope, operations));
      return respond(scope, rendered, parts.allowedOrigins);
    })
    .onError(async (request) => {
      const { scope } = request.context;
      scope.error = toAppError(request.error);
      // The envelope needs nothing, so it is also the answer where the page can't be made.
      const page = takesHtml(scope.headers.accept) ? parts.errorPage?.(scope.error, scope) : undefined;
      const content = await page?.catch(() => undefined);
      request.response = respondError(scope, scope.error, parts.allowedOrigins, content);
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
  const { key, faults } = takesIdempotencyKey(row) ? readIdempotencyKey(event) : { faults: [] };
  scope.input = parseParts(row, { params, query: scope.query, body, faults });
  if (key === undefined) return;
  const meant = {
    method: row.method,
    path: normalisePath(event.path),
    query: scope.query,
    body: row.body ? body : event.body || undefined,
  };
  scope.keyed = { key, digest: digestRequest(row, meant) };
}

/** Under an idempotency key, `run` is only called when no earlier request has answered. */
async function once(scope: RequestScope, parts: PipelineParts, run: () => Promise<Run>): Promise<RenderedAnswer> {
  const { keyed, verdict } = scope;
  if (!keyed || !verdict || !("caller" in verdict)) return (await run()).rendered;
  const { accountId } = verdict.caller;
  const request = { ...keyed, accountId, runId: scope.requestId, endsAt: parts.now() + scope.remainingTime() };
  return answerOnce(request, requireClaims(parts), run, () => {
    scope.replayed = true;
    scope.extraHeaders["idempotent-replayed"] = "true";
  });
}

function requireClaims({ claimKey }: PipelineParts): ClaimKey {
  if (!claimKey) throw new Error("a row takes an idempotency key, and nothing claims it: see keyedPipelinePartsFrom");
  return claimKey;
}

async function operate<Rows extends RouteRows>(scope: RequestScope, operations: Operations<Rows>): Promise<Run> {
  const { row, name } = requireBuilt(scope);
  // The table's types tie a row to its operation; a name looked up at run time can't show it.
  const operation = operations[name] as unknown as (input: unknown) => Promise<Answer>;
  const answer = checkAnswer(row, name, await operation(inputOf(scope)));
  const shape = row.answers[answer.status];
  const rendered = render(shape, answer);
  if (answer.keep === false) return { rendered };
  return { rendered, toKeep: row.toldOnce ? render(shape, without(answer, row.toldOnce)) : rendered };
}

function without(answer: Answer, fields: readonly string[]): Answer {
  const left = Object.entries(answer.body ?? {}).filter(([field]) => !fields.includes(field));
  return { ...answer, body: Object.fromEntries(left) } as Answer;
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
  return respond(scope, render("none", { status: 204, headers }), parts.allowedOrigins);
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
    ...(scope.replayed && { replayed: true }),
    ...(error && { errorCode: error.code }),
    ...(error && errorCatalogue[error.code].status >= 500 && { fault: faultOf(error.cause) }),
  };
}
