/**
 * Imports every file of a folder of real address books and exports, as the parser would, and compares what comes out
 * with the folder's EXPECT.json: `npm run corpora -- <folder>`. Prints one table, what differs, and with `--verbose`
 * every name and the coverage of every file. Ends with 1 when a count differs, more than one name in a hundred, or a reader fails.
 */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { readers } from "../../functions/import-parser/readers.ts";
import { align, thousands } from "../bench/table.ts";
import { type CheckedFile, type ComparedName, checkFile } from "./check-file.ts";
import { readExpectations } from "./expectations.ts";
import { importWhole } from "./import-whole.ts";

/** The share of names that have to be equal. */
const leastEqualNames = 0.99;

const equalityOfNames = `Names are equal when the contact's first, middle and last name together have the same words as the expected name,
whatever their order, case and punctuation; accents count. For a card without a name the nickname, the company, the
e-mail's local part or the phone's digits are expected. "But for parts" are those equal ones where words stand on one
side only: a prefix or suffix that an issue or a line of the notes has, a middle name that the card has beside its shown
name, an initial for its word.`;

const head = [
  ...["folder", "files", "refused", "people expected", "people found", "names compared", "names equal"],
  ...["but for parts", "errors", "warnings", "infos", "values", "coverage", "files differing"],
];

const { values, positionals } = parseArgs({
  options: { verbose: { type: "boolean", default: false } },
  allowPositionals: true,
});
const [folder] = positionals;
if (folder === undefined || positionals.length > 1) {
  console.error("npm run corpora -- <folder with an EXPECT.json> [--verbose]");
  process.exit(2);
}
const files = await checkFolder(folder);
console.log(`${summaryTable()}\n`);
printRefused();
console.log(`\n${equalityOfNames}\n`);
for (const file of files) printFile(file, values.verbose);
const names = files.flatMap((file) => file.names);
const equal = names.filter(isEqual).length;
const differing = files.filter(({ differences }) => differences.length > 0).length;
const share = names.length === 0 ? "none" : `${((equal / names.length) * 100).toFixed(2)} %`;
console.log(`names equal: ${equal} of ${names.length} (${share}; at least ${leastEqualNames * 100} % wanted)`);
console.log(`files with another count, or a fault: ${differing} (none wanted)`);
process.exitCode = files.length > 0 && differing === 0 && equal >= names.length * leastEqualNames ? 0 : 1;

async function checkFolder(path: string): Promise<CheckedFile[]> {
  const expectations = readExpectations(JSON.parse(readFileSync(join(path, "EXPECT.json"), "utf8")));
  const checked: CheckedFile[] = [];
  for (const expectation of expectations) {
    const file = { name: basename(expectation.path), bytes: readFileSync(join(path, expectation.path)) };
    const { source, strategy } = expectation;
    checked.push(checkFile(expectation, await importWhole(readers[source], file, { strategy })));
  }
  return checked;
}

/** Prints why files are refused as expected. Their people are not among the expected ones. */
function printRefused(): void {
  const refused = Map.groupBy(
    files.filter(({ isRefused }) => isRefused),
    ({ expectation }) => expectation.refusal?.why,
  );
  const counts = [...refused].map(([why, inside]) => `${inside.length} (${why})`);
  console.log(`refused, as they have to be: ${counts.join(", ") || "none"}`);
}

function printFile(file: CheckedFile, isVerbose: boolean): void {
  const { expectation, differences, names, values } = file;
  const { path } = expectation;
  if (isVerbose && values.seen > 0) console.log(`${path}: coverage ${coverageOf([file])} of ${values.seen} values`);
  for (const difference of differences) console.log(`${path}: ${difference}`);
  for (const name of isVerbose ? names : names.filter((each) => !isEqual(each))) printName(path, name);
}

function printName(path: string, { row, expected, shown, likeness }: ComparedName): void {
  console.log(`${path}: row ${row}: ${likeness}: ${JSON.stringify(shown)}, expected ${JSON.stringify(expected)}`);
}

/** Returns a table with a row for each folder, and one for all of them. */
function summaryTable(): string {
  const folders = Map.groupBy(files, ({ expectation }) => expectation.folder);
  const rows = [...folders].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return align([head, ...rows.map(([folder, inside]) => rowOf(folder, inside)), rowOf("all", files)]);
}

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

function isEqual({ likeness }: ComparedName): boolean {
  return likeness !== "different";
}

/** The share of the files' values that found a place: 1 only where nothing is lost. */
function coverageOf(files: readonly CheckedFile[]): string {
  const sum = (of: "seen" | "lost") => files.reduce((total, { values }) => total + values[of], 0);
  const [seen, lost] = [sum("seen"), sum("lost")];
  if (seen === 0) return "";
  return Math.min(lost > 0 ? 0.9999 : 1, 1 - lost / seen).toFixed(4);
}
