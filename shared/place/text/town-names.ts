/** The keys by which a part of a text may name a town, the most likely first. */
import { placeKey, wordPattern } from "../place-key.ts";
import { withoutPostalCode } from "./parts.ts";

/** Words for the surroundings of a town. */
const area = wordPattern(`
  greater metropolitan metro metroplex area bay_area city_of city region und_umgebung arrondissement cedex hlavni_mesto
`);

/**
 * The whole text, also without the postal code and without words for surroundings and numbers, and its start before a
 * hyphen, unless the text is the name of a region (`isRegion`).
 */
export function wholeNames(text: string, isRegion: boolean): string[] {
  const bare = withoutPostalCode(text);
  const plain = withoutNumbers(placeKey(bare).replace(area, " "));
  // "Washington-Allee 3" is a street.
  const beforeHyphen = isRegion || /\d/.test(text) ? "" : (text.split(/[-–]/, 1)[0] ?? "");
  const keys = [placeKey(text), placeKey(bare), plain, withoutNumbers(placeKey(beforeHyphen).replace(area, " "))];
  return [...new Set([...keys, ...firstOfRun(placeKey(text))])].filter((key) => key !== "");
}

const eastAsian = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}\p{Script=Hiragana}ー]+/u;
const eastAsianProvince = /^\p{Script=Han}{2,3}[県府省](?=\p{Script=Han})/u;

/** Addresses in Chinese, Japanese or Korean begin with the province or the town, and no blank follows. */
function firstOfRun(key: string): string[] {
  const run = eastAsian.exec(key)?.[0] ?? "";
  const town = run.replace(eastAsianProvince, "");
  const lengths = [7, 6, 5, 4, 3, 2].filter((length) => length <= town.length);
  return lengths.map((length) => town.slice(0, length));
}

/** Removes postal codes, numbers of districts, and single letters. */
function withoutNumbers(key: string): string {
  return key
    .split(" ")
    .filter((word) => word !== "" && !/\d|^[a-z]$/.test(word))
    .join(" ");
}
