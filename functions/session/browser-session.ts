/** The cookies of a browser's session: what they hold, and how they begin and end. */
import { findClosingMark, isClosedFor } from "../../shared/account/store/closing-mark.ts";
import type { RandomBytes } from "../../shared/auth/api-key-text.ts";
import { readCredentials } from "../../shared/auth/credentials.ts";
import type { Pepper } from "../../shared/auth/pepper.ts";
import { createSealer } from "../../shared/auth/sealed-text.ts";
import {
  type Cookie,
  endCookie,
  refreshCookie,
  sessionCookie,
  signInCookie,
  startCookie,
  withoutApi,
} from "../../shared/auth/session-cookie.ts";
import type { Session, VerifySessionToken } from "../../shared/auth/session-token.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import { mayUseCookies } from "../../shared/platform/http/answer/cors.ts";
import { AppError } from "../../shared/platform/http/errors.ts";
import type { Input } from "../../shared/platform/http/route/route.ts";
import type { IssuerTokens, SignInAttempt } from "./issuer-client.ts";

export interface BrowserSessionParts {
  store: Store;
  pepper: Pepper;
  randomBytes: RandomBytes;
  verifyToken: VerifySessionToken;
  allowedOrigins: readonly string[];
  /** The addresses of the service that are registered at the issuer. */
  signInBases: readonly string[];
  now: () => Date;
}

/** A refresh token, and whose it is. */
export interface Refresh {
  token: string;
  accountId: string;
  /** Seconds since the epoch. Access tokens of some issuers do not say when their user signed in. */
  signedInAt: number;
}

export type OpenedRefresh = Refresh & { endsAt: number };

type Request = Pick<Input, "headers" | "baseUrl">;

/** In seconds. */
const signInLasts = 10 * 60;
const refreshLasts = 30 * 24 * 60 * 60;

export type BrowserSessions = ReturnType<typeof createBrowserSessions>;

export function createBrowserSessions(parts: BrowserSessionParts) {
  const { store, verifyToken, allowedOrigins, signInBases, now } = parts;
  const attempts = createSealer<SignInAttempt & { returnTo: string }>("sign-in cookies", parts);
  const refreshes = createSealer<Refresh>("refresh cookies", parts);
  const seconds = () => Math.floor(now().getTime() / 1000);

  const sessionCookieOf = (baseUrl: string) =>
    sessionCookie(
      baseUrl,
      allowedOrigins.some((origin) => !mayUseCookies(origin, baseUrl, [])),
    );

  /** Whether the account was closed after a session of it began. */
  const isClosed = async ({ accountId, issuedAt }: Pick<Session, "accountId" | "issuedAt">): Promise<boolean> => {
    const mark = await findClosingMark(store, accountId);
    return mark !== undefined && isClosedFor({ issuedAt }, mark);
  };

  /** Undefined for a token that is not valid, and for one from before its account was closed. */
  const verify = async (token: string): Promise<Session | undefined> => {
    const session = await verifyToken(token);
    return session && (await isClosed(session)) ? undefined : session;
  };

  /** Undefined when the token is too long. */
  const startSession = (baseUrl: string, token: string, { expiresAt }: Session): string | undefined =>
    startCookie(sessionCookieOf(baseUrl), token, Math.max(0, Math.floor(expiresAt - seconds())));

  return {
    isClosed,
    verify,

    /** The session of the cookie, with its token. */
    async read(request: Request): Promise<{ token: string; session: Session } | undefined> {
      const token = cookieValue(request, sessionCookieOf(request.baseUrl));
      const session = token === undefined ? undefined : await verify(token);
      return token === undefined || !session ? undefined : { token, session };
    },

    startSession,

    async startAttempt(baseUrl: string, attempt: SignInAttempt & { returnTo: string }): Promise<string> {
      const sealed = await attempts.seal(attempt, seconds() + signInLasts);
      return (
        startCookie(signInCookie(baseUrl, attempt.state), sealed, signInLasts) ?? tooLong("The address to return to")
      );
    },

    /** The attempt that began in this browser with this state. */
    async readAttempt(request: Request, state: string) {
      const sealed = cookieValue(request, signInCookie(request.baseUrl, state));
      const opened = sealed === undefined ? undefined : await attempts.open(sealed);
      return opened?.value.state === state ? opened.value : undefined;
    },

    endAttempt: (baseUrl: string, state: string) => endCookie(signInCookie(baseUrl, state)),

    async readRefresh(request: Request): Promise<OpenedRefresh | undefined> {
      const sealed = cookieValue(request, refreshCookie(request.baseUrl));
      const opened = sealed === undefined ? undefined : await refreshes.open(sealed);
      return opened && { ...opened.value, endsAt: opened.endsAt };
    },

    /**
     * The cookies for tokens of the issuer. The refresh ends 30 days after the sign-in, also when its token was replaced. `before`
     * is the refresh that these tokens follow. Throws `sign_in_failed`.
     */
    async start(baseUrl: string, tokens: IssuerTokens, before?: OpenedRefresh): Promise<string[]> {
      const { accessToken } = tokens;
      const session = await verify(accessToken);
      if (!session || (before && session.accountId !== before.accountId)) {
        throw new AppError("sign_in_failed", {
          message: "The session token of the issuer is not valid for this service.",
        });
      }
      const started = startSession(baseUrl, accessToken, session) ?? tooLong("The session token of the issuer");
      const token = tokens.refreshToken ?? before?.token;
      if (token === undefined) return [started, endCookie(refreshCookie(baseUrl))];
      const signedInAt = before?.signedInAt ?? (session.issuedAt || seconds());
      const endsAt = before?.endsAt ?? seconds() + refreshLasts;
      const sealed = await refreshes.seal({ token, accountId: session.accountId, signedInAt }, endsAt);
      const refresh = startCookie(refreshCookie(baseUrl), sealed, endsAt - seconds());
      return [started, refresh ?? tooLong("The refresh token of the issuer")];
    },

    /** Whether the browser sent a cookie that ends with the session. */
    areIn: (request: Request): boolean =>
      [sessionCookieOf(request.baseUrl), refreshCookie(request.baseUrl)].some((cookie) => cookieValue(request, cookie)),

    endRefresh: (baseUrl: string) => endCookie(refreshCookie(baseUrl)),

    end: (baseUrl: string) => [endCookie(sessionCookieOf(baseUrl)), endCookie(refreshCookie(baseUrl))],

    /** The address of the service that is registered at the issuer and that the caller uses. Undefined if there is none. */
    registeredBase(baseUrl: string): string | undefined {
      return signInBases.find((base) => base === withoutApi(baseUrl));
    },
  };
}

function tooLong(what: string): never {
  throw new AppError("sign_in_failed", { message: `${what} is too long for a cookie.` });
}

/** Two cookies of the same name have different sources, so neither is used. */
function cookieValue({ headers: { cookie } }: Request, { name }: Cookie): string | undefined {
  const found = readCredentials([], cookie === undefined ? [] : [cookie], name);
  return found.kind === "token" ? found.token : undefined;
}
