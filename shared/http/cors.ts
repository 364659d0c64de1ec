/** Cross-origin headers: origins from an allow-list, with credentials (Fetch standard, "CORS protocol"). */

export const exposedHeaders = [
  "ETag",
  "Location",
  "Retry-After",
  "RateLimit",
  "RateLimit-Policy",
  "Idempotent-Replayed",
  "x-request-id",
  "x-txid",
] as const;

const allowedRequestHeaders = [
  "authorization",
  "content-type",
  "idempotency-key",
  "if-match",
  "if-none-match",
] as const;

/** Seconds for which a browser may remember a preflight answer. */
const preflightMaxAge = 600;

/** Headers for an answer to this origin; nothing beyond `Vary` when it is not on the list. */
export function corsHeaders(origin: string | undefined, allowedOrigins: readonly string[]): Record<string, string> {
  if (!origin || !allowedOrigins.includes(origin)) return { vary: "Origin" };
  return {
    vary: "Origin",
    "access-control-allow-origin": origin,
    "access-control-allow-credentials": "true",
    "access-control-expose-headers": exposedHeaders.join(", "),
  };
}

/** Headers of the answer to a preflight request for a path that answers `allow`. */
export function preflightHeaders(
  origin: string | undefined,
  allowedOrigins: readonly string[],
  allow: readonly string[],
): Record<string, string> {
  const common = { ...corsHeaders(origin, allowedOrigins), allow: allow.join(", ") };
  if (!origin || !allowedOrigins.includes(origin)) return common;
  return {
    ...common,
    "access-control-allow-methods": allow.join(", "),
    "access-control-allow-headers": allowedRequestHeaders.join(", "),
    "access-control-max-age": String(preflightMaxAge),
  };
}
