/** Runs the checks side by side, each within its own time limit, and keeps the verdict for a while. */
import { faultName, type Log } from "../../shared/log/request-log.ts";
import { type Check, type Checks, type CriticalService, criticalServices } from "./checks.ts";
import type { ReadyAnswer, ServiceName } from "./schemas.ts";

export interface ReadinessParts {
  checks: Checks;
  /** Milliseconds since the epoch. */
  now: () => number;
  log: Log;
}

/** Milliseconds. */
export const cacheLifetime = 60_000;

/**
 * Answers with the verdict of the last minute, else asks the services anew; who comes while they are being asked waits
 * for the same answer. Never throws: a check that fails is the answer.
 */
export function createReadiness(parts: ReadinessParts): () => Promise<ReadyAnswer> {
  let kept: { verdict: ReadyAnswer; expiresAt: number } | undefined;
  let running: Promise<ReadyAnswer> | undefined;

  const ask = async () => {
    const verdict = await askServices(parts);
    kept = { verdict, expiresAt: Date.parse(verdict.cacheExpiresAt) };
    return verdict;
  };

  return async () => {
    if (kept && parts.now() < kept.expiresAt) return { ...kept.verdict, cached: true };
    running ??= ask().finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** One round of checks, not kept. */
export async function askServices({ checks, now, log }: ReadinessParts): Promise<ReadyAnswer> {
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
        isCritical(name) ? { ok, latencyMs } : { ok, configured },
      ]),
    ) as ReadyAnswer["services"],
  };
}

interface Outcome {
  ok: boolean;
  configured: boolean;
  latencyMs: number;
  /** The name of what went wrong; its text may quote what it was given. */
  fault?: string;
}

async function runCheck({ probe, timeLimit }: Check, now: () => number): Promise<Outcome> {
  if (!probe) return { ok: true, configured: false, latencyMs: 0 };
  const startedAt = now();
  const latency = () => Math.max(0, Math.round(now() - startedAt));
  try {
    await withinLimit(probe, timeLimit);
    return { ok: true, configured: true, latencyMs: latency() };
  } catch (error) {
    return { ok: false, configured: true, latencyMs: latency(), fault: faultName(error) };
  }
}

/** The signal ends a probe's calls; the race ends the waiting also for a probe that does not listen. */
async function withinLimit(probe: (signal: AbortSignal) => Promise<void>, timeLimit: number): Promise<void> {
  const controller = new AbortController();
  const overdue = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new DOMException(`no answer within ${timeLimit} ms`, "TimeoutError");
    overdue.reject(error);
    controller.abort(error);
  }, timeLimit);
  try {
    await Promise.race([probe(controller.signal), overdue.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function statusOf(failed: readonly ServiceName[]): ReadyAnswer["status"] {
  if (failed.some(isCritical)) return "unhealthy";
  return failed.length > 0 ? "degraded" : "ok";
}

function isCritical(name: ServiceName): name is CriticalService {
  return criticalServices.some((critical) => critical === name);
}
