/** Chooses the most likely town of a name, or none if there is too little evidence. */

import type { Gazetteer, Town } from "../gazetteer/gazetteer.ts";
import { type Kind, type Reference, scoreOf } from "../gazetteer/gazetteer-format.ts";
import { distanceKm } from "../place.ts";
import { fitOf, type Hints, isElsewhere, isPossible, namedHints, regionFit } from "./hints.ts";
import { isEverydayWord, isNowhere } from "./no-towns.ts";

/** Other evidence besides the name. */
export interface Surroundings {
  /** The index of the country in which the town must be. */
  country: number | undefined;
  /** The hints of the part with the name, if it is also the name of a country or region. */
  own: Hints;
  /** The hints of the other parts; none is empty. */
  others: readonly Hints[];
  /** The town must be near this one. */
  near?: Town | undefined;
}

export interface Candidate {
  town: Town;
  /** The key of the name by which the town was found. */
  key: string;
  /** How well the town fits the hints. */
  fit: number;
  score: number;
  isAlias: boolean;
}

/** The population of a city whose main name comes before other names of larger towns. */
const city = 50_000;
const smallTown = 10_000;
/** The population of a town that is likely with little evidence. */
const known = 100_000;
/** The population of a town that is likely against the evidence. */
const metropolis = 500_000;

/** Orders towns by how well they fit, then by rank, then by population. */
export function bestTown(gazetteer: Gazetteer, key: string, around: Surroundings): Candidate | undefined {
  if (isNowhere(key)) return undefined;
  const found = gazetteer.find(key);
  const rivals = [...around.own.filter(({ isCode }) => !isCode), ...namedHints(gazetteer, found)].filter(
    ({ country }) =>
      (around.country === undefined || country === around.country) &&
      around.others.every((other) => isPossible(country, other)),
  );
  return found
    .filter(({ kind }) => kind === "town" || kind === "alias")
    .map((reference) => toCandidate(gazetteer, key, reference, around))
    .filter(({ town }) => around.country === undefined || town.country === around.country)
    .filter(({ town }) => around.near === undefined || areNear(town, around.near))
    .filter(({ town }) => around.others.every((other) => isPossible(town.country, other)))
    .filter((candidate) => isRather(gazetteer, candidate, rivals, around))
    .filter(({ town }) => !around.others.some((other) => isElsewhere(town, other)))
    .filter((candidate) => candidate.town.population >= neededPeople(candidate, around))
    .reduce<Candidate | undefined>((one, other) => (one && !isBetter(other, one) ? one : other), undefined);
}

/** The kilometres within which places belong to the surroundings of a town. */
const nearKm = 50;

/** Whether both are in one country and so near that one may be a part of the other. */
export function areNear(one: Town, other: Town): boolean {
  return one.country === other.country && distanceKm(one, other) <= nearKm;
}

function toCandidate(gazetteer: Gazetteer, key: string, { kind, id }: Reference, { others }: Surroundings): Candidate {
  const town = gazetteer.town(id);
  const fit = others.reduce((sum, other) => sum + fitOf(town, other), 0);
  return { town, key, fit, score: weigh(town, kind), isAlias: kind === "alias" };
}

/** The weight of a part of a town. */
const partWeight = 0.2;

function weigh({ population, isPart }: Town, kind: Kind): number {
  return (1 + scoreOf(kind, population)) * (isPart ? partWeight : 1);
}

function isBetter(one: Candidate, other: Candidate): boolean {
  if (one.fit !== other.fit) return one.fit > other.fit;
  const [rank, otherRank] = [rankOf(one), rankOf(other)];
  return rank === otherRank ? one.score > other.score : rank > otherRank;
}

/**
 * Within a rank, the population decides. The main name of a city comes before former names of larger cities (Austin was
 * called Waterloo). Other names of small towns in the given region come last ("Washington, Virginia").
 */
function rankOf({ town, fit, isAlias }: Candidate): number {
  if (!isAlias) return town.population >= city && !town.isPart ? 2 : 1;
  return fit >= regionFit && town.population < smallTown ? 0 : 1;
}

/** Countries whose name also means their only town. */
const cityStates = new Set(["DJ", "GI", "HK", "LU", "MC", "MO", "SG", "SM", "VA"]);

export function isCityState(gazetteer: Gazetteer, country: number): boolean {
  return cityStates.has(gazetteer.countries[country]?.code ?? "");
}

/**
 * Whether the name means the town, and not a country or region. The name of a country never means a town of
 * another country, and a town of its own only if the country is named as well ("Guatemala, Guatemala"). The name of a region
 * means a town elsewhere only if that is large and hardly smaller than the region ("Manchester" is also a parish of
 * Jamaica), and a town in the region only if no much larger region has this name.
 */
function isRather(
  gazetteer: Gazetteer,
  { town, fit, isAlias }: Candidate,
  rivals: Hints,
  { country, others, near }: Surroundings,
): boolean {
  if (rivals.length === 0 || near || others.some((other) => fitOf(town, other) >= regionFit)) return true;
  const countries = rivals.filter(({ region }) => region === undefined);
  const isSaid = fit > 0 || country !== undefined || isCityState(gazetteer, town.country);
  if (countries.length > 0 && !(isSaid && countries.some((rival) => rival.country === town.country))) return false;
  const regions = rivals.filter(({ region }) => region !== undefined);
  const isInOne = regions.some(({ region }) => region === town.region);
  if (regions.length > 0 && !isInOne && (isAlias || town.population < known)) return false;
  const people = isInOne ? peopleOf(gazetteer, town.region) : town.population;
  return regions.every(
    (rival) =>
      people >= peopleOf(gazetteer, rival.region) / 2 || (rival.country === town.country && people >= metropolis),
  );
}

function peopleOf(gazetteer: Gazetteer, region: number | undefined): number {
  return gazetteer.regions[region ?? -1]?.population ?? 0;
}

/**
 * The population that a town needs so that this name means it. Short names, which are words of many languages, and names
 * other than the main one need more.
 */
function neededPeople({ key, fit, isAlias }: Candidate, around: Surroundings): number {
  if (isAlias && isSyllable(key)) return Infinity;
  const isSupported = fit > 0 || around.country !== undefined;
  if (!isSupported && isEverydayWord(key)) return Infinity;
  if (isSupported) return 0;
  const letters = wordOfSounds.test(key) ? key.length : Infinity;
  if (isAlias) return letters < 4 ? metropolis : letters < 6 ? 40_000 : 10_000;
  return letters < 3 ? known : letters < 7 ? 5_000 : 0;
}

/**
 * Whether a name of up to three Latin letters is a code, or a syllable of another script ("Pa" is a name of Chongqing), and
 * not a common abbreviation.
 */
function isSyllable(key: string): boolean {
  return /^[a-z]{1,3}$/.test(key) && !["la", "nyc", "sf"].includes(key);
}

/** A word in a script of letters. In other scripts, a name may have two characters. */
const wordOfSounds = /^[^\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}\p{Script=Hiragana}]*$/u;
