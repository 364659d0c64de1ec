/** A place as others see it: a town or city with where it lies. */

/** How exact coordinates are that were found by a text: `city` is the middle of the town that it names. */
export const granularities = ["city"] as const;
export type Granularity = (typeof granularities)[number];

export interface Place {
  /** As GeoNames calls it, mostly in English where there is such a name ("Munich"), else in its own language. */
  name: string;
  /** State, province or the like; empty where the gazetteer knows none. */
  region: string;
  /** What follows the hyphen in the region's ISO 3166-2 code: `CA` of `US-CA`. Absent where it is not known. */
  regionCode?: string;
  /** English. */
  country: string;
  /** ISO 3166-1 alpha-2, and `XK` for Kosovo. */
  countryCode: string;
  /** Degrees, WGS 84, of the middle of the town. */
  latitude: number;
  longitude: number;
  /** 0 where it is not known. */
  population: number;
  granularity: Granularity;
}
