/** What a request presents to say who sends it, before anything of it is verified. */
import { apiKeyMark } from "./api-key-format.ts";

export type Credentials =
  | { kind: "none" }
  /** Several `Authorization` headers or session cookies, another scheme, or text that can be no token. */
  | { kind: "malformed" }
  /** The text starts as API keys do; whether it is one is not said. */
  | { kind: "key"; text: string }
  | { kind: "token"; token: string; from: "header" | "cookie" };

/** `authorization` and `cookie` are all values of these headers. A header, whatever it holds, goes before a cookie. */
export function readCredentials(
  authorization: readonly string[],
  cookie: readonly string[],
  cookieName: string,
): Credentials {
  return authorization.length > 0 ? readAuthorization(authorization) : readCookie(cookie, cookieName);
}

/** `token68` of RFC 9110, section 11.2. */
const tokenPattern = /^[A-Za-z0-9._~+/-]+=*$/;

/** RFC 6750, section 2.1. The scheme knows no case (RFC 9110, section 11.1). */
function readAuthorization([value, ...more]: readonly string[]): Credentials {
  const text = /^Bearer +(\S.*)$/i.exec(value?.trim() ?? "")?.[1];
  if (text === undefined || more.length > 0) return { kind: "malformed" };
  if (text.startsWith(apiKeyMark)) return { kind: "key", text };
  return tokenPattern.test(text) ? { kind: "token", token: text, from: "header" } : { kind: "malformed" };
}

/** RFC 6265, section 5.4. Two cookies of one name come from different places: which one counts is not guessed. */
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
