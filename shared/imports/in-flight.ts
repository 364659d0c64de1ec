/** Work that goes on while its giver goes on, a few pieces at once. */

export interface InFlight {
  /** Starts the work as soon as fewer than the limit are under way. Throws the first fault of an earlier piece. */
  start: (work: () => Promise<void>) => Promise<void>;
  /** Settles when nothing is under way. Throws the first fault. */
  settle: () => Promise<void>;
}

export function inFlight(limit: number): InFlight {
  const underWay = new Set<Promise<void>>();
  const faults: unknown[] = [];
  const requireNoFault = () => {
    if (faults.length > 0) throw faults[0];
  };
  return {
    start: async (work) => {
      while (underWay.size >= limit) await Promise.race(underWay);
      requireNoFault();
      const piece = work()
        .catch((fault: unknown) => void faults.push(fault))
        .finally(() => underWay.delete(piece));
      underWay.add(piece);
    },
    settle: async () => {
      await Promise.all(underWay);
      requireNoFault();
    },
  };
}
