/** What boxes of the map cost, as tables in Markdown. */
import type { MapAccountFigures, MapFigures } from "./map-cost.ts";
import type { Spread } from "./spread.ts";
import { align, thousands } from "./table.ts";

/** A row for each figure, a column for each account. */
export function mapTable({ accounts }: MapFigures): string {
  const rows: readonly (readonly [string, (account: MapAccountFigures) => string])[] = [
    ["units", ({ units }) => spread(units)],
    ["floor: the bytes of what is answered", ({ floor }) => spread(floor)],
    ["one range between the corners", ({ oneRange }) => spread(oneRange)],
    ["reading every pin", ({ everyPin }) => grouped(everyPin)],
    ["queries", ({ queries }) => spread(queries)],
    ["pins answered", ({ returned }) => spread(returned)],
    ["answered of what all boxes read", ({ answeredShare }) => percent(answeredShare)],
    ["answered of what the median box reads", ({ medianShare }) => percent(medianShare)],
    ["boxes that answer 60 % of what they read", ({ reading }) => partOf(reading.reached, reading.boxes)],
    ["boxes of at most 2 × floor + 1", ({ withinFloor, boxes }) => partOf(withinFloor, boxes)],
    ["of under 1 % of the pins, at a tenth of all", ({ few }) => partOf(few.reached, few.boxes)],
  ];
  const measured = Object.entries(accounts);
  return align([
    ["pins", ...measured.map(([pins]) => thousands(pins))],
    ...rows.map(([name, cell]) => [name, ...measured.map(([, account]) => cell(account))]),
  ]);
}

/** Means of the largest account, by how many pins a box holds. */
export function kindsTable({ accounts }: MapFigures): string {
  const kinds = Object.values(accounts).at(-1)?.kinds ?? [];
  const rows = kinds.map(({ from, boxes, units, floor, oneRange, queries, answeredShare }, index) => {
    const next = kinds[index + 1]?.from;
    const held = next === undefined ? `${from} and more` : next === from + 1 ? `${from}` : `${from} to ${next - 1}`;
    return [held, ...[boxes, units, floor, oneRange, queries].map(grouped), percent(answeredShare)];
  });
  return align([["pins in the box", "boxes", "units", "floor", "one range", "queries", "answered of read"], ...rows]);
}

/** Never rounded up, so that nothing less is called all. */
export function percent(share: number): string {
  return `${Math.floor(share * 100 + 1e-9)} %`;
}

function spread({ median, percentile95, most, mean }: Spread): string {
  return [median, percentile95, most, mean].map(grouped).join(" · ");
}

function partOf(part: number, whole: number): string {
  return `${thousands(part)} of ${thousands(whole)}`;
}

function grouped(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: 1 });
}
