/** Of all towns that bear a name, the one that is meant; or none, where too little speaks for any. */
import { type Constraint, contradicts, fitness } from "./claims.ts";
import type { Gazetteer, Town } from "./gazetteer.ts";
import { type Kind, type Reference, scoreOf } from "./gazetteer-format.ts";
import { isNowhere } from "./nowhere.ts";
import type { Reading } from "./readings.ts";

/** What is known about the place beside its name. */
export interface Surroundings {
  /** The country, by its place in the table: towns of no other are meant. */
  country: number | undefined;
  /** What the name itself says when it is also that of a country or region. */
  own: Constraint;
  /** What else is said; none is empty. */
  others: readonly Constraint[];
}

export interface Candidate {
  town: Town;
  /** Of the name under which it was found. */
  key: string;
  /** How well it fits what is said beside its name. */
  fit: number;
  score: number;
  isAlias: boolean;
}

/** People that make a town known well enough to be meant although nothing else speaks for it. */
const knownPopulation = 100_000;
/** People below which a village is meant only by its main name alone. */
const villagePopulation = 1_000;
/** What a part of a town counts against a whole one. */
const partWeight = 0.2;

/** By how well they fit, then by their people. */
export function bestTown(gazetteer: Gazetteer, { keys, kind }: Reading, around: Surroundings): Candidate | undefined {
  const candidates = keys
    .filter((key) => !isNowhere(key))
    .flatMap((key) => findTowns(gazetteer, key).map((reference) => toCandidate(gazetteer, key, reference, around)))
    .filter(({ town }) => isPossible(town, around));
  const best = candidates.reduce<Candidate | undefined>(
    (one, other) => (one && !isBetter(other, one) ? one : other),
    undefined,
  );
  return best && isLikely(best, kind, around) ? best : undefined;
}

function findTowns(gazetteer: Gazetteer, key: string): Reference[] {
  const towns = gazetteer.find(key).filter(isTown);
  if (towns.length > 0 || !/[aou]e/.test(key)) return towns;
  // "Muenchen": most such spellings are in the gazetteer, but not of every town.
  return gazetteer.find(key.replace(/([aou])e/g, "$1")).filter(isTown);
}

function isTown({ kind }: Reference): boolean {
  return kind === "town" || kind === "alias";
}

function toCandidate(gazetteer: Gazetteer, key: string, { kind, id }: Reference, { others }: Surroundings): Candidate {
  const town = gazetteer.town(id);
  const fitting = others.reduce((sum, other) => sum + fitness(town, other), 0);
  return { town, key, fit: fitting, score: weigh(town, kind), isAlias: kind === "alias" };
}

/** Where nobody was counted, a main name still says more than another. */
function weigh({ population, isPart }: Town, kind: Kind): number {
  return (1 + scoreOf(kind, Math.max(population, 50))) * (isPart ? partWeight : 1);
}

function isPossible(town: Town, { country, others }: Surroundings): boolean {
  if (country !== undefined && town.country !== country) return false;
  return !others.some((other) => contradicts(town, other));
}

function isBetter(one: Candidate, other: Candidate): boolean {
  return one.fit > other.fit || (one.fit === other.fit && one.score > other.score);
}

function isLikely(
  { town, key, fit: fitting, isAlias }: Candidate,
  kind: Reading["kind"],
  around: Surroundings,
): boolean {
  const { country, own, others } = around;
  if (fitting > 0 || town.population >= knownPopulation) return true;
  if (key.length === 1) return false;
  // It lies elsewhere than in the region that was named.
  if (others.some((other) => other.some(({ isWeak }) => !isWeak))) return false;
  if (country !== undefined) return true;
  // The name is rather that of a country or region, unless the town lies in it.
  if (own.length > 0 && fitness(town, own) === 0) return false;
  if (kind === "partial") return false;
  return others.length > 0 || town.population >= villagePopulation || (kind === "exact" && !isAlias);
}
