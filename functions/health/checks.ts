/**
 * The checks of the services that the API depends on. Without a critical service the API is unhealthy, without another
 * service it is degraded.
 */
import type { Environment } from "../../shared/platform/config/environment.ts";
import { cacheTable, mainTable } from "../../shared/platform/dynamodb/definition.ts";
import type { Probe, ProbeFactory } from "../../shared/platform/health/probes.ts";
import type { ServiceName } from "./schemas.ts";

export interface Check {
  /** Absent when the service is not configured, which is not a fault. */
  probe?: Probe;
  /** Milliseconds. */
  timeLimit: number;
}

export type Checks = Readonly<Record<ServiceName, Check>>;

export const criticalServices: readonly ServiceName[] = ["database", "storage", "cache"];

/** The environment variables with the names of what is checked. */
export const checkedVariables = [
  "TABLE_NAME",
  "CACHE_TABLE_NAME",
  "IMPORT_BUCKET",
  "PICTURE_BUCKET",
  "ACCOUNT_BUCKET",
  "MAIL_SENDER",
] as const;

/** Mail is checked only when a sender is configured. */
export function describeChecks(
  environment: Environment<(typeof checkedVariables)[number]>,
  probes: ProbeFactory,
): Checks {
  const { TABLE_NAME, CACHE_TABLE_NAME, IMPORT_BUCKET, PICTURE_BUCKET, ACCOUNT_BUCKET, MAIL_SENDER } = environment;
  // The account bucket is checked although searches work without it: they then read every contact, and large deletions
  // fail. If one bucket does not answer while S3 does, the deployment is wrong, and the gate must stop it.
  const buckets = [IMPORT_BUCKET, PICTURE_BUCKET, ACCOUNT_BUCKET];
  const keyIn = ({ partitionKey, sortKey }: typeof mainTable | typeof cacheTable) => ({
    [partitionKey]: "HEALTH",
    [sortKey]: "PROBE",
  });
  return {
    database: { probe: probes.table(TABLE_NAME, keyIn(mainTable)), timeLimit: 1_500 },
    storage: { probe: probes.buckets(buckets), timeLimit: 2_000 },
    cache: { probe: probes.table(CACHE_TABLE_NAME, keyIn(cacheTable)), timeLimit: 1_500 },
    smtp: { ...(MAIL_SENDER && { probe: probes.mail() }), timeLimit: 2_500 },
    ai_provider: notConfigured,
    maps_provider: notConfigured,
    payments_provider: notConfigured,
    analytics_provider: notConfigured,
  };
}

/** No feature of the service uses these providers. */
const notConfigured = { timeLimit: 0 };
