/** The ways in which a part of a text may hold the name of a town, the likeliest first. */
import { placeKey, wordPattern } from "./place-key.ts";

/** Keys that are equally likely. */
export interface Reading {
  keys: string[];
  /** `exact`: the text as it is; `whole`: without what is no name; `partial`: without words that may matter. */
  kind: "exact" | "whole" | "partial";
}

/** Words that say that the surroundings are meant, too. */
const area = wordPattern(`
  greater metropolitan metro metroplex area areas region regiao bay_area city_of city_area und_umgebung umgebung e_regiao
  et_peripherie et_sa_region agglomeration raum grossraum gran y_alrededores e_dintorni okoli okres aglomeracja
  and_surroundings surroundings district arrondissement arr kerulet bezirk stadt hlavni_mesto cedex
`);

/** Single words of names that say nothing alone. */
const fillers = wordPattern(`
  ville city stad stadt comunidad commune county land upon unter nova saint sint bajo alto alta della delle nell sous
  near nahe
`);

/** In front of a postal code: CH-8001, D-50667. */
const countryPrefix = /^(?:a|b|ch|cz|d|f|h|i|l|nl|pl|sk) /;
/** 1012 JS. */
const dutchPostalCode = /^\d{4} ?[a-z]{2} /;
const romanNumber = /^[ivx]+$/;

const eastAsian = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}\p{Script=Hiragana}ー]+/u;
/** "City", "ward", "prefecture" and the like, written on to the name. */
const eastAsianSuffix = /^(\p{Script=Han}{2,})[市区區都府県州]$/u;
/** A prefecture or province, and then the city. */
const provinceAndCity = /^\p{Script=Han}{2,3}[県府省](\p{Script=Han}{1,6}?)市/u;
const han = /^\p{Script=Han}+$/u;
const province = /^\p{Script=Han}{2,3}[県府省]\p{Script=Han}/u;

/** Words of a text that are looked at, and words that a name in the middle of a text has at most. */
const maxWords = 12;
const maxRun = 5;

/** What stands behind a German name to tell it apart is mostly shortened: "Landau i.d. Pfalz", "Weiden i.d. OPf.". */
const shortenedWords: ReadonlyMap<string, string> = new Map([
  ["a d", "an der"],
  ["i d", "in der"],
  ["o d", "ob der"],
  ["v d", "vor der"],
  ["opf", "oberpfalz"],
]);
const shortened = new RegExp(`(?<=\\p{L} )(?:${[...shortenedWords.keys()].join("|")})(?= |$)`, "gu");

/** The whole, then with shortened words written out, without words about its surroundings, and without numbers. */
export function wholeReadings(text: string): Reading[] {
  const key = placeKey(text);
  const written = key.replace(shortened, (words) => shortenedWords.get(words) ?? words);
  const named = key.replace(area, " ");
  const plain = withoutNumbers(named);
  const suffix = eastAsianSuffix.exec(key)?.[1];
  return distinct([
    [key],
    [written, withoutNumbers(written)],
    [squeeze(named)],
    [plain, plain.replace(countryPrefix, ""), withoutNumbers(key.replace(dutchPostalCode, "")), suffix ?? ""],
    [named.replace(/ city$/, "")],
  ]).map((keys) => ({ keys, kind: keys.includes(key) ? "exact" : "whole" }));
}

/** What stands behind the number of a house, before a hyphen, and first in an East Asian address. */
export function headReadings(text: string): Reading[] {
  // "Washington-Allee 3" is a street.
  const head = /\d/.test(text) ? "" : (text.split(/[-–]/, 1)[0] ?? "");
  const keys = [placeKey(behindNumber(text)), squeeze(placeKey(head).replace(area, " "))];
  return [
    ...distinct(keys.map((key) => [key])).map((list) => ({ keys: list, kind: "whole" as const })),
    ...starts(text),
  ];
}

/** "Hauptstr 5 München". */
function behindNumber(text: string): string {
  const words = text.split(/\s+/);
  const last = words.findLastIndex((word) => /\d/.test(word));
  return /\p{L}/u.test(words.slice(0, Math.max(last, 0)).join(" ")) ? words.slice(last + 1).join(" ") : "";
}

/** An address in Chinese, Japanese or Korean begins with the largest, and the first two have no blanks. */
function starts(text: string): Reading[] {
  const key = placeKey(text);
  const run = eastAsian.exec(key)?.[0] ?? "";
  if (run === "" || !key.startsWith(run)) return [];
  const city = provinceAndCity.exec(key)?.[1];
  const wholes = distinct([city ? [`${city}市`, city] : [], key === run ? [] : [run]]);
  const begun = province.test(key) || !han.test(run) ? [] : beginnings(run).map((start) => [start]);
  return [
    ...wholes.map((keys) => ({ keys, kind: "whole" as const })),
    ...distinct(begun).map((keys) => ({ keys, kind: "partial" as const })),
  ];
}

/**
 * Some words of the text, the longest run first. Those in front of "County" only where it is said in which state: there
 * are counties and cities of the same name in many.
 */
export function partialReadings(text: string, isOnlyCounty: boolean): Reading[] {
  const named = placeKey(text).replace(area, " ");
  const words = withoutNumbers(isOnlyCounty ? named.replace(/ county$/, "") : named)
    .split(" ")
    .slice(0, maxWords);
  const lengths = Array.from({ length: Math.min(maxRun, words.length) }, (_, index) => index + 1).reverse();
  return distinct(
    lengths.map((length) => runsOf(isOnlyCounty ? words.slice(0, -1) : words, length).filter(saysEnough)),
  ).map((keys) => ({ keys, kind: "partial" }));
}

/** None when there are fewer words. */
function runsOf(words: readonly string[], length: number): string[] {
  const count = Math.max(words.length - length + 1, 0);
  return Array.from({ length: count }, (_, at) => words.slice(at, at + length).join(" "));
}

function saysEnough(run: string): boolean {
  return (run.length >= 4 && run.replace(fillers, "") !== "") || (run.length >= 2 && eastAsian.exec(run)?.[0] === run);
}

/** The longest first. */
function beginnings(run: string): string[] {
  return [6, 5, 4, 3, 2].filter((length) => length < run.length).map((length) => run.slice(0, length));
}

/** Without postal codes, numbers of districts, and single letters. */
function withoutNumbers(key: string): string {
  return key
    .split(" ")
    .filter((word) => word !== "" && !/\d/.test(word) && !romanNumber.test(word) && !/^[a-z]$/.test(word))
    .join(" ");
}

function squeeze(key: string): string {
  return key.replace(/ {2,}/g, " ").trim();
}

/** Without keys that came before, without empty ones, and without readings that then have none. */
function distinct(readings: readonly (readonly string[])[]): string[][] {
  const seen = new Set([""]);
  return readings
    .map((keys) =>
      keys.filter((key) => {
        const isNew = !seen.has(key);
        seen.add(key);
        return isNew;
      }),
    )
    .filter((keys) => keys.length > 0);
}
