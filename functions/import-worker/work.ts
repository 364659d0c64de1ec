/** One run of the worker on one receipt. */
import { defaultRetryPolicy, type RetryPolicy } from "../../shared/account/store/account-write.ts";
import type { ReceiptRecord } from "../../shared/import-commit/store/receipt.ts";
import type { Invocation } from "../invocation.ts";

/** The time of the invocation is over before the work is done. The next invocation continues from there. */
export class ImportUnfinishedError extends Error {
  override readonly name = "ImportUnfinishedError";
}

export interface Work {
  /** The receipt, whose lease this invocation has. */
  receipt: ReceiptRecord;
  /** The milliseconds in which something may be begun. */
  left: () => number;
  /** Counts rows for the log. */
  count: (rows: number) => void;
}

/** A large transaction loses against smaller ones of the owner, so it has more time for its attempts than a request. */
export const patientRetry: RetryPolicy = { ...defaultRetryPolicy, timeLimit: 25_000 };
/** The milliseconds at the end of an invocation in which nothing is begun: the last transaction with all its attempts. */
const lastMargin = 30_000;

export function hasTime({ remainingTime }: Invocation): boolean {
  return remainingTime() >= lastMargin;
}

export function workOn(receipt: ReceiptRecord, { remainingTime }: Invocation, count: Work["count"]): Work {
  return { receipt, left: () => remainingTime() - lastMargin, count };
}

/** Throws `ImportUnfinishedError`. It is called before every write. */
export function requireTime({ left }: Pick<Work, "left">): void {
  if (left() < 0) throw new ImportUnfinishedError("the time is over");
}
