/** The parts of a text: the names in it, and what each says about where the place lies. */
import { type Constraint, fitness, nameClaims, readClaims, withinCountries } from "./claims.ts";
import type { Gazetteer } from "./gazetteer.ts";
import { placeKey } from "./place-key.ts";
import { isPostalCode, isStateLine } from "./postal-code.ts";
import { type Segment, segmentOf, splitSegments } from "./segments.ts";

/** Where the town stands: first in a location, last in an address, behind the street. */
export type Order = "townFirst" | "townLast";

export interface Part {
  segment: Segment;
  /** The countries and regions that it may name. */
  claims: Constraint;
  /** Those of them that it says beside the other parts. */
  said: Constraint;
}

/** In their order. `country`: that of the place, by its place in the table. */
export function readParts(gazetteer: Gazetteer, text: string, order: Order, country: number | undefined): Part[] {
  // "Saint Martin (French part)", "San Juan/Laventille": names as a whole, in spite of their signs.
  const whole = segmentOf(text, 0, text.length, false);
  const isName = nameClaims(gazetteer, gazetteer.find(placeKey(text))).length > 0;
  const segments = isName ? [whole] : splitEnds(gazetteer, joinNames(gazetteer, text), order);
  const claims = segments.map((segment) => readSegment(gazetteer, text, segment));
  const said = withinCountries(claims, country);
  return segments.map((segment, at) => ({ segment, claims: claims[at] ?? [], said: said[at] ?? [] }));
}

export function namesNoPlace({ said }: Part): boolean {
  return said.length === 0;
}

/** Of no region of the tables; it lies around a town of its name, if at all: "Santa Clara County". */
export function isCounty({ claims, segment: { text } }: Part): boolean {
  return claims.length === 0 && / county$/.test(placeKey(text));
}

/** The number of a department of France: "Valence (26)". */
const department = /^(?:\d{2}|2[AB])$/;

function readSegment(gazetteer: Gazetteer, whole: string, { text, start, end }: Segment): Constraint {
  const isInBrackets = whole[start - 1] === "(" && whole[end] === ")";
  if (!isInBrackets || !department.test(text)) return readClaims(gazetteer, text);
  const country = gazetteer.countries.findIndex(({ code }) => code === "FR");
  return [{ country, isCode: true, isWeak: true }];
}

/** What stands in front of the town. */
const postalCodeBefore = /^(?:\p{Lu}{1,2}-)?\d{4,6}\s+/u;

/**
 * The segments of a text, where two that are one name are not parted: "Frankfurt/Oder" is another town than Frankfurt.
 * Signs that part places to choose from do part these.
 */
function joinNames(gazetteer: Gazetteer, text: string): Segment[] {
  const segments: Segment[] = [];
  for (const segment of splitSegments(text)) {
    const before = segments.at(-1);
    const joined = before && segmentOf(text, before.start, segment.end, before.isChoice);
    if (joined && isOtherName(gazetteer, before.text, joined.text, segment.text)) segments.splice(-1, 1, joined);
    else segments.push(segment);
  }
  return segments;
}

/** Inhabitants of a city that is meant by its name, rather than a village elsewhere by its name and what follows. */
const cityPopulation = 100_000;

/**
 * Whether both together are first of all the name of a town, and of another than the first alone. A large city is left
 * for one of its own country only: "London / Village" is no place in Kiribati.
 */
function isOtherName(gazetteer: Gazetteer, one: string, both: string, other: string): boolean {
  if (/[|•·→]/.test(both)) return false;
  const town = (name: string) =>
    gazetteer
      .find(placeKey(name.replace(postalCodeBefore, "")))
      .find(({ kind }) => kind === "town" || kind === "alias");
  const [named, first] = [town(both), town(one)];
  if (named === undefined || named.id === first?.id || readClaims(gazetteer, other).length > 0) return false;
  if (first === undefined) return true;
  const [whole, alone] = [gazetteer.town(named.id), gazetteer.town(first.id)];
  return alone.population < cityPopulation || whole.country === alone.country;
}

/** Words of a country's or region's name that may stand behind a town without a comma. */
const maxEndWords = 3;

/**
 * In an address a code says where the town lies only behind the town: "Ave NW", "Foo SA" and "5 EG" are no regions.
 * Behind it stand only countries and postal codes.
 */
function splitEnds(gazetteer: Gazetteer, segments: readonly Segment[], order: Order): Segment[] {
  const last = segments.findLastIndex(({ text }) => !isBehindTown(gazetteer, text));
  return segments.flatMap((segment, index) =>
    order === "townFirst" || index >= last ? splitEnd(gazetteer, segment, order) : [segment],
  );
}

function isBehindTown(gazetteer: Gazetteer, text: string): boolean {
  return (
    isPostalCode(text) || readClaims(gazetteer, text).some(({ region, isCode }) => region === undefined && !isCode)
  );
}

/** A number in front of the town that is not its postal code is that of a house. */
const houseNumber = /^(?!(?:\p{Lu}{1,2}-)?\d{4,6}\s+\D+$).*\d/u;

/**
 * "Portland Maine" and "Milano MI" are a town and where it lies; "New York" and "West Virginia" are one name. In an
 * address only codes count: there are too many streets like "Avenue de France".
 */
function splitEnd(gazetteer: Gazetteer, segment: Segment, order: Order): Segment[] {
  const { text, start, isChoice } = segment;
  const blanks = [...text.matchAll(/\s+/g)].slice(-maxEndWords);
  if (blanks.length === 0 || gazetteer.find(placeKey(text)).length > 0) return [segment];
  const cut = blanks.find(({ index }) => {
    const end = text.slice(index).trim();
    const town = text.slice(0, index);
    return (order === "townFirst" || isCodeBehind(town, end)) && saysWhere(gazetteer, town, end);
  });
  if (!cut || readClaims(gazetteer, text).length > 0) return [segment];
  const parts = [segmentOf(text, 0, cut.index, isChoice), segmentOf(text, cut.index, text.length, false)];
  return parts.map((part) => ({ ...part, start: start + part.start, end: start + part.end }));
}

/** "MI", "WA 98101", "NSW 2000", "ON M5V 3L9". */
function isCodeBehind(town: string, end: string): boolean {
  return !houseNumber.test(town) && (codeAlone.test(end) || isStateLine(end));
}
const codeAlone = /^\p{Lu}{2,3}$/u;

/** People of a region that is known well enough to be named without a comma: "Bay" is one of Somalia. */
const knownRegion = 500_000;

/** "Bay Area"; and AG, KG and SE end the names of companies. */
const notWhere = /area$|^(?:AG|KG|SE)$/i;

/** In small letters, a code may be any word, unless a town of this name lies there: "rochester mn". */
function saysWhere(gazetteer: Gazetteer, town: string, end: string): boolean {
  if (notWhere.test(end)) return false;
  const isInCapitals = end === end.toUpperCase();
  return readClaims(gazetteer, end).some((claim) =>
    claim.isCode
      ? isInCapitals || isTownIn(gazetteer, town, [claim])
      : claim.region === undefined || (gazetteer.regions[claim.region]?.population ?? 0) >= knownRegion,
  );
}

function isTownIn(gazetteer: Gazetteer, name: string, where: Constraint): boolean {
  return gazetteer
    .find(placeKey(name))
    .some(({ kind, id }) => kind === "town" && fitness(gazetteer.town(id), where) > 0);
}
