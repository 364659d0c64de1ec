/** The distance between places. */

export interface Located {
  latitude: number;
  longitude: number;
}

/** The kilometres of one degree of latitude. */
const degreeKm = 111.2;

/** Kilometres on a plane, which is exact enough for near places. */
export function distanceKm(one: Located, other: Located): number {
  const north = one.latitude - other.latitude;
  const east = (one.longitude - other.longitude) * Math.cos((one.latitude * Math.PI) / 180);
  return Math.hypot(north, east) * degreeKm;
}
