/**
 * The local issuer of session tokens: an OpenID provider whose access tokens look like those of a Cognito user pool. Everyone who can reach it
 * may be anyone, so it answers this machine only.
 */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import {
  Events,
  type MutableResponse,
  OAuth2Issuer,
  OAuth2Service,
  type TokenRequestIncomingMessage,
} from "oauth2-mock-server";
import { looksLikeEmail } from "../../shared/contact/email.ts";
import { loadSigningKey } from "./issuer-key.ts";
import { personOf, readPresentedToken, userInfoOf } from "./issuer-person.ts";
import { closeServer, isFromThisMachine, listenOnLoopback } from "./loopback.ts";

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
  /** Milliseconds since 1970. */
  now?: () => number;
}

const localClientId = "local-web-client";
const scope = "openid email profile";
const hourInSeconds = 3600;

/** Starts the issuer. Throws `PortTakenError`. */
export async function startIssuer({ port, dataDir, now = Date.now }: IssuerOptions): Promise<LocalIssuer> {
  const issuer = new OAuth2Issuer();
  await loadSigningKey(issuer.keys, dataDir);
  const service = new OAuth2Service(issuer);
  const server = createServer((request, response) => {
    if (isFromThisMachine(request)) return service.requestHandler(request, response);
    response.writeHead(403).end();
  });
  const url = `http://localhost:${await listenOnLoopback(server, "The token issuer", port)}`;
  issuer.url = url;

  const seconds = (): number => Math.floor(now() / 1000);
  const tokenFor = (email: string, { claims, expiresIn }: TokenOptions = {}): Promise<string> => {
    const payloadClaims = { ...accessClaims(email, seconds(), expiresIn), ...claims };
    return issuer.buildToken({ scopesOrTransform: (_header, payload) => void Object.assign(payload, payloadClaims) });
  };

  service.on(Events.BeforeWellKnownOpenIdConfiguration, ({ body }: MutableResponse) => {
    Object.assign(body, { grant_types_supported: ["password"], response_types_supported: [] });
  });
  service.on(Events.BeforeTokenSigning, (token, request: TokenRequestIncomingMessage) => {
    const { username } = request.body;
    if (typeof username !== "string") return;
    // The password grant also makes an identity token, which is the one that comes with an audience.
    const isIdentityToken = token.payload.aud !== undefined;
    const identity = isIdentityToken ? { aud: localClientId, token_use: "id" } : {};
    Object.assign(token.payload, accessClaims(username, seconds()), identity);
  });
  service.on(Events.BeforeResponse, (response: MutableResponse, request: TokenRequestIncomingMessage) => {
    const { grant_type: grant, username } = request.body;
    if (grant !== "password") refuse(response, 400, "unsupported_grant_type");
    else if (typeof username !== "string" || !looksLikeEmail(username.trim())) refuse(response, 400, "invalid_grant");
  });
  service.on(Events.BeforeUserinfo, (response: MutableResponse, request: TokenRequestIncomingMessage) => {
    const claims = readPresentedToken(request.headers.authorization, issuer.keys.toJSON(), now());
    if (claims === undefined) refuse(response, 401, "invalid_token");
    else response.body = userInfoOf(claims);
  });

  return {
    issuer: url,
    jwksUri: `${url}/jwks`,
    userInfoUri: `${url}/userinfo`,
    tokenUri: `${url}/token`,
    clientId: localClientId,
    tokenFor,
    stop: () => closeServer(server),
  };
}

function accessClaims(email: string, issuedAt: number, expiresIn = hourInSeconds): Record<string, unknown> {
  const times = { auth_time: issuedAt, iat: issuedAt, nbf: undefined, exp: issuedAt + expiresIn };
  return { ...personOf(email), token_use: "access", client_id: localClientId, scope, jti: randomUUID(), ...times };
}

/** RFC 6749, section 5.2. */
function refuse(response: MutableResponse, status: number, error: string): void {
  response.statusCode = status;
  response.body = { error };
}
