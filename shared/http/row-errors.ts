/** Which codes of the catalogue a row may answer: what follows from its fields, and what its operation names itself. */
import type { ErrorCode } from "./errors.ts";
import { takesIdempotencyKey } from "./idempotency-key.ts";
import { needsCaller, type Row } from "./route.ts";

/** In the order of the checks. `conditional`: the row changes what can be read with an `ETag`. */
export function errorCodesOf(row: Row, conditional: boolean): ErrorCode[] {
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
    // Also of a row without any parameter: a query that it does not know is refused, and by the gateway a broken request.
    "validation_error",
    takesIdempotencyKey(row) && "idempotency_conflict",
    ...(row.errors ?? []),
    conditional && "precondition_failed",
    "internal_server_error",
    "service_unavailable",
    "timeout",
  ];
  return [...new Set(codes.filter((code) => code !== false && code !== undefined))];
}
