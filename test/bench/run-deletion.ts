/** Does a part of a delete by filter in a process of its own, so that the memory is that of this work alone. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { DeletionReport, DeletionTask } from "./deletion-process.ts";

/**
 * Of 256 MB, what is left beside the program and what lies outside of the heap. Node grows its heap as far as it may
 * before it looks for garbage: without bounds the figure would tell the machine's memory.
 */
const smallFunction = ["--max-old-space-size=110", "--max-semi-space-size=4"];

/** Throws when the process ends before it is done. */
export async function runDeletion(task: DeletionTask): Promise<DeletionReport> {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  try {
    const program = join(folder, "deletion.mjs");
    await bundle(program);
    const child = fork(program, { execArgv: smallFunction });
    child.send(task);
    const ended = once(child, "exit").then(([code]) => {
      throw new Error(`the process of the deletion ended with ${code} before it was done`);
    });
    const [report] = (await Promise.race([once(child, "message"), ended])) as [DeletionReport];
    child.disconnect();
    return report;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As functions are bundled: from its source, the same code takes 50 MB more, for stripping the types. */
async function bundle(outfile: string): Promise<void> {
  // Here only, since it brings the whole CDK along.
  const { esbuildOptions } = await import("../../infra/bundling.ts");
  const entry = fileURLToPath(new URL("deletion-process.ts", import.meta.url));
  // The meter tells commands by the names of their classes.
  const options = { ...esbuildOptions, sourcemap: false, keepNames: true };
  await build({ ...options, entryPoints: [entry], outfile, logLevel: "warning" });
}
