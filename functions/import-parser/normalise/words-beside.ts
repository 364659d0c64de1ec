/** Finds names and comments next to an e-mail address or a phone number in the same value. */
import { extensionAtEnd, longestTyped, vanity } from "../../../shared/contact/reach/dial-strings.ts";

/** Removes separators and enclosing marks from the rest of a value without its addresses. */
export function wordsOf(rest: string): string {
  const words = rest.replace(/[\s,;"'()[\]<>|]+/g, " ").trim();
  return /[\p{L}\p{N}]/u.test(words) ? words : "";
}

/**
 * Returns the words of a text that is read as a phone number, and the text after the part that is read. Digits, marks
 * between digits, the extension and the scheme are not words.
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

/** These parameters belong to the number (RFC 3966, section 3). */
const phoneParameter = /;(?:phone-context|isub|postd|ext)=/i;

/** Digits inside of a word belong to the word. The letters of a pause are not words. */
function betweenDigits(text: string): string {
  const words = text.replace(/%20/g, " ").split(/[\s()[\],;:]+/);
  const said = words.filter((word) => /\p{L}/u.test(word) && !/^[\d+*#./-]*[pwx]?[\d*#./-]*$/i.test(word));
  return said.join(" ");
}
