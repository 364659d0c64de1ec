/** Gazetteers for tests. */
import { readFileSync } from "node:fs";
import { placesFile } from "../../../infra/places/places-file.ts";
import type { FindPlace } from "../../../shared/place/find-place.ts";
import { Gazetteer } from "../../../shared/place/gazetteer/gazetteer.ts";

/** The real gazetteer. The first call builds its file, which needs some seconds. */
export function realGazetteer(): Gazetteer {
  gazetteer ??= new Gazetteer(readFileSync(placesFile()));
  return gazetteer;
}
let gazetteer: Gazetteer | undefined;

/** A gazetteer that counts the lookups of keys. */
export class CountingGazetteer extends Gazetteer {
  lookups = 0;

  override find(key: string) {
    this.lookups++;
    return super.find(key);
  }
}

/** For tests that are not about places. */
export const findNothing: FindPlace = () => undefined;

/** A place for every text, which differs for nearly all texts. */
export const findAnywhere: FindPlace = (query) => {
  const text = JSON.stringify(query);
  const sum = [...text].reduce((total, character) => (total * 31 + (character.codePointAt(0) ?? 0)) % 100_003, 7);
  return {
    name: "Somewhere",
    region: "",
    country: "Nowhere",
    countryCode: "XX",
    latitude: (sum % 179) - 89,
    longitude: (sum % 359) - 179,
    population: 0,
    granularity: "city",
  };
};

interface Located {
  latitude: number;
  longitude: number;
}

/** Kilometres along the surface of a sphere (haversine). */
export function distanceKm(one: Located, other: Located): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (a: number, b: number) => Math.sin(radians(b - a) / 2) ** 2;
  const along = half(one.latitude, other.latitude);
  const across = half(one.longitude, other.longitude);
  const between = Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude));
  return 2 * 6_371 * Math.asin(Math.sqrt(along + between * across));
}
