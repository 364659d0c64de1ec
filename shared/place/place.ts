/** A town or city with its coordinates. */

/** How exact coordinates are that were derived from a text: `city` is the middle of the town. */
export const granularities = ["city"] as const;
export type Granularity = (typeof granularities)[number];

export interface Place {
  /** The name of GeoNames, mostly in English ("Munich"), otherwise in the local language. */
  name: string;
  /** The state, province or the like; empty if it is unknown. */
  region: string;
  /** The ISO 3166-2 code of the region without the country: `CA` of `US-CA`. Absent if it is unknown. */
  regionCode?: string;
  /** English. */
  country: string;
  /** ISO 3166-1 alpha-2, and `XK` for Kosovo. */
  countryCode: string;
  /** The middle of the town in degrees, WGS 84. */
  latitude: number;
  longitude: number;
  /** 0 if it is unknown. */
  population: number;
  granularity: Granularity;
}

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
