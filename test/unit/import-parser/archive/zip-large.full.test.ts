/** Archives larger than memory, whose needed entries lie behind gigabytes of others. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { fileOf } from "../../../../functions/import-parser/files/import-file.ts";
import { counted, readTexts } from "../../../support/files/zip-reads.ts";
import { layOut, sparseFile, type WrittenEntry, zipOf } from "../../../support/files/zip-writer.ts";
import { quickly } from "../../../support/process/quickly.ts";

const gigabyte = 2 ** 30;
const needed: WrittenEntry[] = [
  { name: "export/connections/followers_1.json", content: "[1]", hole: 3 * gigabyte },
  {
    name: "export/connections/followers_2.json",
    content: `[${"2,".repeat(300_000)}2]`,
    method: 0,
    hole: gigabyte + 400_000_000,
  },
  { name: "export/connections/following.json", content: "[3]", hole: 1000 },
];
const neededBytes = needed.reduce((sum, { content }) => sum + content.length, 0);
const isNeeded = (path: string) => path.endsWith(".json");

describe("an archive of more than 4 GB", () => {
  it.each([
    ["zip64", layOut(needed, { crowd: 20_000, zip64: true })],
    [
      "fields that overflowed, as the Mac's own archiver leaves them",
      layOut(needed, { crowd: 70_000, overflow: true }),
    ],
  ])("with %s is read by ranges", async (_, layout) => {
    const file = counted(sparseFile(layout));
    const texts = await readTexts(file, isNeeded);
    expect(layout.size).toBeGreaterThan(4 * gigabyte);
    expect(texts).toEqual(Object.fromEntries(needed.map(({ name, content }) => [name, content])));
    // The tail lies in the directory here; the remainder is a few letters for each entry.
    expect(file.fetched).toBeLessThanOrEqual(layout.directoryBytes + neededBytes + 3_000);
    expect(file.requests).toBeLessThanOrEqual(3 + 2 * needed.length + 2);
  });

  it("needs little memory", () => {
    const script = fileURLToPath(new URL("../../../support/files/zip-memory.ts", import.meta.url));
    const megabytes = Number(execFileSync(process.execPath, [script], { encoding: "utf8" }));
    expect(megabytes).toBeGreaterThan(20);
    expect(megabytes).toBeLessThan(256);
  });
});

describe("the number of entries", () => {
  it("may be 200,000", async () => {
    const file = fileOf(
      zipOf(
        needed.map(({ hole: _, ...entry }) => entry),
        { crowd: 199_997, zip64: true },
      ),
    );
    // This is ten times what a usual processor needs. A search among all entries for each of them would take minutes.
    expect(Object.keys(await quickly(4_000, () => readTexts(file, isNeeded)))).toHaveLength(3);
  });

  it("is that of the records if the field for it has overflowed", async () => {
    const file = fileOf(zipOf([{ name: "a.json", content: "[]" }], { crowd: 65_536, overflow: true }));
    expect(await readTexts(file, isNeeded)).toEqual({ "a.json": "[]" });
  });
});
