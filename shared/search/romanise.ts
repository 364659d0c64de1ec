/** Cyrillic and Greek words in Latin letters, in each way in which their letters are usually read. */

/** Of folded text: й is и, ё is е, ї is і, and Greek has no tonos. */
const cyrillic = /[\u0400-\u052f]/;
const greek = /[\u0370-\u03ff]/;
const cyrillicOrGreek = /[\u0370-\u052f]/;

/** Whether a folded text has Cyrillic or Greek letters. */
export function isForeign(folded: string): boolean {
  return cyrillicOrGreek.test(folded);
}

/** Usual spellings of a folded word in Latin letters, the most usual first; a Latin word as it is. */
export function romanisations(word: string): string[] {
  let spellings = [word];
  if (cyrillic.test(word)) spellings = spell(spellings, cyrillicReadings).flatMap(withYo);
  if (greek.test(word)) spellings = spell([word.replace(greekPair, readPair)], greekReadings);
  return spellings
    .slice(0, maxSpellings)
    .map((spelling) => spelling.replace(foreign, (letter) => oneReading[letter] ?? letter));
}

/** A word with many letters of several readings has some of its spellings: the cost of a query stays bounded. */
const maxSpellings = 12;

/** A folded е may have been ё, which is stressed, so that no word has two. */
function withYo(word: string): string[] {
  return [word, ...Array.from(word.matchAll(/е/g), ({ index }) => `${word.slice(0, index)}yo${word.slice(index + 1)}`)];
}

interface Readings {
  letters: RegExp;
  readings: readonly Readonly<Record<string, string>>[];
}

/**
 * г is h in Ukrainian and Belarusian (resolution 55 of 2010 of the Cabinet of Ministers of Ukraine), х is kh in English
 * (BGN/PCGN 1947, ICAO Doc 9303-3) and ch in German (Duden, DIN 1460), щ is sht and ъ is a in Bulgarian (Transliteration
 * Act of 2009), ђ is đ or dj in Serbian.
 */
const cyrillicReadings: readonly Readings[] = [
  { letters: /ђ/g, readings: [{ ђ: "d" }, { ђ: "dj" }] },
  { letters: /ъ/g, readings: [{ ъ: "" }, { ъ: "a" }] },
  { letters: /щ/g, readings: [{ щ: "shch" }, { щ: "sht" }] },
  { letters: /х/g, readings: [{ х: "kh" }, { х: "ch" }] },
  { letters: /г/g, readings: [{ г: "g" }, { г: "h" }] },
];

/** By the letters (ELOT 743, which is ISO 843) or by the sound, as people sign. */
const greekReadings: readonly Readings[] = [
  {
    letters: /(?<!\p{L})(?:ντ|γκ)/gu,
    readings: [
      { ντ: "nt", γκ: "gk" },
      { ντ: "d", γκ: "g" },
    ],
  },
  {
    letters: /ντ|μπ|γκ/g,
    readings: [
      { ντ: "nt", μπ: "mp", γκ: "gk" },
      { ντ: "nd", μπ: "mb", γκ: "ng" },
    ],
  },
  {
    letters: /αι|ει|οι/g,
    readings: [
      { αι: "ai", ει: "ei", οι: "oi" },
      { αι: "e", ει: "i", οι: "i" },
    ],
  },
  { letters: /(?<!n)γ(?=[εηιυei])/g, readings: [{ γ: "g" }, { γ: "y" }] },
  { letters: /χ/g, readings: [{ χ: "ch" }, { χ: "kh" }, { χ: "x" }] },
];

/** ELOT 743: υ is v before vowels and voiced consonants, otherwise f; μπ is b at the start; γ is n before its like. */
const greekPair = /ου|[αεη]υ|(?<!\p{L})μπ|γ(?=[γξχ])/gu;

function readPair(pair: string, at: number, word: string): string {
  if (pair === "ου") return "ou";
  if (pair === "μπ") return "b";
  if (pair === "γ") return "n";
  return pair.charAt(0) + (/[αεηιουωβγδζλμνρ]/.test(word.charAt(at + 2)) ? "v" : "f");
}

function spell(given: readonly string[], all: readonly Readings[]): string[] {
  return all.reduce<string[]>(
    (spellings, { letters, readings }) =>
      spellings.flatMap((spelling) =>
        spelling.search(letters) < 0
          ? [spelling]
          : readings.map((reading) => spelling.replace(letters, (found) => reading[found] ?? found)),
      ),
    [...given],
  );
}

const foreign = /ьо|'(?=[яюєі])|[\u0370-\u052f]/g;

/** By BGN/PCGN and ELOT 743; letters of languages that write Cyrillic elsewhere by their usual Latin neighbours. */
const oneReading: Readonly<Record<string, string>> = {
  а: "a",
  б: "b",
  в: "v",
  ґ: "g",
  ғ: "gh",
  д: "d",
  е: "e",
  є: "ye",
  ж: "zh",
  з: "z",
  ѕ: "dz",
  и: "i",
  і: "i",
  ј: "j",
  к: "k",
  қ: "q",
  л: "l",
  љ: "lj",
  м: "m",
  н: "n",
  њ: "nj",
  ң: "ng",
  о: "o",
  ө: "o",
  п: "p",
  р: "r",
  с: "s",
  т: "t",
  ћ: "c",
  у: "u",
  ү: "u",
  ұ: "u",
  ф: "f",
  һ: "h",
  ц: "ts",
  ч: "ch",
  џ: "dzh",
  ш: "sh",
  ы: "y",
  ь: "",
  "'": "",
  ьо: "yo",
  ѣ: "e",
  э: "e",
  ә: "a",
  ю: "yu",
  я: "ya",
  α: "a",
  β: "v",
  γ: "g",
  δ: "d",
  ε: "e",
  ζ: "z",
  η: "i",
  θ: "th",
  ι: "i",
  κ: "k",
  λ: "l",
  μ: "m",
  ν: "n",
  ξ: "x",
  ο: "o",
  π: "p",
  ρ: "r",
  σ: "s",
  τ: "t",
  υ: "y",
  φ: "f",
  ψ: "ps",
  ω: "o",
};
