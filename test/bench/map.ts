/**
 * What boxes of the map cost, beside the bytes of the pins that they answer and beside reading every pin. The costs are
 * counted over sorted arrays by DynamoDB's rules; `test/emulator/map/map-cost.test.ts` compares them with an engine.
 */

import { contactToItem } from "../../shared/contact/store/contact.ts";
import { type Bounds, isInside, type Located } from "../../shared/map/bounds.ts";
import { readBox } from "../../shared/map/read-box.ts";
import { mainTable } from "../../shared/platform/dynamodb/definition.ts";
import { entryOf, type Item, itemBytes } from "../support/capacity/write-units.ts";
import { sortPoints } from "../support/map/sorted-points.ts";
import { boxesOver, peopleAt } from "../support/realistic/map-people.ts";
import { benchContact, benchTime, createIds } from "./account.ts";
import { unitBytes } from "./floor.ts";
import { align, type Target, thousands } from "./table.ts";

export interface MapFigures {
  /** Bytes of a pin in the index, on average. */
  entryBytes: number;
  /** By number of pins. */
  accounts: Readonly<Record<string, MapAccountFigures>>;
}

/** Figures of 1,000 boxes from a street to the world; costs are in read units. */
export interface MapAccountFigures {
  units: Spread;
  /** The least cost of the answered pins: the units of their bytes. */
  floor: Spread;
  /** The cost of reading every pin. */
  everyPin: number;
  queries: Spread;
  /** Pins that were answered. */
  returned: Spread;
  boxes: number;
  /** Boxes that cost at most twice their floor and a unit. */
  withinFloor: number;
  /** The pins that were answered divided by the pins that were read, of all boxes. */
  answeredShare: number;
  /** The same for one box: the median of the boxes that read any pin. */
  medianShare: number;
  /** Boxes that hold under 1 % of the pins, and those of them that cost at most a tenth of reading every pin and half a unit, the least of a query. */
  few: { boxes: number; reached: number };
}

type Spread = Record<"median" | "percentile95" | "most" | "mean", number>;

/** A pin with the bytes of its entry in the index. */
export interface SizedPin extends Located {
  bytes: number;
}

interface BoxCost {
  units: number;
  queries: number;
  /** Pins that were read. */
  read: number;
  /** Pins that were answered. */
  returned: number;
  /** Pins inside the box. */
  held: number;
  floor: number;
}

/** The most pins of an answer when the caller sets no limit. */
export const pinLimit = 500;
const mapSizes = [1_000, 10_000, 100_000] as const;
const boxCount = 1_000;
export const mapAccountId = createIds("account of the map", benchTime)();

export async function measureMap(): Promise<MapFigures> {
  const sizes = entrySizes();
  const accounts: Record<string, MapAccountFigures> = {};
  for (const pins of mapSizes) accounts[pins] = await measureMapAccount(pins, sizes);
  return { entryBytes: Math.round(spreadOf(sizes).mean), accounts };
}

/** An account with this number of pins, whose entries have these sizes in turn. `seed` gives other points and boxes. */
export async function measureMapAccount(
  pins: number,
  sizes: readonly number[],
  { limit = pinLimit, seed = 0 } = {},
): Promise<MapAccountFigures> {
  const points = peopleAt(pins, 1 + seed);
  const account = pinAccount(sizePins(points, sizes));
  const costs: BoxCost[] = [];
  for (const bounds of boxesOver(points, boxCount, 7 + seed)) costs.push(await account.measure(bounds, limit));
  const spread = (name: "units" | "floor" | "queries" | "returned") => spreadOf(costs.map((cost) => cost[name]));
  const reading = costs.filter(({ read }) => read > 0);
  const few = costs.filter(({ held }) => held * 100 < pins);
  return {
    units: spread("units"),
    floor: spread("floor"),
    everyPin: account.everyPin,
    queries: spread("queries"),
    returned: spread("returned"),
    boxes: costs.length,
    withinFloor: costs.filter(({ units, floor }) => units <= 2 * floor + 1).length,
    answeredShare: sum(costs.map(({ returned }) => returned)) / sum(costs.map(({ read }) => read)),
    medianShare: spreadOf(reading.map(({ read, returned }) => returned / read)).median,
    few: { boxes: few.length, reached: few.filter(({ units }) => units <= account.everyPin / 10 + 0.5).length },
  };
}

/** The contacts of the account as items, the nth at the nth point. */
export function contactsAt(points: readonly Located[]): Item[] {
  return points.map((point, n) => contactToItem(benchContact(mapAccountId, n, benchTime, n + 2, point)));
}

/** Bytes of the entries of a thousand realistic contacts. */
export function entrySizes(): number[] {
  const [contactPins] = mainTable.globalIndexes;
  return contactsAt(peopleAt(1_000)).map((item) => itemBytes(entryOf(mainTable, contactPins, item) ?? {}));
}

export function pinAccount(pins: readonly SizedPin[]) {
  const none = { units: 0, queries: 0, read: 0 };
  let cost = none;
  const { source, points } = sortPoints(pins, (start, end) => {
    const units = cost.units + queryUnits(bytesOf(start, end));
    cost = { units, queries: cost.queries + 1, read: cost.read + end - start };
  });
  const sums = [0];
  for (const { bytes } of points) sums.push((sums.at(-1) ?? 0) + bytes);
  const bytesOf = (start: number, end: number) => (sums[end] ?? 0) - (sums[start] ?? 0);
  return {
    everyPin: queryUnits(bytesOf(0, points.length)),
    async measure(bounds: Bounds, limit: number): Promise<BoxCost> {
      cost = none;
      const { points: returned, truncated } = await readBox(source, bounds, limit);
      const held = truncated ? points.filter((point) => isInside(bounds, point)).length : returned.length;
      const floor = Math.ceil(sum(returned.map(({ bytes }) => bytes)) / unitBytes) / 2;
      return { ...cost, returned: returned.length, held, floor };
    },
  };
}

/** An eventually consistent query costs half a unit for 4 KB, and at least that. */
function queryUnits(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / unitBytes)) / 2;
}

function sizePins(points: readonly Located[], sizes: readonly number[]): SizedPin[] {
  return points.map((point, n) => ({ ...point, bytes: sizes[n % sizes.length] ?? 0 }));
}

/** Every account has to reach the targets, so the worst counts. */
export function judgeMapTargets({ accounts }: Pick<MapFigures, "accounts">): Target[] {
  const measured = Object.values(accounts);
  const least = (of: (account: MapAccountFigures) => number) => Math.min(...measured.map(of));
  const most = (of: (account: MapAccountFigures) => number) => Math.max(...measured.map(of));
  // The median box keeps the limit when half of the boxes do.
  const within = least(({ withinFloor, boxes }) => withinFloor / boxes);
  const [median, greatest] = [most(({ queries }) => queries.median), most(({ queries }) => queries.most)];
  const [ofAll, ofMedian] = [least(({ answeredShare }) => answeredShare), least(({ medianShare }) => medianShare)];
  const few = sum(measured.map((account) => account.few.boxes));
  const reached = sum(measured.map((account) => account.few.reached));
  const answered = "at least 60 % of what is read answered";
  const rows: readonly (readonly [access: string, limit: string, measured: string, isReached: boolean])[] = [
    ["box of the map", "at most 2 × its floor + 1, at the median", `for ${percent(within)}`, within >= 0.5],
    ["the same", "at most 8 queries, at the median", String(median), median <= 8],
    ["the same", "none above 16 queries", String(greatest), greatest <= 16],
    ["all boxes of the map together", answered, percent(ofAll), ofAll >= 0.6],
    ["the median of those that read", answered, percent(ofMedian), ofMedian >= 0.6],
    [
      "box of under 1 % of the pins",
      "at most a tenth of reading all + 0.5",
      `for ${thousands(reached)} of ${thousands(few)}`,
      reached === few,
    ],
  ];
  return rows.map(([access, limit, measured, isReached]) => ({ access, limit, measured, isReached }));
}

/** A row for each figure, a column for each account. */
export function mapTable({ accounts }: MapFigures): string {
  const spread = ({ median, percentile95, most, mean }: Spread) =>
    [median, percentile95, most, mean].map(grouped).join(" · ");
  const rows: readonly (readonly [string, (account: MapAccountFigures) => string])[] = [
    ["units", ({ units }) => spread(units)],
    ["floor: the bytes of what is answered", ({ floor }) => spread(floor)],
    ["reading every pin", ({ everyPin }) => grouped(everyPin)],
    ["queries", ({ queries }) => spread(queries)],
    ["pins answered", ({ returned }) => spread(returned)],
    ["answered of what all boxes read", ({ answeredShare }) => percent(answeredShare)],
  ];
  const measured = Object.entries(accounts);
  return align([
    ["pins", ...measured.map(([pins]) => thousands(pins))],
    ...rows.map(([name, cell]) => [name, ...measured.map(([, account]) => cell(account))]),
  ]);
}

function grouped(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: 1 });
}

/** Rounded down, so that 100 % means all. */
function percent(share: number): string {
  return `${Math.floor(share * 100 + 1e-9)} %`;
}

/** All figures are 0 without values. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const mean = Math.round((100 * sum(values)) / Math.max(1, values.length)) / 100;
  return { median: at(0.5), percentile95: at(0.95), most: at(1), mean };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
