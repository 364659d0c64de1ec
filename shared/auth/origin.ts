/**
 * The defence against forged requests: browsers add a cookie by themselves, but they can't lie about the page that
 * asks.
 */

/** Methods that change nothing (RFC 9110, section 9.2.1). */
function isSafeMethod(method: string): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}

/**
 * Whether a request that is signed in by cookie may do what it asks: a change needs an `Origin` from the allow-list.
 */
export function mayUseCookie(method: string, origin: string | undefined, allowedOrigins: readonly string[]): boolean {
  return isSafeMethod(method) || (origin !== undefined && allowedOrigins.includes(origin));
}
