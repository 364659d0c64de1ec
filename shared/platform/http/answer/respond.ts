/** Converts answers and errors to the result that the gateway expects. */
import type { APIGatewayProxyResult } from "aws-lambda";
import { type AppError, errorEnvelope, toAppError } from "../errors.ts";
import { type Answer, type AnswerShape, isSchema, type RenderedAnswer } from "../route/route.ts";
import type { Middleware, RequestScope } from "../scope.ts";
import { answerJson } from "./answer-size.ts";
import { corsHeaders } from "./cors.ts";

export const securityHeaders = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-site",
  "referrer-policy": "no-referrer",
  "strict-transport-security": "max-age=63072000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

export function render(shape: AnswerShape | undefined, answer: Answer): RenderedAnswer {
  const { body, contentType } = encode(shape, answer);
  return {
    statusCode: answer.status,
    headers: {
      ...(contentType && { "content-type": contentType }),
      ...(answer.txid !== undefined && { "x-txid": answer.txid }),
      ...answer.headers,
    },
    ...(answer.cookies && { multiValueHeaders: { "set-cookie": answer.cookies } }),
    body,
  };
}

/** Where programs find who issues session tokens (RFC 9728, section 3). */
export const resourceMetadataPath = "/.well-known/oauth-protected-resource";

/** An HTML page with its additional headers. */
export interface Page {
  headers: Record<string, string>;
  body: string;
}

/** Makes the page that shows an error to a browser. */
export type ErrorPage = (error: AppError, scope: Pick<RequestScope, "requestId" | "baseUrl">) => Promise<Page>;

/** Answers errors in the envelope or, for browsers, as a page with the same status. */
export function answerErrors(errorPage: ErrorPage | undefined): Middleware {
  return {
    onError: async (request) => {
      const { scope } = request.context;
      const error = toAppError(request.error);
      scope.error = error;
      // If the page can't be made, the answer is the envelope.
      const page = acceptsHtml(scope.headers.accept)
        ? await errorPage?.(error, scope).catch(() => undefined)
        : undefined;
      request.response = {
        statusCode: error.status,
        headers: {
          ...errorHeaders(error, `Bearer resource_metadata="${scope.baseUrl}${resourceMetadataPath}"`),
          ...(page && { "content-type": "text/html; charset=utf-8" }),
          ...error.headers,
          ...page?.headers,
        },
        body: page?.body ?? JSON.stringify(errorBody(error, scope)),
      };
    },
  };
}

function errorBody(error: AppError, { match, requestId, baseUrl }: RequestScope): object {
  const own = match.kind === "row" && !("reserved" in match.row) ? match.row.errorBody?.(error) : undefined;
  return own ?? errorEnvelope(error, requestId, `${baseUrl}/docs/errors`);
}

/** The headers of an error of a function or of the gateway, which can't write the address of the metadata. */
export function errorHeaders({ status, retryAfter }: AppError, challenge = "Bearer"): Record<string, string> {
  return {
    "content-type": "application/json; charset=utf-8",
    ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
    // RFC 9110, section 15.5.2, and RFC 9728, section 5.1. The gateway renames the header of a function to `x-amzn-remapped-www-authenticate`.
    ...(status === 401 && { "www-authenticate": challenge }),
  };
}

function encode(shape: AnswerShape | undefined, answer: Answer): { body: string; contentType?: string } {
  if (shape === undefined || shape === "none") return { body: "" };
  if (isSchema(shape)) return { body: answerJson(answer.body ?? {}), contentType: "application/json; charset=utf-8" };
  const { body, contentType = shape.contentType } = answer as { body: string; contentType?: string };
  return { body, contentType };
}

/** Adds the headers of every answer. Removes the body for a HEAD request. */
export function completeAnswer(
  scope: RequestScope,
  answer: APIGatewayProxyResult,
  allowedOrigins: readonly string[],
): APIGatewayProxyResult {
  return {
    ...answer,
    headers: {
      ...securityHeaders,
      "cache-control": "no-store",
      ...corsHeaders(scope.headers.origin, allowedOrigins),
      ...scope.extraHeaders,
      ...answer.headers,
      "x-request-id": scope.requestId,
    },
    body: scope.method === "HEAD" ? "" : answer.body,
  };
}

/** Whether `Accept` names HTML, as browsers do (RFC 9110, section 12.5.1). Programs usually accept anything. */
export function acceptsHtml(accept = ""): boolean {
  return /(^|,)\s*text\/html\s*(?!;\s*q=0(\.0*)?\s*(,|$))(;|,|$)/i.test(accept);
}
