/** Where the number of people misleads about what a name means, by the keys of names. */
import type { Kind } from "../../shared/places/gazetteer-format.ts";

/** Names by which most mean another place than what is called so first of all, and the country in which it lies. */
const meantCountries: Readonly<Record<string, string>> = {
  baki: "AZ",
  cadiz: "ES",
  leon: "MX",
  mansoura: "EG",
  matamoros: "MX",
  mexico: "MX",
  munster: "DE",
  newcastle: "GB",
  odessa: "UA",
  queenstown: "NZ",
  "st andrews": "GB",
};

/** Regions around a town of their name: the town lies in another, and is what is meant. */
const namesOfTowns: ReadonlySet<string> = new Set(["BM hamilton"]);

/** Names that towns bear no more: this is Komani since 2016. */
const formerNames: ReadonlySet<string> = new Set(["ZA queenstown"]);

/** How a name that is among these counts for towns of a country; undefined: as it is. */
export function meantKind(key: string, country: string): Kind | undefined {
  const meant = meantCountries[key];
  if (meant === undefined) return undefined;
  return meant === country ? "town" : "alias";
}

export function isFormerName(key: string, country: string): boolean {
  return formerNames.has(`${country} ${key}`);
}

/** Whether a key of a region's name means the region, and no town. */
export function isRegionName(key: string, country: string): boolean {
  return meantKind(key, country) !== "alias" && !namesOfTowns.has(`${country} ${key}`);
}
