/** A change that a component makes. */
import { useState } from "preact/hooks";
import { ApiError } from "../../../../shared/client/api-error.ts";

interface Task {
  isBusy: boolean;
  /** Why the last attempt failed. */
  error: ApiError | undefined;
  /** Whether the change was made. */
  run: (change: () => Promise<unknown>) => Promise<boolean>;
}

export function useTask(): Task {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const run = async (change: () => Promise<unknown>) => {
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
