import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Bounds, Located } from "../../shared/map/bounds.ts";
import { readBox } from "../../shared/map/read-box.ts";
import { arbitraryBounds, arbitraryPlace, liesIn } from "../support/arbitrary-box.ts";
import { type SortedPlaces, sortPlaces } from "../support/sorted-places.ts";

const precision = 9;
const world = { minLat: -90, maxLat: 90, minLon: -180, maxLon: 180 };
const everything = 1_000_000;

/** Places here and there, and heaps of them close together and on one spot, as in towns. */
const places = fc.sample(arbitraryPlace, { numRuns: 600, seed: 5 }).flatMap((place, index) => {
  const town = index % 60 === 0 ? 150 : 0;
  const spread = (n: number) => (n % 3 === 0 ? 0 : 0.02 * Math.sin(n * 12.9898));
  const around = Array.from({ length: town }, (_, n) => ({
    latitude: Math.max(-90, Math.min(90, place.latitude + spread(n))),
    longitude: Math.max(-180, Math.min(180, place.longitude + spread(n + 1))),
  }));
  return [place, ...around];
});
const towns = sortPlaces(places, precision);

describe("reading a box", () => {
  it("finds what a plain filter finds, for any box", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryBounds(places), async (bounds) => {
        const { places: found, truncated } = await readBox(towns.source, bounds, everything);
        expect(truncated).toBe(false);
        expect(found).toEqual(towns.places.filter((place) => liesIn(bounds, place)));
      }),
      { numRuns: 2_500 },
    );
  }, 120_000);

  it("stops at any limit, and says exactly then that there are more", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryBounds(places), fc.nat({ max: 60 }), fc.boolean(), async (bounds, some, near) => {
        const all = towns.places.filter((place) => liesIn(bounds, place));
        const limit = Math.max(1, near ? all.length + 2 - (some % 4) : some * 10);
        const { places: found, truncated } = await readBox(towns.source, bounds, limit);
        expect(truncated).toBe(all.length > limit);
        expect(found).toEqual(all.slice(0, limit));
      }),
      { numRuns: 2_500 },
    );
  }, 120_000);

  it("finds places on the very edges of the world", async () => {
    const edges = [90, -90].flatMap((latitude) => [180, -180].map((longitude) => ({ latitude, longitude })));
    const { source } = sortPlaces(edges, precision);
    const countIn = async (bounds: Bounds) => (await readBox(source, bounds, everything)).places.length;
    expect(await countIn(world)).toBe(4);
    expect(await countIn({ ...world, minLat: 90 })).toBe(2);
    expect(await countIn({ ...world, minLon: 180, maxLon: -180 })).toBe(4);
    expect(await countIn({ ...world, minLon: 180 })).toBe(2);
    expect(await countIn({ minLat: -90, maxLat: -90, minLon: -180, maxLon: -180 })).toBe(1);
  });

  it("asks side by side first, and at most eight queries at once", async () => {
    let [underWay, most, first] = [0, 0, 0];
    const source = {
      precision,
      readPage: async (...call: Parameters<typeof towns.source.readPage>) => {
        underWay++;
        most = Math.max(most, underWay);
        await Promise.resolve();
        first ||= underWay;
        const page = await towns.source.readPage(...call);
        underWay--;
        return page;
      },
    };
    for (const bounds of fc.sample(arbitraryBounds(places), { numRuns: 200, seed: 2 })) {
      await readBox(source, bounds, everything);
    }
    expect(most).toBe(8);
    first = 0;
    // The equator and the prime meridian part the curve.
    await readBox(source, { minLat: -10, maxLat: 10, minLon: -10, maxLon: 10 }, 1);
    expect(first).toBe(4);
  });
});

describe("what is read of a box", () => {
  /** Places read and pages for one box. */
  async function countReads(of: SortedPlaces<Located>, bounds: Bounds, limit = 500) {
    const count = { places: 0, pages: 0 };
    const source = {
      precision,
      readPage: async (...call: Parameters<typeof of.source.readPage>) => {
        const page = await of.source.readPage(...call);
        count.places += page.places.length;
        count.pages++;
        return page;
      },
    };
    const { places: found } = await readBox(source, bounds, limit);
    return { ...count, found: found.length };
  }

  it("is little more than the limit where the box is full", async () => {
    const grid = sortPlaces(gridOf({ minLat: 40, maxLat: 60, minLon: 0, maxLon: 20 }, 200), precision);
    for (const limit of [1, 50, 500, 1_000]) {
      const { places: read, found } = await countReads(grid, { minLat: 43, maxLat: 57, minLon: 3, maxLon: 17 }, limit);
      expect(found).toBe(limit);
      expect(read).toBeLessThanOrEqual(limit * 2 + 64);
    }
  });

  it("is little of a crowd on one spot just outside, however large it is", async () => {
    const bounds = { minLat: 52.5, maxLat: 52.53, minLon: 13.37, maxLon: 13.4 };
    const few = gridOf(bounds, 6);
    // Outside by at least a cell: what lies within the cells of the outline can't be told apart by its geohash.
    for (const step of [1e-4, 1e-3, 1e-2, 1e-1]) {
      const crowd = Array.from({ length: 20_000 }, () => ({ latitude: 52.51, longitude: 13.4 + step }));
      const { places: read, pages, found } = await countReads(sortPlaces([...few, ...crowd], precision), bounds);
      expect(found).toBe(few.length);
      expect(read).toBeLessThan(1_000);
      expect(pages).toBeLessThanOrEqual(8);
    }
  });

  it("does not depend on what lies outside of the cover", async () => {
    const bounds = { minLat: 48.8, maxLat: 48.9, minLon: 2.3, maxLon: 2.4 };
    const near = gridOf({ minLat: 48.7, maxLat: 49, minLon: 2.2, maxLon: 2.5 }, 15);
    const far = gridOf({ minLat: -60, maxLat: 20, minLon: -150, maxLon: -10 }, 150);
    const alone = await countReads(sortPlaces(near, precision), bounds);
    expect(await countReads(sortPlaces([...near, ...far], precision), bounds)).toEqual(alone);
  });

  it("goes in ever longer pages through a crowd that a line just misses", async () => {
    const crowd = gridOf({ minLat: 50, maxLat: 50.2, minLon: 8, maxLon: 9 }, 170);
    const line = { minLat: 50.1003, maxLat: 50.1003, minLon: -180, maxLon: 180 };
    const { pages, found } = await countReads(sortPlaces(crowd, precision), line, 1);
    expect(found).toBe(0);
    expect(pages).toBeLessThanOrEqual(60);
  });
});

/** So many rows of so many places over a box, off its edges. */
function gridOf({ minLat, maxLat, minLon, maxLon }: Bounds, rows: number): Located[] {
  const at = (index: number) => (index + 0.5) / rows;
  return Array.from({ length: rows * rows }, (_, index) => ({
    latitude: minLat + (maxLat - minLat) * at(index % rows),
    longitude: minLon + (maxLon - minLon) * at(Math.floor(index / rows)),
  }));
}
