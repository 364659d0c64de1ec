/**
 * Sessions: signed OAuth access tokens (JWT, RFC 7519; access tokens, RFC 9068) of the issuers that the environment
 * names.
 */
import { JwtVerifier } from "aws-jwt-verify";
import { FailedAssertionError, JwtBaseError } from "aws-jwt-verify/error";
import type { JwksCache } from "aws-jwt-verify/jwk";
import type { JwtHeader, JwtPayload } from "aws-jwt-verify/jwt-model";
import { validate as isUuid, v5 as uuidV5 } from "uuid";
import type { SessionIssuer } from "../config/environment.ts";
import { createKeySetCache } from "./key-set.ts";

export interface Session {
  accountId: string;
  /** As the issuer names the person. */
  subject: string;
  /** Seconds since the epoch. */
  expiresAt: number;
  issuer: SessionIssuer;
  /** Everything that the token says. */
  claims: Readonly<Record<string, unknown>>;
}

/**
 * Gives undefined for a token that is not valid, whatever the reason. Throws `service_unavailable` when the issuer's
 * keys can't be had.
 */
export type VerifySessionToken = (token: string) => Promise<Session | undefined>;

/** Issuers are told apart by the `iss` claim; expiry is by the clock of the machine. */
export function createSessionVerifier(
  issuers: readonly SessionIssuer[],
  jwksCache: JwksCache = createKeySetCache(),
): VerifySessionToken {
  const byName = new Map(issuers.map((issuer) => [issuer.issuer, issuer]));
  const verifier = JwtVerifier.create(
    issuers.map(({ issuer, jwksUri }) => ({ issuer, jwksUri, audience: null, customJwtCheck: refuseExtensions })),
    { jwksCache },
  );
  return async (token) => {
    if (!hasPlainSignature(token)) return undefined;
    const claims = await verifiedClaims(() => verifier.verify(token));
    const issuer = byName.get(claims?.iss ?? "");
    return claims && issuer && sessionOf(claims, issuer);
  };
}

/** The library passes over what it does not understand, `crit` included; what that names must be understood (RFC 7515, section 4.1.11). */
function refuseExtensions({ header }: { header: JwtHeader & { crit?: unknown } }): void {
  if (header.crit !== undefined) throw new FailedAssertionError("no extension is understood", header.crit);
}

/** One signature has one spelling: without padding, and without bits that do not count (RFC 7515, section 2). */
function hasPlainSignature(token: string): boolean {
  const signature = token.slice(token.lastIndexOf(".") + 1);
  return Buffer.from(signature, "base64url").toString("base64url") === signature;
}

/** Everything that the library finds wrong is about the token; what else is thrown is not. */
async function verifiedClaims(verify: () => Promise<JwtPayload>): Promise<JwtPayload | undefined> {
  try {
    return await verify();
  } catch (error) {
    if (error instanceof JwtBaseError) return undefined;
    throw error;
  }
}

/**
 * What the library leaves open: who the token is for, what it may be used for, and that it ends and names someone at
 * all.
 */
function sessionOf(claims: JwtPayload, issuer: SessionIssuer): Session | undefined {
  const { sub, exp } = claims;
  if (sub === undefined || sub === "" || exp === undefined) return undefined;
  if (!isForUs(claims, issuer.clientIds) || !isAccessToken(claims) || !hasScope(claims, issuer.scopes))
    return undefined;
  return { accountId: accountIdOf(sub, issuer), subject: sub, expiresAt: exp, issuer, claims };
}

/**
 * An audience that does not name us must be refused (RFC 7519, section 4.1.3). Cognito's access tokens have none and
 * name their client.
 */
function isForUs({ aud, client_id: clientId }: JwtPayload, clientIds: readonly string[]): boolean {
  if (aud !== undefined) return [aud].flat().some((audience) => clientIds.includes(audience));
  return typeof clientId === "string" && clientIds.includes(clientId);
}

/** Cognito signs identity tokens by the same keys; those tell a client who someone is and let nobody in. */
function isAccessToken({ token_use: use }: JwtPayload): boolean {
  return use === undefined || use === "access";
}

/** RFC 8693, section 4.2. */
function hasScope({ scope }: JwtPayload, wanted: readonly string[] | undefined): boolean {
  if (scope === undefined || wanted === undefined || wanted.length === 0) return true;
  return scope.split(" ").some((given) => wanted.includes(given));
}

/** RFC 9562, section 5.5: the issuer in the namespace of URLs makes the namespace of its subjects. */
function accountIdOf(subject: string, { issuer, own }: SessionIssuer): string {
  return own && isUuid(subject) ? subject.toLowerCase() : uuidV5(subject, uuidV5(issuer, uuidV5.URL));
}
