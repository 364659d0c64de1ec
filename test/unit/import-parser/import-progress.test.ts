/** The bytes of the files that have become rows, as a parse notes them for the record of the import. */
import { describe, expect, it } from "vitest";
import type { ImportFile } from "../../../functions/import-parser/files/import-file.ts";
import { readWithin } from "../../../functions/import-parser/files/read-within.ts";
import { bucketFile } from "../../../functions/import-parser/parse-files.ts";
import { readers } from "../../../functions/import-parser/readers.ts";
import { type ImportSource, sourceNames } from "../../../shared/import/row/parsed-contact.ts";
import { archive } from "../../support/files/network-b.ts";
import { filesOf } from "../../support/import/import-calls.ts";
import { memoryFiles } from "../../support/import/imports.ts";

const peopleFrom = (source: ImportSource, from: number, count = 100) =>
  filesOf[source](Array.from({ length: count }, (_, index) => from + index));

/** A file in a bucket that sends a kilobyte at a time. */
async function fileFrom(source: ImportSource, from: number, count?: number): Promise<ImportFile> {
  const { name, content } = peopleFrom(source, from, count);
  const files = memoryFiles();
  await files.put("key", content, "text/plain");
  return bucketFile(files, "key", { name, size: Buffer.byteLength(content) });
}

/** Expects that what is noted grows to the size of the files, and returns its shares of it. */
async function growthOf(source: ImportSource, files: readonly ImportFile[]): Promise<number[]> {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const noted: number[] = [];
  const note = async (bytes: number) => void noted.push(bytes);
  const options = { strategy: "followers" } as const;
  for await (const _row of readWithin(readers[source], files, options, { hasTime: () => true }, note));
  expect(noted).toEqual(noted.toSorted((one, other) => one - other));
  const between = new Set(noted.filter((bytes) => bytes > 0 && bytes < total));
  expect(between.size, `noted ${[...new Set(noted)]} of ${total}`).toBeGreaterThan(2);
  expect(Math.max(...noted)).toBeLessThanOrEqual(total);
  return noted.map((bytes) => bytes / total);
}

describe("the progress of a parse", () => {
  it.each(sourceNames)("grows by the bytes of a file that have become rows: %s", async (source) => {
    await growthOf(source, [await fileFrom(source, 0, 300)]);
  });

  it.each(["vcard", "network_a"] as const)("grows over files, of which each counts once: %s", async (source) => {
    const shares = await growthOf(source, await Promise.all([0, 100, 200].map((from) => fileFrom(source, from))));
    // The second file is read after the first and before the third one.
    expect(shares.filter((share) => share > 0.34 && share < 0.66)).not.toEqual([]);
  });

  it.each(sourceNames)("of an archive is shared out among the entries that are read: %s", async (source) => {
    const folder = source === "network_b" ? "followers_and_following" : "address-books";
    const entries = [1, 2, 3, 4, 5, 6].map((number) => {
      const { name, content } = peopleFrom(source, number * 100);
      return [`${folder}/${name.replace(/(?:_1)?\./, `_${number}.`)}`, content];
    });
    await growthOf(source, [await archive({ ...Object.fromEntries(entries), "media/other.bin": "x".repeat(1_000) })]);
  });
});
