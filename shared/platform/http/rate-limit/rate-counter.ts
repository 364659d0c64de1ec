/** Counts requests in the cache table, with one write per request, in fixed windows for each subject and policy. */
import { type DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { faultName, type Log } from "../../log/request-log.ts";
import type { CountRequest } from "./rate-limit.ts";

export interface RateCounterParts {
  client: DynamoDBDocumentClient;
  tableName: string;
  /** Milliseconds since the epoch. */
  now: () => number;
  log: Log;
  /** Makes the signal that ends a call after so many milliseconds. The request is then not counted. */
  timeout?: (milliseconds: number) => AbortSignal;
}

/** Milliseconds. It includes the wait for a connection during a burst of requests. */
const timeLimit = 2_000;

/** A fault is logged, and the request passes. Windows are aligned to the clock, so that they need no read. */
export function createRateCounter({
  client,
  tableName,
  now,
  log,
  timeout = AbortSignal.timeout,
}: RateCounterParts): CountRequest {
  return async (subject, policy) => {
    const { name, quota, windowSeconds } = policy;
    const seconds = now() / 1000;
    const window = Math.floor(seconds / windowSeconds);
    const end = (window + 1) * windowSeconds;
    const count = new UpdateCommand({
      TableName: tableName,
      Key: { pk: `RATE#${name}#${subject}#${window}` },
      UpdateExpression: "SET expiresAt = :end ADD requests :one",
      ExpressionAttributeValues: { ":end": end, ":one": 1 },
      ReturnValues: "UPDATED_NEW",
    });
    try {
      const { Attributes } = await client.send(count, { abortSignal: timeout(timeLimit) });
      const requests = Number(Attributes?.requests);
      if (!Number.isInteger(requests)) throw new Error("the counter did not answer with a number");
      const resetSeconds = Math.max(1, Math.ceil(end - seconds));
      return { allowed: requests <= quota, remaining: Math.max(0, quota - requests), resetSeconds };
    } catch (fault) {
      log({ level: "warn", event: "rateLimit.notCounted", policy: name, fault: faultName(fault) });
      return undefined;
    }
  };
}
