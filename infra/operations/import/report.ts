/** What `npm run import` prints at its end: tables for a person, one JSON object for a program. */

/** Of one import. `total` is the sum of the other counts: every row about a person. */
export interface ImportOutcome {
  importId: string;
  receiptId: string;
  total: number;
  imported: number;
  updated: number;
  /** Rows that were imported before, that bring nothing, or whose person is in another row of the file. */
  skipped: number;
  failed: number;
  durationMs: number;
}

/** Of one import that was not written. `skipped` are rows that are no people, which `total` doesn't count. */
export interface Preview {
  importId: string;
  total: number;
  valid: number;
  invalid: number;
  duplicates: number;
  skipped: number;
  /** The share of values that have a field, from 0 to 1. */
  coverage: number;
  issues: IssueCount[];
  durationMs: number;
}

export interface IssueCount {
  code: string;
  severity: "error" | "warning" | "info";
  rows: number;
  /** One of the messages. */
  example: string;
}

export interface Undone {
  receiptId: string;
  status: string;
  total: number;
  removed: number;
  restored: number;
  kept: number;
  durationMs: number;
}

/** A row that failed, or a contact that an undo left, in words. */
export interface NamedRow {
  name: string;
  reason: string;
}

/** How many rows are listed by name. */
export const maxListed = 20;

/** Of several imports their sums, without ids, and each one's own. */
export function jsonOf<Counted extends { importId: string; durationMs: number }>(all: readonly Counted[]): object {
  const [first, ...others] = all;
  if (!first || others.length === 0) return first ?? {};
  return { ...sumOf(all), imports: all };
}

/** Counts are added. Everything else is null. */
function sumOf<Counted extends object>(all: readonly Counted[]): Record<keyof Counted, number | null> {
  const names = Object.keys(all[0] ?? {}) as (keyof Counted)[];
  const sums = names.map((name) => {
    const sum = all.reduce((sum, one) => sum + (Number.isInteger(one[name]) ? Number(one[name]) : Number.NaN), 0);
    return [name, Number.isNaN(sum) ? null : sum];
  });
  return Object.fromEntries(sums);
}

/** A line for each import, and one for all if there are several. */
export function outcomeTable(all: readonly { files: string; outcome: ImportOutcome }[]): Record<string, unknown>[] {
  const rows = all.map(({ files, outcome }) => ({ files, ...countsOf(outcome) }));
  const sum = sumOf(all.map(({ outcome }) => outcome));
  return rows.length > 1 ? [...rows, { files: "all", ...countsOf(sum) }] : rows;
}

function countsOf(counts: Readonly<Record<keyof ImportOutcome, unknown>>) {
  const { total, imported, updated, skipped, failed, durationMs } = counts;
  return { rows: total, imported, updated, skipped, failed, seconds: inSeconds(Number(durationMs)) };
}

/** A line for each import. */
export function previewTable(all: readonly { files: string; preview: Preview }[]): Record<string, unknown>[] {
  return all.map(({ files, preview: { total, valid, invalid, duplicates, skipped, coverage } }) => {
    const counts = { rows: total, valid, "not valid": invalid, duplicates, "no person": skipped };
    return { files, ...counts, "values with a field": `${Math.floor(100 * coverage)} %` };
  });
}

/** The severest issues first, and of these the most frequent. */
export function issueTable(issues: readonly IssueCount[]): Record<string, unknown>[] {
  const order = ["error", "warning", "info"];
  return [...issues]
    .sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity) || b.rows - a.rows)
    .map(({ code, severity, rows, example }) => ({ severity, issue: inWords(code), rows, example: cut(example) }));
}

/** Codes are words that underscores connect. */
export function inWords(code: string): string {
  return code.replaceAll("_", " ");
}

const longestExample = 60;

function cut(text: string): string {
  return text.length > longestExample ? `${text.slice(0, longestExample - 1)}…` : text;
}

/** Rows with their reasons, to standard error. `count` is how many there are; fewer may be listed. */
export function printRows(title: string, rows: readonly NamedRow[], count: number, where: string): void {
  console.error(title);
  for (const { name, reason } of rows) console.error(`  ${name}: ${reason}`);
  if (count > rows.length) console.error(`  … and ${inEnglish(count - rows.length)} more. ${where}`.trimEnd());
}

/** To standard output: tables on a terminal, the object elsewhere. */
export function printResult(tables: readonly (readonly object[])[], object: object): void {
  if (!process.stdout.isTTY) console.log(JSON.stringify(object));
  else for (const table of tables) if (table.length > 0) console.table(table);
}

export function inSeconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}

export function inEnglish(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: 1 });
}
