/** Builds the file of the gazetteer, which needs some seconds. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { projectRoot } from "../../../infra/cloud/function/bundling.ts";
import { placesFile } from "../../../infra/places/places-file.ts";

it("has the same bytes in every build, and is small enough for a function", async () => {
  const folder = await mkdtemp(join(tmpdir(), "places-"));
  try {
    const path = join(folder, "again.bin");
    await promisify(execFile)(process.execPath, [join(projectRoot, "infra/places/build.ts"), path]);
    const again = await readFile(path);
    expect(again.equals(await readFile(placesFile()))).toBe(true);
    expect(again.length).toBeLessThan(16_000_000);
    expect(again.length).toBeGreaterThan(12_000_000);
  } finally {
    await rm(folder, { recursive: true });
  }
});
