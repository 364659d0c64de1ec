/** Sums the capacity units that the calls of one request consume, whoever makes them. */
import { AsyncLocalStorage } from "node:async_hooks";

export interface ConsumedUnits {
  readUnits: number;
  writeUnits: number;
}

const storage = new AsyncLocalStorage<ConsumedUnits>();

/** Runs `work` with a fresh sum and hands it the sum, which grows while the work goes on. */
export function meterCapacity<T>(work: (units: ConsumedUnits) => T): T {
  const units: ConsumedUnits = { readUnits: 0, writeUnits: 0 };
  return storage.run(units, () => work(units));
}

/** Adds to the sum of the request that is under way; outside of one it is nobody's. */
export function addUnits(kind: "read" | "write", units: number): void {
  const sum = storage.getStore();
  if (!sum) return;
  if (kind === "read") sum.readUnits += units;
  else sum.writeUnits += units;
}
