/**
 * Who a new account belongs to, read from the standard claims of a token or of userinfo (OpenID Connect Core 1.0,
 * section 5.1).
 */
import { looksLikeEmail, lowerCaseDomain } from "../contact/email.ts";
import { contactLimits } from "../contact/limits.ts";
import { cutToCodePoints, isWithinCodePoints } from "../text/cut.ts";
import { isVisible } from "../text/visible.ts";

export interface Person {
  firstName: string;
  lastName: string;
  /** Null when none is known, or what is told is no address. */
  email: string | null;
  emailVerified: boolean;
}

export type Claims = Readonly<Record<string, unknown>>;

/** Whether these claims already say all that a person is made of. */
export function describesPerson(claims: Claims): boolean {
  return nameOf(claims) !== undefined && emailOf(claims) !== null && claims.email_verified !== undefined;
}

/**
 * What userinfo says goes before what the token says, which may be older; an address never counts as verified by the
 * word of the other.
 */
export function mergeClaims(token: Claims, userInfo: Claims): Claims {
  const { email, email_verified } = userInfo.email === undefined ? token : userInfo;
  return { ...token, ...userInfo, email, email_verified };
}

/** Name and address; the name falls back to the address's local part, then to `Me`. */
export function personOf(claims: Claims): Person {
  const email = emailOf(claims);
  const { firstName, lastName } = nameOf(claims) ?? {
    firstName: plainText(email?.slice(0, email.lastIndexOf("@")), contactLimits.firstName) || "Me",
    lastName: "",
  };
  // Cognito's userinfo tells the truth value as text.
  const emailVerified = email !== null && (claims.email_verified === true || claims.email_verified === "true");
  return { firstName, lastName, email, emailVerified };
}

/** In one line, as an account is called: at most `maxNameLength`. */
export function fullName({ firstName, lastName }: Pick<Person, "firstName" | "lastName">): string {
  return cutToCodePoints(`${firstName} ${lastName}`.trim(), maxNameLength).trim();
}

/** Code points of an account's name. */
export const maxNameLength = 100;

/** A whole name is taken as it is: where a family name begins in it can't be known. */
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
 * The text as a field of a contact may hold it: one line without control characters, cut at as many code points as it
 * may have. `""` for anything but text, and for text that shows nothing.
 */
function plainText(value: unknown, maxLength: number): string {
  if (typeof value !== "string") return "";
  const line = value
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim();
  const cut = cutToCodePoints(line, maxLength).trim();
  return isVisible(cut) ? cut : "";
}
