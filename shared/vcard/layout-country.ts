/** X-ABADR, by which Apple's address book lays out an address: it may be the country of the book's owner. */
import { fold } from "../text/fold.ts";

/** The code, unless a country is written that has no such name. */
export function layoutCountry(code: string, written: string): string {
  const name = fold(written.replaceAll(".", "").trim());
  return code === "" || name === "" || namesOf(code.toUpperCase()).has(name) ? code : "";
}

const languages = "en de fr es it pt nl sv da nb fi pl cs sk hu ro el ru uk tr ar he hi th zh ja ko".split(" ");
const spoken = new Map([
  ["US", ["usa", "united states of america"]],
  ["GB", ["uk", "great britain", "england", "scotland", "wales"]],
  ["CZ", ["czech republic"]],
  ["NL", ["holland", "the netherlands"]],
]);
const known = new Map<string, ReadonlySet<string>>();

/** Folded, in many languages; with the code itself. */
function namesOf(code: string): ReadonlySet<string> {
  const found = known.get(code);
  if (found) return found;
  const names = languages.map((language) => new Intl.DisplayNames([language], { type: "region" }).of(code) ?? code);
  const all = new Set([code, ...names, ...(spoken.get(code) ?? [])].map((name) => fold(name)));
  known.set(code, all);
  return all;
}
