/** The checked files as a table, and whether they are as good as they have to be. */
import { align, thousands } from "../bench/table.ts";
import type { CheckedFile, ComparedName } from "./check-file.ts";

/** The share of names that have to be equal. */
export const leastEqualNames = 0.99;

export interface Verdict {
  namesCompared: number;
  namesEqual: number;
  filesDiffering: number;
  /** Nothing but names differs, and of them at most one in a hundred. */
  isPassed: boolean;
}

export function judgeFiles(files: readonly CheckedFile[]): Verdict {
  const names = files.flatMap((file) => file.names);
  const namesEqual = names.filter(isEqual).length;
  const filesDiffering = files.filter(({ differences }) => differences.length > 0).length;
  const isPassed = files.length > 0 && filesDiffering === 0 && namesEqual >= names.length * leastEqualNames;
  return { namesCompared: names.length, namesEqual, filesDiffering, isPassed };
}

export function isEqual({ likeness }: ComparedName): boolean {
  return likeness !== "different";
}

/** A row for each folder, and one for all of them. */
export function summaryTable(files: readonly CheckedFile[]): string {
  const folders = Map.groupBy(files, ({ expectation }) => expectation.folder);
  const rows = [...folders].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return align([head, ...rows.map(([folder, inside]) => rowOf(folder, inside)), rowOf("all", files)]);
}

const head = [
  ...["folder", "files", "refused", "people expected", "people found", "names compared", "names equal"],
  ...["but for parts", "errors", "warnings", "infos", "values", "coverage", "files differing"],
];

function rowOf(title: string, files: readonly CheckedFile[]): string[] {
  const names = files.flatMap((file) => file.names);
  const sum = (of: (file: CheckedFile) => number) => files.reduce((total, file) => total + of(file), 0);
  const figures = [
    files.length,
    sum(({ isRefused }) => Number(isRefused)),
    sum(({ expectation }) => expectation.people),
    sum(({ peopleFound }) => peopleFound),
    names.length,
    names.filter(isEqual).length,
    names.filter(({ likeness }) => likeness === "but for parts").length,
    sum(({ issues }) => issues.error),
    sum(({ issues }) => issues.warning),
    sum(({ issues }) => issues.info),
    sum(({ values }) => values.seen),
    coverageOf(files),
    sum((file) => Number(file.differences.length > 0 || !file.names.every(isEqual))),
  ];
  return [title, ...figures.map((figure) => (typeof figure === "number" ? thousands(figure) : figure))];
}

/** The share of the files' values that found a place: 1 only where nothing is lost. */
export function coverageOf(files: readonly CheckedFile[]): string {
  const sum = (of: "seen" | "lost") => files.reduce((total, { values }) => total + values[of], 0);
  const [seen, lost] = [sum("seen"), sum("lost")];
  if (seen === 0) return "";
  return Math.min(lost > 0 ? 0.9999 : 1, 1 - lost / seen).toFixed(4);
}
