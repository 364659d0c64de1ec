/** Points and boxes of the map, many of them at the bounds of the world, at edges of cells and at each other. */
import fc from "fast-check";
import type { Bounds, Located } from "../../../shared/map/bounds.ts";

/** Degrees from `-limit` to `limit`: the ends, edges of cells, values next to edges, and any value. */
function degrees(limit: number): fc.Arbitrary<number> {
  const edge = fc
    .tuple(fc.integer({ min: 0, max: 22 }), fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([halvings, share]) => (Math.round(share * 2 ** halvings) / 2 ** halvings) * 2 * limit - limit);
  const step = fc.constantFrom(0, 1e-13, -1e-13, 1e-6, -1e-6);
  const nearEdge = fc.tuple(edge, step).map(([value, by]) => Math.max(-limit, Math.min(limit, value + by)));
  return fc.oneof(
    fc.constantFrom(-limit, limit, 0),
    nearEdge,
    fc.double({ min: -limit, max: limit, noNaN: true }),
    fc.integer({ min: -limit, max: limit }),
  );
}

const latitude = degrees(90);
const longitude = degrees(180);

export const arbitraryPoint: fc.Arbitrary<Located> = fc.record({ latitude, longitude });

/**
 * Any box: small or thin ones, points, boxes across the antimeridian and at the poles, the world. Many of its bounds go
 * through `points`.
 */
export function arbitraryBounds(points: readonly Located[] = []): fc.Arbitrary<Bounds> {
  const some = points.length > 0 ? points : [{ latitude: 0, longitude: 0 }];
  const somePoint = fc.constantFrom(...some);
  const anyLatitude = fc.oneof(
    latitude,
    somePoint.map((point) => point.latitude),
  );
  const anyLongitude = fc.oneof(
    longitude,
    somePoint.map((point) => point.longitude),
  );
  const free = fc.tuple(anyLatitude, anyLatitude, anyLongitude, anyLongitude).map(([one, other, minLon, maxLon]) => ({
    minLat: Math.min(one, other),
    maxLat: Math.max(one, other),
    minLon,
    maxLon,
  }));
  const span = fc.oneof(
    fc.constant(0),
    fc.double({ min: -16, max: 8, noNaN: true }).map((power) => 2 ** power),
  );
  const around = fc.tuple(fc.oneof(somePoint, arbitraryPoint), span, span).map(([point, high, wide]) => ({
    minLat: Math.max(-90, point.latitude - high),
    maxLat: Math.min(90, point.latitude + high),
    ...(wide >= 180
      ? { minLon: -180, maxLon: 180 }
      : { minLon: wrap(point.longitude - wide), maxLon: wrap(point.longitude + wide) }),
  }));
  return fc.oneof(free, around);
}

/** Whether a box contains a point, written in another way than the product does it. */
export function contains({ minLat, maxLat, minLon, maxLon }: Bounds, { latitude, longitude }: Located): boolean {
  const spans =
    minLon > maxLon
      ? [
          [minLon, 180],
          [-180, maxLon],
        ]
      : [[minLon, maxLon]];
  const between = (value: number, [low = 0, high = 0]: readonly number[]) => low <= value && value <= high;
  return between(latitude, [minLat, maxLat]) && spans.some((span) => between(longitude, span));
}

function wrap(degreesEast: number): number {
  if (degreesEast > 180) return degreesEast - 360;
  return degreesEast < -180 ? degreesEast + 360 : degreesEast;
}
