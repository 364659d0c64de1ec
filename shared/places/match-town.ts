/**
 * Finds the town that a text means. Parts that name countries and regions narrow the choice; the other parts are read
 * in ever looser ways until a town is found. Where little speaks for a town, it must be known: better no pin than one
 * in the wrong place.
 */
import { areNear, bestTown, type Candidate, isCityState, type Surroundings } from "./best-town.ts";
import { type Constraint, nameClaims, readClaims } from "./claims.ts";
import type { Gazetteer, Town } from "./gazetteer.ts";
import { isNowhere } from "./nowhere.ts";
import { placeKey } from "./place-key.ts";
import { isPostalCode, isStateLine } from "./postal-code.ts";
import { headReadings, partialReadings, type Reading, wholeReadings } from "./readings.ts";
import { type Segment, segmentOf, splitSegments } from "./segments.ts";

/** Where the town stands: first in a location, last in an address, behind the street. */
export type Order = "townFirst" | "townLast";

export interface MatchOptions {
  order: Order;
  /** The country, by its place in the table: towns of no other are found. */
  country?: number | undefined;
  /** What else is known about where it lies. */
  constraints?: readonly Constraint[];
}

export interface Match extends Candidate {
  /** The part of the text that names it. */
  segment: Segment;
}

export function matchTown(gazetteer: Gazetteer, text: string, options: MatchOptions): Match | undefined {
  if (isNowhere(placeKey(text))) return undefined;
  const question = new Question(gazetteer, text, options);
  return question.readWhole() ?? (options.order === "townFirst" ? question.readForwards() : question.readBackwards());
}

interface Part {
  segment: Segment;
  /** What it says about where the place lies. */
  claims: Constraint;
}

class Question {
  readonly #gazetteer: Gazetteer;
  readonly #text: string;
  readonly #options: MatchOptions;
  readonly #parts: readonly Part[];

  constructor(gazetteer: Gazetteer, text: string, options: MatchOptions) {
    this.#gazetteer = gazetteer;
    this.#text = text;
    this.#options = options;
    // "Saint Martin (French part)", "San Juan/Laventille": names as a whole, in spite of their signs.
    const whole = segmentOf(text, 0, text.length, false);
    const isName = nameClaims(gazetteer, gazetteer.find(placeKey(text))).length > 0;
    const segments = isName ? [whole] : splitEnds(gazetteer, splitSegments(text), options.order);
    this.#parts = segments.map((segment) => ({ segment, claims: readClaims(gazetteer, segment.text) }));
  }

  /** "Halle (Saale)" is a name with its brackets. */
  readWhole(): Match | undefined {
    if (!this.#text.includes("(")) return undefined;
    const segment = segmentOf(this.#text, 0, this.#text.length, false);
    return this.#readAs([{ keys: [placeKey(segment.text)], kind: "exact" }], segment, this.#around(this.#parts));
  }

  /**
   * The first part may be the town although it also names a region ("New York, NY"), the others only when nothing else
   * is; and a country behind the first is nothing but a country.
   */
  readForwards(): Match | undefined {
    const [head, ...others] = this.#parts;
    const named = others.filter(({ claims }) => claims.length > 0 && !this.#isCountry(claims));
    const order = [head, ...others.filter(namesNoPlace), ...named];
    const found = first(order, (part) => part && this.#read(part, "loosely"));
    return found && head && found.segment === head.segment ? this.#nearLargest(head, others, found) : found;
  }

  /**
   * "Richmond, London" is no town of Virginia: where a well-known town stands behind the first part, that lies near it,
   * or the well-known one is meant. Two cities are rather a list.
   */
  #nearLargest(head: Part, others: readonly Part[], found: Match): Match {
    const isCity = !found.isAlias && found.isWholeName && found.town.population >= listedCity;
    const landmark = isCity ? undefined : first(others, (part) => this.#landmark(part, found));
    if (!landmark || areNear(found.town, landmark.town)) return found;
    return this.#read(head, "strictly", landmark.town) ?? landmark;
  }

  /** What says where the first part lies, and truly, is no landmark: "Vancouver, Washington". */
  #landmark({ segment, claims }: Part, { fit, town: { id } }: Match): Match | undefined {
    if (segment.isChoice || (claims.length > 0 && (fit > 0 || this.#isCountry(claims)))) return undefined;
    const around = this.#around([{ segment, claims }]);
    const isLarge = ({ town, isAlias }: Match) => town.population >= (isAlias ? aliasedLandmark : landmarkPeople);
    const found = this.#readAs(wholeReadings(segment.text), segment, around);
    return only(found, (match) => match.town.id !== id && isLarge(match));
  }

  /**
   * Streets are called after towns. So only the last part is read loosely, and never the first; and a town must fit
   * what is said about its country and region; else these may name it themselves ("Bahnhofstraße 1, Berlin"); else it
   * must be known.
   */
  readBackwards(): Match | undefined {
    const backwards = this.#parts.toReversed();
    const free = backwards.filter((part) => namesNoPlace(part) && /\p{L}/u.test(part.segment.text));
    const named = backwards.filter((part) => !namesNoPlace(part));
    const isSaid = named.length > 0 || (this.#options.constraints ?? []).length > 0;
    const read = (part: Part) => this.#read(part, part === free[0] && part !== this.#parts[0] ? "loosely" : "strictly");
    return (
      first(free, (part) => only(read(part), (match) => match.fit > 0 || !isSaid)) ??
      first(named, (part) => this.#read(part, "strictly")) ??
      first(free, read)
    );
  }

  /** What has a number may be a street and is not read loosely, nor what names a country or region. */
  #read(part: Part, how: "strictly" | "loosely", near?: Town): Match | undefined {
    const { text } = part.segment;
    if (isNowhere(placeKey(text))) return undefined;
    const names = part.claims.filter(({ isCode }) => !isCode);
    const isLoose = how === "loosely" && !/\d/.test(text);
    const rest =
      names.length > 0 ? this.#cityStates(names) : [...headReadings(text), ...(isLoose ? partialReadings(text) : [])];
    return this.#readAs([...wholeReadings(text), ...rest], part.segment, { ...this.#around([part]), near });
  }

  #isCountry(claims: Constraint): boolean {
    const names = claims.filter(({ isCode, region }) => !isCode && region === undefined);
    return names.length > 0 && !names.some(({ country }) => isCityState(this.#gazetteer, country));
  }

  /** "Hong Kong SAR" is where Hong Kong is. */
  #cityStates(claims: Constraint): Reading[] {
    const states = claims.filter(
      ({ country, region }) => region === undefined && isCityState(this.#gazetteer, country),
    );
    return states.map(({ country }) => ({
      keys: [placeKey(this.#gazetteer.countries[country]?.name ?? "")],
      kind: "exact",
    }));
  }

  #readAs(readings: readonly Reading[], segment: Segment, around: Surroundings): Match | undefined {
    const found = first(readings, (reading) => bestTown(this.#gazetteer, reading, around));
    return found && { ...found, segment };
  }

  /** What the caller and all but these parts say; what stands to be chosen instead says little. */
  #around(read: readonly Part[]): Surroundings {
    const { country, constraints = [] } = this.#options;
    const claims = this.#parts
      .filter((part) => !read.includes(part))
      .map(({ claims, segment }) => (segment.isChoice ? claims.map((claim) => ({ ...claim, isWeak: true })) : claims));
    const own = read.length === 1 ? read.flatMap((part) => part.claims) : [];
    return { country, own, others: [...claims, ...constraints].filter(({ length }) => length > 0) };
  }
}

function namesNoPlace({ claims }: Part): boolean {
  return claims.length === 0;
}

/** People of a town that tells where a smaller one lies; by another than its main name it must be larger. */
const landmarkPeople = 100_000;
const aliasedLandmark = 1_000_000;

/** People of a town that is rather one of several than a part of the next. */
const listedCity = 500_000;

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
    return (order === "townFirst" || isCodeBehind(text.slice(0, index), end)) && saysWhere(gazetteer, end);
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

function saysWhere(gazetteer: Gazetteer, end: string): boolean {
  return (
    !notWhere.test(end) &&
    readClaims(gazetteer, end).some(
      ({ isCode, region }) =>
        isCode || region === undefined || (gazetteer.regions[region]?.population ?? 0) >= knownRegion,
    )
  );
}

/** The first that is found. */
function first<Item, Found>(list: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of list) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function only<Found>(found: Found | undefined, isGood: (found: Found) => boolean): Found | undefined {
  return found !== undefined && isGood(found) ? found : undefined;
}
