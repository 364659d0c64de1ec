/** The pipeline of all requests: a list of middlewares, from top to bottom, with the rows and operations of a group. */
import middy from "@middy/core";
import jsonBodyParser from "@middy/http-json-body-parser";
import multipartBodyParser from "@middy/http-multipart-body-parser";
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import { type ConsumedUnits, meterCapacity } from "../log/capacity.ts";
import { faultOf, type Log, type RequestLine } from "../log/request-log.ts";
import { checkAnswer } from "./answer/answer-check.ts";
import { preflightHeaders } from "./answer/cors.ts";
import { answerErrors, completeAnswer, type ErrorPage, render } from "./answer/respond.ts";
import { authorOf, withAuthor } from "./author.ts";
import { AppError } from "./errors.ts";
import { type Run, reserveIdempotencyKey, runReserved } from "./idempotency/idempotency.ts";
import { acceptsIdempotencyKey } from "./idempotency/idempotency-key.ts";
import type { ReserveKey } from "./idempotency/key-reservation.ts";
import { checkJson, forBodies } from "./input/body.ts";
import { checkMultipart, collectMultipart, multipartParserOptions } from "./input/multipart-body.ts";
import { validate } from "./input/validate.ts";
import { type CountRequest, limitRate, type RatePolicies } from "./rate-limit/rate-limit.ts";
import { type AnyRow, createMatcher, type RouteMatch } from "./route/match.ts";
import type { Answer, Input, Operations, ReservedRows, RouteRows } from "./route/route.ts";
import {
  builtRow,
  callerOf,
  type Middleware,
  matchedRow,
  type RequestScope,
  readScope,
  type ScopedContext,
} from "./scope.ts";
import { requireAccess } from "./verdict.ts";

export interface PipelineParts {
  allowedOrigins: readonly string[];
  countRequest: CountRequest;
  policies: RatePolicies;
  log: Log;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Required if a row accepts idempotency keys. */
  reserveKey?: ReserveKey;
  /** Only for groups that serve pages. */
  errorPage?: ErrorPage;
}

export type GatewayHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/**
 * A Lambda handler for proxy events of API Gateway. The handler never throws, because every fault becomes an answer. Throws if
 * a row accepts idempotency keys and `reserveKey` is missing, so that no such function starts.
 */
export function createHandler<Rows extends RouteRows>(
  rows: Rows,
  operations: Operations<Rows>,
  parts: PipelineParts,
  reserved: ReservedRows = {},
): GatewayHandler {
  const { allowedOrigins, now, reserveKey } = parts;
  if (!reserveKey && Object.values(rows).some(acceptsIdempotencyKey)) {
    throw new Error("a row accepts idempotency keys, but nothing reserves them: see keyedPipelinePartsFrom");
  }
  const serve = middy<APIGatewayProxyEvent, APIGatewayProxyResult, Error, ScopedContext>({
    timeoutEarlyInMillis: answerMargin,
    timeoutEarlyResponse: refuseLate,
  })
    .use(answerErrors(parts.errorPage))
    .use(matchRoute(createMatcher<AnyRow>({ ...reserved, ...rows }), allowedOrigins))
    .use(authorise())
    .use(limitRate(parts.countRequest, parts.policies))
    .use(refuseReserved())
    .use(forBodies("json", [checkJson(), jsonBodyParser({ disableContentTypeCheck: true })]))
    .use(forBodies("multipart", [checkMultipart(), multipartBodyParser(multipartParserOptions), collectMultipart()]))
    .use(validate())
    .use(reserveIdempotencyKey(reserveKey, now))
    .handler(runOperation(operations));

  let isFirst = true;
  return (event, context) =>
    meterCapacity(async (units) => {
      const coldStart = isFirst;
      isFirst = false;
      const scope = readScope(event, context, now());
      const answer = await serve(event, { ...context, scope });
      const result = completeAnswer(scope, answer, allowedOrigins);
      parts.log({ ...requestLine(scope, result.statusCode, now(), units), ...(coldStart && { coldStart: 1 }) });
      return result;
    });
}

/** The milliseconds before the end of the function's time at which a timeout is answered and logged. */
const answerMargin = 100;

function refuseLate(): never {
  throw new AppError("timeout", { cause: new Error("the operation did not end in time") });
}

function requestLine(scope: RequestScope, status: number, now: number, units: ConsumedUnits): RequestLine {
  const { error, match, verdict } = scope;
  const accountId = callerOf(scope)?.accountId;
  return {
    // The owner of a closed account waits until its data are deleted, which is no fault.
    level: status >= 500 && !(verdict && "isDeleting" in verdict) ? "error" : "info",
    event: "request",
    requestId: scope.requestId,
    route: match.kind === "row" ? match.name : match.kind,
    method: scope.method,
    ...(accountId !== undefined && { accountId }),
    status,
    durationMs: Math.round(now - scope.startedAt),
    readUnits: units.readUnits,
    writeUnits: units.writeUnits,
    ...(scope.replayed && { replayed: true }),
    ...(error && { errorCode: error.code }),
    ...(error?.cause !== undefined && error.status >= 500 && { fault: faultOf(error.cause) }),
  };
}

/** Finds the row of the request. Throws 404 or 405 without a row. Answers preflight requests. */
function matchRoute(
  match: (method: string, path: string) => RouteMatch,
  allowedOrigins: readonly string[],
): Middleware {
  return {
    before: ({ event, context: { scope } }) => {
      scope.match = match(event.httpMethod, event.path);
      if (scope.match.kind === "not_found") throw new AppError("not_found");
      const allow = scope.match.kind === "method_not_allowed" ? scope.match.allow : everyMethod;
      if (event.httpMethod === "OPTIONS") {
        return render("none", { status: 204, headers: preflightHeaders(scope.headers.origin, allowedOrigins, allow) });
      }
      if (scope.match.kind === "method_not_allowed") {
        throw new AppError("method_not_allowed", { headers: { allow: allow.join(", ") } });
      }
      return undefined;
    },
  };
}

const everyMethod = ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"];

/** Throws 401 or 403 if the caller may not use the row. */
function authorise(): Middleware {
  return {
    before: ({ context: { scope } }) => requireAccess(matchedRow(scope).row, scope.method, scope.verdict),
  };
}

/** Throws 404 for a reserved row. Access and the rate limit are checked first, as for other rows. */
function refuseReserved(): Middleware {
  return {
    before: ({ context: { scope } }) => {
      if ("reserved" in matchedRow(scope).row) throw new AppError("not_found");
    },
  };
}

/** Runs the operation, with the idempotency key of the request if there is one. */
function runOperation<Rows extends RouteRows>(operations: Operations<Rows>) {
  return async (_event: APIGatewayProxyEvent, { scope }: ScopedContext): Promise<APIGatewayProxyResult> => {
    const author = authorOf(callerOf(scope), scope.headers);
    const run = () => withAuthor(author, () => operate(scope, operations));
    return scope.reservation ? runReserved(scope.reservation, run) : (await run()).rendered;
  };
}

async function operate<Rows extends RouteRows>(scope: RequestScope, operations: Operations<Rows>): Promise<Run> {
  const { row, name } = builtRow(scope);
  // The types connect a row with its operation, but not for a name that is known only at run time.
  const operation = operations[name] as (input: unknown) => Promise<Answer>;
  const answer = checkAnswer(row, name, await operation(inputOf(scope)));
  const shape = row.answers[answer.status];
  const rendered = render(shape, answer);
  if (answer.keep === false) return { rendered };
  return { rendered, toKeep: row.shownOnce ? render(shape, without(answer, row.shownOnce)) : rendered };
}

function without(answer: Answer, fields: readonly string[]): Answer {
  const left = Object.entries(answer.body ?? {}).filter(([field]) => !fields.includes(field));
  return { ...answer, body: Object.fromEntries(left) } as Answer;
}

function inputOf(scope: RequestScope): Input {
  const { headers, requestId, method, clientAddress, baseUrl, remainingTime } = scope;
  const input = {
    ...scope.input,
    caller: callerOf(scope),
    headers,
    requestId,
    method,
    clientAddress,
    baseUrl,
    remainingTime,
  };
  return input as Input;
}
