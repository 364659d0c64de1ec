/** Places for what somebody has typed so far. */
import { readClaims } from "./claims.ts";
import { findPlace, toPlace } from "./find-place.ts";
import type { Gazetteer, Town } from "./gazetteer.ts";
import type { Place } from "./place.ts";
import { placeKey } from "./place-key.ts";

/**
 * The towns whose names start so, the largest first; behind a comma their region and country may follow, as far as they
 * are typed ("Cambridge, Mass"). Where no name starts so, the place that the text means, if any.
 */
export function suggestPlaces(gazetteer: Gazetteer, text: string, limit: number): Place[] {
  const [name = "", ...surroundings] = text.split(/[,，、]/);
  const filters = surroundings.filter((part) => placeKey(part) !== "").map((part) => createFilter(gazetteer, part));
  const towns = townsStartingWith(gazetteer, name, limit, (town) => filters.every((accepts) => accepts(town)));
  if (towns.length > 0) return towns.map((town) => toPlace(gazetteer, town));
  const found = findPlace(gazetteer, { text });
  return found ? [found] : [];
}

/**
 * The towns of which a name starts with the text, the largest first, without the quarters of those that are among them.
 * None when nothing of a name is in it.
 */
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

/** Towns that are looked at when most of them are quarters. */
const maxQuarters = 100;
/** A quarter lies so near the middle of its town, in degrees. */
const quarterDistance = 0.3;

function isQuarterOfOne(town: Town, others: readonly Town[]): boolean {
  const narrowing = Math.cos((town.latitude * Math.PI) / 180);
  return (
    town.isPart &&
    others.some(
      (other) =>
        !other.isPart &&
        other.country === town.country &&
        Math.hypot(other.latitude - town.latitude, (other.longitude - town.longitude) * narrowing) < quarterDistance,
    )
  );
}

/**
 * Whether a town lies in what the text names, or begins to name in English or by a code. Asked once for every region.
 */
function createFilter(gazetteer: Gazetteer, text: string): (town: Town) => boolean {
  const claims = [text, text.toUpperCase()].flatMap((spelling) => readClaims(gazetteer, spelling.trim()));
  const key = placeKey(text);
  const isIn = (id: number) => {
    const region = gazetteer.regions[id];
    const country = region && gazetteer.countries[region.country];
    const isClaimed = claims.some((claim) => claim.country === region?.country && (claim.region ?? id) === id);
    return (
      isClaimed || [region?.name, region?.code, country?.name, country?.code].some((name) => startsWith(name, key))
    );
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
