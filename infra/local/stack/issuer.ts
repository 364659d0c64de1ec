/**
 * The local issuer of session tokens: an OpenID provider whose access tokens look like those of a Cognito user pool. Anyone
 * who reaches it gets a token for any address, so it answers this machine only.
 */
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { JwtVerifier } from "aws-jwt-verify";
import type { Jwk } from "aws-jwt-verify/jwk";
import {
  Events,
  type JWKStore,
  type MutableResponse,
  OAuth2Issuer,
  OAuth2Service,
  type TokenRequestIncomingMessage,
} from "oauth2-mock-server";
import { v5 as uuidV5 } from "uuid";
import { looksLikeEmail } from "../../../shared/contact/reach/email.ts";
import { writeWholeFile } from "../server/files.ts";
import { closeServer, isFromThisMachine, listenOnLoopback } from "../server/loopback.ts";

export interface LocalIssuer {
  /** The `iss` claim; the discovery document is below it. */
  issuer: string;
  jwksUri: string;
  userInfoUri: string;
  tokenUri: string;
  clientId: string;
  /** An access token of this person: the same subject for the same address, whatever its case. */
  tokenFor(email: string, options?: TokenOptions): Promise<string>;
  stop(): Promise<void>;
}

export interface TokenOptions {
  /** Claims to add or to replace; one that is `undefined` is left out. */
  claims?: Readonly<Record<string, unknown>>;
  /** Seconds from now, negative for a token that has expired; an hour when absent. */
  expiresIn?: number;
}

export interface IssuerOptions {
  /** Part of every token's `iss`: sessions survive a restart on the same port only. Absent or 0: a free one. */
  port?: number;
  /** Holds the signing key. */
  dataDir: string;
}

type Claims = Readonly<Record<string, unknown>>;

const clientId = "local-web-client";
/** Subjects are UUIDs of version 5 (RFC 9562, section 5.5) of the lower-case address in this namespace. */
const subjectNamespace = "7c0a3f0e-5a56-4d43-9a2c-2f6f0f4f7d61";

/** Throws `PortTakenError`. */
export async function startIssuer({ port, dataDir }: IssuerOptions): Promise<LocalIssuer> {
  const issuer = new OAuth2Issuer();
  await loadSigningKey(issuer.keys, dataDir);
  const service = new OAuth2Service(issuer);
  const server = createServer((request, response) => {
    if (isFromThisMachine(request)) return service.requestHandler(request, response);
    response.writeHead(403).end();
  });
  const url = `http://localhost:${await listenOnLoopback(server, "The token issuer", port)}`;
  issuer.url = url;
  const uris = { jwksUri: `${url}/jwks`, userInfoUri: `${url}/userinfo`, tokenUri: `${url}/token` };
  const verifier = JwtVerifier.create({ issuer: url, audience: null, jwksUri: uris.jwksUri });
  verifier.cacheJwks({ keys: issuer.keys.toJSON() as Jwk[] });

  service.on(Events.BeforeTokenSigning, (token, { body: { username } }: TokenRequestIncomingMessage) => {
    if (typeof username !== "string") return;
    // The password grant also makes an identity token, which is the one that has an audience.
    const identity = token.payload.aud === undefined ? {} : { aud: clientId, token_use: "id" };
    Object.assign(token.payload, accessClaims(username), identity);
  });
  service.on(Events.BeforeResponse, (response: MutableResponse, { body }: TokenRequestIncomingMessage) => {
    const { username } = body;
    if (typeof username !== "string" || !looksLikeEmail(username.trim())) refuse(response, 400, "invalid_grant");
  });
  service.on(Events.BeforeUserinfo, (response: MutableResponse, { headers: { authorization = "" } }) => {
    try {
      response.body = userInfoOf(verifier.verifySync(authorization.replace(/^Bearer /i, "")));
    } catch {
      refuse(response, 401, "invalid_token");
    }
  });

  return {
    issuer: url,
    ...uris,
    clientId,
    tokenFor: (email, { claims, expiresIn } = {}) =>
      issuer.buildToken({
        scopesOrTransform: (_header, payload) => void Object.assign(payload, accessClaims(email, expiresIn), claims),
      }),
    stop: () => closeServer(server),
  };
}

/** Puts the folder's key into the store. Makes a key of 2,048 bits, which only the owner of the file can read, if there is no key. */
async function loadSigningKey(keys: JWKStore, dataDir: string): Promise<void> {
  const file = join(dataDir, "issuer-key.json");
  if (existsSync(file)) {
    await keys.add(JSON.parse(readFileSync(file, "utf8")));
    return;
  }
  await keys.generate("RS256");
  mkdirSync(dataDir, { recursive: true });
  writeWholeFile(file, JSON.stringify(keys.toJSON(true)[0]), 0o600);
}

function accessClaims(email: string, expiresIn = 3600): Claims {
  const now = Math.floor(Date.now() / 1000);
  const times = { auth_time: now, iat: now, nbf: undefined, exp: now + expiresIn };
  const scope = "openid email profile";
  return { ...personOf(email), token_use: "access", client_id: clientId, scope, jti: randomUUID(), ...times };
}

/** All claims about a person follow from the e-mail address: "bob.smith@example.com" is "Bob Smith". */
function personOf(address: string): Claims {
  const email = address.trim().toLowerCase();
  const [localPart = ""] = email.slice(0, email.lastIndexOf("@")).split("+");
  const words = localPart.split(/[._-]+/).filter((word) => word !== "");
  const name = words.map((word) => word.replace(/^./u, (letter) => letter.toUpperCase())).join(" ");
  // As in Cognito's access tokens there is a user name, here the address, so that `/userinfo` needs no memory.
  return { sub: uuidV5(email, subjectNamespace), username: email, email, email_verified: true, name };
}

/** OpenID Connect Core 1.0, section 5.3.2. The token's claims about the person override the claims that follow from the address. */
function userInfoOf(claims: Claims): Record<string, unknown> {
  const { sub, email, email_verified, name } = { ...personOf(String(claims.username ?? claims.email)), ...claims };
  return { sub, email, email_verified, name };
}

/** RFC 6749, section 5.2. */
function refuse(response: MutableResponse, status: number, error: string): void {
  response.statusCode = status;
  response.body = { error };
}
