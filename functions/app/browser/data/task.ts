/** The changes that a component makes, and what it reads until something has come to its end. */
import { useEffect, useState } from "preact/hooks";
import { ApiError } from "../../../../shared/client/api-error.ts";

/** `run` resolves to whether the change was made. `error` says why the last one was not. */
export function useTask() {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const run = async (change: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setError(undefined);
    try {
      await change();
      return true;
    } catch (fault) {
      if (!(fault instanceof ApiError)) throw fault;
      setError(fault);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, error, run };
}

/** Reads again after each answer that says that something is moving. */
export function usePolling(isMoving: boolean, refresh: () => void): void {
  useEffect(() => {
    const timer = isMoving ? setTimeout(refresh, 1_000) : 0;
    return () => clearTimeout(timer);
  });
}
