/** The keys by which a part of a text may name a town, the most likely first. */
import { placeKey, wordPattern } from "../place-key.ts";
import { withoutPostalCode } from "./parts.ts";

export interface TownName {
  key: string;
  /** Words of the text that may matter are missing. */
  isPartial: boolean;
}

/** Words for the surroundings of a town. */
const area = wordPattern(`
  greater metropolitan metro metroplex area areas region regiao bay_area city_of city_area city und_umgebung umgebung e_regiao
  et_peripherie et_sa_region agglomeration raum grossraum gran y_alrededores e_dintorni okoli okres aglomeracja
  and_surroundings surroundings district arrondissement arr kerulet bezirk stadt hlavni_mesto cedex
`);

/** The words of a text that are read, and the largest number of words in a name within a text. */
const maxWords = 12;
const maxRun = 5;

/**
 * The whole text, also without the postal code and without words for surroundings and numbers, and its start before a
 * hyphen, unless the text is the name of a region (`isRegion`).
 */
export function wholeNames(text: string, isRegion: boolean): TownName[] {
  const bare = withoutPostalCode(text);
  const plain = withoutNumbers(placeKey(bare).replace(area, " "));
  // "Washington-Allee 3" is a street.
  const beforeHyphen = isRegion || /\d/.test(text) ? "" : (text.split(/[-–]/, 1)[0] ?? "");
  const keys = [placeKey(text), placeKey(bare), plain, withoutNumbers(placeKey(beforeHyphen).replace(area, " "))];
  return distinct([...keys.map((key) => ({ key, isPartial: false })), ...firstOfRun(placeKey(text))]);
}

const eastAsian = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}\p{Script=Hiragana}ー]+/u;
const eastAsianProvince = /^\p{Script=Han}{2,3}[県府省](?=\p{Script=Han})/u;

/** Addresses in Chinese, Japanese or Korean begin with the province or the town, and no blank follows. */
function firstOfRun(key: string): TownName[] {
  const run = eastAsian.exec(key)?.[0] ?? "";
  const town = run.replace(eastAsianProvince, "");
  const lengths = [7, 6, 5, 4, 3, 2].filter((length) => length <= town.length);
  return lengths.map((length) => ({ key: town.slice(0, length), isPartial: town === run && length < run.length }));
}

/** Runs of words within the text, the longest first. */
export function partialNames(text: string): TownName[] {
  const words = withoutNumbers(placeKey(text).replace(area, " ")).split(" ").slice(0, maxWords);
  const runs = Array.from({ length: maxRun }, (_, index) => maxRun - index).flatMap((length) =>
    Array.from({ length: Math.max(words.length - length + 1, 0) }, (_, at) => words.slice(at, at + length).join(" ")),
  );
  const keys = runs.filter((run) => run.length >= 4 || (run.length >= 2 && eastAsian.exec(run)?.[0] === run));
  return distinct(keys.map((key) => ({ key, isPartial: true })));
}

/** Removes postal codes, numbers of districts, and single letters. */
function withoutNumbers(key: string): string {
  return key
    .split(" ")
    .filter((word) => word !== "" && !/\d|^[a-z]$/.test(word))
    .join(" ");
}

function distinct(names: readonly TownName[]): TownName[] {
  return names.filter(({ key }, at) => key !== "" && names.findIndex((name) => name.key === key) === at);
}
