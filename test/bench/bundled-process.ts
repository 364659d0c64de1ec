/** Runs a task in a process of its own, bundled as functions are, so that its memory is that of this task alone. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { codeOptions } from "../../infra/cloud/function/bundling.ts";
import type { Report, Task } from "./process-tasks.ts";

/**
 * The heap that a function of 256 MB has besides the program. Node grows its heap as far as it may before it collects
 * garbage, so without limits the figure would depend on the memory of the machine.
 */
const smallFunction = ["--max-old-space-size=110", "--max-semi-space-size=4"];

/** Throws when the process ends before it has sent its report. `execArgv` are the options of Node. */
export async function runBundled(task: Task, execArgv = smallFunction): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  try {
    const outfile = join(folder, "program.mjs");
    const entryPoints = [fileURLToPath(new URL("process-tasks.ts", import.meta.url))];
    // The program has an emulator of S3, which is a server, and functions have none.
    const alias = { ...codeOptions.alias, "node:http": "node:http" };
    // The meter knows commands by the names of their classes.
    await build({ ...codeOptions, alias, keepNames: true, entryPoints, outfile });
    // Without this, the C library reserves memory for every thread and processor of the machine.
    const child = fork(outfile, { execArgv, env: { ...process.env, MALLOC_ARENA_MAX: "2" } });
    child.send(task);
    const ended = once(child, "exit").then(([code]) => {
      throw new Error(`the process for ${task.work} ended with ${code} before its report`);
    });
    const [report] = (await Promise.race([once(child, "message"), ended])) as [Report];
    child.disconnect();
    return report;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
