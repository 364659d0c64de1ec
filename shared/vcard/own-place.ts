/** Coordinates as a card carries them. */
import type { Granularity } from "../places/place.ts";

export interface Place {
  latitude: number | null;
  longitude: number | null;
  granularity: Granularity | null;
}

/** To seven decimals, about a centimetre, as imports keep them; null when nobody gave any: what we found is no word of theirs. */
export function ownPlace({ latitude, longitude, granularity }: Place): { latitude: number; longitude: number } | null {
  if (latitude === null || longitude === null || granularity !== null) return null;
  return { latitude: roundDegrees(latitude), longitude: roundDegrees(longitude) };
}

/** Without an exponent, which neither form of GEO knows (RFC 5870, section 3.3; RFC 2426, section 3.4.2). */
export function degrees(coordinate: number): string {
  return coordinate.toFixed(7).replace(/\.?0+$/, "");
}

/** Adding 0 makes -0 a plain zero. */
function roundDegrees(coordinate: number): number {
  return Math.round(coordinate * 1e7) / 1e7 + 0;
}
