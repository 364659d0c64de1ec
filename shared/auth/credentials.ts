/** The credentials of a request, before they are verified. */
import { apiKeyPrefix } from "./api-key-text.ts";

export type Credentials =
  | { kind: "none" }
  /** Several `Authorization` headers or session cookies, another scheme, or text that can't be a token. */
  | { kind: "malformed" }
  /** The text starts like an API key. It may be malformed. */
  | { kind: "key"; text: string }
  | { kind: "token"; token: string; from: "header" | "cookie" };

/** `authorization` and `cookie` have all values of these headers. With an `Authorization` header, cookies are ignored. */
export function readCredentials(
  authorization: readonly string[],
  cookie: readonly string[],
  cookieName: string,
): Credentials {
  return authorization.length > 0 ? readAuthorization(authorization) : readCookie(cookie, cookieName);
}

/** `token68` of RFC 9110, section 11.2. */
const tokenPattern = /^[A-Za-z0-9._~+/-]+=*$/;

/** Reads a bearer token (RFC 6750, section 2.1). The scheme is case-insensitive (RFC 9110, section 11.1). */
function readAuthorization([value, ...more]: readonly string[]): Credentials {
  const text = /^Bearer +(\S.*)$/i.exec(value?.trim() ?? "")?.[1];
  if (text === undefined || more.length > 0) return { kind: "malformed" };
  if (text.startsWith(apiKeyPrefix)) return { kind: "key", text };
  return tokenPattern.test(text) ? { kind: "token", token: text, from: "header" } : { kind: "malformed" };
}

/** Reads a cookie (RFC 6265, section 5.4). Two cookies with the same name have different sources, so neither is accepted. */
function readCookie(headers: readonly string[], name: string): Credentials {
  const values = headers
    .flatMap((header) => header.split(";"))
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  const [token, ...more] = values;
  if (token === undefined) return { kind: "none" };
  return tokenPattern.test(token) && more.length === 0
    ? { kind: "token", token, from: "cookie" }
    : { kind: "malformed" };
}
