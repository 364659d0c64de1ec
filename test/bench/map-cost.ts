/**
 * What boxes of the map cost, against the bytes of the pins that they answer and against the two obvious ways: reading
 * every pin, and one range between the corners. Counted over sorted arrays by DynamoDB's rules; that dynoxide
 * counts the same is seen to by `map-emulator.ts`.
 */
import { boxesOver, peopleAt } from "./map-people.ts";
import { entrySizes, sizePins } from "./map-pins.ts";
import { type BoxCost, measureBoxes, pinAccount, pinLimit } from "./map-reads.ts";
import { compareSameBoxes, type SameBoxes } from "./map-same-boxes.ts";
import { mean, medianOf, type Spread, shareOf, spreadOf, sum } from "./spread.ts";

/** Pins of the accounts that are measured. */
const mapSizes = [1_000, 10_000, 100_000] as const;
const boxCount = 1_000;

/** The same on every machine. */
export interface MapFigures {
  /** Bytes of a pin in the index, on average. */
  entryBytes: number;
  /** By number of pins. */
  accounts: Readonly<Record<string, MapAccountFigures>>;
  sameBoxes: SameBoxes;
}

/** Of 1,000 boxes from a street to the world, in read units unless it says otherwise. */
export interface MapAccountFigures {
  units: Spread;
  /** Of the bytes of the answered pins. */
  floor: Spread;
  /** Of one range between the geohashes of the corners. */
  oneRange: Spread;
  /** What it costs to read every pin. */
  everyPin: number;
  queries: Spread;
  /** Pins that were answered. */
  returned: Spread;
  boxes: number;
  /** Boxes that cost at most twice their floor and a unit. */
  withinFloor: number;
  /** What was answered of all that was read. */
  answeredShare: number;
  /** What a box answered of what it read, the median of those that read any. */
  medianShare: number;
  /** Boxes that read any pin, and those of them that answered at least 60 % of what they read. */
  reading: { boxes: number; reached: number };
  /** Boxes that hold under 1 % of the pins, and those of them that cost at most a tenth of reading every pin. */
  few: { boxes: number; reached: number };
  /** By the pins that they hold. */
  kinds: readonly BoxKind[];
}

/** Means of the boxes that hold at least `from` pins and fewer than the next kind. */
export interface BoxKind {
  from: number;
  boxes: number;
  units: number;
  floor: number;
  oneRange: number;
  queries: number;
  answeredShare: number;
}

const kindStarts = [0, 1, 10, 100, pinLimit + 1] as const;

export async function measureMap(): Promise<MapFigures> {
  const sizes = entrySizes();
  const accounts: Record<string, MapAccountFigures> = {};
  for (const pins of mapSizes) accounts[pins] = await measureMapAccount(pins, sizes);
  return { entryBytes: Math.round(mean(sizes)), accounts, sameBoxes: await compareSameBoxes(sizes) };
}

/** An account of so many pins, whose entries have these bytes by turns. */
export async function measureMapAccount(pins: number, sizes: readonly number[]): Promise<MapAccountFigures> {
  const places = peopleAt(pins);
  const account = pinAccount(sizePins(places, sizes));
  const costs = await measureBoxes(account, boxesOver(places, boxCount));
  return figuresOf(costs, pins, account.everyPin);
}

function figuresOf(costs: readonly BoxCost[], pins: number, everyPin: number): MapAccountFigures {
  const reading = costs.filter(({ read }) => read > 0);
  const few = costs.filter(({ held }) => held * 100 < pins);
  return {
    units: spreadOf(costs.map(({ units }) => units)),
    floor: spreadOf(costs.map(({ floor }) => floor)),
    oneRange: spreadOf(costs.map(({ cornerUnits }) => cornerUnits)),
    everyPin,
    queries: spreadOf(costs.map(({ queries }) => queries)),
    returned: spreadOf(costs.map(({ returned }) => returned)),
    boxes: costs.length,
    withinFloor: costs.filter(({ units, floor }) => units <= 2 * floor + 1).length,
    answeredShare: answeredShare(costs),
    medianShare: medianOf(reading.map(({ read, returned }) => shareOf(returned, read))),
    reading: { boxes: reading.length, reached: reading.filter(({ read, returned }) => returned >= 0.6 * read).length },
    few: { boxes: few.length, reached: few.filter(({ units }) => units * 10 <= everyPin).length },
    kinds: kindStarts.map((from, index) => kindOf(costs, from, kindStarts[index + 1] ?? Number.POSITIVE_INFINITY)),
  };
}

function kindOf(costs: readonly BoxCost[], from: number, to: number): BoxKind {
  const those = costs.filter(({ held }) => held >= from && held < to);
  return {
    from,
    boxes: those.length,
    units: mean(those.map(({ units }) => units)),
    floor: mean(those.map(({ floor }) => floor)),
    oneRange: mean(those.map(({ cornerUnits }) => cornerUnits)),
    queries: mean(those.map(({ queries }) => queries)),
    answeredShare: answeredShare(those),
  };
}

function answeredShare(costs: readonly BoxCost[]): number {
  return shareOf(sum(costs.map(({ returned }) => returned)), sum(costs.map(({ read }) => read)));
}
