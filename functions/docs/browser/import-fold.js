/** Folds texts for the search of the preview exactly as the service does (shared/platform/text/fold.ts); a test compares both. */

/** Characters that Unicode doesn't decompose, and what people type for them. */
const replacements = Object.fromEntries(
  ["ßss æae œoe øo łl đd ðd þth ħh ıi ĸk ŋn ŧt ςσ ϲσ", "’' ‘' ‛' ʼ' ʻ' ʹ' ′' `'", "‐-"]
    .flatMap((pairs) => pairs.split(" "))
    .map(([letter = "", ...written]) => [letter, written.join("")]),
);
const replaced = new RegExp(`[${Object.keys(replacements).join("")}]`, "g");
/** Acute accents that people type as apostrophes. */
const loneAcute = /[\u00b4\u1ffd]/g;
/** Accents, and invisible characters. The vowel signs of Indic and Thai letters are not ignored. */
const ignored =
  /[\p{Cf}[\p{M}&&[\p{sc=Inherited}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}]]]+/gv;
/** ASCII words without a backquote, separated by single spaces: only their case folds. */
const plain = /^[!-_a-~]+(?: [!-_a-~]+)*$/;

/** Lower case without accents, with compatibility forms resolved and single spaces. */
export function fold(text) {
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
