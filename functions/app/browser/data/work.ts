/** Work that a component begins when it is shown, and ends when it is gone. */
import { useEffect, useState } from "preact/hooks";
import type { ApiError } from "../../../../shared/client/api-error.ts";
import { defaultRetry } from "../../../../shared/client/retry.ts";

interface WorkState<Value> {
  /** The latest value, also while newer work runs. */
  value?: Value | undefined;
  error?: ApiError | undefined;
  isDone?: boolean;
}

/** `work` returns its last value, and may show others before. It begins again when an element of `inputs` changes, and after `again()`. */
export function useWork<Value>(
  work: (signal: AbortSignal, show: (value: Value) => void) => Promise<Value>,
  inputs: readonly unknown[],
): WorkState<Value> & { again: () => void } {
  const [state, setState] = useState<WorkState<Value>>({});
  const [round, setRound] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const change = (next: WorkState<Value>) =>
      stop.signal.aborted || setState((known) => ({ value: known.value, ...next }));
    change({});
    work(stop.signal, (value) => change({ value })).then(
      (value) => change({ value, isDone: true }),
      (error) => change({ error }),
    );
    return () => stop.abort();
  }, [...inputs, round]);
  return { ...state, again: () => setRound((known) => known + 1) };
}

/** The milliseconds between two reads: at first, and at most. */
const [firstPause, longestPause] = [300, 2_000];

/** Reads again and again while `isMoving(value)` says that another read can have another value. */
export async function readToEnd<Value>(
  read: () => Promise<Value>,
  isMoving: (value: Value) => boolean,
  signal?: AbortSignal,
  show?: (value: Value) => void,
): Promise<Value> {
  for (let pause = firstPause; ; pause = Math.min(longestPause, pause * 1.3)) {
    const value = await read();
    if (!isMoving(value)) return value;
    show?.(value);
    await defaultRetry.pause(pause, signal);
  }
}
