import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPace } from "../../shared/mail/rate.ts";

/** A clock that only pauses move on. */
function clock(start = 1_000_000) {
  let time = start;
  return {
    now: () => time,
    advance: (milliseconds: number) => {
      time += milliseconds;
    },
    pause: async (milliseconds: number) => {
      if (!(milliseconds >= 1)) throw new Error(`a pause of ${milliseconds} ms leads nowhere`);
      time += milliseconds;
    },
  };
}

describe("a pace", () => {
  it("lets as many through as it was told, and never more in any stretch of time", async () => {
    const rates = fc.double({ min: 0.2, max: 200, noNaN: true });
    // Milliseconds that the sending itself takes, so that the bucket may fill up in between.
    const delays = fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 1, maxLength: 80 });
    await fc.assert(
      fc.asyncProperty(rates, delays, async (perSecond, waits) => {
        const { now, pause, advance } = clock();
        const pace = createPace({ perSecond, now, pause });
        const times: number[] = [];
        for (const wait of waits) {
          advance(wait);
          await pace.turn();
          times.push(now());
        }
        for (let from = 0; from < times.length; from += 1) {
          for (let to = from; to < times.length; to += 1) {
            const seconds = ((times[to] ?? 0) - (times[from] ?? 0)) / 1000;
            expect(to - from + 1).toBeLessThanOrEqual(perSecond * (seconds + 0.25) + 1 + 1e-6);
          }
        }
      }),
    );
  });

  it("wastes nothing: who always wants to send gets the whole rate", async () => {
    await fc.assert(
      fc.asyncProperty(fc.double({ min: 0.5, max: 300, noNaN: true }), async (perSecond) => {
        const { now, pause } = clock();
        const start = now();
        const pace = createPace({ perSecond, now, pause });
        for (let count = 0; count < 400; count += 1) await pace.turn();
        // A pause is a whole number of milliseconds; what it is too long is made up for by the bucket.
        expect((now() - start) / 1000).toBeLessThan(399 / perSecond + 0.01);
      }),
    );
  });

  it("lets callers through one after the other, in the order in which they came", async () => {
    const { now, pause } = clock();
    const start = now();
    const pace = createPace({ perSecond: 10, now, pause });
    const served: [number, number][] = [];
    await Promise.all([1, 2, 3, 4].map((id) => pace.turn().then(() => served.push([id, now() - start]))));
    expect(served.map(([id]) => id)).toEqual([1, 2, 3, 4]);
    expect(now() - start).toBe(300);
  });

  it("halves when it is told of throttling, once for all that were under way, and comes back within a minute", async () => {
    const { now, pause, advance } = clock();
    const pace = createPace({ perSecond: 20, now, pause });
    for (let count = 0; count < 5; count += 1) pace.slowDown();
    expect(pace.rate()).toBe(10);
    const before = now();
    await pace.turn();
    expect(now() - before).toBe(100);
    advance(900);
    pace.slowDown();
    expect(pace.rate()).toBeCloseTo(5, 0);
    advance(30_000);
    expect(pace.rate()).toBeCloseTo(15, 0);
    advance(60_000);
    expect(pace.rate()).toBe(20);
  });

  it("never comes to a standstill", () => {
    const { now, pause, advance } = clock();
    const pace = createPace({ perSecond: 16, now, pause });
    for (let count = 0; count < 50; count += 1) {
      advance(1_000);
      pace.slowDown();
    }
    expect(pace.rate()).toBeGreaterThanOrEqual(0.5);
  });

  it("goes on when one who waited gives up", async () => {
    const { now, pause, advance } = clock();
    let isOver = false;
    const giveUp = async (milliseconds: number) => {
      if (isOver) throw new Error("no time left");
      return pause(milliseconds);
    };
    const pace = createPace({ perSecond: 1, now, pause: giveUp });
    await pace.turn();
    isOver = true;
    await expect(pace.turn()).rejects.toThrow("no time left");
    isOver = false;
    advance(1_000);
    const before = now();
    await pace.turn();
    expect(now()).toBe(before);
  });

  it.each([0, -1, Number.NaN])("of %d is a fault of the caller", (perSecond) => {
    expect(() => createPace({ perSecond, ...clock() })).toThrow(RangeError);
  });
});
