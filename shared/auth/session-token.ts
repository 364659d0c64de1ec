/** Sessions: signed OAuth access tokens (JWT, RFC 7519; access tokens, RFC 9068) of the issuers in the environment. */
import { JwtVerifier } from "aws-jwt-verify";
import { FailedAssertionError, JwtBaseError } from "aws-jwt-verify/error";
import { assertIsJwks, type Jwks, SimpleJwksCache } from "aws-jwt-verify/jwk";
import type { JwtHeader, JwtPayload } from "aws-jwt-verify/jwt-model";
import { safeJsonParse } from "aws-jwt-verify/safe-json-parse";
import { validate as isUuid, v5 as uuidV5 } from "uuid";
import type { SessionIssuer } from "../platform/config/environment.ts";
import { unavailable } from "../platform/http/errors.ts";

export interface Session {
  accountId: string;
  /** The name that the issuer has for the user. */
  subject: string;
  /** Seconds since the epoch. */
  expiresAt: number;
  /** Seconds since the epoch: when the user signed in, or else when the token was issued; 0 if the token has neither. */
  issuedAt: number;
  issuer: SessionIssuer;
  /** All claims of the token. */
  claims: Readonly<Record<string, unknown>>;
}

/** Returns undefined for every invalid token. Throws `service_unavailable` when the issuer's keys can't be fetched. */
export type VerifySessionToken = (token: string) => Promise<Session | undefined>;

/** The `iss` claim selects the issuer. Tokens expire by the clock of the machine. */
export function createSessionVerifier(
  issuers: readonly SessionIssuer[],
  fetchKeySet: typeof fetch = fetch,
): VerifySessionToken {
  const byName = new Map(issuers.map((issuer) => [issuer.issuer, issuer]));
  const verifier = JwtVerifier.create(
    issuers.map(({ issuer, jwksUri }) => ({ issuer, jwksUri, audience: null, customJwtCheck: refuseExtensions })),
    { jwksCache: createKeySetCache(fetchKeySet) },
  );
  return async (token) => {
    if (!hasCanonicalSignature(token)) return undefined;
    const claims = await verifiedClaims(() => verifier.verify(token));
    const issuer = byName.get(claims?.iss ?? "");
    return claims && issuer && sessionOf(claims, issuer);
  };
}

/**
 * Keys are fetched at their first use, and again when a token names an unknown key (but not within ten seconds after an
 * attempt that didn't find a key).
 */
function createKeySetCache(fetchKeySet: typeof fetch): SimpleJwksCache {
  // The fetcher of the library refuses http, which the local issuer uses.
  return new SimpleJwksCache({ fetcher: { fetch: (uri) => fetchBytes(uri, fetchKeySet) }, jwksParser: parseKeySet });
}

async function fetchBytes(uri: string, fetchKeySet: typeof fetch): Promise<ArrayBuffer> {
  try {
    const signal = AbortSignal.timeout(keySetTimeoutMs);
    const response = await fetchKeySet(uri, { signal, redirect: "error" });
    if (!response.ok) throw new Error(`the issuer answered the request for its keys with ${response.status}`);
    return await response.arrayBuffer();
  } catch (cause) {
    throw unavailable(cause);
  }
}

const keySetTimeoutMs = 3_000;

/** A malformed key set (RFC 7517) is not the caller's fault either. */
function parseKeySet(bytes: ArrayBuffer): Jwks {
  try {
    const set = safeJsonParse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    assertIsJwks(set);
    return set;
  } catch (cause) {
    throw unavailable(cause);
  }
}

/** Refuses `crit`, which names extensions that the recipient must understand (RFC 7515, section 4.1.11). The library ignores it. */
function refuseExtensions({ header }: { header: JwtHeader & { crit?: unknown } }): void {
  if (header.crit !== undefined) throw new FailedAssertionError("no extensions are supported", header.crit);
}

/** Refuses other spellings of the same signature: with padding, or with unused bits that are set (RFC 7515, section 2). */
function hasCanonicalSignature(token: string): boolean {
  const signature = token.slice(token.lastIndexOf(".") + 1);
  return Buffer.from(signature, "base64url").toString("base64url") === signature;
}

/** Errors of the library mean an invalid token. Other errors mean that the token could not be checked. */
async function verifiedClaims(verify: () => Promise<JwtPayload>): Promise<JwtPayload | undefined> {
  try {
    return await verify();
  } catch (error) {
    if (error instanceof JwtBaseError) return undefined;
    throw error;
  }
}

/** Checks what the library doesn't: the audience, the use and the scope of the token, its expiry and its subject. */
function sessionOf(claims: JwtPayload, issuer: SessionIssuer): Session | undefined {
  const { sub, exp } = claims;
  if (sub === undefined || sub === "" || exp === undefined) return undefined;
  if (!isForUs(claims, issuer.clientIds) || !isAccessToken(claims) || !hasScope(claims, issuer.scopes))
    return undefined;
  const accountId = accountIdOf(sub, issuer);
  return { accountId, subject: sub, expiresAt: exp, issuedAt: issueTime(claims), issuer, claims };
}

/** A token that was refreshed keeps the `auth_time` of its session (OpenID Connect Core 1.0, section 12.2). */
function issueTime({ auth_time: signedInAt, iat }: JwtPayload): number {
  return [signedInAt, iat].find((time): time is number => typeof time === "number") ?? 0;
}

/**
 * A token for another audience must be refused (RFC 7519, section 4.1.3). Cognito's access tokens have a client id instead
 * of an audience.
 */
function isForUs({ aud, client_id: clientId }: JwtPayload, clientIds: readonly string[]): boolean {
  if (aud !== undefined) return [aud].flat().some((audience) => clientIds.includes(audience));
  return typeof clientId === "string" && clientIds.includes(clientId);
}

/** Cognito signs identity tokens with the same keys. They describe a user and don't give access. */
function isAccessToken({ token_use: use }: JwtPayload): boolean {
  return use === undefined || use === "access";
}

/** A scope is a list of names separated by spaces (RFC 8693, section 4.2). */
function hasScope({ scope }: JwtPayload, accepted: readonly string[] | undefined): boolean {
  if (scope === undefined || accepted === undefined || accepted.length === 0) return true;
  return scope.split(" ").some((name) => accepted.includes(name));
}

/** Subjects of other issuers become UUIDs of version 5, in a namespace that follows from the issuer's URL (RFC 9562, section 5.5). */
function accountIdOf(subject: string, { issuer, own }: SessionIssuer): string {
  return own && isUuid(subject) ? subject.toLowerCase() : uuidV5(subject, uuidV5(issuer, uuidV5.URL));
}
