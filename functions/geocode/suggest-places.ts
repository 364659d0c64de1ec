/** Suggests places for a typed text. */

import { findPlace, toPlace } from "../../shared/place/find-place.ts";
import type { Gazetteer, Town } from "../../shared/place/gazetteer/gazetteer.ts";
import type { Place } from "../../shared/place/place.ts";
import { distanceKm } from "../../shared/place/place.ts";
import { placeKey } from "../../shared/place/place-key.ts";
import { readHints } from "../../shared/place/text/hints.ts";

/**
 * The towns whose names begin with the text, the largest first. The beginnings of their region and country may follow a
 * comma ("Cambridge, Mass"). If there are no such towns, the place that the whole text names.
 */
export function suggestPlaces(gazetteer: Gazetteer, text: string, limit: number): Place[] {
  const [name = "", ...surroundings] = text.split(/[,，、]/);
  const filters = surroundings.filter((part) => placeKey(part) !== "").map((part) => createFilter(gazetteer, part));
  const towns = townsStartingWith(gazetteer, name, limit, (town) => filters.every((accepts) => accepts(town)));
  if (towns.length > 0) return towns.map((town) => toPlace(gazetteer, town));
  const found = findPlace(gazetteer, { text });
  return found ? [found] : [];
}

/** The towns that have a name which begins with the text, the largest first, without quarters of these towns. */
export function townsStartingWith(
  gazetteer: Gazetteer,
  text: string,
  limit: number,
  accept: (town: Town) => boolean = () => true,
): Town[] {
  const key = placeKey(text);
  if (key === "") return [];
  for (let count = limit; ; count *= 2) {
    const found = gazetteer.startingWith(key, count, accept);
    const towns = found.filter((town, index) => !isQuarterOfOne(town, found.slice(0, index)));
    if (towns.length >= limit || found.length < count || count > maxQuarters) return towns.slice(0, limit);
  }
}

/** The number of towns that are read if most of them are quarters. */
const maxQuarters = 100;
/** The largest distance of a quarter from the middle of its town. */
const quarterKm = 33;

function isQuarterOfOne(town: Town, others: readonly Town[]): boolean {
  const isAround = (other: Town) =>
    !other.isPart && other.country === town.country && distanceKm(other, town) < quarterKm;
  return town.isPart && others.some(isAround);
}

/** Accepts towns in the country or region that the text names, or begins to name in English or by a code. */
function createFilter(gazetteer: Gazetteer, text: string): (town: Town) => boolean {
  const hints = [text, text.toUpperCase()].flatMap((spelling) => readHints(gazetteer, spelling.trim()));
  const key = placeKey(text);
  const isIn = (id: number) => {
    const region = gazetteer.regions[id];
    const country = region && gazetteer.countries[region.country];
    const isHinted = hints.some((hint) => hint.country === region?.country && (hint.region ?? id) === id);
    return isHinted || [region?.name, region?.code, country?.name, country?.code].some((name) => startsWith(name, key));
  };
  const known = new Map<number, boolean>();
  return ({ region }) => {
    const accepted = known.get(region) ?? isIn(region);
    known.set(region, accepted);
    return accepted;
  };
}

function startsWith(name: string | undefined, key: string): boolean {
  return name !== undefined && placeKey(name).startsWith(key);
}
