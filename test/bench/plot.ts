/** Cost against size: what accesses cost in accounts of several sizes. */
import { type ChartLine, drawChart, tenths } from "./chart.ts";
import type { CommittedFigures } from "./figures.ts";
import type { Figures } from "./measure.ts";

/** What is drawn, and in which of the colours. */
const drawnAccesses: readonly (readonly [access: string, colour: number])[] = [
  ["totalCount and stats", 0],
  ["get", 1],
  ["by-social", 2],
  ["first page, nameAsc", 3],
  ["page at 80 %, index not in memory", 4],
  ["search, index in memory", 5],
  ["search, index not in memory, 49 writes later", 6],
  ["create", 0],
  ["patch of the notes", 3],
  ["patch of the name", 5],
  ["delete", 6],
];

/** What a service without indexes would read. */
const unitsOfContact = 1_200 / 4_096;

export function plotCost({ accounts }: Pick<CommittedFigures, "accounts">): string {
  const sizes = Object.keys(accounts).map(Number);
  const lines = drawnAccesses.map(([access, colour]): ChartLine => {
    const found = sizes.flatMap((size) =>
      accounts[size]?.[access] ? [{ size, figures: accounts[size][access] }] : [],
    );
    const last = found.at(-1)?.figures;
    if (!last) throw new Error(`${access} was not measured`);
    return {
      label: `${access}: ${tenths(unitsOf(last))}`,
      style: last.writeUnits > 0 ? `c${colour} written` : `c${colour}`,
      points: found.map(({ size, figures }) => ({ x: size, y: unitsOf(figures) })),
    };
  });
  const everything = sizes.map((size) => ({ x: size, y: size * unitsOfContact }));
  return drawChart({
    title: "Capacity units of an access against the number of contacts: only reading all of them grows",
    head: "Capacity units of one access, by contacts of the account",
    note: "solid: read units, dashed: write units; both axes are logarithmic",
    across: "contacts",
    ranges: { x: [100, 50_000], y: [0.7, 20_000] },
    ticks: { x: sizes, y: [1, 10, 100, 1_000, 10_000] },
    lines: [...lines, { label: "to read all contacts", style: "all", points: everything }],
    height: 520,
  });
}

/** Of the kind that the access is about: who writes reads a little, too. */
function unitsOf({ readUnits, writeUnits }: Figures): number {
  return writeUnits > 0 ? writeUnits : readUnits;
}
