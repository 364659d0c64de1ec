/**
 * `npm test`: the tests, with the checks of types and of style beside them, because the tests leave processors idle. The arguments are those of
 * vitest, or `--changed`, and a commit, for the tests that the changes since this commit can reach (without one, since the branch left main).
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { testsOfChanges } from "./changed-tests.ts";

const [first, commit, ...rest] = process.argv.slice(2);
const filters = first === "--changed" ? [...testsOfChanges(commit), ...rest] : process.argv.slice(2);

const tests = spawn("vitest", ["run", "--config", "test/vitest.config.ts", ...filters], { stdio: "inherit" });
const ended = once(tests, "close");

/** Ends the tests at a failure, so that its output is the last that is printed. */
async function check(script: string): Promise<boolean> {
  const child = spawn("npm", ["run", "--silent", script], { stdio: ["ignore", "pipe", "pipe"] });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  if (code === 0) return true;
  tests.kill("SIGINT");
  await ended;
  console.error(`npm run ${script} failed:\n${output}${errors}`);
  return false;
}

const passed = await Promise.all([check("types"), check("lint"), ended.then(([code]) => code === 0)]);
process.exit(passed.every(Boolean) ? 0 : 1);
