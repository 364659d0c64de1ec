/** Limits the rate of requests. */
import { AppError } from "../errors.ts";
import { callerOf, type Middleware, matchedRow, type RequestScope } from "../scope.ts";

export interface RatePolicy {
  name: string;
  /** The number of requests in a window. */
  quota: number;
  windowSeconds: number;
}

export interface RateVerdict {
  allowed: boolean;
  remaining: number;
  /** Seconds until the window ends. */
  resetSeconds: number;
}

/** Counts a request of a subject. Undefined when it could not be counted; then the request passes. */
export type CountRequest = (subject: string, policy: RatePolicy) => Promise<RateVerdict | undefined>;

export type RatePolicies = Readonly<Record<"default" | "probe", RatePolicy>>;

/** Throws 429 when the quota is used up. Every answer has headers with the rest of the quota. */
export function limitRate(countRequest: CountRequest, policies: RatePolicies): Middleware {
  return {
    before: async ({ context: { scope } }) => {
      const { row } = matchedRow(scope);
      const kind = "reserved" in row ? "default" : row.rateLimit;
      if (kind === "none") return;
      const policy = policies[kind];
      const verdict = await countRequest(rateSubject(scope), policy);
      if (!verdict) return;
      Object.assign(scope.extraHeaders, rateLimitHeaders(policy, verdict));
      if (!verdict.allowed) throw new AppError("rate_limit_exceeded", { retryAfter: verdict.resetSeconds });
    },
  };
}

/** A key has its own quota, a session has that of its account, and other callers have that of their address. */
function rateSubject(scope: RequestScope): string {
  const caller = callerOf(scope);
  if (!caller) return `ip#${scope.clientAddress}`;
  return caller.kind === "key" ? `key#${caller.keyId}` : `account#${caller.accountId}`;
}

/** `RateLimit-Policy` and `RateLimit` as structured fields (draft-ietf-httpapi-ratelimit-headers-10). */
function rateLimitHeaders(policy: RatePolicy, verdict: RateVerdict): Record<string, string> {
  return {
    "ratelimit-policy": `"${policy.name}";q=${policy.quota};w=${policy.windowSeconds}`,
    ratelimit: `"${policy.name}";r=${verdict.remaining};t=${verdict.resetSeconds}`,
  };
}
