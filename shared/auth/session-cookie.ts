/**
 * The cookie that carries a session: the access token itself, so that nothing has to be stored. Its reasons, and why it
 * may travel across sites, are in infra/decisions/0004-authentication.md.
 */

/** Bytes of name and value that browsers surely keep (RFC 6265bis, section 5.6: up to 4,096). */
const maxCookieBytes = 4_096;

/** Seconds: a year. Browsers cut what is beyond 400 days (RFC 6265bis, section 5.6.2). */
const maxCookieAge = 365 * 24 * 60 * 60;

/** Only browsers on the same machine are served without TLS, and not all of them keep a `Secure` cookie then. */
function isLocalHttp(baseUrl: string): boolean {
  return /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/i.test(baseUrl);
}

/**
 * `__Host-`: set by this very host over TLS, for all of it, and never by a neighbour under the same domain (RFC
 * 6265bis, section 4.1.3.2).
 */
export function sessionCookieName(baseUrl: string): string {
  return isLocalHttp(baseUrl) ? "session" : "__Host-session";
}

/**
 * The `Set-Cookie` header that starts a session; undefined when the token is too long for a browser to keep. `maxAge`
 * in seconds; beyond a year it is cut.
 */
export function startSessionCookie(baseUrl: string, token: string, maxAge: number): string | undefined {
  const pair = `${sessionCookieName(baseUrl)}=${token}`;
  const age = Math.min(maxAge, maxCookieAge);
  return Buffer.byteLength(pair) > maxCookieBytes ? undefined : `${pair}; Max-Age=${age}; ${attributesOf(baseUrl)}`;
}

/** The `Set-Cookie` header that ends it. */
export function endSessionCookie(baseUrl: string): string {
  return `${sessionCookieName(baseUrl)}=; Max-Age=0; ${attributesOf(baseUrl)}`;
}

function attributesOf(baseUrl: string): string {
  return isLocalHttp(baseUrl) ? "Path=/; HttpOnly; SameSite=Lax" : "Path=/; HttpOnly; Secure; SameSite=None";
}
