import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Bounds, Located } from "../../../shared/map/bounds.ts";
import { readBox } from "../../../shared/map/read-box.ts";
import { arbitraryBounds, arbitraryPoint, contains } from "../../support/map/arbitrary-box.ts";
import { type SortedPoints, sortPoints } from "../../support/map/sorted-points.ts";

const world = { minLat: -90, maxLat: 90, minLon: -180, maxLon: 180 };
const everything = 1_000_000;

/** Points anywhere, and towns with many points close together or at the same place. */
const points = fc.sample(arbitraryPoint, { numRuns: 600, seed: 5 }).flatMap((point, index) => {
  const town = index % 60 === 0 ? 150 : 0;
  const spread = (n: number) => (n % 3 === 0 ? 0 : 0.02 * Math.sin(n * 12.9898));
  const around = Array.from({ length: town }, (_, n) => ({
    latitude: Math.max(-90, Math.min(90, point.latitude + spread(n))),
    longitude: Math.max(-180, Math.min(180, point.longitude + spread(n + 1))),
  }));
  return [point, ...around];
});
const towns = sortPoints(points);

describe("reading a box", () => {
  it("finds the same points as a filter, for any box", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryBounds(points), async (bounds) => {
        const { points: found, truncated } = await readBox(towns.source, bounds, everything);
        expect(truncated).toBe(false);
        expect(found).toEqual(towns.points.filter((point) => contains(bounds, point)));
      }),
    );
  });

  it("stops at the limit and says whether there are more points", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryBounds(points), fc.nat({ max: 60 }), fc.boolean(), async (bounds, some, near) => {
        const all = towns.points.filter((point) => contains(bounds, point));
        const limit = Math.max(1, near ? all.length + 2 - (some % 4) : some * 10);
        const { points: found, truncated } = await readBox(towns.source, bounds, limit);
        expect(truncated).toBe(all.length > limit);
        expect(found).toEqual(all.slice(0, limit));
      }),
    );
  });

  it("finds points on the edges of the world", async () => {
    const edges = [90, -90].flatMap((latitude) => [180, -180].map((longitude) => ({ latitude, longitude })));
    const { source } = sortPoints(edges);
    const countIn = async (bounds: Bounds) => (await readBox(source, bounds, everything)).points.length;
    expect(await countIn(world)).toBe(4);
    expect(await countIn({ ...world, minLat: 90 })).toBe(2);
    expect(await countIn({ ...world, minLon: 180, maxLon: -180 })).toBe(4);
    expect(await countIn({ ...world, minLon: 180 })).toBe(2);
    expect(await countIn({ minLat: -90, maxLat: -90, minLon: -180, maxLon: -180 })).toBe(1);
  });

  it("makes the first queries in parallel, and never more than eight at once", async () => {
    let [underWay, most, first] = [0, 0, 0];
    const source = {
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
    for (const bounds of fc.sample(arbitraryBounds(points), { numRuns: 200, seed: 2 })) {
      await readBox(source, bounds, everything);
    }
    expect(most).toBe(8);
    first = 0;
    // The equator and the prime meridian divide the curve.
    await readBox(source, { minLat: -10, maxLat: 10, minLon: -10, maxLon: 10 }, 1);
    expect(first).toBe(4);
  });
});

describe("the costs of a box", () => {
  /** The numbers of pages and points that are read for one box. */
  async function countReads(of: SortedPoints<Located>, bounds: Bounds, limit = 500) {
    const count = { points: 0, pages: 0 };
    const source = {
      readPage: async (...call: Parameters<typeof of.source.readPage>) => {
        const page = await of.source.readPage(...call);
        count.points += page.points.length;
        count.pages++;
        return page;
      },
    };
    const { points: found } = await readBox(source, bounds, limit);
    return { ...count, found: found.length };
  }

  it("don't grow with the number of points at one place just outside the box", async () => {
    const bounds = { minLat: 52.5, maxLat: 52.53, minLon: 13.37, maxLon: 13.4 };
    const few = gridOf(bounds, 6);
    // The place is outside by at least a cell, because geohashes don't distinguish points in the same cell.
    for (const step of [1e-4, 1e-3, 1e-2, 1e-1]) {
      const crowd = Array.from({ length: 20_000 }, () => ({ latitude: 52.51, longitude: 13.4 + step }));
      const { points: read, pages, found } = await countReads(sortPoints([...few, ...crowd]), bounds);
      expect(found).toBe(few.length);
      expect(read).toBeLessThan(1_000);
      expect(pages).toBeLessThanOrEqual(8);
    }
  });

  it("stay low for a line just beside many points, because pages get longer", async () => {
    const crowd = gridOf({ minLat: 50, maxLat: 50.2, minLon: 8, maxLon: 9 }, 170);
    const line = { minLat: 50.1003, maxLat: 50.1003, minLon: -180, maxLon: 180 };
    const { pages, found } = await countReads(sortPoints(crowd), line, 1);
    expect(found).toBe(0);
    expect(pages).toBeLessThanOrEqual(60);
  });
});

/** A grid of points in a box, without its edges. */
function gridOf({ minLat, maxLat, minLon, maxLon }: Bounds, rows: number): Located[] {
  const at = (index: number) => (index + 0.5) / rows;
  return Array.from({ length: rows * rows }, (_, index) => ({
    latitude: minLat + (maxLat - minLat) * at(index % rows),
    longitude: minLon + (maxLon - minLon) * at(Math.floor(index / rows)),
  }));
}
