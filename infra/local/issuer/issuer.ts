/**
 * The local issuer of session tokens, which behaves as a Cognito user pool with its sign-in domain does ("Identity provider and
 * relying party endpoints" in Cognito's developer guide). Anyone who reaches it gets a token for any address, so it answers this
 * machine only.
 */
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { looksLikeEmail } from "../../../shared/contact/reach/email.ts";
import { closeServer, isFromThisMachine, listenOnLoopback } from "../server/loopback.ts";
import { createPersonTokens, type PersonTokens, type SignIn, type TokenOptions } from "./person-tokens.ts";
import { faultPage, pageHeaders, signInPage } from "./sign-in-page.ts";
import { createSignInStore, type SignInStore } from "./sign-in-store.ts";

export interface LocalIssuer {
  /** The issuer of its tokens; the discovery document is below it. */
  issuer: string;
  jwksUri: string;
  userInfoUri: string;
  tokenUri: string;
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
  /** Seconds for which a refresh token stays valid after its rotation, 60 when absent; `off`: refresh tokens do not rotate. */
  rotationGrace?: number | "off";
  /** Milliseconds since the epoch. */
  now?: () => number;
}

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: string | object;
}

/** `body`: the fields of a form. */
type Endpoint = (query: URLSearchParams, body: URLSearchParams, request: IncomingMessage) => Answer;

interface IssuerParts {
  url: string;
  bases: readonly string[];
  tokens: PersonTokens;
  store: SignInStore;
  now: () => number;
}

const clientId = "local-web-client";
const allScopes = ["openid", "email", "profile"];

/** Throws `PortTakenError`. */
export async function startIssuer(options: IssuerOptions): Promise<LocalIssuer> {
  const { port, dataDir, signInBases: bases = [], rotationGrace = 60, now = Date.now } = options;
  const server = createServer();
  const url = `http://localhost:${await listenOnLoopback(server, "The token issuer", port)}`;
  const tokens = createPersonTokens(url, dataDir, now);
  const store = createSignInStore({ dataDir, rotationGrace: rotationGrace === "off" ? undefined : rotationGrace, now });
  const endpoints = endpointsOf({ url, bases, tokens, store, now });
  server.on("request", async (request: IncomingMessage, response) => {
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
    tokenUri: `${url}/oauth2/token`,
    clientId,
    tokenFor: async (email, token) => tokens.accessToken(newSignIn(email, clientId, allScopes.join(" "), now), token),
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

/** By method and path, which are those of Cognito. */
function endpointsOf(parts: IssuerParts): Record<string, Endpoint> {
  const { url, bases, tokens, store } = parts;
  return {
    "GET /.well-known/openid-configuration": () => ({ body: discoveryDocument(url) }),
    "GET /.well-known/jwks.json": () => ({ body: tokens.keySet }),
    "GET /oauth2/authorize": (query) => authorize(query, undefined, parts),
    "POST /oauth2/authorize": (query, body) => authorize(query, body.get("username") ?? "", parts),
    "POST /oauth2/token": (_, body) => grantTokens(body, parts),
    // Programs that were written before the addresses of Cognito send the password grant here.
    "POST /token": (_, body) => grantTokens(body, parts),
    "POST /oauth2/revoke": (_, body) => {
      store.revoke(body.get("token") ?? "");
      return {};
    },
    "GET /oauth2/userInfo": (_query, _body, { headers: { authorization = "" } }) => {
      try {
        return { body: tokens.userInfo(authorization.replace(/^Bearer /i, "")) };
      } catch {
        return refusal(401, "invalid_token");
      }
    },
    "GET /logout": (query) => {
      const address = query.get("logout_uri") ?? "";
      if (query.get("client_id") === clientId && bases.some((base) => `${base}/app` === address))
        return leadTo(address);
      return page(400, faultPage("The request to sign out names no registered client_id and logout_uri."));
    },
  };
}

/** As Cognito's, which speaks of clients with a secret only, and of no code challenge, although it knows both. */
function discoveryDocument(url: string): object {
  return {
    issuer: url,
    authorization_endpoint: `${url}/oauth2/authorize`,
    token_endpoint: `${url}/oauth2/token`,
    userinfo_endpoint: `${url}/oauth2/userInfo`,
    revocation_endpoint: `${url}/oauth2/revoke`,
    end_session_endpoint: `${url}/logout`,
    jwks_uri: `${url}/.well-known/jwks.json`,
    id_token_signing_alg_values_supported: ["RS256"],
    response_types_supported: ["code"],
    scopes_supported: allScopes,
    subject_types_supported: ["public"],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
  };
}

/**
 * The page, or the redirect with a code when a person has sent the form. A client or an address that is not registered is never
 * redirected to (RFC 6749, section 4.1.2.1); the other faults go back to the client.
 */
function authorize(query: URLSearchParams, email: string | undefined, { bases, store, now }: IssuerParts): Answer {
  const field = (name: string) => query.get(name) ?? "";
  const redirectUri = field("redirect_uri");
  if (field("client_id") !== clientId || !bases.some((base) => `${base}/session/callback` === redirectUri))
    return page(400, faultPage("The request to sign in names no registered client_id and redirect_uri."));
  const backWith = (result: Record<string, string>) => {
    const state = query.get("state");
    return leadTo(`${redirectUri}?${new URLSearchParams({ ...result, ...(state !== null && { state }) })}`);
  };
  if (field("response_type") !== "code") return backWith({ error: "unsupported_response_type" });
  const challenge = field("code_challenge");
  if (field("code_challenge_method") !== "S256" || !/^[\w-]{43}$/.test(challenge))
    return backWith({ error: "invalid_request", error_description: "A code challenge by S256 is required." });
  const scope = field("scope") || allScopes.join(" ");
  if (!scope.split(" ").every((name) => allScopes.includes(name))) return backWith({ error: "invalid_scope" });
  if (email === undefined) return page(200, signInPage(), redirectUri);
  if (!looksLikeEmail(email.trim()))
    return page(
      400,
      signInPage(email, "This is not an e-mail address. One looks like alice@example.com."),
      redirectUri,
    );
  const nonce = query.get("nonce") ?? undefined;
  const code = store.newCode({ ...newSignIn(email, clientId, scope, now), nonce, redirectUri, challenge });
  return backWith({ code });
}

/** The token endpoint (RFC 6749, sections 4.1.3, 4.3.2 and 6). Cognito has no password grant, by which commands get a token here. */
function grantTokens(body: URLSearchParams, { tokens, store, now }: IssuerParts): Answer {
  const field = (name: string) => body.get(name) ?? "";
  const refreshable = () => {
    if (field("grant_type") === "authorization_code") {
      const [redirectUri, verifier] = [field("redirect_uri"), field("code_verifier")];
      return store.redeemCode(field("code"), { clientId: field("client_id"), redirectUri, verifier });
    }
    if (field("grant_type") === "refresh_token") return store.refresh(field("refresh_token"), field("client_id"));
    const email = field("username").trim();
    if (field("grant_type") !== "password" || !looksLikeEmail(email)) return undefined;
    return { signIn: newSignIn(email, clientId, allScopes.join(" "), now) };
  };
  const granted: { signIn: SignIn; refreshToken?: string } | undefined = refreshable();
  if (!granted) return refusal(400, "invalid_grant");
  const { signIn, refreshToken } = granted;
  return {
    body: {
      access_token: tokens.accessToken(signIn),
      ...(signIn.scope.split(" ").includes("openid") && { id_token: tokens.identityToken(signIn) }),
      ...(refreshToken !== undefined && { refresh_token: refreshToken }),
      token_type: "Bearer",
      expires_in: 3600,
    },
  };
}

function newSignIn(email: string, client: string, scope: string, now: () => number): SignIn {
  return { email: email.trim(), clientId: client, scope, signedInAt: Math.floor(now() / 1000) };
}

function leadTo(location: string): Answer {
  return { status: 302, headers: { location } };
}

function page(status: number, body: string, redirectUri?: string): Answer {
  return { status, headers: pageHeaders(redirectUri && new URL(redirectUri).origin), body };
}

/** A malformed address, or a client that hung up. */
function badRequest(): Answer {
  return { status: 400 };
}

/** RFC 6749, section 5.2. */
function refusal(status: number, error: string): Answer {
  return { status, body: { error } };
}
