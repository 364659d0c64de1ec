/** Collects towns, countries and regions from the packages, and the keys under which each is found. */
import type { Kind, Reference, Region } from "../../shared/place/gazetteer/gazetteer-format.ts";
import { placeKey } from "../../shared/place/place-key.ts";
import { type CountryEntry, readCountries } from "./countries.ts";
import { findAddedNames, isNameOf, kindByHand } from "./names-by-hand.ts";
import { type RegionEntry, readRegions } from "./regions.ts";
import { readTowns, type TownRow } from "./towns.ts";
import type { GazetteerContents } from "./write-gazetteer.ts";

export function collectPlaces(): GazetteerContents {
  const rows = readTowns();
  const countries = readCountries();
  const known = readRegions().filter(({ country }) => countries.some(({ code }) => code === country));
  const regions = [...known, ...countries.map(({ code }) => countryAlone(code))];
  const regionIds = new Map(regions.map(({ id }, index) => [id, index]));
  const countryIds = new Map(countries.map(({ code }, index) => [code, index]));
  const towns = rows.map((row) => ({ ...row, region: regionIds.get(regionIdOf(row, regionIds)) ?? 0 }));
  const peopleByRegion = sumPeople(towns, ({ region }) => region);
  return {
    countries: countries.map(({ code, name }) => ({ code, name })),
    regions: regions.map((region, index) => ({
      ...toRegion(region, countryIds),
      population: peopleByRegion.get(index) ?? 0,
    })),
    towns,
    references: collectReferences(rows, countries, regions),
  };
}

/** The region of towns whose country is all that is known. */
function countryAlone(country: string): RegionEntry {
  return { id: `${country}.`, country, name: "", names: new Set(), codes: new Set() };
}

function regionIdOf({ country, region }: TownRow, regionIds: ReadonlyMap<string, number>): string {
  const id = `${country}.${region}`;
  return regionIds.has(id) ? id : `${country}.`;
}

function toRegion(
  { country, name, code }: RegionEntry,
  countryIds: ReadonlyMap<string, number>,
): Omit<Region, "population"> {
  return { country: countryIds.get(country) ?? 0, name, ...(code !== undefined && { code }) };
}

function collectReferences(
  rows: readonly TownRow[],
  countries: readonly CountryEntry[],
  regions: readonly RegionEntry[],
): Map<string, Reference[]> {
  const references = new Map<string, Reference[]>();
  const add = (key: string, reference: Reference) => {
    const list = references.get(key);
    if (!list) references.set(key, [reference]);
    else if (!list.some((other) => isSame(other, reference))) list.push(reference);
  };
  for (const [id, { names, codes }] of countries.entries()) {
    for (const key of names) add(key, { kind: "country", id });
    for (const key of codes) add(key, { kind: "countryCode", id });
  }
  for (const [id, { country, names, codes }] of regions.entries()) {
    for (const key of names) {
      const isRegion = isNameOf("region", key, country) && kindByHand(key, country) !== "alias";
      if (isRegion) add(key, { kind: "region", id });
    }
    for (const key of codes) add(key, { kind: "regionCode", id });
  }
  const addedNames = findAddedNames(rows);
  for (const [id, { name, asciiName, aliases, country }] of rows.entries()) {
    const addNames = (names: readonly string[], kind: Kind) => {
      const keys = [...new Set(names.map(placeKey))].filter((key) => isNameOf("town", key, country));
      for (const key of keys) add(key, { kind: kindByHand(key, country) ?? kind, id });
    };
    addNames([name, asciiName, ...(addedNames.get(id) ?? [])], "town");
    addNames(aliases, "alias");
  }
  references.delete("");
  return references;
}

/** Parts of towns are not counted, because the towns include them. */
function sumPeople<Town extends { population: number; isPart: boolean }, Key>(
  towns: readonly Town[],
  keyOf: (town: Town) => Key,
): Map<Key, number> {
  const sums = new Map<Key, number>();
  for (const town of towns) {
    if (!town.isPart) sums.set(keyOf(town), (sums.get(keyOf(town)) ?? 0) + town.population);
  }
  return sums;
}

/** A town has one reference under a key. Its main name has precedence over an alias. */
function isSame(one: Reference, other: Reference): boolean {
  const isTown = ({ kind }: Reference) => kind === "town" || kind === "alias";
  return one.id === other.id && (one.kind === other.kind || (isTown(one) && isTown(other)));
}
