/** Names of countries in many languages, and the codes of ISO 3166-1. */
import { iso31661 } from "iso-3166";
import type { Country } from "../../shared/place/gazetteer/gazetteer-format.ts";
import { placeKey } from "../../shared/place/place-key.ts";
import { isNameOf } from "./names-by-hand.ts";

export interface CountryEntry extends Country {
  /** Keys of its names. */
  names: ReadonlySet<string>;
  /** Keys of its codes. */
  codes: ReadonlySet<string>;
}

/**
 * Returns every country of ISO 3166-1, and Kosovo, whose code is not in the standard, in the order of their codes. Omits
 * names that mean a town to most people ("Salvador", the French name of El Salvador).
 */
export function readCountries(): CountryEntry[] {
  const longCodes = new Map([["XK", "XKX"], ...iso31661.map(({ alpha2, alpha3 }) => [alpha2, alpha3] as const)]);
  const codes = [...longCodes.keys()].sort();
  const owner = new Map<string, string>();
  // The first source of a name decides.
  for (const [code, names] of Object.entries(byHand)) for (const name of names) addName(owner, name, code);
  for (const code of codes) {
    addName(owner, englishName(code), code);
    addName(owner, english.of(code), code);
  }
  for (const { name, code } of spokenNames(codes))
    if (isNameOf("country", placeKey(name), code)) addName(owner, name, code);
  const namesOf = Map.groupBy(owner, ([, code]) => code);
  return codes.map((code) => ({
    code,
    name: englishName(code),
    names: new Set(namesOf.get(code)?.map(([key]) => key)),
    codes: new Set([code, longCodes.get(code) ?? code].map((one) => one.toLowerCase())),
  }));
}

/** Names of two letters are ignored, because they are codes. The exception is "UK". */
function addName(owner: Map<string, string>, name: string | undefined, code: string): void {
  const key = placeKey(name ?? "");
  const isName = key === "uk" || !/^[a-z]{0,2}$/.test(key);
  if (isName && !owner.has(key)) owner.set(key, code);
}

/** The names of countries in many languages, from the runtime. */
export function spokenNames(codes: readonly string[]): { name: string; code: string }[] {
  return languages
    .trim()
    .split(/\s+/)
    .flatMap((language) =>
      (["long", "short"] as const).flatMap((style) => {
        const names = new Intl.DisplayNames(language, { type: "region", style, fallback: "none" });
        return codes.flatMap((code) => ({ name: names.of(code) ?? "", code }));
      }),
    );
}

const english = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** The name in an address. The names of the runtime are for lists. */
function englishName(code: string): string {
  return namesInAddresses[code] ?? english.of(code) ?? code;
}

const namesInAddresses: Readonly<Record<string, string>> = {
  CC: "Cocos Islands",
  CD: "DR Congo",
  CG: "Republic of the Congo",
  HK: "Hong Kong",
  MM: "Myanmar",
  MO: "Macao",
};

/** The languages in which people write names of countries. */
const languages = `
  en de fr es it pt nl pl cs sk sl hr sr bs mk bg ru uk be hu ro el tr sv da nb nn fi et lv lt is ga cy eu ca gl sq hy
  ka az kk uz fa ar he ur hi bn ta te mr gu kn ml si th vi id ms fil zh zh-Hant ja ko km lo my ne sw am af mn ky tg ps
  lb fo rm
`;

/** Names that no list has, and names that several countries could have. */
const byHand: Readonly<Record<string, readonly string[]>> = {
  AE: ["U.A.E.", "Emirates"],
  AG: ["Antigua"],
  CD: ["DR Congo", "D.R. Congo", "Zaire"],
  CG: ["Congo"],
  CN: ["P.R. China", "PRC", "Mainland China", "中华人民共和国"],
  GB: ["U.K.", "England", "Scotland", "Schottland", "Wales", "Cymru", "Northern Ireland"],
  HK: ["Hong Kong SAR"],
  IE: ["Republic of Ireland"],
  IN: ["Bharat"],
  KR: ["Korea"],
  US: ["America"],
};
