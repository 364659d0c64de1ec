/** Finds the place of a free text, or of an address by its parts. */
import { readFileSync } from "node:fs";
import { cutToUnits } from "../platform/text/cut.ts";
import { Gazetteer, type Town } from "./gazetteer/gazetteer.ts";
import type { Place } from "./place.ts";
import { isCityState } from "./text/best-town.ts";
import { type Hints, readHints } from "./text/hints.ts";
import { type MatchOptions, matchTown } from "./text/match-town.ts";

/** The UTF-16 code units of a text that are read. */
const maxText = 300;

export interface AddressParts {
  city?: string | null;
  /** The name of the region. */
  region?: string | null;
  stateCode?: string | null;
  country?: string | null;
  /** ISO 3166-1, of two or three letters. */
  countryCode?: string | null;
  /** The whole address as it is written, with the town after the street. It is read only without a city. */
  freeText?: string | null;
}

/** A location in the words of the user, with the town first, or an address. */
export type PlaceQuery = { text: string } | AddressParts;

/** `findPlace` over a gazetteer. */
export type FindPlace = (query: PlaceQuery) => Place | undefined;

/** Undefined if the query names no town, or there is too little evidence which one. */
export function findPlace(gazetteer: Gazetteer, query: PlaceQuery): Place | undefined {
  const town =
    "text" in query ? findTown(gazetteer, query.text, { order: "townFirst" }) : findByParts(gazetteer, query);
  return town && toPlace(gazetteer, town);
}

/** Reads the city, or the free text if there is none. The town is never in another country than the named one. */
function findByParts(gazetteer: Gazetteer, { city, freeText, ...parts }: AddressParts): Town | undefined {
  const where = readWhere(gazetteer, parts);
  if (city) return findTown(gazetteer, city, { order: "townFirst", ...where });
  const { country } = where;
  const isOneTown = country !== undefined && isCityState(gazetteer, country);
  const texts = [freeText ?? "", (isOneTown && gazetteer.countries[country]?.name) || ""];
  return texts.map((text) => findTown(gazetteer, text, { order: "townLast", ...where })).find((town) => town);
}

function readWhere(
  gazetteer: Gazetteer,
  { country, countryCode, region, stateCode }: AddressParts,
): Pick<MatchOptions, "country" | "hints"> {
  const read = (text: string | null | undefined): Hints => (text ? readHints(gazetteer, text) : []);
  // A written name is more reliable than a code.
  const countries = [country, countryCode?.toUpperCase()].flatMap(read).filter((hint) => hint.region === undefined);
  const known = countries[0]?.country;
  // "US-CA" is as "CA".
  const hints = [stateCode?.toUpperCase().replace(/^[A-Z]{2}-/, ""), region]
    .map((text) => read(text).filter((hint) => hint.region !== undefined))
    .map((regions) => regions.filter((hint) => known === undefined || hint.country === known));
  return { country: known, hints };
}

function findTown(gazetteer: Gazetteer, text: string, options: MatchOptions): Town | undefined {
  return matchTown(gazetteer, cutToUnits(text, maxText), options)?.town;
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

/**
 * Reads the whole file, 15 MB, in some 15 milliseconds, and only when a place is needed, so that other requests do not wait.
 * Throws if the file can't be read.
 */
export function createGazetteerReader(path: string): () => Gazetteer {
  let gazetteer: Gazetteer | undefined;
  return () => {
    gazetteer ??= new Gazetteer(readFileSync(path));
    return gazetteer;
  };
}

const maxRemembered = 1_000;

/** Reads the file for the first query. Most people of an address book live in a few towns, so it remembers what it found. */
export function createPlaceFinder(path: string): FindPlace {
  const gazetteer = createGazetteerReader(path);
  const remembered = new Map<string, Place | undefined>();
  return (query) => {
    const read = "text" in query || !query.city ? query : { ...query, freeText: null };
    const key = JSON.stringify(read);
    if (remembered.has(key)) return remembered.get(key);
    if (remembered.size === maxRemembered) remembered.clear();
    const place = findPlace(gazetteer(), read);
    remembered.set(key, place);
    return place;
  };
}
