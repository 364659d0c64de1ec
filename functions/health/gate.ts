/**
 * The readiness checks as a gate: run once before traffic is accepted, in the cloud before a new version takes over,
 * locally before the port opens.
 */
import { readEnvironment } from "../../shared/config/environment.ts";
import { createProbes } from "../../shared/health/probes.ts";
import { type Log, logToStandardOutput } from "../../shared/log/request-log.ts";
import { type Checks, checkedVariables, describeChecks } from "./checks.ts";
import { askServices } from "./readiness.ts";

/** Lambda handler without an event of its own: an error stops the deployment that invoked it. */
export async function handler(): Promise<void> {
  await assertReady(process.env, logToStandardOutput);
}

/** Throws, naming the critical services that did not answer. Reads the variables of the health function. */
export async function assertReady(source: Readonly<Record<string, string | undefined>>, log: Log): Promise<void> {
  await requireHealthy(describeChecks(readEnvironment(source, ...checkedVariables), createProbes()), log);
}

/** The same over checks handed in. */
export async function requireHealthy(checks: Checks, log: Log): Promise<void> {
  const { status, services } = await askServices({ checks, now: () => Date.now(), log });
  if (status !== "unhealthy") return;
  const failed = Object.entries(services).flatMap(([name, { ok }]) => (ok ? [] : [name]));
  throw new Error(`not ready: no good answer from ${failed.join(", ")}`);
}
