/** Waits until the parser function has parsed an import. */
import { getImport, type ImportRecord } from "../../shared/import/store/import.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import { isTimeout } from "../../shared/platform/time/timeout.ts";

export interface WaitParts {
  store: Store;
  now: () => Date;
  pause: (milliseconds: number) => Promise<void>;
}

/** The milliseconds between two reads of the import: at first, and at most. */
const firstPause = 30;
const longestPause = 500;
/** The milliseconds that the last read may take after the wait has ended. */
const pollMargin = 1_000;

/**
 * Reads the import less and less often, until the parse has ended or `patience`, in milliseconds, is over. The result is
 * the import as it was read last.
 */
export async function waitForParse(
  { store, now, pause }: WaitParts,
  started: ImportRecord,
  patience: number,
): Promise<ImportRecord> {
  const { accountId, id } = started;
  const deadline = now().getTime() + patience;
  let record = started;
  for (let wait = firstPause; ; wait = Math.min(longestPause, wait * 1.5)) {
    await pause(wait);
    const time = now();
    const left = deadline - time.getTime() + pollMargin;
    const known = await inTime(() => getImport(store, accountId, id, time, left));
    if (known === "late") return record;
    if (!known) throw new Error("an import that was just stored is missing");
    record = known;
    if (record.status === "parsed" || record.status === "failed") return record;
    if (now().getTime() + wait > deadline) return record;
  }
}

/** The result of the call, or "late" if it threw a `TimeoutError`. */
export async function inTime<Result>(call: () => Promise<Result>): Promise<Result | "late"> {
  try {
    return await call();
  } catch (error) {
    if (isTimeout(error)) return "late";
    throw error;
  }
}
