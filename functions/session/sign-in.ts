/** The operations by which browsers sign in and out, and stay signed in. */
import type { RandomBytes } from "../../shared/auth/api-key-text.ts";
import { basePath } from "../../shared/auth/session-cookie.ts";
import { AppError, type AppErrorOptions } from "../../shared/platform/http/errors.ts";
import type { Input, Operations } from "../../shared/platform/http/route/route.ts";
import { withTimeout } from "../../shared/platform/time/timeout.ts";
import type { BrowserSessions, OpenedRefresh } from "./browser-session.ts";
import type { routeGroup } from "./group.ts";
import { type IssuerClient, RefusedByIssuerError } from "./issuer-client.ts";
import type { RefreshOnce } from "./refresh-once.ts";
import { safeReturnPath } from "./return-path.ts";
import { signOutPage } from "./session-page.ts";

export interface SignInParts {
  sessions: BrowserSessions;
  /** Undefined if sign-in for browsers is not set up. */
  issuerClient: IssuerClient | undefined;
  refreshOnce: RefreshOnce;
  randomBytes: RandomBytes;
  /** The address of the service for callers that use another one. */
  publicUrl: string;
  /** Throws `origin_not_allowed` for a page that may not use the cookies. */
  requireOrigin: (input: Input) => void;
  /** Throws `auth_required` and counts the refusal of credentials. */
  refuse: (input: Input, options?: AppErrorOptions) => never;
}

/** Milliseconds for everything that a request asks of the issuer. */
const issuerLimit = 4_500;

type SignInOperation = "signIn" | "finishSignIn" | "refreshSession" | "showSignOut" | "signOut" | "endSession";

export function signInOperations(parts: SignInParts): Pick<Operations<typeof routeGroup.rows>, SignInOperation> {
  const { sessions, issuerClient, refreshOnce, randomBytes, publicUrl, requireOrigin, refuse } = parts;

  const requireIssuer = () => issuerClient ?? notSetUp("the service has no client id for its issuer");

  const randomText = () => Buffer.from(randomBytes(32)).toString("base64url");

  /** Best effort: a token that was not revoked has no cookie any more. */
  const revoke = async (refresh: OpenedRefresh | undefined): Promise<void> => {
    if (refresh && issuerClient) await withinLimit(() => issuerClient.revoke(refresh.token)).catch(() => {});
  };

  /** Ends the session of the browser. The result is the cookies. */
  const end = async (input: Input): Promise<string[]> => {
    await revoke(await sessions.readRefresh(input).catch(() => undefined));
    return sessions.end(input.baseUrl);
  };

  /** The page of the issuer, which only leads back to an address that it knows. */
  const issuerSignOut = async ({ baseUrl }: Input): Promise<string | undefined> => {
    const returnUrl = `${sessions.registeredBase(baseUrl) ?? publicUrl}/app`;
    return withinLimit(async () => issuerClient?.signOutUrl(returnUrl)).catch(() => undefined);
  };

  const leave = async (input: Input) => {
    const [cookies, page] = await Promise.all([end(input), issuerSignOut(input)]);
    return { status: 303 as const, headers: { location: page ?? `${basePath(input.baseUrl)}/app` }, cookies };
  };

  const refreshSession = async (input: Input) => {
    const [refresh, current] = await Promise.all([sessions.readRefresh(input), sessions.read(input)]);
    if (!refresh) return refuse(input);
    const issuer = requireIssuer();
    const { accountId, token: refreshToken, signedInAt: issuedAt } = refresh;
    const endOnly = { headers: { "set-cookie": sessions.endRefresh(input.baseUrl) } };
    // A cookie of another account may have been planted in this browser.
    const isForeign = current !== undefined && current.session.accountId !== accountId;
    if (isForeign || (await sessions.isClosed({ accountId, issuedAt }))) {
      await revoke(refresh);
      return refuse(input, endOnly);
    }
    try {
      const tokens = await refreshOnce({ accountId, refreshToken }, issuer);
      return { status: 204 as const, cookies: await sessions.start(input.baseUrl, tokens, refresh) };
    } catch (error) {
      if (error instanceof RefusedByIssuerError) return refuse(input, endOnly);
      throw error;
    }
  };

  return {
    async signIn({ method, baseUrl, query }) {
      if (method === "HEAD") return { status: 200 };
      const issuer = requireIssuer();
      const base = sessions.registeredBase(baseUrl);
      if (base !== baseUrl) {
        const other =
          base ?? sessions.registeredBase(publicUrl) ?? notSetUp("the issuer knows no address of the service");
        return { status: 302, headers: { location: `${other}/session/sign-in${queryOf(query)}` } };
      }
      const [state, verifier] = [randomText(), randomText()];
      const location = await withinLimit(() => issuer.authorizationUrl({ state, verifier }, callbackOf(base)));
      const returnTo = safeReturnPath(query.returnTo);
      const cookie = await sessions.startAttempt(base, { state, verifier, returnTo });
      return { status: 302, headers: { location }, cookies: [cookie] };
    },

    async finishSignIn(input) {
      const { method, baseUrl, query } = input;
      if (method === "HEAD") return { status: 200 };
      const issuer = requireIssuer();
      const { state = "" } = query;
      const attempt = await sessions.readAttempt(input, state);
      const base = sessions.registeredBase(baseUrl);
      if (!attempt || base === undefined) throw new AppError("sign_in_failed", { message: unknownAttempt });
      const ended = sessions.endAttempt(baseUrl, state);
      try {
        const cookies = await withinLimit(async () => {
          const tokens = await issuer.exchangeCode(query, attempt, callbackOf(base));
          return sessions.start(baseUrl, tokens);
        });
        const location = basePath(baseUrl) + attempt.returnTo;
        return { status: 303, headers: { location }, cookies: [...cookies, ended] };
      } catch (error) {
        throw signInFailed(error, { "set-cookie": ended });
      }
    },

    async refreshSession(input) {
      requireOrigin(input);
      return withinLimit(() => refreshSession(input));
    },

    async showSignOut(input) {
      const { method, headers, baseUrl } = input;
      const isByPerson = ["same-origin", "none"].includes(headers["sec-fetch-site"] ?? "");
      const isAhead = method === "HEAD" || headers["sec-purpose"]?.includes("prefetch");
      if (isByPerson && !isAhead) return leave(input);
      return { status: 200, ...signOutPage(baseUrl, method === "HEAD" ? undefined : await issuerSignOut(input)) };
    },

    async signOut(input) {
      requireOrigin(input);
      return leave(input);
    },

    async endSession(input) {
      requireOrigin(input);
      return { status: 204, cookies: await end(input) };
    },
  };
}

const unknownAttempt =
  "This sign-in did not begin in this browser, was finished before, or took longer than ten minutes.";

function callbackOf(base: string): string {
  return `${base}/session/callback`;
}

function queryOf({ returnTo }: { returnTo?: string | undefined }): string {
  return returnTo === undefined ? "" : `?${new URLSearchParams({ returnTo })}`;
}

function notSetUp(reason: string): never {
  throw new AppError("service_unavailable", { message: `Sign-in for browsers is not set up: ${reason}.` });
}

/** Throws a `TimeoutError`, which is answered by 503. */
function withinLimit<Result>(ask: () => Promise<Result>): Promise<Result> {
  return withTimeout(issuerLimit, ask);
}

/** A refusal ends the attempt. Any other fault leaves it, because the same callback may work later. */
function signInFailed(error: unknown, headers: Record<string, string>): unknown {
  if (!(error instanceof AppError) || error.code !== "sign_in_failed") return error;
  return new AppError("sign_in_failed", { message: error.message, headers, cause: error });
}
