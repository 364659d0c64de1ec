/** Brings together what the packages know: towns, countries and regions, and under which keys each is found. */
import type { Reference, Region } from "../../shared/places/gazetteer-format.ts";
import { placeKey } from "../../shared/places/place-key.ts";
import { type CountryEntry, readCountries } from "./countries.ts";
import { type RegionEntry, readRegions } from "./regions.ts";
import { readTowns, type TownRow } from "./towns.ts";
import type { GazetteerContents } from "./write-gazetteer.ts";

export function collectPlaces(): GazetteerContents {
  const countries = readCountries();
  const rows = readTowns();
  const known = readRegions().filter(({ country }) => countries.some(({ code }) => code === country));
  const regions = [...known, ...countries.map(({ code }) => countryAlone(code))];
  const regionIds = new Map(regions.map(({ id }, index) => [id, index]));
  const countryIds = new Map(countries.map(({ code }, index) => [code, index]));
  const towns = rows.map((row) => ({ ...row, region: regionIds.get(regionIdOf(row, regionIds)) ?? 0 }));
  return {
    countries: countries.map(({ code, name }) => ({ code, name })),
    regions: regions.map((region) => toRegion(region, countryIds)),
    towns,
    references: collectReferences(rows, countries, regions),
  };
}

/** The region of towns of which only the country is known. */
function countryAlone(country: string): RegionEntry {
  return { id: `${country}.`, country, name: "", names: new Set() };
}

function regionIdOf({ country, region }: TownRow, regionIds: ReadonlyMap<string, number>): string {
  const id = `${country}.${region}`;
  return regionIds.has(id) ? id : `${country}.`;
}

function toRegion({ country, name, code }: RegionEntry, countryIds: ReadonlyMap<string, number>): Region {
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
  for (const [id, { names, code }] of regions.entries()) {
    for (const key of names) add(key, { kind: "region", id });
    // Digits alone are no code that anyone writes.
    if (code !== undefined && /[A-Z]/.test(code)) add(code.toLowerCase(), { kind: "regionCode", id });
  }
  for (const [id, { name, asciiName, aliases }] of rows.entries()) {
    for (const key of new Set([name, asciiName].map(placeKey))) add(key, { kind: "town", id });
    for (const key of new Set(aliases.map(placeKey))) add(key, { kind: "alias", id });
  }
  references.delete("");
  return references;
}

/** A town is found once under a key, by its main name rather than by another. */
function isSame(one: Reference, other: Reference): boolean {
  const isTown = ({ kind }: Reference) => kind === "town" || kind === "alias";
  return one.id === other.id && (one.kind === other.kind || (isTown(one) && isTown(other)));
}
