/** What a part of a text says about where a place lies: the countries and regions that it may name. */
import type { Gazetteer, Town } from "./gazetteer.ts";
import { placeKey, regionKey } from "./place-key.ts";

export interface Claim {
  /** Their places in the tables; a claim of a region is one of its country. */
  country: number;
  region?: number;
  /** Two letters can be many things: they speak for a country, but not against the others. */
  isWeak: boolean;
}

/** One of these holds; where the names of several places are the same, it is not known which. */
export type Constraint = readonly Claim[];

/** "IL", and "IL 62701". */
const stateAndPostalCode = /^(\p{Lu}{2,3})(?:\s+[\p{Lu}\d -]*\d[\p{Lu}\d -]*)?$/u;

/** Empty when the text names neither country nor region. Codes count in capitals only, dots or not. */
export function readClaims(gazetteer: Gazetteer, text: string): Constraint {
  const key = placeKey(text);
  const names = gazetteer.find(key);
  const plainKey = regionKey(key);
  if (plainKey !== key && plainKey !== "" && !names.some(({ kind }) => kind === "region")) {
    names.push(...gazetteer.find(plainKey).filter(({ kind }) => kind === "region"));
  }
  const code = stateAndPostalCode.exec(text.replaceAll(".", ""));
  const codes = code?.[1] === undefined ? [] : gazetteer.find(code[1].toLowerCase());
  const isAlone = code?.[0] === code?.[1];
  return [
    ...names.filter(({ kind }) => kind === "country").map(({ id }) => countryClaim(id, false)),
    ...names.filter(({ kind }) => kind === "region").map(({ id }) => regionClaim(gazetteer, id)),
    ...codes
      .filter(({ kind }) => kind === "countryCode" && isAlone)
      .map(({ id }) => countryClaim(id, code?.[1]?.length === 2)),
    ...codes.filter(({ kind }) => kind === "regionCode").map(({ id }) => regionClaim(gazetteer, id)),
  ];
}

export function countryClaim(country: number, isWeak: boolean): Claim {
  return { country, isWeak };
}

export function regionClaim(gazetteer: Gazetteer, region: number): Claim {
  return { country: gazetteer.regions[region]?.country ?? -1, region, isWeak: false };
}

/** How well the town fits: nothing, or more the more exactly a claim names where it lies. */
export function fitness(town: Town, constraint: Constraint): number {
  return Math.max(0, ...constraint.map((claim) => fitnessBy(town, claim)));
}

function fitnessBy(town: Town, { country, region, isWeak }: Claim): number {
  if (town.country !== country) return 0;
  if (region === undefined) return isWeak ? 1.5 : 2;
  return town.region === region ? 3 : 0;
}

/** A country that was named and is another one: then the town is not meant. */
export function contradicts(town: Town, constraint: Constraint): boolean {
  return fitness(town, constraint) === 0 && constraint.some(({ region, isWeak }) => region === undefined && !isWeak);
}
