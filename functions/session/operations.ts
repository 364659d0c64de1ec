/** The operations of the session routes. */
import { findAccountHead } from "../../shared/account/store/account.ts";
import { readCredentials } from "../../shared/auth/credentials.ts";
import { fullName, personOf } from "../../shared/auth/person.ts";
import { sessionCookieName } from "../../shared/auth/session-cookie.ts";
import { createSessionVerifier } from "../../shared/auth/session-token.ts";
import type { SessionIssuer } from "../../shared/platform/config/environment.ts";
import { mayUseCookies } from "../../shared/platform/http/answer/cors.ts";
import { AppError, type AppErrorOptions, invalid } from "../../shared/platform/http/errors.ts";
import { type CountRefusal, tooManyRefusals } from "../../shared/platform/http/rate-limit/refused-credentials.ts";
import type { Input, Operations } from "../../shared/platform/http/route/route.ts";
import { type BrowserSessionParts, createBrowserSessions } from "./browser-session.ts";
import type { routeGroup } from "./group.ts";
import { issuerClientOf } from "./issuer-client.ts";
import { createRefreshOnce, type RefreshParts } from "./refresh-once.ts";
import { type SignInParts, signInOperations } from "./sign-in.ts";

export interface SessionParts
  extends Omit<BrowserSessionParts, "verifyToken">,
    RefreshParts,
    Pick<SignInParts, "publicUrl" | "randomBytes"> {
  countRefusal: CountRefusal;
  /** The issuers of session tokens. */
  issuers: readonly SessionIssuer[];
  /** Asks the issuers. */
  fetchAnswer: typeof fetch;
}

export function sessionOperations(parts: SessionParts): Operations<typeof routeGroup.rows> {
  const { store, countRefusal, allowedOrigins, issuers, fetchAnswer } = parts;
  const sessions = createBrowserSessions({ ...parts, verifyToken: createSessionVerifier(issuers, fetchAnswer) });
  /** A request without credentials guesses none, so it is not counted. */
  const refuse = (input: Input, options: AppErrorOptions = {}): never => {
    const isGuess = input.headers.authorization !== undefined || sessions.areIn(input);
    throw isGuess && countRefusal(input.clientAddress) ? tooManyRefusals() : new AppError("auth_required", options);
  };
  /**
   * Only pages of an allowed origin can sign people in and out. A request without `Origin` is refused if a cookie signs it in.
   */
  const requireOrigin = (input: Input): void => {
    const { origin } = input.headers;
    if (origin === undefined ? sessions.areIn(input) : !mayUseCookies(origin, input.baseUrl, allowedOrigins)) {
      throw new AppError("origin_not_allowed");
    }
  };
  return {
    ...signInOperations({
      ...parts,
      sessions,
      issuerClient: issuerClientOf(issuers, fetchAnswer),
      refreshOnce: createRefreshOnce(parts),
      requireOrigin,
      refuse,
    }),

    async getResourceMetadata({ baseUrl }) {
      const body = {
        resource: baseUrl,
        authorization_servers: issuers.map(({ issuer }) => issuer),
        bearer_methods_supported: ["header" as const],
      };
      return { status: 200, body };
    },

    async getSession(input) {
      const found = await sessions.read(input);
      if (!found) return { status: 200, body: { signedIn: false } };
      const { accountId, expiresAt } = found.session;
      const [head, person] = [await findAccountHead(store, accountId), personOf(found.session)];
      const body = {
        signedIn: true as const,
        accountId,
        email: head?.email ?? person.email,
        name: head?.name ?? fullName(person),
        expiresAt: timeOf(expiresAt),
      };
      return { status: 200, body };
    },

    async showSessionToken(input) {
      requireOrigin(input);
      const { token, session } = (await sessions.read(input)) ?? refuse(input);
      if (input.headers["sec-fetch-site"] !== "same-origin") throw new AppError("origin_not_allowed");
      return { status: 200, body: { token, expiresAt: timeOf(session.expiresAt) } };
    },

    async startSession(input) {
      const { headers, baseUrl } = input;
      if (headers.origin !== undefined) requireOrigin(input);
      const credentials = readCredentials(
        [headers.authorization ?? []].flat(),
        [headers.cookie ?? []].flat(),
        sessionCookieName(baseUrl),
      );
      if (credentials.kind === "key") {
        return refuse(input, { message: "An API key can't be exchanged for a session." });
      }
      if (credentials.kind === "malformed") return refuse(input);
      if (credentials.kind === "none" || credentials.from === "cookie") throw new AppError("auth_required");
      const session = (await sessions.verify(credentials.token)) ?? refuse(input);
      const cookie = sessions.startSession(baseUrl, credentials.token, session);
      if (!cookie) throw invalid("headers.authorization", "The token is too long for a cookie.");
      // A refresh token of an earlier session may belong to another account.
      return { status: 204, cookies: [cookie, sessions.endRefresh(baseUrl)] };
    },
  };
}

/** `seconds` since the epoch. */
function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
