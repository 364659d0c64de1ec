/** Plain letters for the model of orders, and the ways to write each of them. */

/** The ways to write each plain letter. Other letters are ASCII, and their plain letter is the lower-case one. */
const spellings: Readonly<Record<string, readonly string[]>> = {
  a: ["a", "A", "á", "Å", "a\u0308", "A\u0300", "ａ", "𝐀"],
  ae: ["ae", "æ", "Æ", "Ae"],
  d: ["d", "D", "đ", "Đ"],
  e: ["e", "E", "é", "E\u0301", "ę"],
  fi: ["fi", "ﬁ", "FI"],
  i: ["i", "I", "ı", "İ", "ï"],
  k: ["k", "K", "\u212a"],
  l: ["l", "L", "ł", "Ł"],
  n: ["n", "N", "ñ", "Ñ", "n\u0303", "ń"],
  o: ["o", "O", "ø", "Ø", "ö", "O\u0308"],
  s: ["s", "S", "š", "ſ"],
  ss: ["ss", "ß", "ẞ", "SS"],
  t: ["t", "T", "ţ"],
  z: ["z", "Z", "ż", "ź", "Z\u030c"],
  α: ["α", "Α", "ά", "Α\u0301"],
  ι: ["ι", "Ι", "ί"],
  κ: ["κ", "Κ"],
  ν: ["ν", "Ν"],
  ο: ["ο", "Ο", "ό"],
  σ: ["σ", "ς", "Σ"],
  τ: ["τ", "Τ"],
  а: ["а", "А"],
  и: ["и", "И"],
  к: ["к", "К"],
  н: ["н", "Н"],
  о: ["о", "О"],
  т: ["т", "Т"],
  ع: ["ع"],
  क: ["क"],
  山: ["山"],
  漢: ["漢"],
  가: ["가", "\u1100\u1161"],
  "﷽": ["﷽"],
  "🎻": ["🎻"],
  "👩": ["👩"],
};

const plainOf = new Map(Object.entries(spellings).flatMap(([plain, ways]) => ways.map((way) => [way, plain])));
const longestFirst = [...plainOf.keys()].toSorted((one, other) => other.length - one.length);
const written = new RegExp(`${longestFirst.join("|")}|[ -~]`, "gu");
const units = new RegExp(
  `${Object.keys(spellings)
    .filter((plain) => /^[a-z]{2}$/.test(plain))
    .join("|")}|.`,
  "gu",
);

/** Without case and accents. Throws at a letter that the table does not know. */
export function plainText(text: string): string {
  const letters = text.match(written) ?? [];
  if (letters.join("") !== text) throw new Error(`the table of letters does not cover ${JSON.stringify(text)}`);
  return letters.map((letter) => plainOf.get(letter) ?? letter.toLowerCase()).join("");
}

/** Plain text in one of its spellings, the same one for the same number; 0 is the plainest. */
export function spell(plain: string, seed: number): string {
  const ways = (plain.match(units) ?? []).map((unit, at) => {
    const known = spellings[unit] ?? [unit, unit.toUpperCase()];
    return known[((seed * (7 * at + 5)) % 31) % known.length];
  });
  return ways.join("");
}

/** Compares the code points of letters. The start of a text comes before the text. */
export function comparePlain(one: string, other: string): number {
  const [ours, theirs] = [[...one], [...other]];
  for (const [at, letter] of ours.entries()) {
    const difference = (letter.codePointAt(0) ?? 0) - (theirs[at]?.codePointAt(0) ?? -1);
    if (difference !== 0) return difference;
  }
  return ours.length - theirs.length;
}
