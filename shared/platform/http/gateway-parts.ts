/** Makes the parts of the pipeline from the environment. They are the same for every function behind the gateway. */
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { readEnvironment } from "../config/environment.ts";
import { createDocumentClient } from "../dynamodb/client.ts";
import { logToStandardOutput } from "../log/request-log.ts";
import { createKeyReservations } from "./idempotency/idempotency-reservations.ts";
import type { PipelineParts } from "./pipeline.ts";
import { createRateCounter } from "./rate-limit/rate-limit.ts";

/** The number of readiness probes per minute and client. */
const probesPerMinute = 5;

/** A function that has a database client passes it, because a second client opens more connections at every cold start. */
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
  const common = { now: () => Date.now(), log: logToStandardOutput };
  return {
    ...common,
    allowedOrigins: ALLOWED_ORIGINS,
    countRequest: createRateCounter({ ...common, client, tableName: CACHE_TABLE_NAME }),
    policies: {
      default: { name: "default", quota: RATE_LIMIT_PER_MINUTE, windowSeconds: 60 },
      probe: { name: "probe", quota: probesPerMinute, windowSeconds: 60 },
    },
  };
}

/** The parts for a group in which a row accepts idempotency keys. */
export function keyedPipelinePartsFrom(
  source: Readonly<Record<string, string | undefined>>,
  client: DynamoDBDocumentClient,
): PipelineParts {
  const parts = pipelinePartsFrom(source, client);
  const { CACHE_TABLE_NAME: tableName } = readEnvironment(source, "CACHE_TABLE_NAME");
  return { ...parts, reserveKey: createKeyReservations({ client, tableName, now: parts.now, log: parts.log }) };
}
