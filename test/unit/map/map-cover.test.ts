import fc from "fast-check";
import geohash from "ngeohash";
import { describe, expect, it } from "vitest";
import { geohashPrecision } from "../../../shared/contact/store/contact-derived.ts";
import type { Bounds } from "../../../shared/map/bounds.ts";
import { coverBox, type GeohashRange } from "../../../shared/map/cover.ts";
import { arbitraryBounds, arbitraryPoint, contains } from "../../support/map/arbitrary-box.ts";

const world = { minLat: -90, maxLat: 90, minLon: -180, maxLon: 180 };
const pointAt = (lat: number, lon: number): Bounds => ({ minLat: lat, maxLat: lat, minLon: lon, maxLon: lon });
const cover = (bounds: Bounds, maxRanges: number, within?: GeohashRange) =>
  coverBox(bounds, { maxRanges, minGap: 0, ...(within && { within }) });
const rangesThat = (ranges: readonly GeohashRange[], hash: string) =>
  ranges.filter(({ from, to }) => from <= hash && hash <= to);

describe("the cover of a box", () => {
  it("has every point of the box in exactly one range, and its ranges are sorted and separate", () => {
    const count = fc.constantFrom(1, 2, 3, 4, 8, 16);
    fc.assert(
      fc.property(
        fc.array(arbitraryPoint, { minLength: 1, maxLength: 20 }),
        count,
        fc.gen(),
        (points, maxRanges, g) => {
          const bounds = g(arbitraryBounds, points);
          const ranges = cover(bounds, maxRanges);
          expect(ranges.length).toBeGreaterThan(0);
          expect(ranges.length).toBeLessThanOrEqual(maxRanges);
          const ends = ranges.flatMap(({ from, to }) => [from, to]);
          expect(ends).toEqual(ends.toSorted());
          expect(new Set(ranges.map(({ from }) => from)).size).toBe(ranges.length);
          for (const point of [...points, ...cornersOf(bounds)]) {
            if (!contains(bounds, point)) continue;
            const hash = geohash.encode(point.latitude, point.longitude, geohashPrecision);
            expect(rangesThat(ranges, hash)).toHaveLength(1);
          }
        },
      ),
    );
  });

  it("can be restricted to a part of the curve", () => {
    fc.assert(
      fc.property(fc.array(arbitraryPoint, { minLength: 2, maxLength: 20 }), fc.gen(), (points, g) => {
        const bounds = g(arbitraryBounds, points);
        const hashes = points.map(({ latitude, longitude }) => geohash.encode(latitude, longitude, geohashPrecision));
        const [from = "", to = ""] = hashes.slice(0, 2).toSorted();
        const ranges = cover(bounds, 4, { from, to });
        for (const range of ranges) {
          expect(range.from >= from && range.from <= range.to && range.to <= to).toBe(true);
        }
        for (const [index, point] of points.entries()) {
          const hash = hashes[index] ?? "";
          if (hash < from || hash > to || !contains(bounds, point)) continue;
          expect(rangesThat(ranges, hash)).toHaveLength(1);
        }
      }),
    );
  });

  it("of the world is one range", () => {
    expect(cover(world, 8)).toEqual([{ from: "000000000", to: "zzzzzzzzz" }]);
  });

  it.each([
    [0, 0],
    [90, 180],
    [-90, -180],
    [45, -90],
    [52.520008, 13.404954],
  ])("of the point %d, %d is one cell", (lat, lon) => {
    const hash = geohash.encode(lat, lon, geohashPrecision);
    expect(cover(pointAt(lat, lon), 8)).toEqual([{ from: hash, to: hash }]);
  });

  it("across the antimeridian has a range on each side", () => {
    const bounds = { minLat: -18, maxLat: -17, minLon: 179, maxLon: -179 };
    const ranges = cover(bounds, 2);
    expect(ranges.map(({ from }) => from[0])).toEqual(["2", "r"]);
    expect(rangesThat(ranges, geohash.encode(-17.5, 0, geohashPrecision))).toEqual([]);
  });

  it("leaves out only gaps with a larger area than a multiple of the box", () => {
    // This box crosses the prime meridian, at which the curve is divided in the middle, and no other edge of large cells.
    const bounds = { minLat: 51.4, maxLat: 51.6, minLon: -0.1, maxLon: 0.1 };
    const countOf = (minGap: number) => coverBox(bounds, { maxRanges: 8, minGap }).length;
    expect([0, 0.5, 1_000, 1e9].map(countOf)).toEqual([8, expect.any(Number), 2, 1]);
    expect(countOf(0.5)).toBeGreaterThan(2);
    expect(countOf(0.5)).toBeLessThan(8);
  });
});

function cornersOf({ minLat, maxLat, minLon, maxLon }: Bounds) {
  return [minLat, maxLat].flatMap((latitude) => [minLon, maxLon].map((longitude) => ({ latitude, longitude })));
}
