/** Tables in Markdown, with aligned columns for people who read them as text. */

/** A figure beside the limit that it has to keep. */
export interface Target {
  access: string;
  limit: string;
  measured: string;
  isReached: boolean;
}

/** A figure that may be at most `limit`. */
export function judgeFigure(access: string, value: number, limit: number): Target {
  const measured = thousands(Number.isInteger(value) ? value : value.toFixed(2));
  return { access, limit: `≤ ${thousands(limit)}`, measured, isReached: value <= limit };
}

export function targetsTable(targets: readonly Target[]): string {
  return align([
    ["access", "target", "measured", "reached"],
    ...targets.map(({ access, limit, measured, isReached }) => [access, limit, measured, isReached ? "yes" : "**no**"]),
  ]);
}

/** The first row is the head. All columns except the first are aligned to the right. */
export function align(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) => {
    const cells = widths.map((width, at) => (at === 0 ? row[at]?.padEnd(width) : (row[at] ?? "").padStart(width)));
    return `| ${cells.join(" | ")} |`;
  };
  const rule = `|${widths.map((width, column) => `${"-".repeat(width + 1)}${column > 0 ? ":" : "-"}`).join("|")}|`;
  return [line(head), rule, ...body.map(line)].join("\n");
}

export function thousands(value: number | string): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}
