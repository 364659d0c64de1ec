/** What people call countries: names in many languages, and the codes of ISO 3166-1. */
import countryNames from "i18n-iso-countries";
import { iso31661 } from "iso-3166";
import type { Country } from "../../shared/places/gazetteer-format.ts";
import { placeKey } from "../../shared/places/place-key.ts";

export interface CountryEntry extends Country {
  /** Keys of its names. */
  names: ReadonlySet<string>;
  /** Keys of its codes. */
  codes: ReadonlySet<string>;
}

/** Whether a key is rather the name of a town of another country. */
export type RivalTowns = (key: string, country: string) => boolean;

/**
 * Every country of ISO 3166-1, and Kosovo, which has a code of its own beside it. In the order of their codes. Names
 * that mean a town to most are left out where the country has others ("Salvador", as El Salvador is called in French).
 */
export function readCountries(isRival: RivalTowns): CountryEntry[] {
  const codes = [...iso31661.map(({ alpha2 }) => alpha2), "XK"].sort();
  const owner = new Map<string, string>();
  // What is said first counts: by hand, then the runtime's own names, then the package's, which are more and older.
  for (const [code, names] of Object.entries(byHand)) for (const name of names) claim(owner, name, code);
  for (const code of codes) {
    claim(owner, englishName(code), code);
    claim(owner, english.of(code), code);
  }
  for (const { name, code } of spokenNames(codes)) if (!isRival(placeKey(name), code)) claim(owner, name, code);
  const namesOf = Map.groupBy(owner, ([, code]) => code);
  return codes.map((code) => ({
    code,
    name: englishName(code),
    names: new Set(namesOf.get(code)?.map(([key]) => key)),
    codes: new Set([code, countryNames.alpha2ToAlpha3(code)].flatMap((one) => (one ? [one.toLowerCase()] : []))),
  }));
}

/** Two letters are a code and no name, but for the one that everybody uses. */
function claim(owner: Map<string, string>, name: string | undefined, code: string): void {
  const key = placeKey(name ?? "");
  const isName = key === "uk" || !/^[a-z]{0,2}$/.test(key);
  if (isName && !owner.has(key)) owner.set(key, code);
}

/** What countries are called in many languages: first by the runtime, then by the package. */
export function* spokenNames(codes: readonly string[]): Generator<{ name: string; code: string }> {
  for (const names of runtimeNames()) {
    for (const code of codes) {
      const name = names.of(code);
      if (name !== undefined) yield { name, code };
    }
  }
  for (const language of countryNames.getSupportedLanguages()) {
    const names = countryNames.getNames(language, { select: "all" });
    for (const code of codes) for (const name of names[code] ?? []) yield { name, code };
  }
}

/** The names by which the runtime calls countries in each language. */
function* runtimeNames(): Generator<Intl.DisplayNames> {
  for (const language of languages.trim().split(/\s+/)) {
    for (const style of ["long", "short"] as const) {
      yield new Intl.DisplayNames(language, { type: "region", style, fallback: "none" });
    }
  }
}

const english = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** As it is written in an address; the runtime's own name is for lists. */
function englishName(code: string): string {
  return namesInAddresses[code] ?? english.of(code) ?? countryNames.getName(code, "en") ?? code;
}

const namesInAddresses: Readonly<Record<string, string>> = {
  CC: "Cocos Islands",
  CD: "DR Congo",
  CG: "Republic of the Congo",
  HK: "Hong Kong",
  MM: "Myanmar",
  MO: "Macao",
};

/** Languages that a country's people write it in, or many others do. */
const languages = `
  en de fr es it pt nl pl cs sk sl hr sr bs mk bg ru uk be hu ro el tr sv da nb nn fi et lv lt is ga cy eu ca gl sq hy
  ka az kk uz fa ar he ur hi bn ta te mr gu kn ml si th vi id ms fil zh zh-Hant ja ko km lo my ne sw am af mn ky tg ps
  lb fo rm
`;

/** What is said and stands in no list, and names that several countries could claim. */
const byHand: Readonly<Record<string, readonly string[]>> = {
  AE: ["UAE", "U.A.E.", "Emirates"],
  AG: ["Antigua"],
  BA: ["Bosnia"],
  CD: ["DR Congo", "D.R. Congo", "Zaire"],
  CG: ["Congo"],
  CN: ["P.R. China", "PRC", "Mainland China", "中华人民共和国"],
  CZ: ["Česko", "Czech Republic"],
  GB: ["UK", "U.K.", "Great Britain", "England", "Scotland", "Schottland", "Wales", "Cymru", "Northern Ireland"],
  HK: ["Hong Kong SAR"],
  IE: ["Republic of Ireland"],
  IN: ["Bharat"],
  KR: ["Korea", "Republic of Korea"],
  NL: ["Holland"],
  TR: ["Turkey"],
  US: ["USA", "U.S.A.", "U.S.", "America"],
};
