/** Keys of place names. Different spellings of a name have the same key. */
import { fold } from "../platform/text/fold.ts";

/** Apostrophes and signs for breathings, which are often left out. They are removed before accents are decomposed. */
const apostrophes = /['’‘ʻʼʿʾ`´ʹʺ]/g;

const separators = /[^\p{L}\p{N}\p{M}]+/gu;

/** The folded text without punctuation, with one blank between words. Empty if nothing is left. */
export function placeKey(text: string): string {
  const plain = text.replace(apostrophes, "");
  // Half of all names are plain ASCII, for which folding only changes the case. Some letters are decomposed into another one
  // and an apostrophe.
  const folded = ascii.test(plain) ? plain.toLowerCase() : fold(plain).replace(apostrophes, "");
  return folded.replace(separators, " ").trim();
}

const ascii = /^[ -~]*$/;

/** Words for kinds of regions, in the languages in which they are part of the name. */
const kinds = wordPattern(`
  autonomous county de departamento department departement district do governorate gradska il judet ken kraj krai kray
  lan land maakunta megye muhafazat novads obl oblast obwod of okrug powiat prefecture provincia provincie province
  region regiao regione republic respublika sheng shi state territory the voblast voivodeship wojewodztwo zupanija
`);

/** The key of a region's name without words for its kind ("Uppsala County", "Stockholms län"). Empty if no name is left. */
export function regionKey(key: string): string {
  return key.replace(kinds, "").replace(/ {2,}/g, " ").trim();
}

/** Matches any of these words, which are separated by blanks, within a key. `_` is a blank within a word. */
export function wordPattern(words: string): RegExp {
  const list = words.trim().split(/\s+/).join("|").replaceAll("_", " ");
  return new RegExp(`(?<=^| )(?:${list})(?=$| )`, "g");
}
