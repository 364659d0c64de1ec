/** Asks an issuer who the bearer of a token is (OpenID Connect Core 1.0, section 5.3). */
import { unavailable } from "../http/errors.ts";
import type { Claims } from "./person.ts";

/** Milliseconds that an issuer has for its answer. */
const timeLimit = 3_000;

/**
 * The claims, or none when the issuer does not tell them to this token (it lacks the scope, say) or speaks of somebody
 * else. Throws `service_unavailable` when the issuer can't be reached: what it would have told must not be lost.
 */
export async function fetchUserInfo(
  uri: string,
  token: string,
  subject: string,
  fetchInfo: typeof fetch = fetch,
): Promise<Claims> {
  const claims = await ask(uri, token, fetchInfo);
  // Section 5.3.2: an answer about another subject must not be used.
  return claims.sub === subject ? claims : {};
}

async function ask(uri: string, token: string, fetchInfo: typeof fetch): Promise<Claims> {
  try {
    const response = await fetchInfo(uri, {
      headers: { accept: "application/json", authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(timeLimit),
      redirect: "error",
    });
    if (response.status >= 400 && response.status < 500 && response.status !== 429) return {};
    if (!response.ok) throw new Error(`userinfo was answered with ${response.status}`);
    const claims: unknown = await response.json();
    return typeof claims === "object" && claims !== null ? (claims as Claims) : {};
  } catch (cause) {
    throw unavailable(cause);
  }
}
