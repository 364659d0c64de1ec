/** Folding for sorting, searching and comparing, in the service and in the app: ignores case and accents. */

/**
 * Characters that Unicode doesn't decompose, and what people type and sort for them: letters, and typographic apostrophes
 * and hyphens.
 */
const replacements = Object.fromEntries(
  ["ßss æae œoe øo łl đd ðd þth ħh ıi ĸk ŋn ŧt ςσ ϲσ", "’' ‘' ‛' ʼ' ʻ' ʹ' ′' `'", "‐-"]
    .flatMap((pairs) => pairs.split(" "))
    .map(([letter = "", ...written]) => [letter, written.join("")]),
);

const replaced = new RegExp(`[${Object.keys(replacements).join("")}]`, "g");

/** Acute accents that people type as apostrophes. Unicode decomposes them to a space with an accent. */
const loneAcute = /[\u00b4\u1ffd]/g;

/**
 * Accents, and invisible characters (joiners, soft hyphens). The vowel signs of Indic and Thai letters are marks too, but
 * without them different names would be equal.
 */
const ignored =
  /[\p{Cf}[\p{M}&&[\p{sc=Inherited}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}]]]+/gv;

/** ASCII words without a backquote, separated by single spaces: only their case folds. */
const plain = /^[!-_a-~]+(?: [!-_a-~]+)*$/;

/** Lower case without accents, with compatibility forms (ligatures, full width) resolved and single spaces. */
export function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return text
    .replace(loneAcute, "'")
    .normalize("NFKD")
    .toLowerCase()
    .normalize("NFKD")
    .replace(ignored, "")
    .replace(replaced, (character) => replacements[character] ?? character)
    .normalize("NFC")
    .replace(/\s+/g, " ")
    .trim();
}

/** Whether both texts fold to the same. */
export function foldAlike(one: string, other: string): boolean {
  return fold(one) === fold(other);
}
