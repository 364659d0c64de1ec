/**
 * Boxes of the map: degrees of WGS 84, bounds inclusive.
 *
 * Coordinates are compared as the numbers that they are: -180 and 180 are two numbers of one meridian, and at a pole
 * every longitude is one place, but a box holds what lies between its numbers. Who wants both sides of the antimeridian
 * asks for a box across it: `minLon: 180, maxLon: -180` is the meridian itself.
 */

export interface Bounds {
  minLat: number;
  /** Not below `minLat`. */
  maxLat: number;
  /** Above `maxLon` in a box across the antimeridian (RFC 7946, 5.2). */
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

/** The same places without crossing the antimeridian: one box, or two. */
export function splitAtAntimeridian(bounds: Bounds): Bounds[] {
  if (bounds.minLon <= bounds.maxLon) return [bounds];
  return [
    { ...bounds, maxLon: 180 },
    { ...bounds, minLon: -180 },
  ];
}
