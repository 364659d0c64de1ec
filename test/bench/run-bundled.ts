/** Does work in a process of its own, bundled as functions are, so that the memory is that of this work alone. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/**
 * Of 256 MB, what is left beside the program and what lies outside of the heap. Node grows its heap as far as it may
 * before it looks for garbage: without bounds the figure would tell the machine's memory.
 */
const smallFunction = ["--max-old-space-size=110", "--max-semi-space-size=4"];

/** `entry` lies beside this file, takes one message and answers one. Throws when it ends before that. */
export async function runBundled<Report>(entry: string, task: object): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  try {
    const program = join(folder, "program.mjs");
    await bundle(entry, program);
    // Without it the C library sets memory aside for every thread and processor of the machine.
    const env = { ...process.env, MALLOC_ARENA_MAX: "2" };
    const child = fork(program, { execArgv: smallFunction, env });
    child.send(task);
    const ended = once(child, "exit").then(([code]) => {
      throw new Error(`${entry} ended with ${code} before it was done`);
    });
    const [report] = (await Promise.race([once(child, "message"), ended])) as [Report];
    child.disconnect();
    return report;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As functions are bundled: from its source, the same code takes 50 MB more, for stripping the types. */
async function bundle(entry: string, outfile: string): Promise<void> {
  // Here only, since it brings the whole CDK along.
  const { esbuildOptions } = await import("../../infra/bundling.ts");
  // The meter tells commands by the names of their classes.
  const options = { ...esbuildOptions, sourcemap: false, keepNames: true };
  const entryPoints = [fileURLToPath(new URL(entry, import.meta.url))];
  await build({ ...options, entryPoints, outfile, logLevel: "warning" });
}
