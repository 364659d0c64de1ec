/** What the local issuer answers, at the addresses of Cognito. */
import type { IncomingMessage } from "node:http";
import { looksLikeEmail } from "../../../shared/contact/reach/email.ts";
import type { PersonTokens, SignIn } from "./person-tokens.ts";
import { pageHeaders, sheet, signInPage } from "./sign-in-page.ts";
import type { Granted, SignInStore } from "./sign-in-store.ts";

export interface Answer {
  /** 200 when absent. */
  status?: number;
  headers?: Record<string, string>;
  /** An object is sent as JSON. */
  body?: string | object;
}

/** `body`: the fields of a form. */
export type Endpoint = (query: URLSearchParams, body: URLSearchParams, request: IncomingMessage) => Answer;

interface IssuerParts {
  url: string;
  bases: readonly string[];
  tokens: PersonTokens;
  store: SignInStore;
  now: () => number;
}

export const clientId = "local-web-client";
const allScopes = ["openid", "email", "profile"];

/** By method and path, which are those of Cognito. */
export function endpointsOf(parts: IssuerParts): Record<string, Endpoint> {
  const { url, bases, tokens, store } = parts;
  return {
    "GET /.well-known/openid-configuration": () => ({ body: discoveryDocument(url) }),
    "GET /.well-known/jwks.json": () => ({ body: tokens.keySet }),
    "GET /sheet.css": () => ({ headers: { "content-type": "text/css" }, body: sheet() }),
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
      const isRegistered = query.get("client_id") === clientId && bases.some((base) => `${base}/app` === address);
      return isRegistered ? leadTo(address) : notRegistered("logout_uri");
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
    return notRegistered("redirect_uri");
  const backWith = (result: Record<string, string>) => {
    const state = query.get("state");
    return leadTo(`${redirectUri}?${new URLSearchParams({ ...result, ...(state !== null && { state }) })}`);
  };
  if (field("response_type") !== "code") return backWith({ error: "unsupported_response_type" });
  const challenge = field("code_challenge");
  if (field("code_challenge_method") !== "S256" || !/^[\w-]{43}$/.test(challenge))
    return backWith({ error: "invalid_request", error_description: "A code challenge by S256 is required." });
  const scope = query.get("scope") ?? allScopes.join(" ");
  if (!scope.split(" ").every((name) => allScopes.includes(name))) return backWith({ error: "invalid_scope" });
  const headers = pageHeaders(redirectUri);
  if (email === undefined) return { headers, body: signInPage() };
  if (!looksLikeEmail(email.trim())) {
    const fault = "This is not an e-mail address. One looks like alice@example.com.";
    return { status: 400, headers, body: signInPage(email, fault) };
  }
  const nonce = query.get("nonce") ?? undefined;
  const code = store.newCode({ ...newSignIn(email, now, scope), nonce, redirectUri, challenge });
  return backWith({ code });
}

/** The token endpoint (RFC 6749, sections 4.1.3, 4.3.2 and 6). */
function grantTokens(body: URLSearchParams, parts: IssuerParts): Answer {
  const granted = signInOf(body, parts);
  if (!granted) return refusal(400, "invalid_grant");
  const { signIn, refreshToken } = granted;
  return {
    body: {
      access_token: parts.tokens.accessToken(signIn),
      ...(signIn.scope.split(" ").includes("openid") && { id_token: parts.tokens.identityToken(signIn) }),
      ...(refreshToken !== undefined && { refresh_token: refreshToken }),
      token_type: "Bearer",
      expires_in: 3600,
    },
  };
}

function signInOf(body: URLSearchParams, { store, now }: IssuerParts): Granted | undefined {
  const field = (name: string) => body.get(name) ?? "";
  const client = field("client_id");
  switch (field("grant_type")) {
    case "authorization_code":
      return store.redeemCode(field("code"), client, field("redirect_uri"), field("code_verifier"));
    case "refresh_token":
      return store.refresh(field("refresh_token"), client);
    // Cognito has no password grant, by which commands get a token here.
    case "password":
      return looksLikeEmail(field("username").trim()) ? { signIn: newSignIn(field("username"), now) } : undefined;
    default:
      return undefined;
  }
}

/** A scope is a list of names separated by spaces. */
export function newSignIn(email: string, now: () => number, scope = allScopes.join(" ")): SignIn {
  return { email: email.trim(), clientId, scope, signedInAt: Math.floor(now() / 1000) };
}

function leadTo(location: string): Answer {
  return { status: 302, headers: { location } };
}

function notRegistered(address: string): Answer {
  return { status: 400, body: `The request has a client_id or a ${address} that is not registered.` };
}

/** RFC 6749, section 5.2. */
function refusal(status: number, error: string): Answer {
  return { status, body: { error } };
}
