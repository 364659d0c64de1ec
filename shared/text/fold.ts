/** Folding for order and search: case and accents do not count, and letters that only look composed fall apart too. */

/** Letters that Unicode does not decompose, by what people sort and type for them. */
const letters: Readonly<Record<string, string>> = {
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
};

const special = new RegExp(`[${Object.keys(letters).join("")}]`, "g");

/**
 * Accents, and characters that show nothing (joiners, soft hyphens). The vowel signs of Indic and Thai letters are
 * marks too, but no accents: without them different names would be equal.
 */
const unseen =
  /[\p{Cf}[\p{M}&&[\p{sc=Inherited}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}]]]+/gv;

/** Lower case without accents, compatibility forms (ligatures, full width) resolved, blanks united. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .normalize("NFKD")
    .replace(unseen, "")
    .replace(special, (letter) => letters[letter] ?? letter)
    .normalize("NFC")
    .replace(/\s+/g, " ")
    .trim();
}
