/** The parts of the pipeline that are the same for every function behind the gateway, made from the environment. */
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { createClaims } from "../cache/idempotency-claims.ts";
import { createRateCounter } from "../cache/rate-counter.ts";
import { readEnvironment } from "../config/environment.ts";
import { logToStandardOutput } from "../log/request-log.ts";
import { createDocumentClient } from "../table/client.ts";
import type { PipelineParts } from "./pipeline.ts";

/** Readiness probes that one client may send in a minute. */
const probesPerMinute = 5;

/**
 * Reads ALLOWED_ORIGINS, CACHE_TABLE_NAME and RATE_LIMIT_PER_MINUTE. Who has a database client hands it in: a second
 * one would open connections of its own at every cold start.
 */
export function pipelinePartsFrom(
  source: Readonly<Record<string, string | undefined>>,
  client: DynamoDBDocumentClient = createDocumentClient(),
): PipelineParts {
  const { ALLOWED_ORIGINS, CACHE_TABLE_NAME, RATE_LIMIT_PER_MINUTE } = readEnvironment(
    source,
    "ALLOWED_ORIGINS",
    "CACHE_TABLE_NAME",
    "RATE_LIMIT_PER_MINUTE",
  );
  return {
    allowedOrigins: ALLOWED_ORIGINS,
    countRequest: createRateCounter({
      client,
      tableName: CACHE_TABLE_NAME,
      now: () => Date.now(),
      log: logToStandardOutput,
    }),
    policies: {
      default: { name: "default", quota: RATE_LIMIT_PER_MINUTE, windowSeconds: 60 },
      probe: { name: "probe", quota: probesPerMinute, windowSeconds: 60 },
    },
    log: logToStandardOutput,
    now: () => Date.now(),
  };
}

/** The same for a group with a row that takes an idempotency key. */
export function keyedPipelinePartsFrom(
  source: Readonly<Record<string, string | undefined>>,
  client: DynamoDBDocumentClient,
): PipelineParts {
  const parts = pipelinePartsFrom(source, client);
  const { CACHE_TABLE_NAME: tableName } = readEnvironment(source, "CACHE_TABLE_NAME");
  return { ...parts, claimKey: createClaims({ client, tableName, now: parts.now, log: parts.log }) };
}
