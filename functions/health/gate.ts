/**
 * The gate of a deployment: checks the new versions and the services before traffic is accepted. In the cloud, CloudFormation
 * calls it as a custom resource before the aliases move to new versions. The local host calls it before the port opens.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { CloudFormationCustomResourceEvent } from "aws-lambda";
import { readEnvironment } from "../../shared/platform/config/environment.ts";
import { createProbes } from "../../shared/platform/health/probes.ts";
import { createVersions } from "../../shared/platform/health/versions.ts";
import { type Log, logToStandardOutput as log } from "../../shared/platform/log/request-log.ts";
import { type Checks, checkedVariables, describeChecks } from "./checks.ts";
import { answerCloudFormation, type GateEvent, openGate } from "./deployment.ts";
import { checkServices } from "./operations.ts";

/** The Lambda handler. Without an event of CloudFormation, it throws if a critical service does not answer. */
export async function handler(event: Partial<CloudFormationCustomResourceEvent>): Promise<void> {
  const ready = () => assertReady(process.env, log);
  if (!isOfDeployment(event)) return ready();
  const parts = { versions: createVersions(), now: Date.now, pause, log, ready };
  const fault = await openGate(event, parts).then(
    () => undefined,
    (error: Error) => error.message,
  );
  await answerCloudFormation(event, fault);
}

function isOfDeployment(event: Partial<CloudFormationCustomResourceEvent>): event is GateEvent {
  return event.RequestType !== undefined;
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
