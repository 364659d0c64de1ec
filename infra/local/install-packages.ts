/** Packages that few need lie in folders with a package.json of their own, so that `npm ci` of the repository is quick and small (decision 19). */
import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/** Installs the packages of a folder where they are missing or older than its lockfile. Two calls at once would disturb each other. */
export async function installPackages(folder: string): Promise<void> {
  const changedAt = (path: string) => statSync(join(folder, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  // npm writes this file at the end, so that an installation that broke off is repeated.
  if (changedAt("node_modules/.package-lock.json") > changedAt("package-lock.json")) return;
  console.log(`Installing the packages of ${folder}`);
  // The shell finds npm on Windows, too, where it is no program but a script.
  const options = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await promisify(execFile)("npm", options, { cwd: folder, shell: process.platform === "win32" });
}
