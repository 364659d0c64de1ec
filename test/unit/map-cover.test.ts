import fc from "fast-check";
import geohash from "ngeohash";
import { describe, expect, it } from "vitest";
import type { Bounds } from "../../shared/map/bounds.ts";
import { coverBox, type GeohashRange } from "../../shared/map/cover.ts";
import { arbitraryBounds, arbitraryPlace, liesIn } from "../support/arbitrary-box.ts";
import { diceOf } from "../support/realistic/dice.ts";

const precision = 9;
const world = { minLat: -90, maxLat: 90, minLon: -180, maxLon: 180 };
const pointAt = (lat: number, lon: number): Bounds => ({ minLat: lat, maxLat: lat, minLon: lon, maxLon: lon });
const cover = (bounds: Bounds, maxRanges: number, within?: GeohashRange) =>
  coverBox(bounds, { precision, maxRanges, minGap: 0, ...(within && { within }) });
const rangesThat = (ranges: readonly GeohashRange[], hash: string) =>
  ranges.filter(({ from, to }) => from <= hash && hash <= to);

describe("the cover of a box", () => {
  it("holds every place of it once, in as few ranges as allowed, in order and apart", () => {
    const count = fc.constantFrom(1, 2, 3, 4, 8, 16);
    fc.assert(
      fc.property(
        fc.array(arbitraryPlace, { minLength: 1, maxLength: 20 }),
        count,
        fc.gen(),
        (places, maxRanges, g) => {
          const bounds = g(arbitraryBounds, places);
          const ranges = cover(bounds, maxRanges);
          expect(ranges.length).toBeGreaterThan(0);
          expect(ranges.length).toBeLessThanOrEqual(maxRanges);
          const ends = ranges.flatMap(({ from, to }) => [from, to]);
          expect(ends).toEqual(ends.toSorted());
          expect(new Set(ranges.map(({ from }) => from)).size).toBe(ranges.length);
          for (const place of [...places, ...cornersOf(bounds)]) {
            if (!liesIn(bounds, place)) continue;
            const hash = geohash.encode(place.latitude, place.longitude, precision);
            expect(rangesThat(ranges, hash)).toHaveLength(1);
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("within a stretch of the curve holds what the box has there, and nothing before or behind", () => {
    fc.assert(
      fc.property(fc.array(arbitraryPlace, { minLength: 2, maxLength: 20 }), fc.gen(), (places, g) => {
        const bounds = g(arbitraryBounds, places);
        const hashes = places.map(({ latitude, longitude }) => geohash.encode(latitude, longitude, precision));
        const [from = "", to = ""] = hashes.slice(0, 2).toSorted();
        const ranges = cover(bounds, 4, { from, to });
        for (const range of ranges) {
          expect(range.from >= from && range.from <= range.to && range.to <= to).toBe(true);
        }
        for (const [index, place] of places.entries()) {
          const hash = hashes[index] ?? "";
          if (hash < from || hash > to || !liesIn(bounds, place)) continue;
          expect(rangesThat(ranges, hash)).toHaveLength(1);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("of the world is one range over everything", () => {
    expect(cover(world, 8)).toEqual([{ from: "000000000", to: "zzzzzzzzz" }]);
  });

  it.each([
    [0, 0],
    [90, 180],
    [-90, -180],
    [45, -90],
    [52.520008, 13.404954],
  ])("of the point %d, %d is its cell", (lat, lon) => {
    const hash = geohash.encode(lat, lon, precision);
    expect(cover(pointAt(lat, lon), 8)).toEqual([{ from: hash, to: hash }]);
  });

  it("across the antimeridian has a range on either side, and none between", () => {
    const bounds = { minLat: -18, maxLat: -17, minLon: 179, maxLon: -179 };
    const ranges = cover(bounds, 2);
    expect(ranges.map(({ from }) => from[0])).toEqual(["2", "r"]);
    expect(rangesThat(ranges, geohash.encode(-17.5, 0, precision))).toEqual([]);
  });

  it("leaves out only gaps that pass more than so many boxes", () => {
    // On both sides of the prime meridian, which parts the curve in the middle, and of no other edge of large cells.
    const bounds = { minLat: 51.4, maxLat: 51.6, minLon: -0.1, maxLon: 0.1 };
    const countOf = (minGap: number) => coverBox(bounds, { precision, maxRanges: 8, minGap }).length;
    expect([0, 0.5, 1_000, 1e9].map(countOf)).toEqual([8, expect.any(Number), 2, 1]);
    expect(countOf(0.5)).toBeGreaterThan(2);
    expect(countOf(0.5)).toBeLessThan(8);
  });

  it.each([
    [4, 1, 0.5],
    [8, 1, 0.65],
    [16, 1, 0.75],
    [16, 50, 0.4],
  ])("of %d ranges, of boxes %d times as wide as high, holds little else", (maxRanges, stretch, least) => {
    // Shares of the ground are those of evenly spread places.
    const { chance } = diceOf(stretch);
    const shares = Array.from({ length: 300 }, () => {
      const [latitude, longitude] = [chance() * 110 - 55, chance() * 280 - 140];
      const half = 2 ** (chance() * 14 - 12);
      const bounds = {
        minLat: latitude - half / stretch,
        maxLat: latitude + half / stretch,
        minLon: longitude - half,
        maxLon: longitude + half,
      };
      return groundOf(bounds) / cellsOf(cover(bounds, maxRanges));
    });
    expect(shares.toSorted((one, other) => one - other)[150]).toBeGreaterThan(least);
  });
});

/** In cells. */
function cellsOf(ranges: readonly GeohashRange[]): number {
  const placeOf = (hash: string) => {
    const { latitude, longitude } = geohash.decode(hash);
    return geohash.encode_int(latitude, longitude, precision * 5);
  };
  return ranges.reduce((sum, { from, to }) => sum + placeOf(to) - placeOf(from) + 1, 0);
}

/** In cells; of a box that does not cross the antimeridian. */
function groundOf({ minLat, maxLat, minLon, maxLon }: Bounds): number {
  return ((maxLat - minLat) / 180) * ((maxLon - minLon) / 360) * 2 ** (precision * 5);
}

function cornersOf({ minLat, maxLat, minLon, maxLon }: Bounds) {
  return [minLat, maxLat].flatMap((latitude) => [minLon, maxLon].map((longitude) => ({ latitude, longitude })));
}
