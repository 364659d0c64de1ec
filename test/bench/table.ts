/** The figures as tables in Markdown, their columns aligned for those who read them as text. */
import { ratioOf } from "./cost.ts";
import type { AccountFigures } from "./figures.ts";
import type { IndexCost } from "./index-cost.ts";
import type { Figures, Measured } from "./measure.ts";
import type { Target } from "./targets.ts";

/**
 * A row for each access, what it costs at each size in the order of the sizes. `r` are read units, `w` write units; the
 * floor, and how many times it the access costs by price, are those of the greatest size.
 */
export function figuresTable(accounts: Readonly<Record<string, AccountFigures>>): string {
  return accountsTable(accounts, []);
}

/** The same with milliseconds, medians of a few runs on this machine. */
export function measuredTable(accounts: Readonly<Record<string, Readonly<Record<string, Measured>>>>): string {
  const milliseconds = (found: readonly Measured[]) => each(found.map((one) => one.milliseconds.toFixed(1)));
  return accountsTable(accounts, [["ms", milliseconds]]);
}

export function indexTable(indexes: Readonly<Record<string, IndexCost>>): string {
  const [first] = Object.values(indexes);
  const names = Object.keys(first ?? {}) as (keyof IndexCost)[];
  return align([
    ["units", ...Object.keys(indexes)],
    ...names.map((name) => [name, ...Object.values(indexes).map((cost) => String(cost[name]))]),
  ]);
}

export function targetsTable(targets: readonly Target[]): string {
  return align([
    ["access", "wanted", "found", "reached"],
    ...targets.map(({ access, wanted, found, reached }) => [access, wanted, found, reached ? "yes" : "**no**"]),
  ]);
}

type Column<Row> = [title: string, cell: (rows: readonly Row[]) => string];

function accountsTable<Row extends Figures>(
  accounts: Readonly<Record<string, Readonly<Record<string, Row>>>>,
  more: readonly Column<Row>[],
): string {
  const sizes = Object.keys(accounts).toSorted((one, other) => Number(one) - Number(other));
  const accesses = new Set(sizes.flatMap((size) => Object.keys(accounts[size] ?? {})));
  const columns: Column<Row>[] = [
    ["floor", (found) => (found.at(-1) === undefined ? "" : units((found.at(-1) as Row).floor))],
    [
      "× floor",
      (found) =>
        found
          .slice(-1)
          .map((row) => ratioOf(row).toFixed(2))
          .join(""),
    ],
    ["round trips", (found) => each(found.map(({ roundTrips }) => plain(roundTrips)))],
    ["storage r/w", (found) => each(found.map((row) => `${plain(row.storageReads)}/${plain(row.storageWrites)}`))],
    ["answer, KB", (found) => each(found.map(({ answerBytes }) => (answerBytes / 1000).toFixed(1)))],
    ...more,
  ];
  const rows = [...accesses].map((access) => {
    const found = sizes.flatMap((size) => accounts[size]?.[access] ?? []);
    const bySize = sizes.map((size) => {
      const figures = accounts[size]?.[access];
      return figures ? units(figures) : "";
    });
    return [access, ...bySize, ...columns.map(([, cell]) => cell(found))];
  });
  return align([["contacts", ...sizes.map(thousands), ...columns.map(([title]) => title)], ...rows]);
}

function units({ readUnits, writeUnits }: { readUnits: number; writeUnits: number }): string {
  const parts = [readUnits > 0 ? `${plain(readUnits)} r` : "", writeUnits > 0 ? `${plain(writeUnits)} w` : ""];
  return parts.filter((part) => part !== "").join(" + ");
}

/** One for all when all are equal. */
function each(cells: readonly string[]): string {
  return new Set(cells).size === 1 ? (cells[0] ?? "") : cells.join(" · ");
}

function plain(value: number): string {
  return value >= 1_000 ? thousands(Math.round(value)) : String(Math.round(value * 10) / 10);
}

export function thousands(value: number | string): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** The first row is the head; cells of numbers stand to the right. */
export function align(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => [...(row[column] ?? "")].length)));
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => pad(row[column] ?? "", width, column > 0)).join(" | ")} |`;
  const rule = `|${widths.map((width, column) => `${"-".repeat(width + 1)}${column > 0 ? ":" : "-"}`).join("|")}|`;
  return [line(head), rule, ...body.map(line)].join("\n");
}

function pad(text: string, width: number, right: boolean): string {
  const blanks = " ".repeat(width - [...text].length);
  return right ? blanks + text : text + blanks;
}
