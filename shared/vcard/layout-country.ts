/** Reads X-ABADR, the country whose layout Apple uses for an address. It may be the country of the book's owner. */
import { fold } from "../platform/text/fold.ts";

/** Returns the code, or an empty string unless the written country is the code or a name of its country. */
export function layoutCountry(code: string, written: string): string {
  return code !== "" && namesOf(code.toUpperCase()).has(nameKey(written)) ? code : "";
}

/** Like `layoutCountry`, for the text of an address and its parts, each of which may end with the country. */
export function layoutCountryIn(code: string, formatted: string, parts: readonly string[]): string {
  // Georgia may be the American state, so that an address names the country only in another language.
  const names = [...namesOf(code.toUpperCase())].filter((name) => name !== fold(code) && name !== "georgia");
  const ends = [formatted, parts.findLast((part) => part.trim() !== "") ?? ""];
  const isNamed =
    [formatted, ...parts].some((text) => names.includes(lastWords(text))) ||
    ends.some((end) => endsWithCode(end, code) || names.some((name) => endsWithName(lastWords(end), name)));
  return isNamed ? code : "";
}

/** Returns the text after the last comma. A country before it may be a town, such as Lebanon, PA. */
function lastWords(text: string): string {
  return nameKey(text.split(/[\n,;]/).findLast((part) => part.trim() !== "") ?? "");
}

function endsWithName(words: string, name: string): boolean {
  return words.endsWith(` ${name}`) && !otherName.test(words.slice(0, -name.length - 1));
}

/** Before the name of a country these words make the name of a region or a street, as in Northern Ireland. */
const otherName = /(?:^| )(?:new|northern|south|equatorial|american|d[aeiou]s?|del|la|rua|calle|via|avenida|avenue)$/;

/** A code of an American state, such as CA, counts only behind a postal code. */
function endsWithCode(text: string, code: string): boolean {
  const before = stateCode.test(code) ? "\\d[\\s,;]+" : "(?:\\d\\s+|[,;\\n]\\s*)";
  return new RegExp(`${before}${code}$`, "i").test(text.replaceAll(".", "").trim().slice(-longestEnd));
}

const stateCode = /^(?:a[lrz]|c[ao]|de|ga|i[dln]|ky|la|m[adenost]|n[ce]|pa|s[cd]|tn|va)$/i;
const longestEnd = 20;

function nameKey(written: string): string {
  return fold(written.replaceAll(".", "").trim());
}

const languages = "en de fr es it pt nl sv da nb fi pl cs sk hu ro el ru uk tr ar he hi th zh ja ko".split(" ");
const spoken = new Map([
  ["US", ["usa", "united states of america"]],
  ["GB", ["uk", "great britain", "england", "scotland", "wales"]],
  ["CZ", ["czech republic"]],
  ["NL", ["holland", "the netherlands"]],
]);
const known = new Map<string, ReadonlySet<string>>();

/** Returns the code and the names of its country in many languages, all folded. */
function namesOf(code: string): ReadonlySet<string> {
  const found = known.get(code);
  if (found) return found;
  const names = languages.map((language) => new Intl.DisplayNames([language], { type: "region" }).of(code) ?? code);
  const all = new Set([code, ...names, ...(spoken.get(code) ?? [])].map((name) => fold(name)));
  known.set(code, all);
  return all;
}
