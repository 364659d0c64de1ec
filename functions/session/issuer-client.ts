/**
 * The issuer, as the service signs browsers in with it: the code flow with PKCE (RFC 6749, RFC 7636) of a public client. The
 * endpoints come from its discovery document (OpenID Connect Discovery 1.0).
 */
import * as oauth from "oauth4webapi";
import { isLocalHttp } from "../../shared/auth/session-cookie.ts";
import type { SessionIssuer, SignInSettings } from "../../shared/platform/config/environment.ts";
import { AppError, unavailable } from "../../shared/platform/http/errors.ts";

export interface IssuerTokens {
  accessToken: string;
  /** Many issuers have none, and some keep the old one. */
  refreshToken: string | undefined;
}

/** What a sign-in must remember until the issuer leads back. */
export interface SignInAttempt {
  state: string;
  /** The secret of PKCE. */
  verifier: string;
}

/** All calls throw `service_unavailable` when the issuer is out of reach, slow, or answers what no issuer may answer. */
export type IssuerClient = ReturnType<typeof createClient>;

export type CallbackParameters = Readonly<Partial<Record<"code" | "state" | "iss" | "error", string>>>;

/** The issuer refuses a code or a token, or its answer is for another client or issuer. */
export class RefusedByIssuerError extends AppError {
  constructor(reason: string, cause: unknown) {
    super("sign_in_failed", { message: `The issuer did not sign you in: ${reason}.`, cause });
  }
}

/** Milliseconds of one call. */
const callTimeout = 3_000;
const maxAnswerBytes = 64 * 1024;
/** Seconds by which the clock of the issuer may be off. */
const clockTolerance = 60;

/** The client of the first issuer with which browsers sign in. */
export function issuerClientOf(issuers: readonly SessionIssuer[], fetchAnswer: typeof fetch): IssuerClient | undefined {
  const [first] = issuers.flatMap(({ issuer, signIn }) => (signIn ? [createClient(issuer, signIn, fetchAnswer)] : []));
  return first;
}

function createClient(issuer: string, signIn: SignInSettings, fetchAnswer: typeof fetch) {
  const client = { client_id: signIn.clientId, [oauth.clockTolerance]: clockTolerance };
  // `fetchBounded` refuses http except on this machine, where the library would refuse all of it.
  const options = {
    [oauth.customFetch]: (url: string, init: RequestInit) => fetchBounded(url, init, fetchAnswer),
    [oauth.allowInsecureRequests]: true,
  };
  let known: Promise<oauth.AuthorizationServer> | undefined;
  const discover = () => {
    known ??= oauth
      .discoveryRequest(new URL(issuer), options)
      .then((answer) => readDiscovery(new URL(issuer), answer))
      .catch((error) => {
        known = undefined;
        throw unavailable(error);
      });
    return known;
  };
  return {
    async authorizationUrl({ state, verifier }: SignInAttempt, redirectUri: string): Promise<string> {
      return withParameters((await discover()).authorization_endpoint ?? "", {
        ...signIn.parameters,
        client_id: signIn.clientId,
        redirect_uri: redirectUri,
        response_type: "code",
        scope: signIn.scopes,
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      });
    },

    /** `parameters` are those of the callback. Throws `RefusedByIssuerError`. */
    async exchangeCode(parameters: CallbackParameters, { state, verifier }: SignInAttempt, redirectUri: string) {
      const server = await discover();
      return refusable(async () => {
        const callback = oauth.validateAuthResponse(server, client, new URLSearchParams(parameters), state);
        const request = [server, client, oauth.None(), callback, redirectUri, verifier, options] as const;
        const answer = await oauth.authorizationCodeGrantRequest(...request);
        return tokensOf(await oauth.processAuthorizationCodeResponse(server, client, answer));
      });
    },

    /** Throws `RefusedByIssuerError`. */
    async refresh(refreshToken: string): Promise<IssuerTokens> {
      const server = await discover();
      return refusable(async () => {
        const answer = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refreshToken, options);
        return tokensOf(await oauth.processRefreshTokenResponse(server, client, answer));
      });
    },

    /** Does nothing where the issuer revokes no tokens. */
    async revoke(refreshToken: string): Promise<void> {
      const server = await discover();
      if (server.revocation_endpoint === undefined) return;
      await oauth.revocationRequest(server, client, oauth.None(), refreshToken, options);
    },

    /** The page that signs the user out at the issuer and then leads to `returnUrl`. Undefined if there is none. */
    async signOutUrl(returnUrl: string): Promise<string | undefined> {
      const { end_session_endpoint: endpoint } = await discover();
      // Cognito has names of its own for the parameters of OpenID Connect RP-Initiated Logout 1.0.
      const parameters = { client_id: signIn.clientId, post_logout_redirect_uri: returnUrl, logout_uri: returnUrl };
      return endpoint === undefined ? undefined : withParameters(endpoint, parameters);
    },
  };
}

/** Throws if the document lacks an endpoint that sign-in needs, or has one that is not safe, because browsers are led there. */
async function readDiscovery(issuer: URL, answer: Response): Promise<oauth.AuthorizationServer> {
  const server = await oauth.processDiscoveryResponse(issuer, answer);
  const { authorization_endpoint, token_endpoint, revocation_endpoint, end_session_endpoint } = server;
  const optional = [revocation_endpoint, end_session_endpoint].filter((endpoint) => endpoint !== undefined);
  if (![authorization_endpoint, token_endpoint, ...optional].every(isSafe)) {
    throw new Error("the issuer's discovery document lacks an endpoint, or has one without https");
  }
  return server;
}

function isSafe(url = ""): boolean {
  return URL.parse(url)?.protocol === "https:" || isLocalHttp(url);
}

/** An issuer that is overloaded or fails is no reason to discard what it was asked about. */
async function fetchBounded(url: string, init: RequestInit, fetchAnswer: typeof fetch): Promise<Response> {
  try {
    if (!isSafe(url)) throw new Error("the issuer has an endpoint without https");
    const answer = await fetchAnswer(url, { ...init, signal: AbortSignal.timeout(callTimeout) });
    const { status, headers } = answer;
    if (status >= 500 || status === 429) throw new Error(`the issuer answered with ${status}`);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of answer.body ?? []) {
      size += chunk.length;
      if (size > maxAnswerBytes) throw new Error("the issuer's answer is too large");
      chunks.push(chunk);
    }
    return new Response(size > 0 ? Buffer.concat(chunks) : null, { status, headers });
  } catch (cause) {
    throw unavailable(cause);
  }
}

/** What the library says of an answer that is none of a token endpoint, such as the page of a firewall or a proxy. */
const noAnswer: unknown[] = [oauth.RESPONSE_IS_NOT_CONFORM, oauth.RESPONSE_IS_NOT_JSON, oauth.PARSE_ERROR];

/** Every other error of the library means that an answer is a refusal, or is not for us. */
async function refusable<Result>(exchange: () => Promise<Result>): Promise<Result> {
  try {
    return await exchange();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    if (cause instanceof oauth.OperationProcessingError && noAnswer.includes(cause.code)) throw unavailable(cause);
    throw new RefusedByIssuerError(codeOf(cause), cause);
  }
}

/** The `error` of an answer (RFC 6749, sections 4.1.2.1 and 5.2). It may come from the address, so only its usual form is shown. */
function codeOf(cause: unknown): string {
  const isAnswer = cause instanceof oauth.AuthorizationResponseError || cause instanceof oauth.ResponseBodyError;
  return isAnswer && /^\w{1,40}$/.test(cause.error) ? cause.error : "its answer is not valid";
}

function tokensOf({ access_token, refresh_token }: oauth.TokenEndpointResponse): IssuerTokens {
  return { accessToken: access_token, refreshToken: refresh_token };
}

function withParameters(endpoint: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(endpoint);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
