/** What a box of the map costs on average, against the pins of the account and the obvious ways. */
import { type ChartLine, drawChart } from "./chart.ts";
import type { CommittedFigures } from "./figures.ts";
import type { MapAccountFigures } from "./map-cost.ts";

const drawn: readonly (readonly [label: string, style: string, (account: MapAccountFigures) => number])[] = [
  ["reading every pin", "all", ({ everyPin }) => everyPin],
  ["one range between the corners", "c5", ({ oneRange }) => oneRange.mean],
  ["a box of the map", "c0", ({ units }) => units.mean],
  ["the bytes of the pins that it answers", "c3 written", ({ floor }) => floor.mean],
];

export function plotMapCost({ map }: Pick<CommittedFigures, "map">): string {
  const accounts = Object.entries(map.accounts);
  const sizes = accounts.map(([pins]) => Number(pins));
  const lines = drawn.map(([label, style, unitsOf]): ChartLine => {
    const points = accounts.map(([pins, account]) => ({ x: Number(pins), y: unitsOf(account) }));
    const last = (points.at(-1)?.y ?? 0).toLocaleString("en", { maximumFractionDigits: 1 });
    return { label: `${label}: ${last}`, style, points };
  });
  return drawChart({
    title: "Read units of a box of the map against the number of pins, beside one range, all pins and the least",
    head: "Read units of a box of the map, by pins of the account",
    note: "means of 1,000 boxes from a street to the world, of at most 500 pins; both axes are logarithmic",
    across: "pins",
    ranges: { x: [1_000, 100_000], y: [2, 5_000] },
    ticks: { x: sizes, y: [10, 100, 1_000] },
    lines,
    height: 360,
  });
}
