/** What the local issuer signs: tokens with the claims of a Cognito user pool, by a key that the data folder keeps. */
import { createPrivateKey, generateKeyPairSync, type JsonWebKey, type KeyObject, randomUUID, sign } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { JwtVerifier } from "aws-jwt-verify";
import type { Jwk } from "aws-jwt-verify/jwk";
import { v5 as uuidV5 } from "uuid";
import { writeWholeFile } from "../server/files.ts";

export interface TokenOptions {
  /** Claims to add or to replace; one that is `undefined` is left out. */
  claims?: Readonly<Record<string, unknown>>;
  /** Seconds from now, negative for a token that has expired; an hour when absent. */
  expiresIn?: number;
}

/** A sign-in of a person, which every token that follows from it names. */
export interface SignIn {
  email: string;
  clientId: string;
  scope: string;
  nonce?: string | undefined;
  /** Seconds since the epoch. */
  signedInAt: number;
}

export type PersonTokens = ReturnType<typeof createPersonTokens>;

type Claims = Readonly<Record<string, unknown>>;

/** Subjects are UUIDs of version 5 (RFC 9562, section 5.5) of the lower-case address in this namespace. */
const subjectNamespace = "7c0a3f0e-5a56-4d43-9a2c-2f6f0f4f7d61";

/** `now` answers milliseconds since the epoch. */
export function createPersonTokens(issuer: string, dataDir: string, now: () => number) {
  const { privateKey, jwk } = loadSigningKey(dataDir);
  const verifier = JwtVerifier.create({ issuer, audience: null, jwksUri: `${issuer}/.well-known/jwks.json` });
  verifier.cacheJwks({ keys: [jwk] });

  /** RS256 (RFC 7518, section 3.3). */
  const signed = (claims: Claims): string => {
    const input = [{ alg: "RS256", typ: "JWT", kid: jwk.kid }, claims].map(encode).join(".");
    return `${input}.${sign("RSA-SHA256", Buffer.from(input), privateKey).toString("base64url")}`;
  };
  const claimsOf = ({ email, signedInAt }: SignIn, { claims, expiresIn = 3600 }: TokenOptions): Claims => {
    const iat = Math.floor(now() / 1000);
    const times = { auth_time: signedInAt, iat, exp: iat + expiresIn };
    return { iss: issuer, ...personOf(email), jti: randomUUID(), ...times, ...claims };
  };

  return {
    /** The public key (RFC 7517). */
    keySet: { keys: [jwk] },
    accessToken: (signIn: SignIn, { claims, ...options }: TokenOptions = {}) => {
      const own = { token_use: "access", client_id: signIn.clientId, scope: signIn.scope };
      return signed(claimsOf(signIn, { ...options, claims: { ...own, ...claims } }));
    },
    identityToken: (signIn: SignIn) => {
      const own = { token_use: "id", aud: signIn.clientId, nonce: signIn.nonce };
      return signed(claimsOf(signIn, { claims: own }));
    },
    /** OpenID Connect Core 1.0, section 5.3.2. Throws for a token that is not valid. */
    userInfo: (accessToken: string) => userInfoOf(verifier.verifySync(accessToken)),
  };
}

/** The folder's key. The first call makes one of 2,048 bits, which only the owner of the file can read. */
function loadSigningKey(dataDir: string): { privateKey: KeyObject; jwk: Jwk } {
  const file = join(dataDir, "issuer-key.json");
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    mkdirSync(dataDir, { recursive: true });
    const key = { ...privateKey.export({ format: "jwk" }), kid: randomUUID(), alg: "RS256" };
    writeWholeFile(file, JSON.stringify(key), 0o600);
  }
  const key = JSON.parse(readFileSync(file, "utf8")) as JsonWebKey & Record<"kty" | "kid" | "n" | "e", string>;
  const { kty, kid, n, e } = key;
  return { privateKey: createPrivateKey({ key, format: "jwk" }), jwk: { kty, kid, n, e, alg: "RS256", use: "sig" } };
}

/** All claims about a person follow from the e-mail address: "bob.smith@example.com" is "Bob Smith". */
function personOf(address: string): Claims {
  const email = address.trim().toLowerCase();
  const [localPart = ""] = email.slice(0, email.lastIndexOf("@")).split("+");
  const words = localPart.split(/[._-]+/).filter((word) => word !== "");
  const name = words.map((word) => word.replace(/^./u, (letter) => letter.toUpperCase())).join(" ");
  // As in Cognito's access tokens there is a user name, here the address, so that userinfo needs no memory.
  return { sub: uuidV5(email, subjectNamespace), username: email, email, email_verified: true, name };
}

/** The token's claims about the person override the claims that follow from the address. */
function userInfoOf(claims: Claims): Record<string, unknown> {
  const { sub, email, email_verified, name } = { ...personOf(String(claims.username ?? claims.email)), ...claims };
  return { sub, email, email_verified, name };
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}
