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
  and_surroundings surroundings district arrondissement arr kerulet bezirk stadt
`);

/** Single words of names that say nothing alone. */
const fillers = wordPattern(`
  ville city stad stadt comunidad commune county land upon unter nova saint sint bajo alto alta della delle nell sous
  near nahe
`);

/** In front of a postal code: CH-8001, D-50667. */
const countryPrefix = /^(?:a|b|ch|cz|d|f|h|i|l|nl|pl|sk) /;
const romanNumber = /^[ivx]+$/;
const eastAsian = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}\p{Script=Hiragana}ー]+/u;
/** "City", "ward", "prefecture" and the like, written on to the name. */
const eastAsianSuffix = /^(\p{Script=Han}{2,})[市区區都府県州]$/u;

/** Words of a text that are looked at, and words that a name in the middle of a text has at most. */
const maxWords = 12;
const maxRun = 5;

/** The whole, then without words about its surroundings, without numbers, what stands before a hyphen. */
export function wholeReadings(text: string): Reading[] {
  const key = placeKey(text);
  const named = key.replace(area, " ");
  const plain = withoutNumbers(named);
  const head = text.split(/[-–]/, 1)[0] ?? "";
  const suffix = eastAsianSuffix.exec(key)?.[1];
  return distinct([
    [key],
    [squeeze(named)],
    [plain, plain.replace(countryPrefix, ""), suffix ?? ""],
    [squeeze(placeKey(head).replace(area, " "))],
  ]).map((keys) => ({ keys, kind: keys.includes(key) ? "exact" : "whole" }));
}

/** Some words of the text, the longest run first; and how a text without blanks begins. */
export function partialReadings(text: string): Reading[] {
  const words = withoutNumbers(placeKey(text).replace(area, " ")).split(" ").slice(0, maxWords);
  const lengths = Array.from({ length: Math.min(maxRun, words.length) }, (_, index) => index + 1).reverse();
  const runs = lengths.map((length) => runsOf(words, length).filter(saysEnough));
  return distinct([...runs, ...beginnings(placeKey(text)).map((key) => [key])]).map((keys) => ({
    keys,
    kind: "partial",
  }));
}

function runsOf(words: readonly string[], length: number): string[] {
  return Array.from({ length: words.length - length + 1 }, (_, at) => words.slice(at, at + length).join(" "));
}

function saysEnough(run: string): boolean {
  return (run.length >= 4 && run.replace(fillers, "") !== "") || (run.length >= 2 && eastAsian.exec(run)?.[0] === run);
}

/** An address in Chinese or Japanese has no blanks and begins with the largest: the longest start of it first. */
function beginnings(key: string): string[] {
  const [run = ""] = eastAsian.exec(key) ?? [];
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
