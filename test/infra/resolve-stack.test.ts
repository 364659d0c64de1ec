import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { writeBundle } from "../../infra/cloud/function/bundling.ts";
import { mapsOf, resolveStack } from "../../infra/cloud/function/resolve-stack.ts";

it("a stack in the log of a function leads to the lines of its source", async () => {
  const folder = mkdtempSync(join(tmpdir(), "stack-"));
  try {
    const files = writeBundle("session", folder);
    const maps = await mapsOf("session");
    expect([...maps.keys()].sort()).toEqual(files.map(({ name }) => name).sort());
    // Without its variables, the function fails at its start.
    const script = `import(${JSON.stringify(join(folder, "index.mjs"))}).catch(({ stack }) => console.log(JSON.stringify({ stack })))`;
    const { stdout } = await promisify(execFile)(process.execPath, ["-e", script], { env: {} });
    const logged = stdout.replaceAll(pathToFileURL(folder).href, "file:///var/task");
    const stack = resolveStack(logged, maps);
    expect(logged).toContain("/var/task/index.mjs:");
    expect(stack).not.toContain("/var/task/");
    expect(stack).toMatch(/ at \w+ \(shared\/platform\/config\/environment\.ts:\d+:\d+\)\n/);
    expect(stack).toMatch(/ at functions\/session\/handler\.ts:\d+:\d+\n/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
