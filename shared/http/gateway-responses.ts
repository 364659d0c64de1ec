/**
 * What the gateway itself answers, without any function being asked: one description, read by the stack that configures
 * the gateway and by the local host that stands in for it. The names are API Gateway's response types ("Gateway
 * response types for API Gateway" in its developer guide); each answers with the status of its code in the error
 * catalogue.
 */
import { AppError, type ErrorCode, errorCatalogue, errorEnvelope } from "./errors.ts";
import { errorHeaders, securityHeaders } from "./respond.ts";

export interface GatewayResponse {
  code: ErrorCode;
  /** Seconds, for the `retry-after` header and the envelope. */
  retryAfter?: number;
  /** Where the catalogue's own message would say too little. */
  message?: string;
  /** What a `validation_error` points at: the gateway does not tell more. */
  path?: "body" | "headers";
}

/**
 * The gateway takes 10 MB and a function an event of 6 MB, in which files travel as base64: what the routes for files
 * take is what surely gets through.
 */
const tooLarge =
  "A request may have 4 MB. Send a larger file straight to the storage: see POST /contacts/import/{source}/uploads and " +
  "POST /contacts/{id}/photo/uploads.";

/**
 * The two defaults come first: they answer for every type without an entry of its own. No route asks for an AWS
 * signature, so the gateway speaks of signatures and tokens only where it knows no route: all of that is a path that
 * does not exist.
 */
export const gatewayResponses = {
  DEFAULT_4XX: { code: "validation_error", path: "headers" },
  DEFAULT_5XX: { code: "internal_server_error" },
  ACCESS_DENIED: { code: "auth_required" },
  API_CONFIGURATION_ERROR: { code: "internal_server_error" },
  AUTHORIZER_CONFIGURATION_ERROR: { code: "internal_server_error" },
  AUTHORIZER_FAILURE: { code: "service_unavailable", retryAfter: 1 },
  BAD_REQUEST_BODY: { code: "validation_error", path: "body", message: "The body is not valid." },
  BAD_REQUEST_PARAMETERS: {
    code: "validation_error",
    path: "headers",
    message: "The path, the query or a header is not valid.",
  },
  EXPIRED_TOKEN: { code: "not_found" },
  INTEGRATION_FAILURE: { code: "service_unavailable", retryAfter: 1 },
  INTEGRATION_TIMEOUT: { code: "timeout" },
  INVALID_API_KEY: { code: "invalid_api_key" },
  INVALID_SIGNATURE: { code: "not_found" },
  MISSING_AUTHENTICATION_TOKEN: { code: "not_found" },
  QUOTA_EXCEEDED: { code: "rate_limit_exceeded", retryAfter: 60 },
  REQUEST_TOO_LARGE: { code: "payload_too_large", message: tooLarge },
  RESOURCE_NOT_FOUND: { code: "not_found" },
  THROTTLED: { code: "rate_limit_exceeded", retryAfter: 1 },
  UNAUTHORIZED: { code: "auth_required" },
  UNSUPPORTED_MEDIA_TYPE: { code: "unsupported_media_type" },
  WAF_FILTERED: { code: "validation_error", path: "headers", message: "The firewall refused this request." },
} as const satisfies Record<string, GatewayResponse>;

export type GatewayResponseType = keyof typeof gatewayResponses;

/**
 * Media types that travel as base64 between the gateway and a function; every other body travels as UTF-8 text, in
 * which what is none has been replaced. JSON is among them so that such a body can be refused, and is not stored with
 * letters that nobody wrote.
 */
export const binaryMediaTypes = [
  "application/json",
  "multipart/form-data",
  "application/octet-stream",
  "application/zip",
  "image/gif",
  "image/jpeg",
  "image/png",
  "image/webp",
] as const;

/** Status of the answer. */
export function gatewayStatus(type: GatewayResponseType): number {
  return errorCatalogue[gatewayResponses[type].code].status;
}

/** The error behind an answer, as the catalogue knows it. */
function gatewayError(type: GatewayResponseType): AppError {
  const { code, message = errorCatalogue[code].message, retryAfter, path }: GatewayResponse = gatewayResponses[type];
  return new AppError(code, {
    message,
    ...(retryAfter !== undefined && { retryAfter }),
    ...(path && { details: [{ path, message }] }),
  });
}

/**
 * The body as text. The stack hands in API Gateway's variables (`$context.requestId`), which the gateway replaces, the
 * local host the values themselves. `docsUrl` is the address of the error pages, without a slash at its end.
 */
export function gatewayBody(type: GatewayResponseType, requestId: string, docsUrl: string): string {
  return JSON.stringify(errorEnvelope(gatewayError(type), requestId, docsUrl));
}

/**
 * The headers that every such answer has, whoever asks; `x-request-id` and those of CORS depend on the request and come
 * on top.
 */
export function gatewayHeaders(type: GatewayResponseType): Record<string, string> {
  return { ...securityHeaders, "cache-control": "no-store", ...errorHeaders(gatewayError(type)) };
}
