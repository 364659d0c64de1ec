/**
 * Imports every file of a folder of real address books and exports, as the parser would, and compares what comes out
 * with the folder's EXPECT.json: `npm run corpora -- <folder>`. Prints one table, what differs, and with `--verbose`
 * every name and the coverage of every file. Ends with 1 when a count differs, more than one name in a hundred, or a reader fails.
 */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { type CheckedFile, type ComparedName, checkFile } from "./check-file.ts";
import { readExpectations } from "./expectations.ts";
import { importWhole, readers } from "./import-whole.ts";
import { equalityOfNames } from "./names.ts";
import { coverageOf, isEqual, judgeFiles, leastEqualNames, summaryTable } from "./summary.ts";

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
console.log(`${summaryTable(files)}\n`);
printRefused(files);
console.log(`\n${equalityOfNames}\n`);
for (const file of files) printFile(file, values.verbose);
const { namesCompared, namesEqual, filesDiffering, isPassed } = judgeFiles(files);
const share = namesCompared === 0 ? "none" : `${((namesEqual / namesCompared) * 100).toFixed(2)} %`;
console.log(`names equal: ${namesEqual} of ${namesCompared} (${share}; at least ${leastEqualNames * 100} % wanted)`);
console.log(`files with another count, or a fault: ${filesDiffering} (none wanted)`);
process.exitCode = isPassed ? 0 : 1;

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

/** Why files are refused that have to be: their people are not among the expected ones. */
function printRefused(checked: readonly CheckedFile[]): void {
  const refused = Map.groupBy(
    checked.filter(({ isRefused }) => isRefused),
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
