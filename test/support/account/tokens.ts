/** Valid tokens of an issuer, and forged ones. */
import { createHmac, generateKeyPairSync, type JsonWebKey, type KeyObject, sign } from "node:crypto";

interface SigningKey {
  kid: string;
  privateKey: KeyObject;
  /** As a key set publishes it. */
  jwk: JsonWebKey & { kid: string; kty: string };
}

export function newSigningKey(kid: string): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const jwk = { ...publicKey.export({ format: "jwk" }), kid, kty: "RSA", alg: "RS256", use: "sig" };
  return { kid, privateKey, jwk };
}

/** RS256 (RFC 7518, section 3.3). `header` replaces fields of the header, but not the algorithm that signs. */
export function signToken(key: SigningKey, claims: object, header: object = {}): string {
  const input = `${encode({ alg: "RS256", typ: "JWT", kid: key.kid, ...header })}.${encode(claims)}`;
  return `${input}.${sign("RSA-SHA256", Buffer.from(input), key.privateKey).toString("base64url")}`;
}

/** A forged token without a signature and with `alg` none. */
export function unsignedToken(claims: object, kid: string, signature = ""): string {
  return `${encode({ alg: "none", typ: "JWT", kid })}.${encode(claims)}.${signature}`;
}

/** A forged token that is signed with the public key as a shared secret. */
export function symmetricToken(key: SigningKey, claims: object): string {
  const input = `${encode({ alg: "HS256", typ: "JWT", kid: key.kid })}.${encode(claims)}`;
  const secret = JSON.stringify(key.jwk);
  return `${input}.${createHmac("sha256", secret).update(input).digest("base64url")}`;
}

/** A forged token with another payload and the signature of this token. */
export function withClaims(token: string, change: object): string {
  const [header, payload = "", signature] = token.split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as object;
  return `${header}.${encode({ ...claims, ...change })}.${signature}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}
