/** What a part of a text says about where a place lies: the countries and regions that it may name. */
import { distanceKm } from "./distance.ts";
import { type County, middlesOfCounties } from "./english-counties.ts";
import type { Gazetteer, Town } from "./gazetteer.ts";
import type { Reference } from "./gazetteer-format.ts";
import { isNowhere } from "./nowhere.ts";
import { placeKey, regionKey } from "./place-key.ts";
import { abbreviations } from "./state-abbreviations.ts";

export interface Claim {
  /** Their places in the tables; a claim of a region is one of its country. */
  country: number;
  region?: number;
  /** The middle of a county within the region: towns near it are rather meant than others, and none far from it. */
  middle?: County;
  /** A code may be a word or a name of something else: it says where a town lies, but not what a name means. */
  isCode: boolean;
  /** It speaks for a country or region, but not against the others: the code of a country can be many things. */
  isWeak: boolean;
}

/** One of these holds; where the names of several places are the same, it is not known which. */
export type Constraint = readonly Claim[];

/** "IL", and "IL 62701". */
const stateAndPostalCode = /^(\p{Lu}{2,3})(?:\s+[\p{Lu}\d -]*\d[\p{Lu}\d -]*)?$/u;

/** "il", "Mass", "Il 62701". */
const looseState = /^(\p{L}{2,9})(?:\s+\d{4,5}(?:-\d{4})?)?$/u;

/** Of Great Britain, and of Canada where it stands behind a word: "Lincolnshire PE21 6NH", "Ont. N6A 1B2". */
const postalCodeBehind =
  /(?<=\p{L}\.?)\s+(?:[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|(?<=\p{Ll}\.?\s+)[A-Z]\d[A-Z] ?\d[A-Z]\d)$/u;

/** "N. H.", "W. Va.". */
const blankWithin = /(?<=^\p{L}\.)\s+(?=\p{L}{1,2}\.)/u;

/** "Me.", "Me. 04330". */
const dotted = /^\s*\p{L}{2}\.(?:\s|$)/u;

/** "Portland, Maine Area". */
const areaEnd = /(?: metropolitan| metro)? area$/;

/**
 * Empty when the text names neither country nor region. Codes in capitals count, dots or not. Where there is none, and
 * no name, one in small letters or an abbreviation counts a little: "Paris, tx", "Cambridge, Mass.".
 */
export function readClaims(gazetteer: Gazetteer, given: string): Constraint {
  const text = given.replace(postalCodeBehind, "");
  const key = placeKey(text.replace(/^co\.?\s+(?=[a-z])/i, "county "));
  if (isNowhere(key)) return [];
  const bare = text.replace(blankWithin, "").replaceAll(".", "").trim();
  const [whole, code = ""] = stateAndPostalCode.exec(bare) ?? [];
  const claims = [
    ...nameClaims(gazetteer, findNames(gazetteer, key)).map((claim) => withCounty(gazetteer, claim, key)),
    ...codeClaims(gazetteer, code.toLowerCase(), whole === code),
  ];
  return claims.length > 0 ? claims : looseClaims(gazetteer, bare, dotted.test(text));
}

function withCounty(gazetteer: Gazetteer, claim: Claim, key: string): Claim {
  const middle = gazetteer.regions[claim.region ?? -1]?.code === "ENG" ? middlesOfCounties.get(key) : undefined;
  return middle ? { ...claim, middle } : claim;
}

/** What is found under the key, and the regions that are called so without words like "province" and "area". */
function findNames(gazetteer: Gazetteer, key: string): readonly Reference[] {
  const found = gazetteer.find(key);
  const plainKey = regionKey(key.replace(areaEnd, ""));
  if (plainKey === key || plainKey === "" || found.some(({ kind }) => kind === "region")) return found;
  const isArea = areaEnd.test(key);
  const plain = gazetteer.find(plainKey).filter(({ kind }) => kind === "region" || (isArea && kind === "country"));
  return [...found, ...plain];
}

/** A postal code stands behind the codes of regions, not of countries. */
function codeClaims(gazetteer: Gazetteer, code: string, isAlone: boolean): Claim[] {
  const found = code === "" ? [] : gazetteer.find(code);
  return [
    ...found
      .filter(({ kind }) => kind === "countryCode" && isAlone)
      .map(({ id }) => ({ country: id, isCode: true, isWeak: true })),
    ...found.filter(({ kind }) => kind === "regionCode").map(({ id }) => regionClaim(gazetteer, id, true)),
  ];
}

/** They may be words of a language, and speak against nothing. */
function looseClaims(gazetteer: Gazetteer, text: string, isDotted: boolean): Claim[] {
  const [whole, written = ""] = looseState.exec(text) ?? [];
  const word = written.toLowerCase();
  const withDot = isDotted ? abbreviations.get(`${word}.`) : undefined;
  const { country, code = "" } = withDot ?? abbreviations.get(word) ?? {};
  const isThere = (claim: Claim) => gazetteer.countries[claim.country]?.code === country;
  const states = codeClaims(gazetteer, code, false).filter(isThere);
  const codes = word.length <= 3 && !withDot ? codeClaims(gazetteer, word, whole === written) : [];
  return [...states, ...codes].map((claim) => ({ ...claim, isWeak: true }));
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

/** Of a town that lies in a region that was named, and of one that lies near the middle of the county that was. */
export const regionFitness = 3;
const countyFitness = 4;

/** Kilometres from the middle of a county: nothing of it lies beyond these, and of a wide one nothing beyond those. */
const countyKm = 60;
const wideCountyKm = 100;

/** How well the town fits: nothing, or more the more exactly a claim names where it lies. */
export function fitness(town: Town, constraint: Constraint): number {
  const fit = Math.max(0, ...constraint.map((claim) => fitnessBy(town, claim)));
  // "Mexico" is rather the country than the state in it.
  return constraint.some((claim) => isCountry(claim) && claim.country === town.country) ? Math.min(fit, 2) : fit;
}

function isCountry({ region, isWeak }: Claim): boolean {
  return region === undefined && !isWeak;
}

function fitnessBy(town: Town, { country, region, middle, isWeak }: Claim): number {
  if (town.country !== country) return 0;
  if (region === undefined) return isWeak ? 1.5 : 2;
  if (town.region !== region) return 0;
  return middle ? fitnessByCounty(distanceKm(town, middle), middle) : regionFitness;
}

function fitnessByCounty(km: number, { isWide }: County): number {
  if (km <= countyKm) return countyFitness;
  return isWide && km <= wideCountyKm ? regionFitness : 0;
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

/**
 * What each of a text's parts says: where one behind it names a country, or the caller does, no region of another.
 * "Capital District" is a region of several countries.
 */
export function withinCountries(parts: readonly Constraint[], country: number | undefined): Constraint[] {
  const countries = parts.map(namedCountries);
  return parts.map((claims, at) => {
    const named = [...countries.slice(at + 1).flat(), ...(country === undefined ? [] : [country])];
    return named.length === 0
      ? claims
      : claims.filter((claim) => claim.region === undefined || named.includes(claim.country));
  });
}

/** None when the name may be that of a region of another country: "Georgia". */
function namedCountries(claims: Constraint): number[] {
  const countries = claims.filter((claim) => isCountry(claim)).map(({ country }) => country);
  return claims.every(({ country, isCode }) => isCode || countries.includes(country)) ? countries : [];
}
