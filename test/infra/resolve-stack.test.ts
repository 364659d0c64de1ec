import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { entryOf, esbuildOptions, projectRoot } from "../../infra/cloud/function/bundling.ts";
import { mapOf, resolveStack } from "../../infra/cloud/function/resolve-stack.ts";

it("a stack in the log of a function leads to the lines of its source", async () => {
  const folder = mkdtempSync(join(tmpdir(), "stack-"));
  try {
    const file = join(folder, "index.mjs");
    await build({ ...esbuildOptions, entryPoints: [entryOf("session")], absWorkingDir: projectRoot, outfile: file });
    // Without its variables, the function fails at its start.
    const script = `import(${JSON.stringify(file)}).catch(({ stack }) => console.log(JSON.stringify({ stack })))`;
    const { stdout } = await promisify(execFile)(process.execPath, ["-e", script], { env: {} });
    const logged = stdout.replaceAll(pathToFileURL(folder).href, "file:///var/task");
    const stack = resolveStack(logged, await mapOf("session"));
    expect(logged).toContain("/var/task/index.mjs:");
    expect(stack).not.toContain("/var/task/index.mjs:");
    expect(stack).toMatch(/ at \w+ \(shared\/platform\/config\/environment\.ts:\d+:\d+\)\n/);
    expect(stack).toMatch(/ at functions\/session\/handler\.ts:\d+:\d+\n/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
