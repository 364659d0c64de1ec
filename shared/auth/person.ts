/**
 * The user of a new account, by the standard claims of a token and of the issuer's userinfo endpoint (OpenID Connect Core
 * 1.0, sections 5.1 and 5.3).
 */
import { contactLimits } from "../contact/limits.ts";
import { looksLikeEmail, lowerCaseDomain } from "../contact/reach/email.ts";
import { unavailable } from "../platform/http/errors.ts";
import { cutToCodePoints, isWithinCodePoints } from "../platform/text/cut.ts";
import { safeLine } from "../platform/text/safe-text.ts";
import { isVisible } from "../platform/text/schema.ts";
import type { Session } from "./session-token.ts";

export interface Person {
  firstName: string;
  lastName: string;
  /** Null if the claims have no valid address. */
  email: string | null;
  emailVerified: boolean;
}

export type Claims = Readonly<Record<string, unknown>>;

/**
 * The user of a session. The userinfo endpoint is asked only if the token lacks a claim. Throws `service_unavailable` when
 * the endpoint can't be reached, because nobody would ask for its claims again.
 */
export async function identify(session: Session, token: string, fetchInfo: typeof fetch): Promise<Person> {
  const { claims, issuer, subject } = session;
  if (isComplete(claims) || !issuer.userInfoUri) return personOf(session);
  const userInfo = await fetchUserInfo(issuer.userInfoUri, token, subject, fetchInfo);
  return personOf({ claims: mergeClaims(claims, userInfo) });
}

function isComplete(claims: Claims): boolean {
  return nameOf(claims) !== undefined && emailOf(claims) !== null && claims.email_verified !== undefined;
}

/**
 * Claims of userinfo replace claims of the token, which may be older. The address and whether it is verified always come
 * from the same source.
 */
function mergeClaims(token: Claims, userInfo: Claims): Claims {
  const { email, email_verified } = userInfo.email === undefined ? token : userInfo;
  return { ...token, ...userInfo, email, email_verified };
}

/** The user as the claims of a session describe it. Without a name, the first name is the local part of the address, or `Me`. */
export function personOf({ claims }: Pick<Session, "claims">): Person {
  const email = emailOf(claims);
  const { firstName, lastName } = nameOf(claims) ?? {
    firstName: plainText(email?.slice(0, email.lastIndexOf("@")), contactLimits.firstName) || "Me",
    lastName: "",
  };
  // Cognito's userinfo has the boolean as text.
  const emailVerified = email !== null && (claims.email_verified === true || claims.email_verified === "true");
  return { firstName, lastName, email, emailVerified };
}

/** The name of the account, in at most `maxNameLength` code points. */
export function fullName({ firstName, lastName }: Pick<Person, "firstName" | "lastName">): string {
  return cutToCodePoints(`${firstName} ${lastName}`.trim(), maxNameLength).trim();
}

/** The longest name of an account in code points. */
export const maxNameLength = 100;

/** `name` becomes the first name as a whole, because nothing says where a family name starts in it. */
function nameOf(claims: Claims): Pick<Person, "firstName" | "lastName"> | undefined {
  const givenName = plainText(claims.given_name, contactLimits.firstName);
  if (givenName) return { firstName: givenName, lastName: plainText(claims.family_name, contactLimits.lastName) };
  const name = plainText(claims.name, contactLimits.firstName);
  return name ? { firstName: name, lastName: "" } : undefined;
}

function emailOf({ email }: Claims): string | null {
  if (typeof email !== "string") return null;
  const address = lowerCaseDomain(email.trim());
  return isWithinCodePoints(address, contactLimits.emailValue) && looksLikeEmail(address) ? address : null;
}

/**
 * The text in the form of a contact's field: one line without control characters, with at most `maxLength` code points.
 * `""` for values other than text and for invisible text.
 */
function plainText(value: unknown, maxLength: number): string {
  if (typeof value !== "string") return "";
  const cut = cutToCodePoints(safeLine(value), maxLength).trim();
  return isVisible(cut) ? cut : "";
}

const userInfoTimeoutMs = 3_000;

/** Returns no claims when the issuer refuses the token, for instance because of its scope, or answers about another subject. */
async function fetchUserInfo(uri: string, token: string, subject: string, fetchInfo: typeof fetch): Promise<Claims> {
  const claims = await requestClaims(uri, token, fetchInfo);
  // An answer about another subject must not be used (section 5.3.2).
  return claims.sub === subject ? claims : {};
}

async function requestClaims(uri: string, token: string, fetchInfo: typeof fetch): Promise<Claims> {
  try {
    const response = await fetchInfo(uri, {
      headers: { accept: "application/json", authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(userInfoTimeoutMs),
      redirect: "error",
    });
    if (response.status >= 400 && response.status < 500 && response.status !== 429) return {};
    if (!response.ok) throw new Error(`the userinfo endpoint answered with ${response.status}`);
    const claims: unknown = await response.json();
    return typeof claims === "object" && claims !== null ? (claims as Claims) : {};
  } catch (cause) {
    throw unavailable(cause);
  }
}
