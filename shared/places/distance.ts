/** How far places lie from each other. */

export interface Located {
  latitude: number;
  longitude: number;
}

/** Of one degree of latitude. */
const degreeKm = 111.2;

/** Kilometres, as on a plane: exact enough for what is near. */
export function distanceKm(one: Located, other: Located): number {
  const north = one.latitude - other.latitude;
  const east = (one.longitude - other.longitude) * Math.cos((one.latitude * Math.PI) / 180);
  return Math.hypot(north, east) * degreeKm;
}
