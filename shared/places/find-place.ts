/** Where a place that somebody wrote down lies: a free text, or an address by its parts. */
import { cutToUnits } from "../text/cut.ts";
import { type Constraint, readClaims } from "./claims.ts";
import type { Gazetteer, Town } from "./gazetteer.ts";
import { matchTown } from "./match-town.ts";
import type { Place } from "./place.ts";

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
  /** Everything else in its order, the town last. */
  lines?: readonly (string | null)[];
}

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
  const { city, lines = [] } = parts;
  const byCity = city ? findTown(gazetteer, city, where, "townFirst") : undefined;
  return byCity ?? findTown(gazetteer, lines.filter((line) => line !== null).join(", "), where, "townLast");
}

interface Where {
  country?: number | undefined;
  constraints?: readonly Constraint[];
}

function readWhere(gazetteer: Gazetteer, { country, countryCode, region, stateCode }: AddressParts): Where {
  const named = [countryCode?.toUpperCase(), country].map((text) => countryIn(gazetteer, text));
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

function findTown(gazetteer: Gazetteer, text: string, where: Where, order: "townFirst" | "townLast"): Town | undefined {
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
