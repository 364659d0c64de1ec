/**
 * What readiness depends on, as data: without a critical service the API can't work, without another it is degraded.
 */
import type { Environment } from "../../shared/config/environment.ts";
import type { Probe, ProbeFactory } from "../../shared/health/probes.ts";
import { cacheTable, mainTable } from "../../shared/table/definition.ts";
import type { ServiceName } from "./schemas.ts";

export type CriticalService = Extract<ServiceName, "database" | "storage" | "cache">;

export interface Check {
  /** Absent: the service is not configured, which is as it should be. */
  probe?: Probe;
  /** Milliseconds. */
  timeLimit: number;
}

export type Checks = { [Name in ServiceName]: Check & (Name extends CriticalService ? { probe: Probe } : unknown) };

export const criticalServices = ["database", "storage", "cache"] as const satisfies readonly CriticalService[];

/** The variables that name what is checked. */
export const checkedVariables = [
  "TABLE_NAME",
  "CACHE_TABLE_NAME",
  "IMPORT_BUCKET",
  "PICTURE_BUCKET",
  "ACCOUNT_BUCKET",
  "MAIL_SENDER",
] as const;

/** The mail is checked only with a sender. */
export function describeChecks(
  environment: Environment<(typeof checkedVariables)[number]>,
  probes: ProbeFactory,
): Checks {
  const { TABLE_NAME, CACHE_TABLE_NAME, IMPORT_BUCKET, PICTURE_BUCKET, ACCOUNT_BUCKET, MAIL_SENDER } = environment;
  // Also the account bucket, without which searches go on by the table: they then read every contact, and a large
  // deletion has nowhere to put its set. A bucket that does not answer while S3 does is a fault of the deployment,
  // which the gate must stop.
  const buckets = [IMPORT_BUCKET, PICTURE_BUCKET, ACCOUNT_BUCKET];
  const { partitionKey, sortKey } = mainTable;
  return {
    database: { probe: probes.table(TABLE_NAME, { [partitionKey]: "HEALTH", [sortKey]: "PROBE" }), timeLimit: 1_500 },
    storage: { probe: probes.buckets(buckets), timeLimit: 2_000 },
    cache: { probe: probes.table(CACHE_TABLE_NAME, { [cacheTable.partitionKey]: "HEALTH" }), timeLimit: 1_500 },
    smtp: { ...(MAIL_SENDER && { probe: probes.mail() }), timeLimit: 2_500 },
    ai_provider: notConfigured,
    maps_provider: notConfigured,
    payments_provider: notConfigured,
    analytics_provider: notConfigured,
  };
}

/** No feature of the service asks these providers anything yet. */
const notConfigured = { timeLimit: 0 };
