/** Invented places where people live, and boxes that a map shows. They are the same in every run. */
import type { Bounds, Located } from "../../../shared/map/bounds.ts";
import { type Dice, diceOf } from "./dice.ts";

/** Most people of an account live in one country, some in a few others. The outlines are rough, in degrees. */
const countries = [
  { share: 0.55, cities: 60, south: 47.3, north: 54.8, west: 6, east: 14.8 },
  { share: 0.15, cities: 30, south: 50, north: 58, west: -5, east: 1.5 },
  { share: 0.15, cities: 50, south: 26, north: 47, west: -120, east: -72 },
  { share: 0.08, cities: 20, south: 36, north: 43.5, west: -9, east: 3 },
  { share: 0.04, cities: 15, south: 31, north: 42, west: 130, east: 141 },
  { share: 0.03, cities: 10, south: -46, north: -35, west: 167, east: 178.9 },
] as const;

/** The share of people of whom only the city is known. They all have its central spot. */
const atTheCentre = 0.35;

/** The nth city of a country has people in proportion to 1/n. A third of them have its central spot, the others are around it. */
export function peopleAt(count: number, seed = 1): Located[] {
  const dice = diceOf(seed);
  const cities = countries.map((country) =>
    Array.from({ length: country.cities }, (_, rank) => ({
      latitude: between(dice, country.south, country.north),
      longitude: between(dice, country.west, country.east),
      radius: 0.12 / Math.sqrt(rank + 1) + 0.02,
    })),
  );
  const byShare = countries.flatMap(({ share }, index) => Array<number>(Math.round(share * 100)).fill(index));
  return Array.from({ length: count }, () => {
    const city = dice.common(cities[dice.pick(byShare)] ?? []);
    if (dice.chance() < atTheCentre) return { latitude: city.latitude, longitude: city.longitude };
    return {
      latitude: city.latitude + normal(dice) * city.radius,
      longitude: Math.min(180, city.longitude + (normal(dice) * city.radius) / cosine(city.latitude)),
    };
  });
}

/**
 * Boxes from a street to the world. All sizes are equally frequent, and their width is half to twice their height on the
 * ground. Four of five show one of the places, the others are anywhere.
 */
export function boxesOver(places: readonly Located[], count: number, seed = 7): Bounds[] {
  const dice = diceOf(seed);
  return Array.from({ length: count }, () => {
    const height = 0.002 * (180 / 0.002) ** dice.chance();
    const shown = dice.sometimes(0.8, () => dice.pick(places));
    const middle = shown ? shown.latitude + (dice.chance() - 0.5) * height : degrees(Math.asin(between(dice, -1, 1)));
    const latitude = Math.max(-90, Math.min(90, middle));
    const width = (height * between(dice, 0.5, 2)) / cosine(latitude);
    const longitude = shown ? shown.longitude + (dice.chance() - 0.5) * width : between(dice, -180, 180);
    const [minLat, maxLat] = [Math.max(-90, latitude - height / 2), Math.min(90, latitude + height / 2)];
    if (width >= 360) return { minLat, maxLat, minLon: -180, maxLon: 180 };
    return { minLat, maxLat, minLon: wrap(longitude - width / 2), maxLon: wrap(longitude + width / 2) };
  });
}

function between({ chance }: Dice, low: number, high: number): number {
  return low + chance() * (high - low);
}

/** A value of the standard normal distribution (G. E. P. Box, M. E. Muller, 1958). */
function normal({ chance }: Dice): number {
  return Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
}

/** Limited, so that a box near a pole does not become infinitely wide. */
function cosine(latitude: number): number {
  return Math.max(0.2, Math.cos((latitude / 180) * Math.PI));
}

function degrees(radians: number): number {
  return (radians / Math.PI) * 180;
}

function wrap(longitude: number): number {
  if (longitude > 180) return longitude - 360;
  return longitude < -180 ? longitude + 360 : longitude;
}
