/**
 * Finds out who sends a request, from its credentials. Whether that caller may use a row is decided in
 * shared/platform/http/verdict.ts, because the pipeline checks it as well.
 */
import { hashApiKey, matchesApiKeyHash, parseApiKey } from "../../shared/auth/api-key-text.ts";
import { type Credentials, readCredentials } from "../../shared/auth/credentials.ts";
import type { Pepper } from "../../shared/auth/pepper.ts";
import type { ProvisionAccount } from "../../shared/auth/provisioning.ts";
import { sessionCookieName } from "../../shared/auth/session-cookie.ts";
import type { VerifySessionToken } from "../../shared/auth/session-token.ts";
import { type ApiKeyRecord, getApiKey, recordApiKeyUse, replaceApiKeyHash } from "../../shared/auth/store/api-key.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import { mayUseCookies } from "../../shared/platform/http/answer/cors.ts";
import { errorCatalogue } from "../../shared/platform/http/error-catalogue.ts";
import { toAppError } from "../../shared/platform/http/errors.ts";
import type { CountRefusal } from "../../shared/platform/http/rate-limit/refused-credentials.ts";
import { createMatcher } from "../../shared/platform/http/route/match.ts";
import { needsCaller } from "../../shared/platform/http/route/route.ts";
import type { Verdict } from "../../shared/platform/http/verdict.ts";
import { faultName, type Log } from "../../shared/platform/log/request-log.ts";
import type { AccessRow } from "../access-table.ts";

export interface AuthorizerParts {
  rows: Readonly<Record<string, AccessRow>>;
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

/** The result is undefined for a public row, and for a path or method that no row has. */
export type Authorize = (request: AuthorizerRequest) => Promise<Verdict | undefined>;

/** Throws a fault that is neither a refusal nor temporary. */
export function createAuthorizer(parts: AuthorizerParts): Authorize {
  const match = createMatcher(parts.rows);
  return async (request) => {
    const found = match(request.method, request.path);
    if (found.kind !== "row" || !needsCaller(found.row)) return undefined;
    try {
      return await verify(request, parts);
    } catch (fault) {
      return refuseTemporarily(fault, request, parts.log);
    }
  };
}

async function verify(request: AuthorizerRequest, parts: AuthorizerParts): Promise<Verdict> {
  const { authorization, cookie, baseUrl, clientAddress } = request;
  const credentials = readCredentials(authorization, cookie, sessionCookieName(baseUrl));
  // A request without credentials guesses none, so it is not counted.
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

/** The origin is checked before anything is written for the account. */
async function verifySession(
  { token, from }: { token: string; from: "header" | "cookie" },
  { method, origin, baseUrl }: AuthorizerRequest,
  { verifyToken, provisionAccount, allowedOrigins }: AuthorizerParts,
): Promise<Verdict> {
  const session = await verifyToken(token);
  if (!session) return { refusal: "auth_required" };
  // Browsers add a cookie to every request, but they never send a false `Origin`. So a request that changes something needs an
  // `Origin` that may use cookies, which prevents cross-site request forgery.
  if (from === "cookie" && !safeMethods.has(method) && !(origin && mayUseCookies(origin, baseUrl, allowedOrigins)))
    return { refusal: "origin_not_allowed" };
  switch (await provisionAccount(session, token)) {
    case "closed":
      return { refusal: "auth_required" };
    case "deleting":
      // The alarm of server errors leaves these out by the context of the gateway.
      return { refusal: "service_unavailable", isDeleting: true };
    case "open":
      return { caller: { kind: "session", accountId: session.accountId } };
  }
}

/**
 * A key set or table that can't be reached is no reason to reject the caller: the pipeline answers 503. The gateway answers
 * any other fault.
 */
function refuseTemporarily(fault: unknown, { requestId }: AuthorizerRequest, log: Log): Verdict {
  const { code, cause } = toAppError(fault);
  if (code !== "service_unavailable") throw fault;
  log({ level: "error", event: "authorizer.unavailable", requestId, fault: faultName(cause) });
  return { refusal: "service_unavailable" };
}

/** Methods that change nothing (RFC 9110, section 9.2.1). */
const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

export interface KeyParts {
  store: Store;
  pepper: Pepper;
  now: () => Date;
  log: Log;
}

/**
 * Finds the caller of an API key. A well-formed key takes one consistent read, any other none. Throws when the pepper or
 * the table can't be read.
 */
export function createKeyVerifier(parts: KeyParts): (text: string) => Promise<Verdict> {
  const { store, pepper } = parts;
  return async (text) => {
    const parsed = parseApiKey(text);
    if (!parsed) return { refusal: "invalid_api_key" };
    // The secret is read while the table is.
    const [key] = await Promise.all([getApiKey(store, parsed.keyId), pepper.current()]);
    const version = key && (await pepper.find((one) => matchesApiKeyHash(parsed.key, one, key.hash)));
    if (!key || !version) return { refusal: "invalid_api_key" };
    if (version === "previous") await renewHash(key, parsed.key, parts);
    await recordUse(key, parts);
    const { accountId, keyId, label, permission } = key;
    return { caller: { kind: "key", accountId, keyId, label, permission } };
  };
}

/** Hashes a key with the current pepper, so that the one before it can be removed. A write that fails is tried again at the next use. */
async function renewHash(key: ApiKeyRecord, text: string, { store, pepper, log }: KeyParts): Promise<void> {
  const { keyId } = key;
  try {
    await replaceApiKeyHash(store, key, hashApiKey(text, await pepper.current()));
    log({ level: "info", event: "apiKey.hashRenewed", keyId });
  } catch (fault) {
    log({ level: "warn", event: "apiKey.hashNotRenewed", keyId, fault: faultName(fault) });
  }
}

/** The time of the last use is only information, so a write that fails does not refuse the request. */
async function recordUse(key: ApiKeyRecord, { store, now, log }: KeyParts): Promise<void> {
  try {
    await recordApiKeyUse(store, key, now());
  } catch (fault) {
    log({ level: "warn", event: "apiKeyUse.notRecorded", keyId: key.keyId, fault: faultName(fault) });
  }
}
