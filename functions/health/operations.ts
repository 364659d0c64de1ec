/** The operations of the health routes. */
import type { Operations } from "../../shared/platform/http/route/route.ts";
import { faultName, type Log } from "../../shared/platform/log/request-log.ts";
import { withTimeout } from "../../shared/platform/time/timeout.ts";
import { type Check, type Checks, criticalServices } from "./checks.ts";
import type { routeGroup } from "./group.ts";
import type { ReadyAnswer, ServiceName } from "./schemas.ts";

export interface HealthParts extends ReadinessParts {
  version: string;
  gitSha: string;
}

export function healthOperations({ version, gitSha, ...readiness }: HealthParts): Operations<typeof routeGroup.rows> {
  const readReadiness = createReadiness(readiness);
  return {
    async checkLiveness() {
      const timestamp = new Date(readiness.now()).toISOString();
      return { status: 200, body: { status: "ok", timestamp, version, gitSha } };
    },

    async checkReadiness() {
      const body = await readReadiness();
      return { status: body.status === "unhealthy" ? 503 : 200, body };
    },
  };
}

interface ReadinessParts {
  checks: Checks;
  /** Milliseconds since the epoch. */
  now: () => number;
  log: Log;
}

/** Milliseconds. */
const cacheLifetime = 60_000;

/**
 * Returns the result of the last minute, if there is one, or checks the services. Callers that come while the checks run
 * wait for the same result. Never throws: a check that fails is part of the result.
 */
function createReadiness(parts: ReadinessParts): () => Promise<ReadyAnswer> {
  let kept: { verdict: ReadyAnswer; expiresAt: number } | undefined;
  let running: Promise<ReadyAnswer> | undefined;

  const check = async () => {
    const verdict = await checkServices(parts);
    kept = { verdict, expiresAt: Date.parse(verdict.cacheExpiresAt) };
    return verdict;
  };

  return async () => {
    if (kept && parts.now() < kept.expiresAt) return { ...kept.verdict, cached: true };
    running ??= check().finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** Runs the checks without keeping the result. */
export async function checkServices({ checks, now, log }: ReadinessParts): Promise<ReadyAnswer> {
  const outcomes = await Promise.all(
    (Object.keys(checks) as ServiceName[]).map(async (name) => ({ name, ...(await runCheck(checks[name], now)) })),
  );
  for (const { name, fault } of outcomes) {
    if (fault) log({ level: "warn", event: "health.checkFailed", service: name, fault });
  }
  const failed = outcomes.filter(({ ok }) => !ok).map(({ name }) => name);
  const time = now();
  return {
    status: statusOf(failed),
    timestamp: new Date(time).toISOString(),
    cached: false,
    cacheExpiresAt: new Date(time + cacheLifetime).toISOString(),
    services: Object.fromEntries(
      outcomes.map(({ name, ok, configured, latencyMs }) => [
        name,
        criticalServices.includes(name) ? { ok, latencyMs } : { ok, configured },
      ]),
    ) as ReadyAnswer["services"],
  };
}

interface Outcome {
  ok: boolean;
  configured: boolean;
  latencyMs: number;
  /** The name of the error. Its message is left out because it may contain secrets. */
  fault?: string;
}

async function runCheck({ probe, timeLimit }: Check, now: () => number): Promise<Outcome> {
  if (!probe) return { ok: true, configured: false, latencyMs: 0 };
  const startedAt = now();
  const latency = () => Math.max(0, Math.round(now() - startedAt));
  try {
    await withTimeout(timeLimit, probe);
    return { ok: true, configured: true, latencyMs: latency() };
  } catch (error) {
    return { ok: false, configured: true, latencyMs: latency(), fault: faultName(error) };
  }
}

function statusOf(failed: readonly ServiceName[]): ReadyAnswer["status"] {
  if (failed.some((name) => criticalServices.includes(name))) return "unhealthy";
  return failed.length > 0 ? "degraded" : "ok";
}
