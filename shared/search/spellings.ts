/**
 * Under what Latin letters a word is known, so that Cyrillic and Greek words are found by their Latin spelling and
 * Latin ones by theirs. People, passports and libraries spell each in their own way, hence also a key, in which English
 * (BGN/PCGN), German (Duden), scientific (DIN 1460, its accents folded away) and passport spellings (ICAO Doc 9303-3)
 * come together. Keys are coarse: only words of different scripts may be compared by them.
 */
import { romanisations } from "./romanise.ts";

export interface Spellings {
  /** As a Latin word is written, or another one is romanised most often; null for digits and other scripts. */
  written: string | null;
  /** Of all romanisations. */
  keys: readonly string[];
}

/** Of a folded word. */
export function spellingsOf(folded: string): Spellings {
  const spellings = romanisations(folded).filter((spelling) => latinLetter.test(spelling));
  const keys = spellings.filter(({ length }) => length >= shortest.spelling).map(keyOf);
  return { written: spellings[0] ?? null, keys: [...new Set(keys)].filter(({ length }) => length >= shortest.key) };
}

const latinLetter = /[a-z]/;
/** Letters below which keys are parts of most words. */
const shortest = { spelling: 3, key: 2 };

/**
 * č and ц are both c without accents, š and с both s, ž and з both z: so ts, tz, tsch, ch and c are one, sch, sh and s
 * are one, zh and z are one. Apostrophes stand for soft signs.
 */
const united: Readonly<Record<string, string>> = {
  tsch: "c",
  tch: "c",
  ch: "c",
  ts: "c",
  tz: "c",
  sch: "s",
  sh: "s",
  zh: "z",
  kh: "h",
  ck: "k",
  q: "k",
  gh: "g",
  th: "t",
  ph: "f",
  w: "v",
  x: "ks",
  ou: "u",
  j: "i",
  y: "i",
  "'": "",
};

const unitedLetters = new RegExp(Object.keys(united).join("|"), "g");

/** ya, ja and ia are я; ye, je, ie and e are е or є; y, iy, ij, ii and i are ий; off is an older ов. */
function keyOf(latin: string): string {
  return latin
    .replace(unitedLetters, (letters) => united[letters] ?? letters)
    .replace(/i+e/g, "e")
    .replace(/i+/g, "i")
    .replace(/(?<=[eo])ff$/, "v");
}
