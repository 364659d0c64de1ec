/** Reads what changes without a write of the account, such as a delivery that is on its way. */
import { useEffect, useRef } from "preact/hooks";

/** Milliseconds between two reads: at first, and at most. */
const firstPause = 300;
const longestPause = 2_000;

/** Reads again and again while `isMoving`, and never while nobody looks. */
export function usePolling(isMoving: boolean, refresh: () => void): void {
  const latest = useRef(refresh);
  latest.current = refresh;
  useEffect(() => {
    if (!isMoving) return;
    let pause = firstPause;
    let timer = setTimeout(read, pause);
    function read() {
      if (!document.hidden) latest.current();
      pause = Math.min(longestPause, pause * 1.3);
      timer = setTimeout(read, pause);
    }
    return () => clearTimeout(timer);
  }, [isMoving]);
}
