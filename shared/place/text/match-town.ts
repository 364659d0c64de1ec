/**
 * Finds the town that a text names. Parts that name countries and regions limit the choice among the towns that another part
 * names. A town with little evidence must be large: no pin is better than a wrong one.
 */
import type { Gazetteer, Town } from "../gazetteer/gazetteer.ts";
import { placeKey } from "../place-key.ts";
import { areNear, bestTown, type Candidate, isCityState, type Surroundings } from "./best-town.ts";
import type { Hints } from "./hints.ts";
import { isNowhere } from "./no-towns.ts";
import { type Part, readParts } from "./parts.ts";
import { wholeNames } from "./town-names.ts";

export interface MatchOptions {
  /** The town is the first part of a location, and the last part of an address, after the street. */
  order: "townFirst" | "townLast";
  /** The index of the country in which the town must be. */
  country?: number | undefined;
  /** Other hints about the place of the town. */
  hints?: readonly Hints[];
}

export interface TownMatch extends Candidate {
  /** The part of the text that names the town. */
  part: Part;
}

export function matchTown(gazetteer: Gazetteer, text: string, options: MatchOptions): TownMatch | undefined {
  if (isNowhere(placeKey(text))) return undefined;
  const matcher = new Matcher(gazetteer, readParts(gazetteer, text, options.country), options);
  return options.order === "townFirst" ? matcher.readForwards() : matcher.readBackwards();
}

/** The population of a town that shows where a smaller one is. */
const landmarkPeople = 100_000;

class Matcher {
  readonly #gazetteer: Gazetteer;
  readonly #parts: readonly Part[];
  readonly #options: MatchOptions;

  constructor(gazetteer: Gazetteer, parts: readonly Part[], options: MatchOptions) {
    this.#gazetteer = gazetteer;
    this.#parts = parts;
    this.#options = options;
  }

  /**
   * The first part may be the town although it also names a region ("New York, NY"). The other parts may be the town if no
   * other part is, but never if they name a country.
   */
  readForwards(): TownMatch | undefined {
    const [head, ...others] = this.#parts;
    if (!head) return undefined;
    const free = others.filter(({ hints }) => hints.length === 0);
    // "King County, Washington" is no city.
    const named = isCounty(head) ? [] : others.filter(({ hints }) => hints.length > 0 && !this.#isCountry(hints));
    const found = first([head, ...free, ...named], (part) => this.#read(part));
    if (found?.part !== head) return found;
    const landmark = first(others, (part) => this.#landmark(part, head, found));
    if (!landmark || areNear(found.town, landmark.town)) return found;
    return this.#read(head, landmark.town) ?? landmark;
  }

  /**
   * "Richmond, London" is no town of Virginia: if a large town follows the first part, the first one is near it, or the
   * text means the large town. A part that is a correct region of the first is no landmark: "Vancouver, Washington".
   */
  #landmark(part: Part, head: Part, { fit, town: { id } }: TownMatch): TownMatch | undefined {
    const { isChoice, hints } = part;
    if (isChoice || (hints.length > 0 && fit > 0)) return undefined;
    const found = this.#readAs(part, wholeNames(part.text, hints.length > 0), this.#around([head, part]));
    if (!found || found.town.id === id) return undefined;
    const isCode = found.isAlias && hints.some(({ isWeak }) => isWeak);
    return !isCode && found.town.population >= landmarkPeople ? found : undefined;
  }

  /** A country or a region may name the town if no other part does: "Bahnhofstraße 1, Berlin". */
  readBackwards(): TownMatch | undefined {
    const [only, ...more] = this.#parts;
    // It is a street: the number of a house is shorter than most postal codes.
    if (only && more.length === 0 && /^\d{1,4}\s/.test(only.text)) return undefined;
    const says = ({ hints }: Part) => Number(hints.length > 0);
    const order = this.#parts.toReversed().toSorted((one, other) => says(one) - says(other));
    return first(order, (part) => this.#read(part));
  }

  #read(part: Part, near?: Town): TownMatch | undefined {
    const named = part.hints.filter(({ isCode }) => !isCode);
    const names = [...wholeNames(part.text, named.length > 0), ...this.#cityStates(named)];
    return this.#readAs(part, names, { ...this.#around([part]), near });
  }

  #readAs(part: Part, names: readonly string[], around: Surroundings): TownMatch | undefined {
    const found = first(names, (key) => bestTown(this.#gazetteer, key, around));
    return found && { ...found, part };
  }

  /** "Hong Kong SAR" names the town Hong Kong. */
  #cityStates(hints: Hints): string[] {
    const states = hints.filter(({ country, region }) => region === undefined && isCityState(this.#gazetteer, country));
    const names = states.map(({ country }) => this.#gazetteer.countries[country]?.name ?? "");
    return names.map(placeKey);
  }

  #isCountry(hints: Hints): boolean {
    const names = hints.filter(({ isCode, region }) => !isCode && region === undefined);
    return names.length > 0 && !names.some(({ country }) => isCityState(this.#gazetteer, country));
  }

  /** The hints of the caller and of all other parts. Those of alternatives are weak. */
  #around(read: readonly Part[]): Surroundings {
    const { country, hints: known = [] } = this.#options;
    const said = this.#parts
      .filter((part) => !read.includes(part))
      .map(({ hints, isChoice }) => (isChoice ? hints.map((hint) => ({ ...hint, isWeak: true })) : hints));
    const own = read.length === 1 ? read.flatMap(({ hints }) => hints) : [];
    return { country, own, others: [...said, ...known].filter(({ length }) => length > 0) };
  }
}

/** A county that is no region of the gazetteer: "Santa Clara County". */
function isCounty({ hints, text }: Part): boolean {
  return hints.length === 0 && /\scounty$/i.test(text);
}

/** The first result that is not undefined. */
function first<Item, Found>(list: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of list) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
