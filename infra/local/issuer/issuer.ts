/**
 * The local issuer of session tokens, which behaves as a Cognito user pool with its sign-in domain does ("Identity provider and
 * relying party endpoints" in Cognito's developer guide). Anyone who reaches it gets a token for any address, so it answers this
 * machine only.
 */
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { closeServer, isFromThisMachine, listenOnLoopback } from "../server/loopback.ts";
import { type Answer, clientId, type Endpoint, endpointsOf, newSignIn } from "./endpoints.ts";
import { createPersonTokens, type TokenOptions } from "./person-tokens.ts";
import { createSignInStore } from "./sign-in-store.ts";

export interface LocalIssuer {
  /** The issuer of its tokens; the discovery document is below it. */
  issuer: string;
  jwksUri: string;
  userInfoUri: string;
  clientId: string;
  /** An access token of this person: the same subject for the same address, whatever its case. */
  tokenFor(email: string, options?: TokenOptions): Promise<string>;
  stop(): Promise<void>;
}

export interface IssuerOptions {
  /** Part of every token's issuer: sessions survive a restart on the same port only. Absent or 0: a free one. */
  port?: number;
  /** Holds the signing key and the refresh tokens. */
  dataDir: string;
  /** Addresses of the service whose `/session/callback` and `/app` are registered for sign-in and sign-out. */
  signInBases?: readonly string[];
  /**
   * Seconds for which a refresh token stays valid after its use has replaced it, at most 60 as in Cognito (RefreshTokenRotationType
   * in its API reference), and 60 when absent; `off`: refresh tokens do not rotate.
   */
  rotationGrace?: number | "off";
  /** Milliseconds since the epoch. */
  now?: () => number;
}

/** Throws `PortTakenError`. */
export async function startIssuer(options: IssuerOptions): Promise<LocalIssuer> {
  const { port, dataDir, signInBases: bases = [], rotationGrace = 60, now = Date.now } = options;
  const server = createServer();
  const url = `http://localhost:${await listenOnLoopback(server, "The token issuer", port)}`;
  const tokens = createPersonTokens(url, dataDir, now);
  const store = createSignInStore(dataDir, rotationGrace, now);
  const endpoints = endpointsOf({ url, bases, tokens, store, now });
  server.on("request", async (request: IncomingMessage, response) => {
    // A malformed address, or a client that hung up, is no fault of this process.
    const badRequest = (): Answer => ({ status: 400 });
    const { status = 200, headers, body = "" } = await answer(request, url, endpoints).catch(badRequest);
    const isJson = typeof body === "object";
    const type = { "content-type": isJson ? "application/json" : "text/plain; charset=utf-8" };
    response.writeHead(status, { ...type, "cache-control": "no-store", ...headers });
    response.end(isJson ? JSON.stringify(body) : body);
  });
  return {
    issuer: url,
    jwksUri: `${url}/.well-known/jwks.json`,
    userInfoUri: `${url}/oauth2/userInfo`,
    clientId,
    tokenFor: async (email, token) => tokens.accessToken(newSignIn(email, now), token),
    stop: () => closeServer(server),
  };
}

async function answer(request: IncomingMessage, url: string, endpoints: Record<string, Endpoint>): Promise<Answer> {
  if (!isFromThisMachine(request)) return { status: 403 };
  const { pathname, searchParams } = new URL(request.url ?? "", url);
  const method = request.method === "HEAD" ? "GET" : request.method;
  const endpoint = endpoints[`${method} ${pathname}`];
  return endpoint?.(searchParams, new URLSearchParams(await text(request)), request) ?? { status: 404 };
}
