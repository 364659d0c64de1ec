import JSZip from "jszip";
import { v7 as newId } from "uuid";
import { describe, expect, it } from "vitest";
import { receiveUpload } from "../../../functions/import-parser/operations.ts";
import { readers } from "../../../functions/import-parser/readers.ts";
import type { ImportSource } from "../../../shared/import/row/parsed-contact.ts";
import { getImport, newImport, putImport } from "../../../shared/import/store/import.ts";
import { uploadKey } from "../../../shared/import/store/import-keys.ts";
import { filesOf } from "../../support/import/import-calls.ts";
import { memoryFiles, newAccount } from "../../support/import/imports.ts";
import { freshTable } from "../../support/process/stack.ts";
import { watchedStore } from "../../support/process/watched-store.ts";

const { store } = await freshTable();
const accountId = await newAccount(store);

interface GivenFile {
  name: string;
  content: Uint8Array;
}

function fileOf(source: ImportSource, from: number, count: number): GivenFile {
  const numbers = Array.from({ length: count }, (_, index) => from + index);
  const { name, content } = filesOf[source](numbers);
  return { name, content: Buffer.from(content) };
}

async function archiveOf(files: readonly GivenFile[]): Promise<GivenFile> {
  const zip = new JSZip();
  for (const { name, content } of files) zip.file(name, content);
  zip.file("media/other.bin", Buffer.alloc(1000, 1));
  return { name: "export.zip", content: await zip.generateAsync({ type: "uint8array", compression: "DEFLATE" }) };
}

/** Parses the files with a clock that moves with every look at it. Returns the progress that the record showed. */
async function progressOf(source: ImportSource, given: readonly GivenFile[]) {
  const files = memoryFiles();
  let clock = Date.parse("2026-03-01T10:00:00.000Z");
  const id = newId();
  const described = given.map(({ name, content }, index) => {
    const start = given.slice(0, index).reduce((sum, file) => sum + file.content.byteLength, 0);
    return { name, size: content.byteLength, start };
  });
  await putImport(store, newImport({ id, accountId, source, files: described }, new Date(clock)));
  const key = uploadKey({ accountId, importId: id });
  files.objects.set(key, Buffer.concat(given.map(({ content }) => content)));
  const seen: number[] = [];
  const watched = watchedStore(store, ({ input }, send) => {
    const { ExpressionAttributeValues: values } = input as { ExpressionAttributeValues?: Record<string, unknown> };
    if (values && ":bytesRead" in values) seen.push(Number(values[":bytesRead"]));
    return send();
  });
  const parts = {
    store: watched,
    files,
    readers,
    now: () => {
      clock += 2000;
      return new Date(clock);
    },
    newId: () => newId(),
    log: () => {},
  };
  await receiveUpload(parts, key, { requestId: "one", remainingTime: () => 60_000 });
  expect(await getImport(store, accountId, id, new Date(clock))).toMatchObject({ status: "parsed", error: null });
  return { seen, total: described.reduce((sum, { size }) => sum + size, 0) };
}

describe("the progress of a parse", () => {
  it.each(["vcard", "network_a", "network_b"] as const)(
    "grows by the bytes of a file that have become rows: %s",
    async (source) => {
      const { seen, total } = await progressOf(source, [fileOf(source, 0, 100)]);
      expectGrowth(seen, total);
    },
  );

  it.each(["vcard", "network_a"] as const)(
    "grows over several files, of which each counts once: %s",
    async (source) => {
      const given = [0, 1, 2].map((index) => fileOf(source, index * 50, 50));
      const { seen, total } = await progressOf(source, given);
      expectGrowth(seen, total);
      // The second file is read after the first and before the third one.
      expect(seen.filter((bytes) => bytes > total * 0.34 && bytes < total * 0.66)).not.toEqual([]);
    },
  );

  it.each(["vcard", "network_a", "network_b"] as const)(
    "of an archive is shared out among the entries that are read: %s",
    async (source) => {
      const folder = source === "network_b" ? "followers_and_following" : "address-books";
      const entries = Array.from({ length: 6 }, (_, index) => {
        const { name, content } = fileOf(source, index * 30, 30);
        return { name: `${folder}/${name.replace(/(?:_1)?\./, `_${index + 1}.`)}`, content };
      });
      const { seen, total } = await progressOf(source, [await archiveOf(entries)]);
      expectGrowth(seen, total);
    },
  );
});

function expectGrowth(seen: readonly number[], total: number): void {
  expect(seen).toEqual([...seen].sort((one, other) => one - other));
  const between = new Set(seen.filter((bytes) => bytes > 0 && bytes < total));
  expect(between.size, `seen ${[...new Set(seen)]} of ${total}`).toBeGreaterThan(2);
  expect(Math.max(...seen)).toBeLessThanOrEqual(total);
}
