/** What a part of a text says about where a place lies: the countries and regions that it may name. */
import type { Gazetteer, Town } from "./gazetteer.ts";
import type { Reference } from "./gazetteer-format.ts";
import { isNowhere } from "./nowhere.ts";
import { placeKey, regionKey } from "./place-key.ts";

export interface Claim {
  /** Their places in the tables; a claim of a region is one of its country. */
  country: number;
  region?: number;
  /** A code may be a word or a name of something else: it says where a town lies, but not what a name means. */
  isCode: boolean;
  /** It speaks for a country or region, but not against the others: the code of a country can be many things. */
  isWeak: boolean;
}

/** One of these holds; where the names of several places are the same, it is not known which. */
export type Constraint = readonly Claim[];

/** "IL", and "IL 62701". */
const stateAndPostalCode = /^(\p{Lu}{2,3})(?:\s+[\p{Lu}\d -]*\d[\p{Lu}\d -]*)?$/u;

/** "Portland, Maine Area". */
const areaEnd = /(?: metropolitan| metro)? area$/;

/** Empty when the text names neither country nor region. Codes count in capitals only, dots or not. */
export function readClaims(gazetteer: Gazetteer, text: string): Constraint {
  const key = placeKey(text);
  if (isNowhere(key)) return [];
  const names = [...gazetteer.find(key)];
  const plainKey = regionKey(key.replace(areaEnd, ""));
  if (plainKey !== key && plainKey !== "" && !names.some(({ kind }) => kind === "region")) {
    const isArea = areaEnd.test(key);
    names.push(...gazetteer.find(plainKey).filter(({ kind }) => kind === "region" || (isArea && kind === "country")));
  }
  const code = stateAndPostalCode.exec(text.replaceAll(".", ""));
  const codes = code?.[1] === undefined ? [] : gazetteer.find(code[1].toLowerCase());
  const isAlone = code?.[0] === code?.[1];
  return [
    ...nameClaims(gazetteer, names),
    ...codes
      .filter(({ kind }) => kind === "countryCode" && isAlone)
      .map(({ id }) => ({ country: id, isCode: true, isWeak: true })),
    ...codes.filter(({ kind }) => kind === "regionCode").map(({ id }) => regionClaim(gazetteer, id, true)),
  ];
}

/** The countries and regions among what is found under a key. */
export function nameClaims(gazetteer: Gazetteer, found: readonly Reference[]): Claim[] {
  return found.flatMap(({ kind, id }) => {
    if (kind === "country") return [{ country: id, isCode: false, isWeak: false }];
    return kind === "region" ? [regionClaim(gazetteer, id, false)] : [];
  });
}

function regionClaim(gazetteer: Gazetteer, region: number, isCode: boolean): Claim {
  return { country: gazetteer.regions[region]?.country ?? -1, region, isCode, isWeak: false };
}

/** Of a town that lies in a region that was named. */
export const regionFitness = 3;

/** How well the town fits: nothing, or more the more exactly a claim names where it lies. */
export function fitness(town: Town, constraint: Constraint): number {
  const fit = Math.max(0, ...constraint.map((claim) => fitnessBy(town, claim)));
  // "Mexico" is rather the country than the state in it.
  return constraint.some((claim) => isCountry(claim) && claim.country === town.country) ? Math.min(fit, 2) : fit;
}

function isCountry({ region, isWeak }: Claim): boolean {
  return region === undefined && !isWeak;
}

function fitnessBy(town: Town, { country, region, isWeak }: Claim): number {
  if (town.country !== country) return 0;
  if (region === undefined) return isWeak ? 1.5 : 2;
  return town.region === region ? regionFitness : 0;
}

/** A country that was named, or that of a region, and it is another one: then the town is not meant. */
export function contradicts(town: Town, constraint: Constraint): boolean {
  return isStrong(constraint) && !constraint.some(({ country }) => country === town.country);
}

/** It lies in the country that was named and not in the region. */
export function isElsewhere(town: Town, constraint: Constraint): boolean {
  return isStrong(constraint) && fitness(town, constraint) === 0;
}

function isStrong(constraint: Constraint): boolean {
  return constraint.some(({ isWeak }) => !isWeak);
}

/** Whether a claim can hold beside what else is said. */
export function agrees(claim: Claim, constraint: Constraint): boolean {
  return !isStrong(constraint) || constraint.some(({ country }) => country === claim.country);
}
