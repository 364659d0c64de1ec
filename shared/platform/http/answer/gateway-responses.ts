/**
 * The answers that the gateway makes without a function. The stack and the local host read them here. The names are response
 * types of API Gateway ("Gateway response types for API Gateway" in the developer guide). The error code has the status.
 */
import { type ErrorCode, errorCatalogue } from "../error-catalogue.ts";
import { AppError, errorEnvelope } from "../errors.ts";
import { errorHeaders, securityHeaders } from "./respond.ts";

export interface GatewayResponse {
  code: ErrorCode;
  /** Seconds, for the `retry-after` header and the envelope. */
  retryAfter?: number;
  /** Replaces the message of the catalogue. */
  message?: string;
}

/** The gateway accepts 10 MB, but a function only accepts an event of 6 MB, in which files are base64. */
const tooLarge =
  "A request may have 4 MB. Send a larger file straight to the storage: see POST /contacts/import/{source}/uploads and " +
  "POST /contacts/{id}/photo/uploads.";

/**
 * The two defaults are for all types without an entry. No route uses AWS signatures, so errors about signatures and expired
 * tokens mean that the path does not exist.
 */
export const gatewayResponses = {
  DEFAULT_4XX: { code: "validation_error" },
  DEFAULT_5XX: { code: "internal_server_error" },
  ACCESS_DENIED: { code: "auth_required" },
  API_CONFIGURATION_ERROR: { code: "internal_server_error" },
  AUTHORIZER_CONFIGURATION_ERROR: { code: "internal_server_error" },
  AUTHORIZER_FAILURE: { code: "service_unavailable", retryAfter: 1 },
  BAD_REQUEST_PARAMETERS: { code: "validation_error", message: "The path, the query or a header is not valid." },
  EXPIRED_TOKEN: { code: "not_found" },
  INTEGRATION_FAILURE: { code: "service_unavailable", retryAfter: 1 },
  INTEGRATION_TIMEOUT: { code: "timeout" },
  INVALID_SIGNATURE: { code: "not_found" },
  MISSING_AUTHENTICATION_TOKEN: { code: "not_found" },
  REQUEST_TOO_LARGE: { code: "payload_too_large", message: tooLarge },
  RESOURCE_NOT_FOUND: { code: "not_found" },
  THROTTLED: { code: "rate_limit_exceeded", retryAfter: 1 },
  UNAUTHORIZED: { code: "auth_required" },
  UNSUPPORTED_MEDIA_TYPE: { code: "unsupported_media_type" },
  // The firewall mostly needs less than 30 seconds to notice that the rate has fallen ("Rate-based rule caveats", AWS WAF).
  WAF_FILTERED: { code: "rate_limit_exceeded", retryAfter: 30, message: "Too many requests come from your address." },
} as const satisfies Record<string, GatewayResponse>;

export type GatewayResponseType = keyof typeof gatewayResponses;

/**
 * Bodies of these media types are passed to functions as base64. Other bodies are passed as UTF-8 text, in which the gateway
 * replaces invalid bytes. JSON is included so that a body with invalid bytes can be refused.
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

export function gatewayStatus(type: GatewayResponseType): number {
  return errorCatalogue[gatewayResponses[type].code].status;
}

function gatewayError(type: GatewayResponseType): AppError {
  const { code, message = errorCatalogue[code].message, retryAfter }: GatewayResponse = gatewayResponses[type];
  // The gateway does not say what is wrong, but it does not check bodies.
  const details = code === "validation_error" ? [{ path: "headers", message }] : undefined;
  return new AppError(code, { message, retryAfter, details });
}

/**
 * The body of the answer. The stack passes variables of API Gateway (`$context.requestId`), and the local host passes values.
 * `docsUrl` is the address of the error pages without a slash at its end.
 */
export function gatewayBody(type: GatewayResponseType, requestId: string, docsUrl: string): string {
  return JSON.stringify(errorEnvelope(gatewayError(type), requestId, docsUrl));
}

/** The headers of the answer without `x-request-id` and the headers of CORS, which depend on the request. */
export function gatewayHeaders(type: GatewayResponseType): Record<string, string> {
  return { ...securityHeaders, "cache-control": "no-store", ...errorHeaders(gatewayError(type)) };
}
