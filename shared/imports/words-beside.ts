/** What somebody wrote beside an e-mail address or a phone number in the same value: a name, a comment, a remark. */
import { extensionAtEnd, longestTyped, vanity } from "../contact/dial-strings.ts";

/** Of what is left of a value when its addresses are taken out: without the marks that only part or enclose. */
export function wordsOf(rest: string): string {
  const words = rest.replace(/[\s,;"'()[\]<>|]+/g, " ").trim();
  return /[\p{L}\p{N}]/u.test(words) ? words : "";
}

/**
 * The words of a text that is read as a phone number: what is no digit, no mark between digits, no extension and no
 * scheme, and whatever stands behind the part that is read.
 */
export function wordsBesidePhone(text: string): string {
  if (/^[\d+ ()./*#-]*$/.test(text)) return "";
  const typed = text
    .slice(0, longestTyped)
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .trim();
  const number = typed.replace(/^(?:tel|sms|phone|callto)\b[.:/ ]*/i, "").split(phoneParameter)[0] ?? "";
  const behind = text.slice(longestTyped).trim();
  const words = vanity.test(number) ? "" : betweenDigits(number.replace(extensionAtEnd, ""));
  return [words, behind].filter((each) => each !== "").join(" ");
}

/** They belong to the number (RFC 3966, section 3). */
const phoneParameter = /;(?:phone-context|isub|postd|ext)=/i;

/** Digits inside of words are theirs; the letters of a pause are no words. */
function betweenDigits(text: string): string {
  const words = text.replace(/%20/g, " ").split(/[\s()[\],;:]+/);
  const said = words.filter((word) => /\p{L}/u.test(word) && !/^[\d+*#./-]*[pwx]?[\d*#./-]*$/i.test(word));
  return said.join(" ");
}
