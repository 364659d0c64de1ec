/** What an access costs. */

export interface Cost {
  readUnits: number;
  writeUnits: number;
  /** Calls of DynamoDB. */
  roundTrips: number;
  storageReads: number;
  storageWrites: number;
}

type Units = Pick<Cost, "readUnits" | "writeUnits">;

export const noCost: Cost = { readUnits: 0, writeUnits: 0, roundTrips: 0, storageReads: 0, storageWrites: 0 };

export function sumCosts(one: Cost, other: Partial<Cost>): Cost {
  return mapCost(noCost, (_, name) => one[name] + (other[name] ?? 0));
}

export function mapCost(cost: Cost, change: (value: number, name: keyof Cost) => number): Cost {
  const entries = Object.entries(cost) as [keyof Cost, number][];
  return Object.fromEntries(entries.map(([name, value]) => [name, change(value, name)])) as unknown as Cost;
}

/**
 * Units as they are paid on demand, in read units: a write costs as much as five reads in every region (AWS's price
 * list).
 */
export function weighed({ readUnits, writeUnits }: Units): number {
  return readUnits + 5 * writeUnits;
}

/** How many times its floor an access costs. */
export function ratioOf(figures: Units & { floor: Units }): number {
  return weighed(figures) / weighed(figures.floor);
}
