/** Of all towns that bear a name, the one that is meant; or none, where too little speaks for any. */
import {
  agrees,
  type Claim,
  type Constraint,
  contradicts,
  fitness,
  isElsewhere,
  nameClaims,
  regionFitness,
} from "./claims.ts";
import { distanceKm } from "./distance.ts";
import type { Gazetteer, Town } from "./gazetteer.ts";
import { type Kind, type Reference, scoreOf } from "./gazetteer-format.ts";
import { isEverydayWord, isNowhere } from "./nowhere.ts";
import type { Reading } from "./readings.ts";

/** What is known about the place beside its name. */
export interface Surroundings {
  /** The country, by its place in the table: towns of no other are meant. */
  country: number | undefined;
  /** What the part that holds the name says when it is also that of a country or region. */
  own: Constraint;
  /** What else is said; none is empty. */
  others: readonly Constraint[];
  /** Only towns near this one are meant. */
  near?: Town | undefined;
}

export interface Candidate {
  town: Town;
  /** Of the name under which it was found. */
  key: string;
  /** How well it fits what is said beside its name. */
  fit: number;
  score: number;
  isAlias: boolean;
  /** The part of the text that holds the name is nothing else. */
  isWholeName: boolean;
}

type Named = Omit<Candidate, "isWholeName">;

/** What a part of a town counts against a whole one. */
const partWeight = 0.2;

/** By how well they fit, then by their people; cities that are called so first of all before what others were called. */
export function bestTown(gazetteer: Gazetteer, { keys, kind }: Reading, around: Surroundings): Candidate | undefined {
  const candidates = keys
    .filter((key) => !isNowhere(key))
    .flatMap((key) => findCandidates(gazetteer, key, around))
    .map((candidate) => ({ ...candidate, isWholeName: kind !== "partial" }))
    .filter((candidate) => candidate.town.population >= neededPopulation(candidate, kind, around));
  return candidates.reduce<Candidate | undefined>(
    (one, other) => (one && !isBetter(other, one) ? one : other),
    undefined,
  );
}

/** The towns of this name that do not lie where the text says that it is not. */
function findCandidates(gazetteer: Gazetteer, key: string, around: Surroundings): Named[] {
  const found = findReferences(gazetteer, key);
  const namesakes = [...around.own.filter(({ isCode }) => !isCode), ...nameClaims(gazetteer, found)].filter((claim) =>
    isPossible(claim, around),
  );
  return found
    .filter(isTown)
    .map((reference) => toCandidate(gazetteer, key, reference, around))
    .filter(({ town }) => around.country === undefined || town.country === around.country)
    .filter(({ town }) => around.near === undefined || areNear(town, around.near))
    .filter(({ town }) => !around.others.some((other) => contradicts(town, other)))
    .filter((candidate) => isRather(gazetteer, candidate, namesakes, around));
}

/** Kilometres within which a place is of a town's surroundings. */
const nearKm = 50;

/** Whether both lie in one country and so near that one may be a part of the other. */
export function areNear(one: Town, other: Town): boolean {
  return one.country === other.country && distanceKm(one, other) <= nearKm;
}

function findReferences(gazetteer: Gazetteer, key: string): readonly Reference[] {
  const found = gazetteer.find(key);
  if (found.length > 0 || !/[aou]e/.test(key)) return found;
  // "Muenchen": most such spellings are in the gazetteer, but not of every town.
  return gazetteer.find(key.replace(/([aou])e/g, "$1"));
}

function isTown({ kind }: Reference): boolean {
  return kind === "town" || kind === "alias";
}

function isPossible(claim: Claim, { country, others }: Surroundings): boolean {
  return (country === undefined || claim.country === country) && others.every((other) => agrees(claim, other));
}

function toCandidate(gazetteer: Gazetteer, key: string, { kind, id }: Reference, { others }: Surroundings): Named {
  const town = gazetteer.town(id);
  const fit = others.reduce((sum, other) => sum + fitness(town, other), 0);
  return { town, key, fit, score: weigh(town, kind), isAlias: kind === "alias" };
}

/** Where nobody was counted, a main name still says more than another. */
function weigh({ population, isPart }: Town, kind: Kind): number {
  return (1 + scoreOf(kind, Math.max(population, 50))) * (isPart ? partWeight : 1);
}

function isBetter(one: Candidate, other: Candidate): boolean {
  if (one.fit !== other.fit) return one.fit > other.fit;
  const [rank, otherRank] = [rankOf(one), rankOf(other)];
  return rank === otherRank ? one.score > other.score : rank > otherRank;
}

/**
 * The number of people tells what is meant among names of one rank: no former name of a larger city counts for more
 * than the name of a city (Austin was called Waterloo), nor that of a small town in the region that is said for more
 * than any town's name there ("Washington, Virginia").
 */
function rankOf({ town, fit, isAlias }: Candidate): number {
  if (!isAlias) return town.population >= city && !town.isPart ? 2 : 1;
  return fit >= regionFitness && town.population < smallTown ? 0 : 1;
}

/** Countries in whose name their town is meant as well, because there is no other. */
const cityStates = new Set(["DJ", "GI", "HK", "LU", "MC", "MO", "SG", "SM", "VA"]);

export function isCityState(gazetteer: Gazetteer, country: number): boolean {
  return cityStates.has(gazetteer.countries[country]?.code ?? "");
}

/**
 * Whether the town is meant rather than the countries and regions that are called like it. The name of a country never
 * means a town of another one, and one of its own only when the country is said besides ("Guatemala, Guatemala"). The
 * name of a region means a town elsewhere only when that is well known by it and hardly smaller ("Manchester", which is
 * a parish of Jamaica as well), and a town in it only when no much larger region has this name.
 */
function isRather(
  gazetteer: Gazetteer,
  { town, fit, isAlias }: Named,
  namesakes: Constraint,
  { country, others, near }: Surroundings,
): boolean {
  if (namesakes.length === 0 || near || others.some((other) => fitness(town, other) >= regionFitness)) return true;
  const countries = namesakes.filter(({ region }) => region === undefined);
  const isSaid = fit > 0 || country !== undefined || isCityState(gazetteer, town.country);
  if (countries.length > 0 && !(isSaid && countries.some((claim) => claim.country === town.country))) return false;
  const regions = namesakes.filter(({ region }) => region !== undefined);
  if (regions.length === 0) return true;
  const isInOne = regions.some(({ region }) => region === town.region);
  if (!isInOne && (isAlias || town.population < known)) return false;
  const people = isInOne ? peopleOf(gazetteer, town.region) : town.population;
  return regions.every(
    ({ country: rival, region }) =>
      people >= peopleOf(gazetteer, region) / 2 || (rival === town.country && (isInOne || people >= metropolis)),
  );
}

function peopleOf(gazetteer: Gazetteer, region: number | undefined): number {
  return gazetteer.regions[region ?? -1]?.population ?? 0;
}

/** People that make a town a city which its own name means rather than another. */
const city = 50_000;
const smallTown = 10_000;
/** People that make a town known well enough to be meant although little else speaks for it. */
const known = 100_000;
/** The same although something speaks against it. */
const metropolis = 500_000;

/**
 * People that a town must have to be meant by this name: the less the name says, the more. Short names are words of
 * many languages, and other names than the main one may be anything.
 */
function neededPopulation({ town, key, fit, isAlias }: Candidate, kind: Reading["kind"], around: Surroundings): number {
  const { country, others } = around;
  if (isAlias && isSyllable(key) && (key.length < 3 || around.own.some(({ isCode }) => isCode))) return Infinity;
  if (others.some((other) => isElsewhere(town, other))) return metropolis;
  const isSupported = fit > 0 || country !== undefined;
  if (!isSupported && isEverydayWord(key, kind === "partial")) return Infinity;
  if (kind === "partial") return isSupported ? (isAlias ? known : 5_000) : isAlias ? metropolis : known;
  if (isSupported) return 0;
  const letters = wordOfSounds.test(key) ? key.length : Infinity;
  if (isAlias) return letters < 4 ? metropolis : letters < 6 ? 40_000 : 10_000;
  if (letters < 3) return known;
  if (letters < 7) return 5_000;
  return kind === "exact" ? 0 : 1_000;
}

/**
 * Whether a name of up to three Latin letters that is not the main one is rather a code, or a syllable of another script
 * ("Pa" stands for Chongqing); what everybody writes is none.
 */
export function isSyllable(key: string): boolean {
  return /^[a-z]{1,3}$/.test(key) && !shortNames.has(key);
}
const shortNames: ReadonlySet<string> = new Set(["la", "nyc", "sf"]);

/** In a script whose letters stand for sounds: two signs of Chinese can be a name. */
const wordOfSounds = /^[^\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}\p{Script=Hiragana}]*$/u;
