/** Keys of place names: what is written differently and means the same has the same key. */
import { fold } from "../text/fold.ts";

/** Apostrophes and signs for breathings, which are left out as often as not. They go before accents fall apart. */
const apostrophes = /['’‘ʻʼʿʾ`´ʹʺ]/g;

/**
 * Letters of Persian, Urdu and Kurdish keyboards for their Arabic twins, and an Azeri letter by what people type for
 * it.
 */
const twins: Readonly<Record<string, string>> = {
  ة: "ه",
  ى: "ي",
  ی: "ي",
  ک: "ك",
  ە: "ه",
  ہ: "ه",
  ھ: "ه",
  ـ: "",
  ə: "a",
};
const twinLetters = new RegExp(`[${Object.keys(twins).join("")}]`, "g");

const separators = /[^\p{L}\p{N}\p{M}]+/gu;

const saints = /(?<=^| )(?:saint|sankt|sanct|sint)(?=$| )/g;

/** Folded, without punctuation, one blank between words, saints shortened. Empty when nothing of a name is left. */
export function placeKey(text: string): string {
  const plain = text.replace(apostrophes, "");
  // Half of all names are plain ASCII, and folding would find nothing else in them.
  const folded = ascii.test(plain) ? plain.toLowerCase() : foldLetters(plain);
  return folded.replace(separators, " ").trim().replace(saints, "st");
}

const ascii = /^[ -~]*$/;

/** Some letters fall apart into another one and an apostrophe. */
function foldLetters(text: string): string {
  return fold(text)
    .replace(twinLetters, (letter) => twins[letter] ?? letter)
    .replace(apostrophes, "");
}

/** Words that say what kind of region it is, in the languages in which they stand beside its name. */
const kinds = wordPattern(`
  autonomous county de departamento department departement district do governorate gradska il judet ken kraj krai kray
  lan land maakunta megye muhafazat novads obl oblast obwod of okrug powiat prefecture provincia provincie province
  region regiao regione republic respublika sheng shi state territory the voblast voivodeship wojewodztwo zupanija
`);

/** What is left of "Capital District" and "Federal Territory" is no name. */
const generic: ReadonlySet<string> = new Set(
  "capital|central|federal|federal capital|metropolitan|national|national capital".split("|"),
);

/**
 * The key of a region's name without the words that say that it is one ("Uppsala County", "Stockholms län"). Empty when
 * nothing of a name is left.
 */
export function regionKey(key: string): string {
  const plain = withoutKind(key);
  return generic.has(plain) ? "" : plain;
}

/** The same, whatever is left. */
export function withoutKind(key: string): string {
  return key.replace(kinds, "").replace(/ {2,}/g, " ").trim();
}

/** Matches any of these words, parted by blanks, within a key; `_` is a blank within one. */
export function wordPattern(words: string): RegExp {
  const list = words.trim().split(/\s+/).join("|").replaceAll("_", " ");
  return new RegExp(`(?<=^| )(?:${list})(?=$| )`, "g");
}
