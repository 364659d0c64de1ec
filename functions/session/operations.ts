/** The operations of the session routes. */
import { findClosingMark, isClosedFor } from "../../shared/account/store/closing-mark.ts";
import { type Credentials, readCredentials } from "../../shared/auth/credentials.ts";
import { endSessionCookie, sessionCookieName, startSessionCookie } from "../../shared/auth/session-cookie.ts";
import type { VerifySessionToken } from "../../shared/auth/session-token.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import { AppError, type AppErrorOptions, invalid } from "../../shared/platform/http/errors.ts";
import { type CountRefusal, tooManyRefusals } from "../../shared/platform/http/rate-limit/refused-credentials.ts";
import type { Input, Operations } from "../../shared/platform/http/route/route.ts";
import type { routeGroup } from "./group.ts";

export interface SessionParts {
  store: Store;
  verifyToken: VerifySessionToken;
  countRefusal: CountRefusal;
  allowedOrigins: readonly string[];
  /** The issuers of session tokens. */
  issuers: readonly string[];
  now: () => Date;
}

export function sessionOperations(parts: SessionParts): Operations<typeof routeGroup.rows> {
  const { store, verifyToken, countRefusal, allowedOrigins, issuers, now } = parts;
  return {
    async getResourceMetadata({ baseUrl }) {
      const body = {
        resource: baseUrl,
        authorization_servers: [...issuers],
        bearer_methods_supported: ["header" as const],
      };
      return { status: 200, body };
    },

    async startSession(input) {
      requireOrigin(input, allowedOrigins, false);
      const credentials = credentialsOf(input);
      const refuse = (options: AppErrorOptions = {}): never => {
        throw countRefusal(input.clientAddress) ? tooManyRefusals() : new AppError("auth_required", options);
      };
      if (credentials.kind === "key") return refuse({ message: "An API key can't be exchanged for a session." });
      if (credentials.kind === "malformed") return refuse();
      if (credentials.kind === "none" || credentials.from === "cookie") throw new AppError("auth_required");
      const session = (await verifyToken(credentials.token)) ?? refuse();
      const mark = await findClosingMark(store, session.accountId);
      if (mark && isClosedFor(session, mark)) return refuse();
      const lifetime = Math.floor(session.expiresAt - now().getTime() / 1000);
      const cookie = startSessionCookie(input.baseUrl, credentials.token, Math.max(0, lifetime));
      if (!cookie) throw invalid("headers.authorization", "The token is too long for a cookie.");
      return { status: 204, cookies: [cookie] };
    },

    async endSession(input) {
      const credentials = credentialsOf(input);
      requireOrigin(input, allowedOrigins, credentials.kind === "token" && credentials.from === "cookie");
      return { status: 204, cookies: [endSessionCookie(input.baseUrl)] };
    },
  };
}

/**
 * Only pages of an allowed origin can sign people in and out. A request without `Origin` is refused if a cookie signs it
 * in.
 */
function requireOrigin({ headers }: Input, allowedOrigins: readonly string[], byCookie: boolean): void {
  const { origin } = headers;
  if (origin === undefined ? byCookie : !allowedOrigins.includes(origin)) throw new AppError("origin_not_allowed");
}

function credentialsOf({ headers, baseUrl }: Input): Credentials {
  const { authorization, cookie } = headers;
  return readCredentials(valuesOf(authorization), valuesOf(cookie), sessionCookieName(baseUrl));
}

function valuesOf(header: string | undefined): string[] {
  return header === undefined ? [] : [header];
}
