/** The published keys of issuers (RFC 7517), fetched when needed and kept in memory. */
import { assertIsJwks, type Jwks, SimpleJwksCache } from "aws-jwt-verify/jwk";
import { safeJsonParse } from "aws-jwt-verify/safe-json-parse";
import { unavailable } from "../http/errors.ts";

/** Milliseconds that an issuer has for its answer. */
const timeLimit = 3_000;

/**
 * A cache that fetches a set at its first use, and again when a token names a key that is not in it (but not within ten
 * seconds of a name that was in vain). A set that can't be had is no fault of whoever sent the token:
 * `service_unavailable`.
 */
export function createKeySetCache(fetchSet: typeof fetch = fetch): SimpleJwksCache {
  // The library's own fetcher knows no http, which is what the local issuer speaks.
  return new SimpleJwksCache({ fetcher: { fetch: (uri) => fetchBytes(uri, fetchSet) }, jwksParser: parseKeySet });
}

async function fetchBytes(uri: string, fetchSet: typeof fetch): Promise<ArrayBuffer> {
  try {
    const response = await fetchSet(uri, { signal: AbortSignal.timeout(timeLimit), redirect: "error" });
    if (!response.ok) throw new Error(`the key set was answered with ${response.status}`);
    return await response.arrayBuffer();
  } catch (cause) {
    throw unavailable(cause);
  }
}

function parseKeySet(bytes: ArrayBuffer): Jwks {
  try {
    const set = safeJsonParse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    assertIsJwks(set);
    return set;
  } catch (cause) {
    throw unavailable(cause);
  }
}
