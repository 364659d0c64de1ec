/** Describes errors: their envelope, and the errors that a row may answer, as components of the API description. */
import * as z from "zod";
import { faultAnswer } from "../../../shared/platform/http/answer/common-fields.ts";
import { type ErrorCode, errorCatalogue } from "../../../shared/platform/http/error-catalogue.ts";
import { AppError, errorEnvelope } from "../../../shared/platform/http/errors.ts";
import { acceptsIdempotencyKey } from "../../../shared/platform/http/idempotency/idempotency-key.ts";
import type { JsonSchema, SchemaWriter } from "../../../shared/platform/http/route/json-schema.ts";
import { namedObject } from "../../../shared/platform/http/route/named-schema.ts";
import { needsCaller, type Row } from "../../../shared/platform/http/route/route.ts";
import { headersOf } from "./headers.ts";

const errorCodes = Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]];
const errorTypes = [...new Set(Object.values(errorCatalogue).map(({ type }) => type))];

const errorSchema = namedObject(
  "Error",
  () => ({
    error: z
      .strictObject({
        code: z.enum(errorCodes).describe("What happened, for programs. Each code has a page"),
        type: z.enum(errorTypes).describe("The kind of error, of which there are fewer than codes"),
        message: z.string().describe("A sentence for the person who debugs the call"),
        request_id: z
          .string()
          .describe("The same as the header `x-request-id`, by which the request is found in the log"),
        doc_url: z.url().describe("The page about this code"),
        param: z.string().optional().describe("The path of the first of `details`"),
        details: z.array(faultAnswer()).optional().describe("All faults of the request"),
        retry_after: z.int().optional().describe("Seconds, as in the header `Retry-After`"),
      })
      .describe("What went wrong"),
  }),
  "The body of every error",
);

export interface ErrorWriter {
  /** References to the errors of a row by their statuses; itself where the row has an own answer of the status. `conditional`: the row changes a resource that has an `ETag`. */
  write: (row: Row, conditional: boolean) => Record<string, JsonSchema>;
  /** Each set of codes that rows share. */
  components: () => Record<string, JsonSchema>;
}

/** Rows with the same codes share a response, which is named by its codes. */
export function createErrorWriter(writer: SchemaWriter): ErrorWriter {
  const responses: Record<string, JsonSchema> = {};
  const schema = writer.write(errorSchema, "answer");

  function describe(codes: readonly ErrorCode[], limited: boolean): JsonSchema {
    return {
      description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code].message}`).join("\n\n"),
      ...headersOf([
        limited && "RateLimit",
        limited && "RateLimit-Policy",
        codes.some((code) => retryable.has(code)) && "Retry-After",
        codes.includes("precondition_failed") && "ETag",
        codes.some((code) => errorCatalogue[code].status === 401) && "x-amzn-remapped-www-authenticate",
      ]),
      content: { "application/json": { schema } },
    };
  }

  return {
    write: (row, conditional) => {
      const byStatus = Map.groupBy(errorCodesOf(row, conditional), (code) => errorCatalogue[code].status);
      return Object.fromEntries(
        [...byStatus].map(([status, codes]) => {
          const counted = codes.some((code) => !beforeCounting.has(code));
          const limited = row.rateLimit !== "none" && counted;
          if (status in row.answers) return [String(status), describe(codes, limited)];
          const name = nameOfCodes(codes) + (limited || !counted ? "" : "Unlimited");
          responses[name] ??= describe(codes, limited);
          return [String(status), { $ref: `#/components/responses/${name}` }];
        }),
      );
    },
    components: () => responses,
  };
}

/** `ContactNotFound` for `contact_not_found`. The sets that most rows have are named as their statuses. */
function nameOfCodes(codes: readonly ErrorCode[]): string {
  return usualSets[codes.join(" ")] ?? codes.map(wordOf).join("Or");
}

const usualSets: Readonly<Record<string, string>> = {
  "auth_required invalid_api_key": "Unauthorized",
  "origin_not_allowed api_key_method_forbidden": "Forbidden",
  "origin_not_allowed api_key_route_forbidden": "ForbiddenToKeys",
  "idempotency_conflict storage_limit_reached": "WriteConflict",
  "idempotency_conflict conflict storage_limit_reached": "Conflict",
};

function wordOf(code: ErrorCode): string {
  return code.replace(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase());
}

/** The error codes that a row may answer, in the order of the checks. */
function errorCodesOf(row: Row, conditional: boolean): ErrorCode[] {
  const guarded = needsCaller(row);
  const writes = row.method !== "GET";
  const codes: (ErrorCode | false | undefined)[] = [
    guarded && "auth_required",
    guarded && "invalid_api_key",
    guarded && writes && "origin_not_allowed",
    (row.access === "session" || row.sessionOnly) && "api_key_route_forbidden",
    row.access === "integration" && (writes || row.fullKeyOnly) && "api_key_method_forbidden",
    row.rateLimit !== "none" && "rate_limit_exceeded",
    row.body && "unsupported_media_type",
    row.body && "payload_too_large",
    // A row without parameters also answers this: it refuses every query, and the gateway refuses malformed requests.
    "validation_error",
    acceptsIdempotencyKey(row) && "idempotency_conflict",
    ...(row.errors ?? []),
    guarded && writes && row.accountData !== false && "storage_limit_reached",
    conditional && "precondition_failed",
    "internal_server_error",
    "service_unavailable",
    "timeout",
  ];
  return [...new Set(codes.filter((code) => code !== false && code !== undefined))];
}

/** Errors that are answered before the rate is counted. */
const beforeCounting = new Set<ErrorCode>([
  "auth_required",
  "invalid_api_key",
  "origin_not_allowed",
  "api_key_route_forbidden",
  "api_key_method_forbidden",
]);

/** Errors with a `Retry-After` header. */
const retryable = new Set<ErrorCode>(["rate_limit_exceeded", "service_unavailable", "idempotency_conflict"]);

/** The envelope of an error. `docsUrl` is absolute. */
export function exampleError(code: ErrorCode, docsUrl: string) {
  const details = code === "validation_error" ? unknownFields : undefined;
  const retryAfter = code === "rate_limit_exceeded" ? 21 : code === "service_unavailable" ? 1 : undefined;
  const options = { ...(details && { details }), ...(retryAfter !== undefined && { retryAfter }) };
  return errorEnvelope(new AppError(code, options), exampleRequestId, `${docsUrl}/errors`);
}

const unknownFields = [
  { path: "query.colour", message: "Unknown parameter." },
  { path: "body.colour", message: "Unknown field." },
];

const exampleRequestId = "5d0a2b3c-41c7-4c1e-9d5f-0f6a1b2c3d4e";
