/** Reads hints about the place of a town from a part of a text: the countries, regions and counties that it may name. */

import { once } from "../../platform/config/once.ts";
import type { Gazetteer, Town } from "../gazetteer/gazetteer.ts";
import type { Reference } from "../gazetteer/gazetteer-format.ts";
import { distanceKm } from "../place.ts";
import { placeKey, regionKey } from "../place-key.ts";
import { type County, englishCounties } from "./english-counties.ts";
import { isNowhere } from "./no-towns.ts";

export interface Hint {
  /** The index of the country in the gazetteer, also for a region. */
  country: number;
  /** The index of the region in the gazetteer. */
  region?: number;
  /** A county within the region. */
  county?: County;
  /** A code may also be a word. It shows where a town is, but not whether a name means a region. */
  isCode: boolean;
  /** The hint supports towns there, but excludes no others, because codes of countries are ambiguous. */
  isWeak: boolean;
}

/** Alternatives, because several places share a name. Empty if there is no hint. */
export type Hints = readonly Hint[];

/** A postal code of the United States, Australia, Canada or Britain: "IL 62701", "Ont. N6A 1B2", "Lincolnshire PE21 6NH". */
const postalCodeBehind =
  /(?<=\p{L}\.?)\s+(?:\d{4,5}(?:-\d{4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/u;

/** "Portland, Maine Area". */
const areaEnd = /(?: metropolitan| metro)? area$/;

/**
 * Reads names, and codes in capitals, with or without dots. If there are none, an abbreviation or a code in small letters or
 * digits is a weak hint: "Cambridge, Mass.", "Paris, tx", "Valence (26)".
 */
export function readHints(gazetteer: Gazetteer, part: string): Hints {
  const text = part.replace(postalCodeBehind, "");
  const key = placeKey(text);
  if (isNowhere(key)) return [];
  const code = text.replaceAll(".", "").trim();
  const hints = [
    ...namedHints(gazetteer, findNames(gazetteer, key)).map((hint) => withCounty(gazetteer, hint, key)),
    ...(/^\p{Lu}{2,3}$/u.test(code) ? codeHints(gazetteer, code.toLowerCase()) : []),
  ];
  return hints.length > 0 ? hints : looseHints(gazetteer, key, code.toLowerCase());
}

function looseHints(gazetteer: Gazetteer, key: string, code: string): Hints {
  const state = stateAbbreviations().get(key);
  const inCountry = ({ country }: Hint) => gazetteer.countries[country]?.code === state?.country;
  const hints = state
    ? codeHints(gazetteer, state.code).filter(inCountry)
    : codeHints(gazetteer, /^[a-z\d]{2,3}$/.test(code) ? code : "");
  return hints.map((hint) => ({ ...hint, isWeak: true }));
}

function withCounty(gazetteer: Gazetteer, hint: Hint, key: string): Hint {
  const county = gazetteer.regions[hint.region ?? -1]?.code === "ENG" ? englishCounties().get(key) : undefined;
  return county ? { ...hint, county } : hint;
}

/** The references of the key, and the regions with this name without words like "province" and "area". */
function findNames(gazetteer: Gazetteer, key: string): readonly Reference[] {
  const found = gazetteer.find(key);
  const plainKey = regionKey(key.replace(areaEnd, ""));
  if (plainKey === key || plainKey === "" || found.some(({ kind }) => kind === "region")) return found;
  return [...found, ...gazetteer.find(plainKey).filter(({ kind }) => kind === "region")];
}

/** The hints of the countries and regions among these references. */
export function namedHints(gazetteer: Gazetteer, found: readonly Reference[]): Hint[] {
  return found.flatMap(({ kind, id }) => {
    if (kind === "country") return [{ country: id, isCode: false, isWeak: false }];
    return kind === "region" ? [regionHint(gazetteer, id, false)] : [];
  });
}

function codeHints(gazetteer: Gazetteer, code: string): Hint[] {
  return gazetteer.find(code).flatMap(({ kind, id }) => {
    if (kind === "countryCode") return [{ country: id, isCode: true, isWeak: true }];
    return kind === "regionCode" ? [regionHint(gazetteer, id, true)] : [];
  });
}

function regionHint(gazetteer: Gazetteer, region: number, isCode: boolean): Hint {
  return { country: gazetteer.regions[region]?.country ?? -1, region, isCode, isWeak: false };
}

/** How well a town in the named country, region or county fits. */
const fits = { country: 2, region: 3, county: 4 };
export const regionFit = fits.region;

/** How well the town fits: 0, or more for a more exact hint. */
export function fitOf(town: Town, hints: Hints): number {
  // "Mexico" means the country and not the state in it.
  const isInNamed = hints.some((hint) => hint.region === undefined && !hint.isWeak && hint.country === town.country);
  if (isInNamed) return fits.country;
  return Math.max(0, ...hints.map((hint) => fitOfOne(town, hint)));
}

function fitOfOne(town: Town, { country, region, county }: Hint): number {
  if (town.country !== country) return 0;
  if (region === undefined) return fits.country;
  if (town.region !== region) return 0;
  if (!county) return fits.region;
  return distanceKm(town, county) <= county.km ? fits.county : 0;
}

/** Whether a place in this country is possible with these hints. */
export function isPossible(country: number, hints: Hints): boolean {
  return !isStrong(hints) || hints.some((hint) => hint.country === country);
}

/** Whether the hints exclude the town. */
export function isElsewhere(town: Town, hints: Hints): boolean {
  return isStrong(hints) && fitOf(town, hints) === 0;
}

function isStrong(hints: Hints): boolean {
  return hints.some(({ isWeak }) => !isWeak);
}

/** States, provinces and counties as they are shortened by tradition: the key and the ISO 3166-2 code of the region. */
const abbreviationsByCountry: Readonly<Record<string, string>> = {
  CA: "alta=ab|man=mb|nfld=nl|ont=on|que=qc|sask=sk",
  GB:
    "beds=eng|berks=eng|bucks=eng|cambs=eng|derbys=eng|glos=eng|hants=eng|herts=eng|lancs=eng|leics=eng|lincs=eng|" +
    "northants=eng|notts=eng|oxon=eng|staffs=eng|warks=eng|wilts=eng|worcs=eng|yorks=eng",
  US:
    "ala=al|ariz=az|ark=ar|cal=ca|calif=ca|colo=co|conn=ct|del=de|fla=fl|ida=id|ill=il|ind=in|kan=ks|kans=ks|mass=ma|" +
    "me=me|mich=mi|minn=mn|miss=ms|mont=mt|neb=ne|nebr=ne|nev=nv|okla=ok|ore=or|oreg=or|penn=pa|penna=pa|tenn=tn|" +
    "tex=tx|w va=wv|wash=wa|wis=wi|wisc=wi|wva=wv|wyo=wy",
};

/** By their keys ("mass", "w va"): the country by ISO 3166-1 alpha-2, and the rest of the ISO 3166-2 code in small letters. */
export const stateAbbreviations = once(() => {
  const abbreviations = Object.entries(abbreviationsByCountry).flatMap(([country, list]) =>
    list.split("|").map((pair) => {
      const [short = "", code = ""] = pair.split("=");
      return [short, { country, code }] as const;
    }),
  );
  return new Map(abbreviations);
});
