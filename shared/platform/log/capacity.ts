/** Sums the capacity units that all calls of one request or job consume. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Log } from "./request-log.ts";

export interface ConsumedUnits {
  readUnits: number;
  writeUnits: number;
}

interface Meter {
  units: ConsumedUnits;
  /** Is called after the sum has grown. */
  onGrowth?: () => void;
}

const storage = new AsyncLocalStorage<Meter>();

/** Runs `work` with a new sum. The sum grows while the work runs. */
export function meterCapacity<T>(work: (units: ConsumedUnits) => T): T {
  const units: ConsumedUnits = { readUnits: 0, writeUnits: 0 };
  return storage.run({ units }, () => work(units));
}

export interface JobOfAccount {
  requestId: string;
  accountId: string;
  now: () => Date;
  log: Log;
}

/** The milliseconds after which a job that wrote no other line writes one. */
const reportEvery = 60_000;

/**
 * Like `meterCapacity`, for work of up to 15 minutes on one account. `logUnits` adds to a line what was consumed since the line
 * before, and a line `job.units` comes once a minute. So a query finds an account that throttles the table while its job runs,
 * and counts nothing twice.
 */
export function meterJob<T>(job: JobOfAccount, work: (units: ConsumedUnits, logUnits: Log) => T): T {
  const { requestId, accountId, now, log } = job;
  const units: ConsumedUnits = { readUnits: 0, writeUnits: 0 };
  let before = { ...units, at: now().getTime() };
  const logUnits: Log = (line) => {
    const readUnits = units.readUnits - before.readUnits;
    const writeUnits = units.writeUnits - before.writeUnits;
    before = { ...units, at: now().getTime() };
    log({ ...line, readUnits, writeUnits });
  };
  const onGrowth = () => {
    if (now().getTime() - before.at < reportEvery) return;
    logUnits({ level: "info", event: "job.units", requestId, accountId });
  };
  return storage.run({ units, onGrowth }, () => work(units, logUnits));
}

/** Adds to the sum of the current request or job. Outside of them it does nothing. */
export function addUnits(kind: "read" | "write", units: number): void {
  const meter = storage.getStore();
  if (!meter) return;
  if (kind === "read") meter.units.readUnits += units;
  else meter.units.writeUnits += units;
  meter.onGrowth?.();
}
