/** Folding for order and search: case and accents do not count, and letters that only look composed fall apart too. */

/**
 * What Unicode does not decompose, by what people sort and type for it: letters, and the apostrophes and hyphens that
 * typesetting programs put for those of the keyboard.
 */
const characters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ı: "i",
  ĸ: "k",
  ŋ: "n",
  ŧ: "t",
  ς: "σ",
  ϲ: "σ",
  "’": "'",
  "‘": "'",
  "‛": "'",
  ʼ: "'",
  ʻ: "'",
  ʹ: "'",
  "′": "'",
  "`": "'",
  "‐": "-",
};

const special = new RegExp(`[${Object.keys(characters).join("")}]`, "g");

/** Typed for an apostrophe too; Unicode would decompose them to a blank with an accent. */
const loneAcute = /[\u00b4\u1ffd]/g;

/**
 * Accents, and characters that show nothing (joiners, soft hyphens). The vowel signs of Indic and Thai letters are
 * marks too, but no accents: without them different names would be equal.
 */
const unseen =
  /[\p{Cf}[\p{M}&&[\p{sc=Inherited}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}]]]+/gv;

/** Words of ASCII without a backquote, parted by single blanks: only their case folds. */
const plain = /^[!-_a-~]+(?: [!-_a-~]+)*$/;

/** Lower case without accents, compatibility forms (ligatures, full width) resolved, blanks united. */
export function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return text
    .replace(loneAcute, "'")
    .normalize("NFKD")
    .toLowerCase()
    .normalize("NFKD")
    .replace(unseen, "")
    .replace(special, (character) => characters[character] ?? character)
    .normalize("NFC")
    .replace(/\s+/g, " ")
    .trim();
}

/** Whether both fold to the same; that they don't is mostly told by their ends, without folding. */
export function foldAlike(one: string, other: string): boolean {
  return (
    mayBeSame(foldedEnd(one), foldedEnd(other)) &&
    mayBeSame(foldedStart(one), foldedStart(other)) &&
    fold(one) === fold(other)
  );
}

function mayBeSame(one: number, other: number): boolean {
  return one === other || one === unknown || other === unknown;
}

const unknown = -1;

/** A letter or digit of ASCII stays the last one. */
function foldedEnd(text: string): number {
  return foldedCode(text.charCodeAt(text.length - 1));
}

/** A letter or digit of ASCII stays the first one, unless a mark follows it. */
function foldedStart(text: string): number {
  return text.charCodeAt(1) < 128 ? foldedCode(text.charCodeAt(0)) : unknown;
}

/** UTF-16; `unknown` for all but letters and digits of ASCII. */
function foldedCode(code: number): number {
  if (code >= 65 && code <= 90) return code + 32;
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) ? code : unknown;
}
