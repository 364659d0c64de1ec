/**
 * The verdict of the authorizer about a caller, and whether the caller may use a row. The authorizer passes the verdict to the
 * pipeline in the context of the gateway, which only has strings. The pipeline checks access with the same rules.
 */
import type { ErrorCode } from "./error-catalogue.ts";
import { AppError, type AppErrorOptions, unavailable } from "./errors.ts";
import { tooManyRefusals } from "./rate-limit/refused-credentials.ts";
import { type Access, type Caller, needsCaller } from "./route/route.ts";

/**
 * Why there is no caller. `rate_limit_exceeded`: too many credentials of the address were refused before.
 * `service_unavailable`: the credentials could not be checked.
 */
export type Refusal = (typeof refusals)[number];
const refusals = [
  "auth_required",
  "invalid_api_key",
  "origin_not_allowed",
  "rate_limit_exceeded",
  "service_unavailable",
] as const satisfies ErrorCode[];

/** `isDeleting`, with `service_unavailable`: the earlier account of this user is still being deleted. */
export type Verdict = { caller: Caller } | { refusal: Refusal; isDeleting?: boolean };

export interface Guarded {
  access: Access;
  fullKeyOnly?: boolean;
}

/** The error code for the caller, or undefined if the caller may use the row. The route is checked before the method. */
export function refusalFor(row: Guarded, method: string, verdict: Verdict | undefined): ErrorCode | undefined {
  if (!needsCaller(row)) return undefined;
  if (!verdict) return "auth_required";
  if ("refusal" in verdict) return verdict.refusal;
  const { caller } = verdict;
  if (caller.kind === "session") return undefined;
  if (row.access === "session") return "api_key_route_forbidden";
  const reads = method === "GET" || method === "HEAD";
  return caller.permission === "read" && (!reads || row.fullKeyOnly) ? "api_key_method_forbidden" : undefined;
}

/** Throws if the caller may not use the row. */
export function requireAccess(row: Guarded, method: string, verdict: Verdict | undefined): void {
  const refusal = refusalFor(row, method, verdict);
  if (verdict && "isDeleting" in verdict) throw new AppError("service_unavailable", stillDeleting);
  if (refusal === "service_unavailable") throw unavailable();
  if (refusal === "rate_limit_exceeded") throw tooManyRefusals();
  if (refusal) throw new AppError(refusal);
}

const stillDeleting: AppErrorOptions = {
  message: "The data of your closed account are still being deleted. A new account can be created when that has ended.",
  retryAfter: 600,
};

/** The verdict as the context of the gateway. */
export function verdictToContext(verdict: Verdict): Record<string, string> {
  if ("refusal" in verdict) {
    const { refusal, isDeleting } = verdict;
    return { refusal, ...(isDeleting && { isDeleting: "true" }) };
  }
  const { caller } = verdict;
  if (caller.kind === "session") return { kind: "session", accountId: caller.accountId };
  const { accountId, keyId, label, permission } = caller;
  // It is not documented that the gateway passes on characters beyond ASCII.
  return { kind: "key", accountId, keyId, label: encodeURIComponent(label), permission };
}

/** Reads the verdict. An incomplete or unknown context has no verdict, so the pipeline refuses the request. */
export function verdictFromContext(context: Readonly<Record<string, unknown>> | null | undefined): Verdict | undefined {
  const { kind, accountId, keyId, label, permission, refusal, isDeleting } = context ?? {};
  if (isRefusal(refusal)) return { refusal, ...(isDeleting === "true" && { isDeleting: true }) };
  if (typeof accountId !== "string" || accountId === "") return undefined;
  if (kind === "session") return { caller: { kind, accountId } };
  const isKey = kind === "key" && typeof keyId === "string" && typeof label === "string";
  if (isKey && (permission === "read" || permission === "full")) {
    return { caller: { kind, accountId, keyId, label: decodeURIComponent(label), permission } };
  }
  return undefined;
}

function isRefusal(value: unknown): value is Refusal {
  return refusals.some((refusal) => refusal === value);
}
