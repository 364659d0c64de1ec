/**
 * Finds the town that a text means. Parts that name countries and regions narrow the choice; the other parts are read
 * in ever looser ways until a town is found. Where little speaks for a town, it must be known: better no pin than one
 * in the wrong country.
 */
import { bestTown, type Candidate, type Surroundings } from "./best-town.ts";
import { type Constraint, readClaims } from "./claims.ts";
import type { Gazetteer } from "./gazetteer.ts";
import { isNowhere } from "./nowhere.ts";
import { placeKey } from "./place-key.ts";
import { partialReadings, type Reading, wholeReadings } from "./readings.ts";
import { type Segment, splitSegments } from "./segments.ts";

export interface MatchOptions {
  /** Where the town stands: first in a location, last in an address, behind the street. */
  order: "townFirst" | "townLast";
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
    this.#parts = splitSegments(text).map((segment) => ({ segment, claims: readClaims(gazetteer, segment.text) }));
  }

  /** "Halle (Saale)" is a name with its brackets. */
  readWhole(): Match | undefined {
    const segment = { text: this.#text, start: 0, end: this.#text.length };
    if (!segment.text.includes("(")) return undefined;
    return this.#readAs([{ keys: [placeKey(segment.text)], kind: "exact" }], segment, this.#around(this.#parts));
  }

  /**
   * The first part may be the town although it also names a region ("New York, NY"), the others only when nothing else
   * is.
   */
  readForwards(): Match | undefined {
    const [head, ...others] = this.#parts;
    const order = [head, ...others.filter(namesNoPlace), ...others.filter((part) => !namesNoPlace(part))];
    return first(order, (part) => part && this.#read(part, "loosely"));
  }

  /**
   * Streets are called after towns. So only the last part is read loosely, and a town must fit what is said about its
   * country and region; else these may name it themselves ("Bahnhofstraße 1, Berlin"); else it must be known.
   */
  readBackwards(): Match | undefined {
    const backwards = this.#parts.toReversed();
    const free = backwards.filter((part) => namesNoPlace(part) && /\p{L}/u.test(part.segment.text));
    const named = backwards.filter((part) => !namesNoPlace(part));
    const isSaid = named.length > 0 || (this.#options.constraints ?? []).length > 0;
    const [last] = free;
    const lastIsStreet = last === this.#parts[0] && named.length > 0 && /\d/.test(last?.segment.text ?? "");
    const read = (part: Part) => this.#read(part, part === last && !lastIsStreet ? "loosely" : "strictly");
    return (
      first(free, (part) => only(read(part), (match) => match.fit > 0 || !isSaid)) ??
      first(named, (part) => this.#read(part, "strictly")) ??
      first(free, (part) => this.#read(part, part === last ? "loosely" : "strictly"))
    );
  }

  #read(part: Part, how: "strictly" | "loosely"): Match | undefined {
    const { text } = part.segment;
    const around = this.#around([part]);
    return (
      this.#readAs(wholeReadings(text), part.segment, around) ??
      (how === "loosely" ? this.#readAs(partialReadings(text), part.segment, around) : undefined)
    );
  }

  #readAs(readings: readonly Reading[], segment: Segment, around: Surroundings): Match | undefined {
    const found = first(readings, (reading) => bestTown(this.#gazetteer, reading, around));
    return found && { ...found, segment };
  }

  /** What the caller and all but these parts say. */
  #around(read: readonly Part[]): Surroundings {
    const { country, constraints = [] } = this.#options;
    const claims = this.#parts.filter((part) => !read.includes(part)).map((part) => part.claims);
    const own = read.length === 1 ? read.flatMap((part) => part.claims) : [];
    return { country, own, others: [...claims, ...constraints].filter(({ length }) => length > 0) };
  }
}

function namesNoPlace({ claims }: Part): boolean {
  return claims.length === 0;
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
