/** Limits the rate of requests, which are counted in the cache table in fixed windows for each subject and policy. */
import { type DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { ItemKey } from "../../dynamodb/batch.ts";
import { accountPartition } from "../../dynamodb/store.ts";
import { faultName, type Log } from "../../log/request-log.ts";
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

/** What is counted. The counters of an account and its keys are in the account's partition, so that they are deleted with it. */
export interface RateSubject {
  partition: string;
  /** Unique in the partition. */
  name: string;
}

/** Counts a request of a subject. Undefined when it could not be counted; then the request passes. */
export type CountRequest = (subject: RateSubject, policy: RatePolicy) => Promise<RateVerdict | undefined>;

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
function rateSubject(scope: RequestScope): RateSubject {
  const caller = callerOf(scope);
  if (!caller) return { partition: `IP#${scope.clientAddress}`, name: "address" };
  return {
    partition: accountPartition(caller.accountId),
    name: caller.kind === "key" ? `key#${caller.keyId}` : "session",
  };
}

/** `RateLimit-Policy` and `RateLimit` as structured fields (draft-ietf-httpapi-ratelimit-headers-10). */
function rateLimitHeaders(policy: RatePolicy, verdict: RateVerdict): Record<string, string> {
  return {
    "ratelimit-policy": `"${policy.name}";q=${policy.quota};w=${policy.windowSeconds}`,
    ratelimit: `"${policy.name}";r=${verdict.remaining};t=${verdict.resetSeconds}`,
  };
}

export interface RateCounterParts {
  client: DynamoDBDocumentClient;
  tableName: string;
  /** Milliseconds since the epoch. */
  now: () => number;
  log: Log;
  /** Milliseconds for a call. A request that takes longer is not counted. */
  timeLimit?: number;
}

/** It includes the wait for a connection during a burst of requests. */
const defaultTimeLimit = 2_000;

/** What this process knows of a counter. */
interface KnownCount {
  /** As the table answered last. */
  requests: number;
  /** Whether this process has let a request pass that the table has not counted yet. */
  isOwed: boolean;
}

/**
 * Counts requests. A fault is logged, and the request passes. Windows are aligned to the clock, so that they need no read.
 *
 * The first request of a process in a window is a write. While at most half of the quota is used, every second one is
 * counted together with the next, which halves the writes of most callers. So no caller is refused too early, and each
 * process lets at most one request too many pass.
 */
export function createRateCounter(parts: RateCounterParts): CountRequest {
  const { client, tableName, now, log, timeLimit = defaultTimeLimit } = parts;
  let known = new Map<string, KnownCount>();
  let knownUntil = 0;
  return async (subject, policy) => {
    const { name, quota, windowSeconds } = policy;
    const seconds = now() / 1000;
    const window = Math.floor(seconds / windowSeconds);
    const end = (window + 1) * windowSeconds;
    const verdictOn = (requests: number): RateVerdict => ({
      allowed: requests <= quota,
      remaining: Math.max(0, quota - requests),
      resetSeconds: Math.max(1, Math.ceil(end - seconds)),
    });
    if (seconds >= knownUntil) [known, knownUntil] = [new Map(), end];
    const key = `${subject.partition} ${name} ${subject.name} ${window}`;
    const count = known.get(key);
    if (count && !count.isOwed && count.requests <= quota / 2) {
      count.isOwed = true;
      return verdictOn(count.requests + 1);
    }
    const added = count?.isOwed ? 2 : 1;
    if (count) count.isOwed = false;
    const update = new UpdateCommand({
      TableName: tableName,
      Key: { pk: subject.partition, sk: `RATE#${name}#${subject.name}#${window}` } satisfies ItemKey,
      UpdateExpression: "SET expiresAt = :end ADD requests :added",
      ExpressionAttributeValues: { ":end": end, ":added": added },
      ReturnValues: "UPDATED_NEW",
    });
    try {
      const { Attributes } = await client.send(update, { abortSignal: AbortSignal.timeout(timeLimit) });
      const requests = Number(Attributes?.requests);
      if (!Number.isInteger(requests)) throw new Error("the counter did not answer with a number");
      known.set(key, { requests, isOwed: known.get(key)?.isOwed ?? false });
      return verdictOn(requests);
    } catch (fault) {
      log({ level: "warn", event: "rateLimit.notCounted", policy: name, fault: faultName(fault) });
      return undefined;
    }
  };
}
