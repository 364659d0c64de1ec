/**
 * Who calls? Decided by the request's credentials; what follows for the row is in shared/auth/verdict.ts, for the
 * pipeline asks again.
 */
import { type Credentials, readCredentials } from "../../shared/auth/credentials.ts";
import { mayUseCookie } from "../../shared/auth/origin.ts";
import type { ProvisionAccount } from "../../shared/auth/provisioning.ts";
import type { CountRefusal } from "../../shared/auth/refused-credentials.ts";
import { sessionCookieName } from "../../shared/auth/session-cookie.ts";
import type { VerifySessionToken } from "../../shared/auth/session-token.ts";
import type { Verdict } from "../../shared/auth/verdict.ts";
import { errorCatalogue } from "../../shared/http/errors.ts";
import { type AnyRow, createMatcher } from "../../shared/http/match.ts";
import { toAppError } from "../../shared/http/respond.ts";
import { needsCaller } from "../../shared/http/route.ts";
import { faultName, type Log } from "../../shared/log/request-log.ts";

export interface AuthorizerParts {
  rows: Readonly<Record<string, AnyRow>>;
  verifyKey: (text: string) => Promise<Verdict>;
  verifyToken: VerifySessionToken;
  provisionAccount: ProvisionAccount;
  countRefusal: CountRefusal;
  allowedOrigins: readonly string[];
  log: Log;
}

export interface AuthorizerRequest {
  requestId: string;
  clientAddress: string;
  method: string;
  path: string;
  /** Scheme and host as the caller sees them. */
  baseUrl: string;
  /** Every value of the header. */
  authorization: readonly string[];
  cookie: readonly string[];
  origin: string | undefined;
}

/** Gives undefined where nobody asks who calls: a path or method that no row has, or a row that is open to everyone. */
export type Authorize = (request: AuthorizerRequest) => Promise<Verdict | undefined>;

/** Throws what is neither the caller's fault nor passes by itself. */
export function createAuthorizer(parts: AuthorizerParts): Authorize {
  const match = createMatcher(parts.rows);
  return async (request) => {
    const found = match(request.method, request.path);
    if (found.kind !== "row" || !needsCaller(found.row)) return undefined;
    try {
      return await verify(request, parts);
    } catch (fault) {
      return refuseForNow(fault, request, parts.log);
    }
  };
}

async function verify(request: AuthorizerRequest, parts: AuthorizerParts): Promise<Verdict> {
  const { authorization, cookie, baseUrl, clientAddress } = request;
  const credentials = readCredentials(authorization, cookie, sessionCookieName(baseUrl));
  // Who shows nothing tries nothing out.
  if (credentials.kind === "none") return { refusal: "auth_required" };
  const verdict = await verdictOn(credentials, request, parts);
  const isRefused = "refusal" in verdict && errorCatalogue[verdict.refusal].status === 401;
  return isRefused && parts.countRefusal(clientAddress) ? { refusal: "rate_limit_exceeded" } : verdict;
}

async function verdictOn(
  credentials: Exclude<Credentials, { kind: "none" }>,
  request: AuthorizerRequest,
  parts: AuthorizerParts,
): Promise<Verdict> {
  switch (credentials.kind) {
    case "malformed":
      return { refusal: "auth_required" };
    case "key":
      return parts.verifyKey(credentials.text);
    case "token":
      return verifySession(credentials, request, parts);
  }
}

/** The page that asks is judged before anything is written for the account. */
async function verifySession(
  { token, from }: { token: string; from: "header" | "cookie" },
  { method, origin }: AuthorizerRequest,
  { verifyToken, provisionAccount, allowedOrigins }: AuthorizerParts,
): Promise<Verdict> {
  const session = await verifyToken(token);
  if (!session) return { refusal: "auth_required" };
  if (from === "cookie" && !mayUseCookie(method, origin, allowedOrigins)) return { refusal: "origin_not_allowed" };
  await provisionAccount(session, token);
  return { caller: { kind: "session", accountId: session.accountId } };
}

/**
 * That a key set or the table can't be reached says nothing against the caller: 503, in the envelope. Any other fault
 * is the gateway's to tell.
 */
function refuseForNow(fault: unknown, { requestId }: AuthorizerRequest, log: Log): Verdict {
  const { code, cause } = toAppError(fault);
  if (code !== "service_unavailable") throw fault;
  log({ level: "error", event: "authorizer.unavailable", requestId, fault: faultName(cause) });
  return { refusal: "service_unavailable" };
}
