/** Where a place that somebody wrote down lies: a free text, or an address by its parts. */
import { cutToUnits } from "../text/cut.ts";
import { bestTown, isCityState } from "./best-town.ts";
import { type Constraint, fitness, readClaims } from "./claims.ts";
import type { Gazetteer, Town } from "./gazetteer.ts";
import { matchTown } from "./match-town.ts";
import type { Order } from "./parts.ts";
import type { Place } from "./place.ts";
import { placeKey } from "./place-key.ts";
import { isStateLine } from "./postal-code.ts";
import type { Reading } from "./readings.ts";

/** UTF-16 code units of a text that are read. */
const maxText = 300;

export interface AddressParts {
  city?: string | null;
  /** By its name. */
  region?: string | null;
  stateCode?: string | null;
  country?: string | null;
  /** ISO 3166-1, of two or three letters. */
  countryCode?: string | null;
  /** Lines with the street and what else stands there: they name the town only where nothing else can be meant. */
  streets?: readonly (string | null)[];
  /** The whole address as it is written, the town behind the street. Read only when no city is given. */
  freeText?: string | null;
}

/** A location in somebody's own words, the town first; or an address. */
export type PlaceQuery = { text: string } | AddressParts;

/** `findPlace` over a gazetteer. */
export type FindPlace = (query: PlaceQuery) => Place | undefined;

/** Undefined when no town is meant, or too little says which. */
export function findPlace(gazetteer: Gazetteer, query: PlaceQuery): Place | undefined {
  const town = "text" in query ? findTown(gazetteer, query.text, {}, "townFirst") : findByParts(gazetteer, query);
  return town && toPlace(gazetteer, town);
}

/** By the city that is named, else by the other lines; never in another country than the one that is named. */
function findByParts(gazetteer: Gazetteer, parts: AddressParts): Town | undefined {
  const where = readWhere(gazetteer, parts);
  const { city, streets = [], freeText } = parts;
  const byCity = city ? findTown(gazetteer, withTown(gazetteer, city, parts.region), where, "townFirst") : undefined;
  const found = byCity ?? findInStreets(gazetteer, streets, where);
  if (found || city) return found;
  return (
    findTown(gazetteer, freeText ?? "", where, "townLast") ??
    findTown(gazetteer, cityState(gazetteer, where), where, "townLast")
  );
}

/** What is given as the region and is none may be the town that a city lies in: "Chelsea" in "London". */
function withTown(gazetteer: Gazetteer, city: string, region: string | null | undefined): string {
  return region && readClaims(gazetteer, region).length === 0 ? `${city}, ${region}` : city;
}

/** "80331 München", and from the second line also the town alone. Streets are called after towns. */
function findInStreets(gazetteer: Gazetteer, lines: readonly (string | null)[], where: Where): Town | undefined {
  for (const [index, line] of [...lines.entries()].reverse()) {
    const text = cutToUnits(line ?? "", maxText).replace(cedex, "");
    const name = (index === 0 ? firstLine : laterLine).exec(text)?.[1];
    const found = name === undefined ? findInState(gazetteer, text, where) : findExactly(gazetteer, name, where);
    if (found) return found;
  }
  return undefined;
}

/** In the first line, four digits are rather the number of a house. */
const firstLine = /^\s*(?:\p{Lu}{1,2}-)?\d{5,6}\s+(\D+)$/u;
const laterLine = /^\s*(?:(?:\p{Lu}{1,2}-)?\d{4,6}(?: ?\p{Lu}{2})?\s+)?(\D+)$/u;

/** A post office of France that delivers to large receivers, and its number. */
const cedex = /\s+cedex(?:\s+\d{1,2})?\s*$/i;

/** "Seattle WA 98101". */
function findInState(gazetteer: Gazetteer, line: string, where: Where): Town | undefined {
  const [, name = "", end = ""] = /^([^\d,]+?)\s*,?\s+([A-Z.]{2,4}\s+[A-Z\d -]+)$/.exec(line.trim()) ?? [];
  if (!isStateLine(end)) return undefined;
  const claims = readClaims(gazetteer, end);
  const constraints = [...(where.constraints ?? []), claims].filter(({ length }) => length > 0);
  const town = findExactly(gazetteer, name, { ...where, constraints });
  return town && fitness(town, claims) > 0 ? town : undefined;
}

function findExactly(gazetteer: Gazetteer, name: string, { country, constraints = [] }: Where): Town | undefined {
  const reading: Reading = { keys: [placeKey(name)], kind: "exact" };
  return bestTown(gazetteer, reading, { country, own: [], others: constraints })?.town;
}

/** Its name, where the country is one that is no larger than its town. */
function cityState(gazetteer: Gazetteer, { country }: Where): string {
  const isOne = country !== undefined && isCityState(gazetteer, country);
  return isOne ? (gazetteer.countries[country]?.name ?? "") : "";
}

interface Where {
  country?: number | undefined;
  constraints?: readonly Constraint[];
}

function readWhere(gazetteer: Gazetteer, { country, countryCode, region, stateCode }: AddressParts): Where {
  // What is written is surer than a code beside it.
  const named = [country, countryCode?.toUpperCase()].map((text) => countryIn(gazetteer, text));
  const known = named.find((found) => found !== undefined);
  const constraints = [stateCode?.toUpperCase(), region]
    .map((text) => regionsIn(gazetteer, text, known))
    .filter(({ length }) => length > 0);
  return { country: known, constraints };
}

function countryIn(gazetteer: Gazetteer, text: string | null | undefined): number | undefined {
  if (!text) return undefined;
  return readClaims(gazetteer, text).find(({ region }) => region === undefined)?.country;
}

/** "US-CA" is as "CA". */
function regionsIn(gazetteer: Gazetteer, text: string | null | undefined, country: number | undefined): Constraint {
  if (!text) return [];
  return readClaims(gazetteer, text.replace(/^[A-Z]{2}-/, "")).filter(
    (claim) => claim.region !== undefined && (country === undefined || claim.country === country),
  );
}

function findTown(gazetteer: Gazetteer, text: string, where: Where, order: Order): Town | undefined {
  return matchTown(gazetteer, cutToUnits(text, maxText), { order, ...where })?.town;
}

export function toPlace(gazetteer: Gazetteer, town: Town): Place {
  const { name, latitude, longitude, population } = town;
  const region = gazetteer.regions[town.region];
  const country = gazetteer.countries[town.country];
  return {
    name,
    region: region?.name ?? "",
    ...(region?.code !== undefined && { regionCode: region.code }),
    country: country?.name ?? "",
    countryCode: country?.code ?? "",
    latitude,
    longitude,
    population,
    granularity: "city",
  };
}
