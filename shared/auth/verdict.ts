/**
 * What the authorizer found out about a caller, and what follows for a row of the table. The authorizer hands its
 * verdict to the pipeline through the gateway's context, which carries only strings; the pipeline decides again by the
 * same rules.
 */
import { AppError, type ErrorCode, unavailable } from "../http/errors.ts";
import { type Access, type Caller, needsCaller } from "../http/route.ts";
import { tooManyRefusals } from "./refused-credentials.ts";

/**
 * Why a caller was not let in; `rate_limit_exceeded` when too many credentials of the address were refused before,
 * `service_unavailable` when it could not be found out who calls.
 */
export type Refusal = (typeof refusals)[number];
const refusals = [
  "auth_required",
  "invalid_api_key",
  "origin_not_allowed",
  "rate_limit_exceeded",
  "service_unavailable",
] as const satisfies ErrorCode[];

export type Verdict = { caller: Caller } | { refusal: Refusal };

/** What access rules need of a row. */
export interface Guarded {
  access: Access;
  fullKeyOnly?: boolean;
}

/**
 * The code with which this row refuses this caller, or undefined when it is open to them. The route wins over the
 * method.
 */
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

/** Throws the refusal, if there is one. */
export function requireAccess(row: Guarded, method: string, verdict: Verdict | undefined): void {
  const refusal = refusalFor(row, method, verdict);
  if (refusal === "service_unavailable") throw unavailable();
  if (refusal === "rate_limit_exceeded") throw tooManyRefusals();
  if (refusal) throw new AppError(refusal);
}

/** The verdict as the gateway's context: flat strings. */
export function verdictToContext(verdict: Verdict): Record<string, string> {
  if ("refusal" in verdict) return { refusal: verdict.refusal };
  const { caller } = verdict;
  return caller.kind === "session"
    ? { kind: "session", accountId: caller.accountId }
    : { kind: "key", accountId: caller.accountId, keyId: caller.keyId, permission: caller.permission };
}

/** Reads the verdict back; anything incomplete or unknown is no verdict, so that the pipeline fails closed. */
export function verdictFromContext(context: Readonly<Record<string, unknown>> | null | undefined): Verdict | undefined {
  const { kind, accountId, keyId, permission, refusal } = context ?? {};
  if (isRefusal(refusal)) return { refusal };
  if (typeof accountId !== "string" || accountId === "") return undefined;
  if (kind === "session") return { caller: { kind, accountId } };
  if (kind === "key" && typeof keyId === "string" && (permission === "read" || permission === "full")) {
    return { caller: { kind, accountId, keyId, permission } };
  }
  return undefined;
}

function isRefusal(value: unknown): value is Refusal {
  return refusals.some((refusal) => refusal === value);
}
