/** The version of the code that runs, which the health routes report. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const root = new URL("../../", import.meta.url);

export function packageVersion(): string {
  return (JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as { version: string }).version;
}

/** The commit of the working copy; `unknown` for sources from an archive, which have no history. */
export function currentCommit(): string {
  try {
    const commit = execFileSync("git", ["rev-parse", "HEAD"], { cwd: root, stdio: ["ignore", "pipe", "ignore"] });
    return commit.toString().trim();
  } catch {
    return "unknown";
  }
}
