/** Cross-origin headers for origins of an allow-list, with credentials (Fetch standard, "CORS protocol"). */

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

/** Seconds for which a browser may cache the answer to a preflight request. */
const preflightMaxAge = 600;

/**
 * Whether pages of this origin may use the cookies of a session: those of the service's own origin, and those of the
 * allow-list. `baseUrl` is the address of the service as the caller sees it.
 */
export function mayUseCookies(origin: string, baseUrl: string, allowedOrigins: readonly string[]): boolean {
  return allowedOrigins.includes(origin) || (URL.canParse(baseUrl) && new URL(baseUrl).origin === origin);
}

/** The headers of an answer. An origin that is not on the list only gets `Vary`. */
export function corsHeaders(origin: string | undefined, allowedOrigins: readonly string[]): Record<string, string> {
  if (!origin || !allowedOrigins.includes(origin)) return { vary: "Origin" };
  return {
    vary: "Origin",
    "access-control-allow-origin": origin,
    "access-control-allow-credentials": "true",
    "access-control-expose-headers": exposedHeaders.join(", "),
  };
}

/** The headers of the answer to a preflight request. `allow` has the methods of the path. */
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
