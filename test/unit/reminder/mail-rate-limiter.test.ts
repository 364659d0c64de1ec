import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMailRateLimiter } from "../../../shared/platform/mail/mail-rate-limiter.ts";

/** A clock that only `pause` and `advance` move. */
function clock(start = 1_000_000) {
  let time = start;
  return {
    now: () => time,
    advance: (milliseconds: number) => {
      time += milliseconds;
    },
    pause: async (milliseconds: number) => {
      if (!(milliseconds >= 1)) throw new Error(`a pause of ${milliseconds} ms never ends`);
      time += milliseconds;
    },
  };
}

describe("the rate limiter of mails", () => {
  it("never exceeds the rate in any period", async () => {
    const rates = fc.double({ min: 0.2, max: 200, noNaN: true });
    // Sending takes some milliseconds, in which the bucket refills.
    const delays = fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 1, maxLength: 80 });
    await fc.assert(
      fc.asyncProperty(rates, delays, async (perSecond, waits) => {
        const { now, pause, advance } = clock();
        const limiter = createMailRateLimiter({ perSecond, now, pause });
        const times: number[] = [];
        for (const wait of waits) {
          advance(wait);
          await limiter.acquire();
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

  it("gives the full rate to a caller that always sends", async () => {
    await fc.assert(
      fc.asyncProperty(fc.double({ min: 0.5, max: 300, noNaN: true }), async (perSecond) => {
        const { now, pause } = clock();
        const start = now();
        const limiter = createMailRateLimiter({ perSecond, now, pause });
        for (let count = 0; count < 400; count += 1) await limiter.acquire();
        // A pause is a whole number of milliseconds, and the bucket makes up for the difference.
        expect((now() - start) / 1000).toBeLessThan(399 / perSecond + 0.01);
      }),
    );
  });

  it("serves callers one at a time in the order of their calls", async () => {
    const { now, pause } = clock();
    const start = now();
    const limiter = createMailRateLimiter({ perSecond: 10, now, pause });
    const served: [number, number][] = [];
    await Promise.all([1, 2, 3, 4].map((id) => limiter.acquire().then(() => served.push([id, now() - start]))));
    expect(served.map(([id]) => id)).toEqual([1, 2, 3, 4]);
    expect(now() - start).toBe(300);
  });

  it("halves the rate once for mails that were throttled together, and recovers within a minute", async () => {
    const { now, pause, advance } = clock();
    const limiter = createMailRateLimiter({ perSecond: 20, now, pause });
    for (let count = 0; count < 5; count += 1) limiter.slowDown();
    expect(limiter.rate()).toBe(10);
    const before = now();
    await limiter.acquire();
    expect(now() - before).toBe(100);
    advance(900);
    limiter.slowDown();
    expect(limiter.rate()).toBeCloseTo(5, 0);
    advance(30_000);
    expect(limiter.rate()).toBeCloseTo(15, 0);
    advance(60_000);
    expect(limiter.rate()).toBe(20);
  });

  it("always keeps a minimum rate", () => {
    const { now, pause, advance } = clock();
    const limiter = createMailRateLimiter({ perSecond: 16, now, pause });
    for (let count = 0; count < 50; count += 1) {
      advance(1_000);
      limiter.slowDown();
    }
    expect(limiter.rate()).toBeGreaterThanOrEqual(0.5);
  });

  it("serves the next caller when a waiting caller fails", async () => {
    const { now, pause, advance } = clock();
    let isOver = false;
    const giveUp = async (milliseconds: number) => {
      if (isOver) throw new Error("no time left");
      return pause(milliseconds);
    };
    const limiter = createMailRateLimiter({ perSecond: 1, now, pause: giveUp });
    await limiter.acquire();
    isOver = true;
    await expect(limiter.acquire()).rejects.toThrow("no time left");
    isOver = false;
    advance(1_000);
    const before = now();
    await limiter.acquire();
    expect(now()).toBe(before);
  });

  it.each([0, -1, Number.NaN])("rejects a rate of %d", (perSecond) => {
    expect(() => createMailRateLimiter({ perSecond, ...clock() })).toThrow(RangeError);
  });
});
