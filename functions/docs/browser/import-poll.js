/** Reads something of the API again and again, until it is at its end. */
import { CallError } from "./call-api.js";
import { pause } from "./import-api.js";
import { useEffect, useState } from "./import-elements.js";

/** The milliseconds between two reads: at first, and at most. */
const firstPause = 300;
const longestPause = 2_000;

/**
 * The last answer of `read(signal)` as `value`, or an `error`. The reads start again when an element of `inputs` changes, and after
 * `again()`. `isMoving(value)` says whether another read can have another answer.
 */
export function usePolled(read, isMoving, inputs) {
  const [state, setState] = useState({});
  const [round, setRound] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    setState(({ value }) => ({ value }));
    const poll = async () => {
      for (let wait = firstPause; ; wait = Math.min(longestPause, wait * 1.3)) {
        const value = await read(stop.signal);
        stop.signal.throwIfAborted();
        setState({ value });
        if (!isMoving(value)) return;
        await pause(wait, stop.signal);
      }
    };
    poll().catch((error) => {
      if (stop.signal.aborted) return;
      setState(({ value }) => ({ value, error }));
      if (!(error instanceof CallError)) throw error;
    });
    return () => stop.abort();
  }, [...inputs, round]);
  return { ...state, again: () => setRound((known) => known + 1) };
}
