/**
 * Finds the town that a text means. Parts that name countries and regions narrow the choice; the other parts are read
 * in ever looser ways until a town is found. Where little speaks for a town, it must be known: better no pin than one
 * in the wrong place.
 */
import { areNear, bestTown, type Candidate, isCityState, isSyllable, type Surroundings } from "./best-town.ts";
import type { Constraint } from "./claims.ts";
import type { Gazetteer, Town } from "./gazetteer.ts";
import { isNowhere } from "./nowhere.ts";
import { isCounty, namesNoPlace, type Order, type Part, readParts } from "./parts.ts";
import { placeKey } from "./place-key.ts";
import { headReadings, partialReadings, type Reading, wholeReadings } from "./readings.ts";
import { type Segment, segmentOf } from "./segments.ts";

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

class Question {
  readonly #gazetteer: Gazetteer;
  readonly #text: string;
  readonly #options: MatchOptions;
  readonly #parts: readonly Part[];

  constructor(gazetteer: Gazetteer, text: string, options: MatchOptions) {
    this.#gazetteer = gazetteer;
    this.#text = text;
    this.#options = options;
    this.#parts = readParts(gazetteer, text, options.order, options.country);
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
    // "King County, Washington" is no city.
    const isInState = head !== undefined && isCounty(head);
    const named = others.filter((part) => !namesNoPlace(part) && !isInState && !this.#isCountry(part.claims));
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
    const landmark = isCity ? undefined : first(others, (part) => this.#landmark(part, head, found));
    if (!landmark || areNear(found.town, landmark.town)) return found;
    return this.#read(head, "strictly", landmark.town) ?? landmark;
  }

  /**
   * What says where the first part lies, and truly, is no landmark: "Vancouver, Washington". What else the first part
   * may name does not speak against one: San Fernando is a region, too.
   */
  #landmark(part: Part, head: Part, { fit, town: { id } }: Match): Match | undefined {
    const { segment, claims } = part;
    if (segment.isChoice || (claims.length > 0 && (fit > 0 || this.#isCountry(claims)))) return undefined;
    const around = { ...this.#around([head, part]), own: claims };
    const isCode = claims.length > 0 && claims.every(({ isWeak }) => isWeak);
    const isLandmark = ({ town, isAlias, key }: Match) =>
      isAlias ? town.population >= aliasedLandmark && !isCode && !isSyllable(key) : town.population >= landmarkPeople;
    const found = this.#readAs(wholeReadings(segment.text), segment, around);
    return only(found, (match) => match.town.id !== id && isLandmark(match));
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
    const around = { ...this.#around([part]), near };
    const isLoose = how === "loosely" && !/\d/.test(text);
    const partial = isLoose ? partialReadings(text, isCounty(part) && !isRegionSaid(around)) : [];
    const rest = names.length > 0 ? this.#cityStates(names) : [...headReadings(text), ...partial];
    return this.#readAs([...wholeReadings(text), ...rest], part.segment, around);
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
      .map(({ said, segment }) => (segment.isChoice ? said.map((claim) => ({ ...claim, isWeak: true })) : said));
    const own = read.length === 1 ? read.flatMap((part) => part.claims) : [];
    return { country, own, others: [...claims, ...constraints].filter(({ length }) => length > 0) };
  }
}

function isRegionSaid({ others }: Surroundings): boolean {
  return others.some((other) => other.some(({ region }) => region !== undefined));
}

/** People of a town that tells where a smaller one lies; by another than its main name it must be larger. */
const landmarkPeople = 100_000;
const aliasedLandmark = 1_000_000;

/** People of a town that is rather one of several than a part of the next. */
const listedCity = 500_000;

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
