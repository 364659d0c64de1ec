/** Waits for a parse that somebody else does, for as long as there is time. */
import { getImport, type ImportRecord } from "../../shared/table/import.ts";
import type { Store } from "../../shared/table/store.ts";
import { isTimeout } from "../../shared/time/within.ts";

export interface WaitParts {
  store: Store;
  now: () => Date;
  pause: (milliseconds: number) => Promise<void>;
}

/** Milliseconds between two looks, and how much longer than the wait the last look may take. */
const firstPause = 30;
const longestPause = 500;
const pollMargin = 1_000;

/**
 * Asks ever more seldom, until the parse has ended or `patience`, in milliseconds, would be over; then what was known
 * last.
 */
export async function waitForParse(
  { store, now, pause }: WaitParts,
  waiting: ImportRecord,
  patience: number,
): Promise<ImportRecord> {
  const { accountId, id } = waiting;
  const deadline = now().getTime() + patience;
  let record = waiting;
  for (let wait = firstPause; ; wait = Math.min(longestPause, wait * 1.5)) {
    await pause(wait);
    const time = now();
    const left = deadline - time.getTime() + pollMargin;
    const known = await inTime(() => getImport(store, accountId, id, time, left));
    if (known === "late") return record;
    if (!known) throw new Error("an import that was just made is gone");
    record = known;
    if (record.status === "parsed" || record.status === "failed") return record;
    if (now().getTime() + wait > deadline) return record;
  }
}

/** "late": the call ended by a TimeoutError. */
export async function inTime<Result>(call: () => Promise<Result>): Promise<Result | "late"> {
  try {
    return await call();
  } catch (error) {
    if (isTimeout(error)) return "late";
    throw error;
  }
}
