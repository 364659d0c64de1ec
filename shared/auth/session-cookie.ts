/**
 * The cookies of sessions. The value of the session cookie is the access token, so that the service stores no sessions; the
 * others are sealed. infra/decisions/0004-authentication.md and 0053-sign-in-for-browsers.md explain them.
 */

/** The bytes of a value. With the name they stay below the 4,096 that every browser accepts (RFC 6265bis, section 5.6). */
const maxValueBytes = 4_000;

/** One year in seconds. Browsers shorten ages of more than 400 days (RFC 6265bis, section 5.6.2). */
const maxCookieAge = 365 * 24 * 60 * 60;

/** The characters of a state that the name of its cookie has, so that several tabs can sign in at once. */
const stateLength = 8;

export interface Cookie {
  name: string;
  path: string;
  sameSite: "Lax" | "None" | "Strict";
}

/**
 * An address of this machine without TLS, which nobody on the way can read or change. Some browsers refuse a `Secure` cookie
 * from it.
 */
export function isLocalHttp(url: string): boolean {
  return /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/i.test(url);
}

/** Only the host itself can set a cookie whose name starts with `__Host-`, and only over TLS (RFC 6265bis, section 4.1.3.2). */
export function sessionCookieName(baseUrl: string): string {
  return isLocalHttp(baseUrl) ? "session" : "__Host-session";
}

/** With `crossSite`, pages of other sites may send it, too, which browsers accept only with `Secure`. */
export function sessionCookie(baseUrl: string, crossSite: boolean): Cookie {
  return { name: sessionCookieName(baseUrl), path: "/", sameSite: crossSite && !isLocalHttp(baseUrl) ? "None" : "Lax" };
}

/** Holds the refresh token. */
export function refreshCookie(baseUrl: string): Cookie {
  return { name: secureName(baseUrl, "refresh"), path: sessionPath(baseUrl), sameSite: "Strict" };
}

/** Holds what a sign-in with this state must remember. It is lax, because the issuer is another site and leads back. */
export function signInCookie(baseUrl: string, state: string): Cookie {
  const name = `sign-in-${state.slice(0, stateLength)}`;
  return { name: secureName(baseUrl, name), path: sessionPath(baseUrl), sameSite: "Lax" };
}

/** A cookie with a path can't be named `__Host-`. */
function secureName(baseUrl: string, name: string): string {
  return isLocalHttp(baseUrl) ? name : `__Secure-${name}`;
}

function sessionPath(baseUrl: string): string {
  return `${basePath(baseUrl)}/session`;
}

/** The address of the service without `/api`, which is the one that issuers know. */
export function withoutApi(baseUrl: string): string {
  return baseUrl.replace(/\/api$/, "");
}

/** The path of that address, without a slash at its end. */
export function basePath(baseUrl: string): string {
  return new URL(withoutApi(baseUrl)).pathname.replace(/\/$/, "");
}

/**
 * The `Set-Cookie` header that starts a cookie. Undefined when the value is too long. `maxAge` is in seconds and limited to
 * a year.
 */
export function startCookie(cookie: Cookie, value: string, maxAge: number): string | undefined {
  if (Buffer.byteLength(value) > maxValueBytes) return undefined;
  return `${cookie.name}=${value}; Max-Age=${Math.min(maxAge, maxCookieAge)}; ${attributesOf(cookie)}`;
}

/** The `Set-Cookie` header that ends a cookie. */
export function endCookie(cookie: Cookie): string {
  return `${cookie.name}=; Max-Age=0; ${attributesOf(cookie)}`;
}

function attributesOf({ name, path, sameSite }: Cookie): string {
  return `Path=${path}; HttpOnly; ${name.startsWith("__") ? "Secure; " : ""}SameSite=${sameSite}`;
}
