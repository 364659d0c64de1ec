/** The parts of the pipeline that are the same for every function behind the gateway, made from the environment. */
import { createRateCounter } from "../cache/rate-counter.ts";
import { readEnvironment } from "../config/environment.ts";
import { logToStandardOutput } from "../log/request-log.ts";
import { createDocumentClient } from "../table/client.ts";
import type { PipelineParts } from "./pipeline.ts";

/** Readiness probes that one client may send in a minute. */
const probesPerMinute = 5;

/** Reads ALLOWED_ORIGINS, CACHE_TABLE_NAME and RATE_LIMIT_PER_MINUTE. */
export function pipelinePartsFrom(source: Readonly<Record<string, string | undefined>>): PipelineParts {
  const { ALLOWED_ORIGINS, CACHE_TABLE_NAME, RATE_LIMIT_PER_MINUTE } = readEnvironment(
    source,
    "ALLOWED_ORIGINS",
    "CACHE_TABLE_NAME",
    "RATE_LIMIT_PER_MINUTE",
  );
  return {
    allowedOrigins: ALLOWED_ORIGINS,
    // A request that can't be counted in time passes, so a second try would only keep it waiting.
    countRequest: createRateCounter({
      client: createDocumentClient({ maxAttempts: 1 }),
      tableName: CACHE_TABLE_NAME,
      now: () => Date.now(),
    }),
    policies: {
      default: { name: "default", quota: RATE_LIMIT_PER_MINUTE, windowSeconds: 60 },
      probe: { name: "probe", quota: probesPerMinute, windowSeconds: 60 },
    },
    log: logToStandardOutput,
    now: () => Date.now(),
  };
}
