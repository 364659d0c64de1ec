/** Counts requests in the expiring table: a fixed window for every subject of every policy, one write a request. */
import { type DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { CountRequest, RatePolicy, RateVerdict } from "../http/rate-limit.ts";
import { faultName, type Log } from "../log/request-log.ts";

export interface RateCounterParts {
  client: DynamoDBDocumentClient;
  tableName: string;
  /** Milliseconds since the epoch. */
  now: () => number;
  log: Log;
  /** The signal that ends a call after so many milliseconds: the request then passes uncounted. */
  timeout?: (milliseconds: number) => AbortSignal;
}

/** Long enough for a burst that one process serves side by side: calls that wait for a connection must be counted too. */
const timeLimit = 2_000;

/** Whatever goes wrong is logged and the request passes: a budget is not worth an outage. */
export function createRateCounter({
  client,
  tableName,
  now,
  log,
  timeout = AbortSignal.timeout,
}: RateCounterParts): CountRequest {
  return async (subject, policy) => {
    const time = now();
    try {
      const { Attributes } = await client.send(new UpdateCommand(countingUpdate(tableName, subject, policy, time)), {
        abortSignal: timeout(timeLimit),
      });
      return verdictOf(Number(Attributes?.requests), policy, time);
    } catch (fault) {
      log({ level: "warn", event: "rateLimit.notCounted", policy: policy.name, fault: faultName(fault) });
      return undefined;
    }
  };
}

/**
 * The write that counts one request. Windows are aligned to the clock, so that no read is needed to find the current
 * one.
 */
function countingUpdate(tableName: string, subject: string, policy: RatePolicy, time: number) {
  const window = windowOf(policy, time);
  return {
    TableName: tableName,
    Key: { pk: `RATE#${policy.name}#${subject}#${window}` },
    UpdateExpression: "SET expiresAt = :end ADD requests :one",
    ExpressionAttributeValues: { ":end": windowEnd(policy, window), ":one": 1 },
    ReturnValues: "UPDATED_NEW" as const,
  };
}

/** `requests` counts this one too. */
function verdictOf(requests: number, policy: RatePolicy, time: number): RateVerdict {
  if (!Number.isInteger(requests)) throw new Error("the counter did not answer with a number");
  return {
    allowed: requests <= policy.quota,
    remaining: Math.max(0, policy.quota - requests),
    resetSeconds: Math.max(1, Math.ceil(windowEnd(policy, windowOf(policy, time)) - time / 1000)),
  };
}

function windowOf({ windowSeconds }: RatePolicy, time: number): number {
  return Math.floor(time / 1000 / windowSeconds);
}

/** Seconds since the epoch. */
function windowEnd({ windowSeconds }: RatePolicy, window: number): number {
  return (window + 1) * windowSeconds;
}
