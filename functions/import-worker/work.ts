/** One run of the worker on one receipt. */
import type { ReceiptRecord } from "../../shared/import-commit/store/receipt.ts";
import { AppError } from "../../shared/platform/http/errors.ts";
import type { ConsumedUnits } from "../../shared/platform/log/capacity.ts";
import type { Invocation } from "../invocation.ts";

/** The time of the invocation is over before the work is done. The next invocation continues from there. */
export class ImportUnfinishedError extends Error {
  override readonly name = "ImportUnfinishedError";
}

export interface Work extends Pacing {
  /** The receipt, whose lease this invocation has. */
  receipt: ReceiptRecord;
}

export interface Pacing {
  /** The milliseconds in which something may be begun. */
  left: () => number;
  /** Counts rows for the log. */
  count: (rows: number) => void;
  /** Gives other writers of the account their turn. It is called after every write. */
  rest: () => Promise<void>;
}

/** The milliseconds after which a request is overdue. The worker that its event started has at most 15 minutes. */
export const overdueAfter = 20 * 60_000;
/** The milliseconds at the end of an invocation in which nothing is begun: the last transaction with all its attempts. */
const lastMargin = 30_000;
/**
 * The milliseconds between two transactions, so that the owner's writes, which take about 20 ms, do not starve. The work
 * between two of them usually takes as long, so that nothing is left to wait for.
 */
const timeBetweenWrites = 30;
/**
 * The write units that are used without a limit. DynamoDB keeps what a partition did not use in five minutes, up to 300,000
 * units ("Burst and adaptive capacity", Amazon DynamoDB developer guide), so an import of 4,000 people doesn't wait.
 */
const burstUnits = 100_000;

/** Whether the account has no room for a write. */
export function isFull(fault: unknown): fault is AppError {
  return fault instanceof AppError && fault.code === "storage_limit_reached";
}

export function hasTime({ remainingTime }: Invocation): boolean {
  return remainingTime() >= lastMargin;
}

interface Pace {
  now: () => Date;
  pause: (milliseconds: number) => Promise<void>;
  unitsPerSecond?: number | undefined;
  /** Milliseconds since the epoch. */
  startedAt: number;
  /** What the work has used so far. */
  units: ConsumedUnits;
  count: Work["count"];
}

export function paceOf(
  { remainingTime }: Invocation,
  { now, pause, unitsPerSecond = Number.POSITIVE_INFINITY, startedAt, units, count }: Pace,
): Pacing {
  let restedAt = startedAt;
  return {
    left: () => remainingTime() - lastMargin,
    count,
    rest: async () => {
      const due = startedAt + ((units.writeUnits - burstUnits) / unitsPerSecond) * 1_000;
      await pause(Math.max(0, Math.max(restedAt + timeBetweenWrites, due) - now().getTime()));
      restedAt = now().getTime();
    },
  };
}

/** Throws `ImportUnfinishedError`. It is called before every write. */
export function requireTime({ left }: Pick<Work, "left">): void {
  if (left() < 0) throw new ImportUnfinishedError("the time is over");
}
