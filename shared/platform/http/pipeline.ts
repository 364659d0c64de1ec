/** The pipeline of all requests: a list of middlewares, from top to bottom, with the rows and operations of a group. */
import middy from "@middy/core";
import jsonBodyParser from "@middy/http-json-body-parser";
import multipartBodyParser from "@middy/http-multipart-body-parser";
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import { type ConsumedUnits, meterCapacity } from "../log/capacity.ts";
import type { Log, RequestLine } from "../log/request-log.ts";
import { faultOf } from "../log/request-log.ts";
import { answerErrors, completeAnswer, type ErrorPage } from "./answer/respond.ts";
import { AppError } from "./errors.ts";
import { type ReserveKey, reserveIdempotencyKey } from "./idempotency/idempotency.ts";
import { acceptsIdempotencyKey } from "./idempotency/idempotency-key.ts";
import { forBodies } from "./input/body.ts";
import { checkJson, explainJson } from "./input/json-body.ts";
import { checkMultipart, collectMultipart, multipartParserOptions } from "./input/multipart-body.ts";
import { validate } from "./input/validate.ts";
import { authorise, matchRoute, refuseReserved } from "./match-route.ts";
import { runOperation } from "./operate.ts";
import { type CountRequest, limitRate, type RatePolicies } from "./rate-limit/rate-limit.ts";
import { type AnyRow, createMatcher } from "./route/match.ts";
import type { Operations, ReservedRows, RouteRows } from "./route/route.ts";
import { callerOf, type RequestScope, readScope, type ScopedContext } from "./scope.ts";

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

/** A Lambda handler for proxy events of API Gateway. It never throws, because every fault becomes an answer. */
export function createHandler<Rows extends RouteRows>(
  rows: Rows,
  operations: Operations<Rows>,
  parts: PipelineParts,
  reserved: ReservedRows = {},
): GatewayHandler {
  const { allowedOrigins, now } = parts;
  const serve = middy<APIGatewayProxyEvent, APIGatewayProxyResult, Error, ScopedContext>({
    timeoutEarlyInMillis: answerMargin,
    timeoutEarlyResponse: refuseLate,
  })
    .use(answerErrors(parts.errorPage))
    .use(matchRoute(createMatcher<AnyRow>({ ...reserved, ...rows }), allowedOrigins))
    .use(authorise())
    .use(limitRate(parts.countRequest, parts.policies))
    .use(refuseReserved())
    .use(forBodies("json", [checkJson(), jsonBodyParser({ disableContentTypeCheck: true }), explainJson()]))
    .use(forBodies("multipart", [checkMultipart(), multipartBodyParser(multipartParserOptions), collectMultipart()]))
    .use(validate())
    .use(reserveIdempotencyKey(requireReserveKey(rows, parts), now))
    .handler(runOperation(operations));

  return (event, context) =>
    meterCapacity(async (units) => {
      const scope = readScope(event, context, now());
      const answer = await serve(event, { ...context, scope });
      const result = completeAnswer(scope, answer, allowedOrigins);
      parts.log(requestLine(scope, result.statusCode, now(), units));
      return result;
    });
}

/** The milliseconds before the end of the function's time at which a timeout is answered and logged. */
const answerMargin = 100;

function refuseLate(): never {
  throw new AppError("timeout", { cause: new Error("the operation did not end in time") });
}

function requireReserveKey(rows: RouteRows, { reserveKey }: PipelineParts): ReserveKey {
  if (!reserveKey && Object.values(rows).some(acceptsIdempotencyKey)) {
    throw new Error("a row accepts idempotency keys, but nothing reserves them: see keyedPipelinePartsFrom");
  }
  return reserveKey ?? (() => Promise.reject(new Error("no row accepts idempotency keys")));
}

function requestLine(scope: RequestScope, status: number, now: number, units: ConsumedUnits): RequestLine {
  const { error, match } = scope;
  const accountId = callerOf(scope)?.accountId;
  return {
    level: status >= 500 ? "error" : "info",
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
    ...(error && error.status >= 500 && { fault: faultOf(error.cause) }),
  };
}
