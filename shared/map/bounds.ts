/**
 * Boxes of the map, in degrees of WGS 84. Bounds are inclusive.
 *
 * Coordinates are compared as numbers, although -180 and 180 are the same meridian and all longitudes at a pole are the
 * same point. A box across the antimeridian has both of its sides: `minLon: 180, maxLon: -180` is the meridian itself.
 */

export interface Bounds {
  minLat: number;
  /** At least `minLat`. */
  maxLat: number;
  /** Greater than `maxLon` in a box across the antimeridian (RFC 7946, 5.2). */
  minLon: number;
  maxLon: number;
}

export interface Located {
  latitude: number;
  longitude: number;
}

export function isInside({ minLat, maxLat, minLon, maxLon }: Bounds, { latitude, longitude }: Located): boolean {
  if (latitude < minLat || latitude > maxLat) return false;
  return minLon <= maxLon ? longitude >= minLon && longitude <= maxLon : longitude >= minLon || longitude <= maxLon;
}

/** One or two boxes with the same points that don't cross the antimeridian. */
export function splitAtAntimeridian(bounds: Bounds): Bounds[] {
  if (bounds.minLon <= bounds.maxLon) return [bounds];
  return [
    { ...bounds, maxLon: 180 },
    { ...bounds, minLon: -180 },
  ];
}
