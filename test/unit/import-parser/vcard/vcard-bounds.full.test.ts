import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { importParser } from "../../../../functions/import-parser/function.ts";
import type { MemoryUse } from "../../../support/files/vcard-memory.ts";

describe("a file of 20 to 200 MB", () => {
  const run = promisify(execFile);
  const script = new URL("../../../support/files/vcard-memory.ts", import.meta.url).pathname;
  const maxMegabytes = 256;
  const maxMilliseconds = 15_000;

  it.each([
    ["people", { rows: 50_000, codes: [] }],
    ["pictures", { rows: 15, pictures: 15, codes: [] }],
    ["line", { rows: 1, codes: ["value_cut"] }],
    ["folding", { rows: 1, codes: ["value_cut"] }],
    ["properties", { rows: 1, codes: ["card_too_long"] }],
    ["nested", { rows: 46_815, codes: ["card_not_ended"] }],
    ["agents", { rows: 1, codes: ["card_too_long"] }],
    ["outside", { rows: 1, codes: ["lines_outside"] }],
  ])("of %s is read in less than 256 MB of memory", async (kind, expected) => {
    const { stdout } = await run(process.execPath, [...importParser.nodeOptions.split(" "), script, kind]);
    const use = JSON.parse(stdout) as MemoryUse;
    expect(use).toMatchObject(expected);
    expect(use.megabytes).toBeLessThan(maxMegabytes);
    expect(use.milliseconds).toBeLessThan(maxMilliseconds);
  });
});
