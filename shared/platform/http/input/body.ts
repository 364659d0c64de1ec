/** Functions for JSON bodies and multipart bodies. */
import type { APIGatewayProxyEvent } from "aws-lambda";
import { AppError } from "../errors.ts";
import { isMultipart } from "../route/route.ts";
import type { Middleware, RequestScope } from "../scope.ts";

export type BodyKind = "json" | "multipart";

/** Runs the middlewares only for requests whose row has a body of this kind. */
export function forBodies(kind: BodyKind, middlewares: readonly Middleware[]): Middleware[] {
  const takes = (scope: RequestScope) => {
    if (scope.match.kind !== "row" || "reserved" in scope.match.row) return false;
    const { body } = scope.match.row;
    return body !== undefined && isMultipart(body) === (kind === "multipart");
  };
  return middlewares.map(({ before, onError }) => ({
    ...(before && { before: (request) => (takes(request.context.scope) ? before(request) : undefined) }),
    ...(onError && { onError: (request) => (takes(request.context.scope) ? onError(request) : undefined) }),
  }));
}

/** Throws 415 for another media type and for a compressed body. */
export function requireMediaType({ headers }: RequestScope, pattern: RegExp, expected: string): void {
  if (!pattern.test((headers["content-type"] ?? "").trim())) {
    throw new AppError("unsupported_media_type", { message: `This route accepts ${expected}.` });
  }
  if (!/^(identity)?$/i.test((headers["content-encoding"] ?? "").trim())) {
    throw new AppError("unsupported_media_type", { message: "A compressed body is not accepted." });
  }
}

export function bodyBytes(event: APIGatewayProxyEvent): number {
  return Buffer.byteLength(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8");
}

export function decodeBody(event: APIGatewayProxyEvent): Buffer {
  return Buffer.from(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8");
}

export function isBlank(body: string | null | undefined): boolean {
  return !body?.trim();
}

export function megabytes(bytes: number): string {
  return `${Math.floor(bytes / 1024 / 1024)} MB`;
}

/** A 413 with the limit, and what to do with a larger body. */
export function tooLarge(limit: string, hint: string | undefined): AppError {
  return new AppError("payload_too_large", { message: hint ? `${limit} ${hint}` : limit });
}

/** Whether a middleware of middy refused the request. The cause of its error has the name of the package. */
export function isRefusalOf(name: string, error: unknown): error is Error & { cause: { message?: string } } {
  if (!(error instanceof Error) || typeof error.cause !== "object" || error.cause === null) return false;
  return "package" in error.cause && error.cause.package === name;
}
