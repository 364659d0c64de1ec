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
