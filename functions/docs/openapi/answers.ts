/** Describes the answers of a row, and the errors that follow from its fields, as OpenAPI responses. */
import { type ErrorCode, errorCatalogue } from "../../../shared/platform/http/error-catalogue.ts";
import { AppError, errorEnvelope } from "../../../shared/platform/http/errors.ts";
import { acceptsIdempotencyKey } from "../../../shared/platform/http/idempotency/idempotency-key.ts";
import type { JsonSchema, SchemaWriter } from "../../../shared/platform/http/route/json-schema.ts";
import { type AnswerShape, isSchema, needsCaller, type Row } from "../../../shared/platform/http/route/route.ts";
import type { HeaderName } from "./components.ts";

export interface AnswerContext {
  writer: SchemaWriter;
  /** The absolute address of the docs page, without a slash at its end. */
  docsUrl: string;
  /** The path of the docs page. */
  docsPath: string;
}

/** The answers by status. `conditional` means that the row changes a resource that has an `ETag`. */
export function describeAnswers(row: Row, conditional: boolean, { writer }: AnswerContext): Record<string, JsonSchema> {
  const guarded = needsCaller(row);
  const limited = row.rateLimit !== "none";
  return Object.fromEntries(
    Object.entries(row.answers).map(([status, shape]) => {
      const headers = headersOf([
        "x-request-id",
        limited && "RateLimit",
        limited && "RateLimit-Policy",
        guarded && row.accountData !== false && "x-txid",
        (304 in row.answers || (conditional && status !== "204" && row.method !== "DELETE")) && "ETag",
        (status === "302" ||
          status === "303" ||
          (guarded && row.method !== "DELETE" && (status === "201" || status === "202"))) &&
          "Location",
        status === "202" && 303 in row.answers && "Retry-After",
        acceptsIdempotencyKey(row) && "Idempotent-Replayed",
      ]);
      return [status, { description: describeStatus(Number(status)), headers, ...contentOf(shape, writer) }];
    }),
  );
}

function contentOf(shape: AnswerShape, writer: SchemaWriter): JsonSchema {
  if (shape === "none") return {};
  if (isSchema(shape)) return { content: { "application/json": { schema: writer.write(shape) } } };
  return { content: { [mediaType(shape.contentType)]: { schema: { type: "string" } } } };
}

/** The errors by status. Errors that a caller does not cause share the range 5XX. */
export function describeErrors(row: Row, conditional: boolean, context: AnswerContext): Record<string, JsonSchema> {
  const byStatus = new Map<string, ErrorCode[]>();
  for (const code of errorCodesOf(row, conditional)) {
    const { status } = errorCatalogue[code];
    const key = status >= 500 ? "5XX" : String(status);
    byStatus.set(key, [...(byStatus.get(key) ?? []), code]);
  }
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, describeError(codes, row, context)]));
}

function describeError(codes: readonly ErrorCode[], row: Row, { docsUrl, docsPath }: AnswerContext): JsonSchema {
  const limited = codes.includes("rate_limit_exceeded");
  const headers = headersOf([
    "x-request-id",
    limited && "RateLimit",
    limited && "RateLimit-Policy",
    codes.some((code) => retryable.has(code)) && "Retry-After",
    codes.includes("precondition_failed") && "ETag",
    codes.some((code) => errorCatalogue[code].status === 401) && "x-amzn-remapped-www-authenticate",
  ]);
  return {
    description: codes
      .map((code) => `[\`${code}\`](${docsPath}/errors/${code}): ${errorCatalogue[code].message}`)
      .join("\n\n"),
    headers,
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/Error" },
        examples: Object.fromEntries(
          codes.map((code) => [code, { value: exampleError(code, row.body ? "body" : "query", docsUrl) }]),
        ),
      },
    },
  };
}

/** The error codes that a row may answer, in the order of the checks. */
function errorCodesOf(row: Row, conditional: boolean): ErrorCode[] {
  const guarded = needsCaller(row);
  const writes = row.method !== "GET";
  const codes: (ErrorCode | false | undefined)[] = [
    guarded && "auth_required",
    guarded && "invalid_api_key",
    guarded && writes && "origin_not_allowed",
    row.access === "session" && "api_key_route_forbidden",
    row.access === "integration" && (writes || row.fullKeyOnly) && "api_key_method_forbidden",
    row.rateLimit !== "none" && "rate_limit_exceeded",
    row.body && "unsupported_media_type",
    row.body && "payload_too_large",
    // A row without parameters also answers this: it refuses every query, and the gateway refuses malformed requests.
    "validation_error",
    acceptsIdempotencyKey(row) && "idempotency_conflict",
    ...(row.errors ?? []),
    conditional && "precondition_failed",
    "internal_server_error",
    "service_unavailable",
    "timeout",
  ];
  return [...new Set(codes.filter((code) => code !== false && code !== undefined))];
}

/** Errors with a `Retry-After` header. */
const retryable = new Set<ErrorCode>(["rate_limit_exceeded", "service_unavailable", "idempotency_conflict"]);

function headersOf(names: readonly (HeaderName | false)[]): Record<string, JsonSchema> {
  const given = names.filter((name) => name !== false);
  return Object.fromEntries(given.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function describeStatus(status: number): string {
  const words: Record<number, string> = {
    200: "Done.",
    201: "Created.",
    202: "Accepted: the work continues in the background.",
    204: "Done, without a body.",
    302: "Redirects a browser.",
    303: "Redirects to the file.",
    304: "The version that the caller has is current.",
    503: "The service can't answer requests.",
  };
  return words[status] ?? `Status ${status}.`;
}

function mediaType(contentType: string): string {
  return (contentType.split(";")[0] ?? "").trim();
}

/** The envelope of an error on a route that reads this part of a request. `docsUrl` is absolute. */
export function exampleError(code: ErrorCode, part: "body" | "query", docsUrl: string) {
  const details = code === "validation_error" ? [unknownField[part]] : undefined;
  const retryAfter = code === "rate_limit_exceeded" ? 21 : code === "service_unavailable" ? 1 : undefined;
  const options = { ...(details && { details }), ...(retryAfter !== undefined && { retryAfter }) };
  return errorEnvelope(new AppError(code, options), exampleRequestId, `${docsUrl}/errors`);
}

const unknownField = {
  body: { path: "body.colour", message: "Unknown field." },
  query: { path: "query.colour", message: "Unknown parameter." },
};

const exampleRequestId = "5d0a2b3c-41c7-4c1e-9d5f-0f6a1b2c3d4e";
