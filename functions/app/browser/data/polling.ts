/** Reads what changes without a write of the account, such as a delivery that is on its way. */
import { useEffect } from "preact/hooks";

const pause = 1_000;

/** Reads again after each answer that says that something is moving. */
export function usePolling(isMoving: boolean, refresh: () => void): void {
  useEffect(() => {
    const timer = isMoving ? setTimeout(refresh, pause) : 0;
    return () => clearTimeout(timer);
  });
}
