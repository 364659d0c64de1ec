/** The contract between the pipeline and whatever counts requests, and the headers that follow. */

export interface RatePolicy {
  name: string;
  /** Requests in a window. */
  quota: number;
  windowSeconds: number;
}

export interface RateVerdict {
  allowed: boolean;
  remaining: number;
  /** Seconds until the window ends. */
  resetSeconds: number;
}

/** Counts one request of a subject; undefined when the counter can't be reached, and then requests pass. */
export type CountRequest = (subject: string, policy: RatePolicy) => Promise<RateVerdict | undefined>;

/** `RateLimit-Policy` and `RateLimit` as structured fields (draft-ietf-httpapi-ratelimit-headers-10). */
export function rateLimitHeaders(policy: RatePolicy, verdict: RateVerdict): Record<string, string> {
  return {
    "ratelimit-policy": `"${policy.name}";q=${policy.quota};w=${policy.windowSeconds}`,
    ratelimit: `"${policy.name}";r=${verdict.remaining};t=${verdict.resetSeconds}`,
  };
}
