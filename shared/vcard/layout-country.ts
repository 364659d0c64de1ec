/** Reads X-ABADR, the country whose layout Apple uses for an address. It may be the country of the book's owner. */
import { fold } from "../platform/text/fold.ts";

/** Returns the code, or an empty string unless the written country is the code or a name of its country. */
export function layoutCountry(code: string, written: string): string {
  return code !== "" && namesOf(code.toUpperCase()).has(nameKey(written)) ? code : "";
}

/** The same for an address as text. A code in it may be another one: CA is Canada or California. */
export function layoutCountryIn(code: string, text: string): string {
  const names = text.split(/[\n,;]/).filter((part) => nameKey(part) !== fold(code));
  return names.some((name) => layoutCountry(code, name) !== "") ? code : "";
}

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
