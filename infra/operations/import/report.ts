/** The output of `npm run import` at its end: tables for a person, one JSON object for a program. */

/** The outcome of one import. Its receipt has the same counts. */
export interface ImportOutcome {
  importId: string;
  receiptId: string;
  total: number;
  imported: number;
  updated: number;
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
export function jsonOf(all: readonly ImportOutcome[]): object {
  return all.length === 1 ? { ...all[0] } : { importId: null, receiptId: null, ...sumOf(all), imports: all };
}

const counted = ["total", "imported", "updated", "skipped", "failed", "durationMs"] as const;
type Counts = Pick<ImportOutcome, (typeof counted)[number]>;

function sumOf(all: readonly Counts[]): Counts {
  const sums = counted.map((name) => [name, all.reduce((sum, one) => sum + one[name], 0)]);
  return Object.fromEntries(sums) as Counts;
}

/** A line for each import, and one for all if there are several. */
export function outcomeTable(all: readonly { files: string; outcome: Counts }[]) {
  const rows = all.length > 1 ? [...all, { files: "all", outcome: sumOf(all.map(({ outcome }) => outcome)) }] : all;
  return rows.map(({ files, outcome: { total, durationMs, imported, updated, skipped, failed } }) => {
    return { files, rows: total, imported, updated, skipped, failed, seconds: inSeconds(durationMs) };
  });
}

/** A line for each import. */
export function previewTable(all: readonly { files: string; preview: Preview }[]) {
  return all.map(({ files, preview: { total, valid, invalid, duplicates, skipped, coverage } }) => {
    const counts = { rows: total, valid, "not valid": invalid, duplicates, "no person": skipped };
    return { files, ...counts, "values with a field": `${Math.floor(100 * coverage)} %` };
  });
}

/** The severest issues first, and of these the most frequent. */
export function issueTable(issues: readonly IssueCount[]) {
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
