/** Repeats a piece of work until it is stopped. */
import { setTimeout as pause } from "node:timers/promises";

export interface Poller {
  /** Begins no further work, and interrupts work that waits. */
  stop(): void;
}

/** Milliseconds after a fault, so that a service that is gone is not asked all the time. */
const pauseAfterFault = 1_000;

export type Report = (fault: unknown) => void;

/**
 * `work` waits by itself for something to do. It may go on with a part in the background, and then reports the faults of this
 * part. Faults of work that the stop interrupts are not reported.
 */
export function startPoller(work: (signal: AbortSignal, report: Report) => Promise<void>, onError: Report): Poller {
  const stopped = new AbortController();
  const { signal } = stopped;
  const report: Report = (fault) => {
    if (!signal.aborted) onError(fault);
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await work(signal, report).catch(async (fault: unknown) => {
        report(fault);
        await pauseUntil(signal, pauseAfterFault);
      });
    }
  };
  void run();
  return { stop: () => stopped.abort() };
}

/** Ends early when the signal comes. */
export async function pauseUntil(signal: AbortSignal, milliseconds: number): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch(() => {});
}
