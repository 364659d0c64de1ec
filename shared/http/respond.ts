/** Turns answers and errors into the gateway's result, with the headers that every response carries. */
import type { APIGatewayProxyResult } from "aws-lambda";
import { corsHeaders } from "./cors.ts";
import { AppError, errorCatalogue, errorEnvelope, unavailable } from "./errors.ts";
import { type Answer, type AnswerShape, isSchema } from "./route.ts";
import type { RequestScope } from "./scope.ts";

export const securityHeaders = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-site",
  "referrer-policy": "no-referrer",
  "strict-transport-security": "max-age=63072000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** An answer as it goes out, but for the headers that belong to one request. */
export interface RenderedAnswer {
  statusCode: number;
  headers: Record<string, string>;
  multiValueHeaders?: { "set-cookie": string[] };
  body: string;
  isBase64Encoded: boolean;
}

/** An answer of this shape; a body of bytes travels as base64. */
export function render(shape: AnswerShape | undefined, answer: Answer): RenderedAnswer {
  const { payload, contentType } = encode(shape, answer);
  const bytes = payload instanceof Uint8Array;
  return {
    statusCode: answer.status,
    headers: {
      ...(contentType && { "content-type": contentType }),
      ...(answer.txid !== undefined && { "x-txid": answer.txid }),
      ...answer.headers,
    },
    ...(answer.cookies && { multiValueHeaders: { "set-cookie": answer.cookies } }),
    body: bytes ? Buffer.from(payload).toString("base64") : payload,
    isBase64Encoded: bytes,
  };
}

/** The result for a rendered answer. */
export function respond(
  scope: RequestScope,
  rendered: RenderedAnswer,
  allowedOrigins: readonly string[],
): APIGatewayProxyResult {
  return finish(scope, allowedOrigins, { ...rendered });
}

/** What a browser shows; the headers are those that a page needs beyond every answer's. */
export interface Page {
  headers: Record<string, string>;
  body: string;
}

/** The result for a refusal or a fault: in the envelope, or as a page with the same status. */
export function respondError(
  scope: RequestScope,
  error: AppError,
  allowedOrigins: readonly string[],
  page?: Page,
): APIGatewayProxyResult {
  return finish(scope, allowedOrigins, {
    statusCode: errorCatalogue[error.code].status,
    headers: {
      ...errorHeaders(error),
      ...(page && { "content-type": "text/html; charset=utf-8" }),
      ...error.headers,
      ...page?.headers,
    },
    body: page?.body ?? JSON.stringify(errorEnvelope(error, scope.requestId, `${scope.baseUrl}/docs/errors`)),
  });
}

/** What the headers say of an error, whoever answers with it. */
export function errorHeaders({ code, retryAfter }: AppError): Record<string, string> {
  return {
    "content-type": "application/json; charset=utf-8",
    ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
    // RFC 9110, section 15.5.2. The gateway delivers what a function says as `x-amzn-remapped-www-authenticate`.
    ...(errorCatalogue[code].status === 401 && { "www-authenticate": "Bearer" }),
  };
}

/** Faults of the platform that pass by themselves, by the names that the AWS SDK gives them. */
const passingFaults = new Set([
  "InternalServerError",
  "LimitExceededException",
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
  "RequestTimeout",
  "ServiceUnavailable",
  "SlowDown",
  "ThrottlingException",
  "TimeoutError",
  "TransactionInProgressException",
]);

/** An account's items share a partition with local indexes, which holds 10 GB. */
const fullCollection = "ItemCollectionSizeLimitExceededException";

/** The one mapper: what is no AppError is a fault of ours, and its text stays in the log. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof Error && error.name === fullCollection) {
    return new AppError("storage_limit_reached", { cause: error });
  }
  if (error instanceof Error && (passingFaults.has(error.name) || isConnectionFault(error))) {
    return unavailable(error);
  }
  return new AppError("internal_server_error", { cause: error });
}

function isConnectionFault(error: Error): boolean {
  return "code" in error && ["ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "EPIPE"].includes(String(error.code));
}

function encode(
  shape: AnswerShape | undefined,
  answer: Answer,
): { payload: string | Uint8Array; contentType?: string } {
  if (shape === undefined || shape === "none") return { payload: "" };
  if (isSchema(shape)) return { payload: JSON.stringify(answer.body), contentType: "application/json; charset=utf-8" };
  const { body, contentType = shape.contentType } = answer as { body: string | Uint8Array; contentType?: string };
  return { payload: body, contentType };
}

function finish(
  scope: RequestScope,
  allowedOrigins: readonly string[],
  result: APIGatewayProxyResult,
): APIGatewayProxyResult {
  return {
    ...result,
    headers: {
      ...securityHeaders,
      "cache-control": "no-store",
      ...corsHeaders(scope.headers.origin, allowedOrigins),
      ...scope.extraHeaders,
      ...result.headers,
      "x-request-id": scope.requestId,
    },
    body: scope.method === "HEAD" ? "" : result.body,
  };
}
