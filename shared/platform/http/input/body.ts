/** The checks of bodies before they are parsed. The checks of files are in multipart-body.ts. */
import type { APIGatewayProxyEvent } from "aws-lambda";
import { AppError, invalid } from "../errors.ts";
import { isMultipart } from "../route/route.ts";
import { builtRow, type Middleware, type RequestScope } from "../scope.ts";

/** Runs the middlewares only for requests whose row has a body of this kind. */
export function forBodies(kind: "json" | "multipart", middlewares: readonly Middleware[]): Middleware[] {
  const applies = (scope: RequestScope) => {
    if (scope.match.kind !== "row" || "reserved" in scope.match.row) return false;
    const { body } = scope.match.row;
    return body !== undefined && isMultipart(body) === (kind === "multipart");
  };
  return middlewares.map(({ before, onError }) => ({
    ...(before && { before: (request) => (applies(request.context.scope) ? before(request) : undefined) }),
    ...(onError && { onError: (request) => (applies(request.context.scope) ? onError(request) : undefined) }),
  }));
}

/** The maximum bytes of a JSON body, unless the row has another limit. */
const maxJsonBytes = 1024 * 1024;

/** Decodes the body to text for the parser, and converts errors of the parser. Throws 400, 413 or 415. */
export function checkJson(): Middleware {
  return {
    before: ({ event, context: { scope } }) => {
      requireMediaType(scope, /^application\/(json|[\w.-]+\+json)\s*(;|$)/i, "application/json");
      requireUtf8(scope);
      const { maxBodyBytes = maxJsonBytes, bodyHint } = builtRow(scope).row;
      if (bodyBytes(event) > maxBodyBytes) {
        throw tooLarge(`A JSON body may have ${megabytes(maxBodyBytes)}.`, bodyHint);
      }
      event.body = textOf(decodeBody(event));
      event.isBase64Encoded = false;
      if (isBlank(event.body)) throw invalid("body", "A JSON body is required.");
    },
    onError: (request) => {
      const { error, event } = request;
      if (!isRefusalOf("@middy/http-json-body-parser", error)) return;
      request.error =
        error.message === "Forbidden key in JSON body"
          ? invalid(`body.${forbiddenKey(event.body)}`, "Unknown field.")
          : invalid("body", "The body is not valid JSON.");
    },
  };
}

/** Text in another encoding would be stored with wrong letters. */
function requireUtf8({ headers }: RequestScope): void {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(headers["content-type"] ?? "")?.[1];
  if (charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset)) {
    throw new AppError("unsupported_media_type", { message: "JSON is sent in UTF-8." });
  }
}

/** JSON is UTF-8, and a byte-order mark may be ignored (RFC 8259, section 8.1). */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalid("body", "The body is not in UTF-8.");
  }
}

/** The key that would change the prototype of an object, at any depth. */
function forbiddenKey(body: string | null): string {
  return /"(__proto__|constructor)"\s*:/.exec(body ?? "")?.[1] ?? "__proto__";
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
