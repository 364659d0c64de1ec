/**
 * The session cookie. Its value is the access token, so that the service stores no sessions.
 * infra/decisions/0004-authentication.md explains it, and why browsers may send it across sites.
 */

/** The bytes of name and value that every browser accepts (RFC 6265bis, section 5.6). */
const maxCookieBytes = 4_096;

/** One year in seconds. Browsers shorten ages of more than 400 days (RFC 6265bis, section 5.6.2). */
const maxCookieAge = 365 * 24 * 60 * 60;

/** Only browsers on the same machine use http, and some of them refuse a `Secure` cookie then. */
function isLocalHttp(baseUrl: string): boolean {
  return /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/i.test(baseUrl);
}

/** Only the host itself can set a cookie whose name starts with `__Host-`, and only over TLS (RFC 6265bis, section 4.1.3.2). */
export function sessionCookieName(baseUrl: string): string {
  return isLocalHttp(baseUrl) ? "session" : "__Host-session";
}

/**
 * The `Set-Cookie` header that starts a session. Undefined when the token is too long for a cookie. `maxAge` is in seconds
 * and limited to a year.
 */
export function startSessionCookie(baseUrl: string, token: string, maxAge: number): string | undefined {
  const pair = `${sessionCookieName(baseUrl)}=${token}`;
  const age = Math.min(maxAge, maxCookieAge);
  return Buffer.byteLength(pair) > maxCookieBytes ? undefined : `${pair}; Max-Age=${age}; ${attributesOf(baseUrl)}`;
}

/** The `Set-Cookie` header that ends a session. */
export function endSessionCookie(baseUrl: string): string {
  return `${sessionCookieName(baseUrl)}=; Max-Age=0; ${attributesOf(baseUrl)}`;
}

function attributesOf(baseUrl: string): string {
  return isLocalHttp(baseUrl) ? "Path=/; HttpOnly; SameSite=Lax" : "Path=/; HttpOnly; Secure; SameSite=None";
}
