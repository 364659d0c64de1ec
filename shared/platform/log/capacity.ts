/** Sums the capacity units that all calls of one request consume. */
import { AsyncLocalStorage } from "node:async_hooks";

export interface ConsumedUnits {
  readUnits: number;
  writeUnits: number;
}

const storage = new AsyncLocalStorage<ConsumedUnits>();

/** Runs `work` with a new sum. The sum grows while the work runs. */
export function meterCapacity<T>(work: (units: ConsumedUnits) => T): T {
  const units: ConsumedUnits = { readUnits: 0, writeUnits: 0 };
  return storage.run(units, () => work(units));
}

/** Adds to the sum of the current request. Outside a request it does nothing. */
export function addUnits(kind: "read" | "write", units: number): void {
  const sum = storage.getStore();
  if (!sum) return;
  if (kind === "read") sum.readUnits += units;
  else sum.writeUnits += units;
}
