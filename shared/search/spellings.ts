/**
 * The Latin spellings of words, so that a Cyrillic or Greek word is found by its Latin spelling, and a Latin word by its
 * Cyrillic or Greek spelling.
 */

export interface Spellings {
  /** A Latin word as it is, another word in its most usual romanisation; null for digits and other scripts. */
  written: string | null;
  /** The keys of all romanisations, by which words of different scripts are compared (see `keyOf`). */
  keys: readonly string[];
}

/** Shorter spellings get no key, and shorter keys are not used, because they are parts of most words. */
const shortest = { spelling: 3, key: 2 };

/** The spellings of a folded word. */
export function spellingsOf(folded: string): Spellings {
  const spellings = romanisations(folded).filter((spelling) => /[a-z]/.test(spelling));
  const keys = spellings.filter(({ length }) => length >= shortest.spelling).map(keyOf);
  return { written: spellings[0] ?? null, keys: [...new Set(keys)].filter(({ length }) => length >= shortest.key) };
}

/** Whether a folded text has Cyrillic or Greek letters. */
export function isForeign(folded: string): boolean {
  return /[\u0370-\u052f]/.test(folded);
}

/** A word with many letters of several readings gets some of its spellings, so that the cost of a query has a bound. */
const maxSpellings = 12;

/** The usual spellings of a folded word in Latin letters, the most usual first; a Latin word as it is. */
function romanisations(word: string): string[] {
  let spellings = [word];
  if (/[\u0400-\u052f]/.test(word)) spellings = readInAllWays(word, cyrillicReadings).flatMap(withYo);
  if (/[\u0370-\u03ff]/.test(word)) spellings = readInAllWays(word.replace(greekPair, readPair), greekReadings);
  return spellings
    .slice(0, maxSpellings)
    .map((spelling) => spelling.replace(foreignLetter, (letter) => oneReading[letter] ?? letter));
}

/** Folding turns ё into е. As ё is stressed, a word has at most one. */
function withYo(word: string): string[] {
  return [word, ...Array.from(word.matchAll(/е/g), ({ index }) => `${word.slice(0, index)}yo${word.slice(index + 1)}`)];
}

interface Readings {
  letters: RegExp;
  readings: readonly Readonly<Record<string, string>>[];
}

function readInAllWays(word: string, all: readonly Readings[]): string[] {
  return all.reduce<string[]>(
    (spellings, { letters, readings }) =>
      spellings.flatMap((spelling) =>
        spelling.search(letters) < 0
          ? [spelling]
          : readings.map((reading) => spelling.replace(letters, (found) => reading[found] ?? found)),
      ),
    [word],
  );
}

/** A table from text of the form `letters:reading letters:reading`. */
function table(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(text.split(" ").map((pair) => pair.split(":")));
}

/**
 * г is h in Ukrainian and Belarusian (resolution 55 of 2010 of the Cabinet of Ministers of Ukraine), х is kh in English
 * (BGN/PCGN 1947, ICAO Doc 9303-3) and ch in German (Duden, DIN 1460), щ is sht and ъ is a in Bulgarian (Transliteration
 * Act of 2009), ђ is đ or dj in Serbian.
 */
const cyrillicReadings: readonly Readings[] = [
  { letters: /ђ/g, readings: [table("ђ:d"), table("ђ:dj")] },
  { letters: /ъ/g, readings: [table("ъ:"), table("ъ:a")] },
  { letters: /щ/g, readings: [table("щ:shch"), table("щ:sht")] },
  { letters: /х/g, readings: [table("х:kh"), table("х:ch")] },
  { letters: /г/g, readings: [table("г:g"), table("г:h")] },
];

/** By the letters (ELOT 743, which is ISO 843) or by the sound, as people sign. */
const greekReadings: readonly Readings[] = [
  { letters: /(?<!\p{L})(?:ντ|γκ)/gu, readings: [table("ντ:nt γκ:gk"), table("ντ:d γκ:g")] },
  { letters: /ντ|μπ|γκ/g, readings: [table("ντ:nt μπ:mp γκ:gk"), table("ντ:nd μπ:mb γκ:ng")] },
  { letters: /αι|ει|οι/g, readings: [table("αι:ai ει:ei οι:oi"), table("αι:e ει:i οι:i")] },
  { letters: /(?<!n)γ(?=[εηιυei])/g, readings: [table("γ:g"), table("γ:y")] },
  { letters: /χ/g, readings: [table("χ:ch"), table("χ:kh"), table("χ:x")] },
];

/** ELOT 743: υ is v before vowels and voiced consonants, otherwise f; μπ is b at the start; γ is n before its like. */
const greekPair = /ου|[αεη]υ|(?<!\p{L})μπ|γ(?=[γξχ])/gu;

function readPair(pair: string, at: number, word: string): string {
  if (pair === "ου") return "ou";
  if (pair === "μπ") return "b";
  if (pair === "γ") return "n";
  return pair.charAt(0) + (/[αεηιουωβγδζλμνρ]/.test(word.charAt(at + 2)) ? "v" : "f");
}

const foreignLetter = /ьо|'(?=[яюєі])|[\u0370-\u052f]/g;

/** By BGN/PCGN and ELOT 743; letters of languages that write Cyrillic elsewhere by their usual Latin neighbours. */
const oneReading = {
  ...table("а:a б:b в:v ґ:g ғ:gh д:d е:e є:ye ж:zh з:z ѕ:dz и:i і:i ј:j к:k қ:q л:l љ:lj м:m н:n њ:nj ң:ng о:o ө:o"),
  ...table("п:p р:r с:s т:t ћ:c у:u ү:u ұ:u ф:f һ:h ц:ts ч:ch џ:dzh ш:sh ы:y ь: ': ьо:yo ѣ:e э:e ә:a ю:yu я:ya"),
  ...table("α:a β:v γ:g δ:d ε:e ζ:z η:i θ:th ι:i κ:k λ:l μ:m ν:n ξ:x ο:o π:p ρ:r σ:s τ:t υ:y φ:f ψ:ps ω:o"),
};

/**
 * č and ц are both c without accents, š and с both s, ž and з both z: so ts, tz, tsch, ch and c are one, sch, sh and s
 * are one, zh and z are one. Apostrophes stand for soft signs. Longer ones come first.
 */
const united = table(
  "tsch:c tch:c ch:c ts:c tz:c sch:s sh:s zh:z kh:h ck:k q:k gh:g th:t ph:f w:v x:ks ou:u j:i y:i ':",
);
const unitedLetters = new RegExp(Object.keys(united).join("|"), "g");

/**
 * People, passports and libraries spell each in their own way. A key is a spelling in which English (BGN/PCGN), German
 * (Duden), scientific (DIN 1460, its accents folded away) and passport spellings (ICAO Doc 9303-3) come together. It is
 * coarse, so only words of different scripts may be compared by it: ya, ja and ia are я; ye, je, ie and e are е or є; y,
 * iy, ij, ii and i are ий; off is an older ов.
 */
function keyOf(latin: string): string {
  return latin
    .replace(unitedLetters, (letters) => united[letters] ?? letters)
    .replace(/i+e/g, "e")
    .replace(/i+/g, "i")
    .replace(/(?<=[eo])ff$/, "v");
}
