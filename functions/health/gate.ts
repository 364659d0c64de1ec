/**
 * Runs the readiness checks once before traffic is accepted: in the cloud before a new version takes over, and locally
 * before the port opens.
 */
import { readEnvironment } from "../../shared/platform/config/environment.ts";
import { createProbes } from "../../shared/platform/health/probes.ts";
import { type Log, logToStandardOutput } from "../../shared/platform/log/request-log.ts";
import { type Checks, checkedVariables, describeChecks } from "./checks.ts";
import { checkServices } from "./operations.ts";

/** The Lambda handler. An error stops the deployment that invokes it. */
export async function handler(): Promise<void> {
  await assertReady(process.env, logToStandardOutput);
}

/** Throws an error with the names of the critical services that did not answer. `source` has the variables of the health function. */
export async function assertReady(source: Readonly<Record<string, string | undefined>>, log: Log): Promise<void> {
  await requireHealthy(describeChecks(readEnvironment(source, ...checkedVariables), createProbes()), log);
}

/** Throws an error with the names of the critical services that did not answer. */
export async function requireHealthy(checks: Checks, log: Log): Promise<void> {
  const { status, services } = await checkServices({ checks, now: () => Date.now(), log });
  if (status !== "unhealthy") return;
  const failed = Object.entries(services).flatMap(([name, { ok }]) => (ok ? [] : [name]));
  throw new Error(`not ready: no good answer from ${failed.join(", ")}`);
}
