import JSZip from "jszip";
import { describe, expect, it } from "vitest";
import { type ArchiveEntry, divideEntries, writeArchive } from "../../../functions/export-worker/archive.ts";
import { readAhead } from "../../../functions/export-worker/read-ahead.ts";

function entry(name: string, content: string): ArchiveEntry {
  const open = async function* () {
    yield Buffer.from(content);
  };
  return { name, bytes: Buffer.byteLength(content), open, compress: name.endsWith(".txt") };
}

async function archiveOf(entries: readonly ArchiveEntry[]): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const writer = {
    write: async (chunk: Uint8Array | string) => void chunks.push(Buffer.from(chunk as string)),
    close: async () => 0,
  };
  await writeArchive(writer, entries, new Date("2026-03-01T10:00:00.000Z"));
  return Buffer.concat(chunks);
}

describe("an archive", () => {
  it("has its entries with their content, compressed or not", async () => {
    const text = "many words ".repeat(1_000);
    const content = await archiveOf([entry("a.txt", text), entry("photos/ü.jpg", text), entry("empty.txt", "")]);
    const { files } = await JSZip.loadAsync(content, { checkCRC32: true });
    expect(Object.keys(files)).toEqual(["a.txt", "photos/ü.jpg", "empty.txt"]);
    expect(await files["photos/ü.jpg"]?.async("string")).toBe(text);
    expect(await files["a.txt"]?.async("string")).toBe(text);
    expect(content.length).toBeGreaterThan(text.length);
    expect(content.length).toBeLessThan(text.length + 2_000);
  });

  it("opens each entry when its turn comes, and fails with the fault of an entry", async () => {
    const opened: string[] = [];
    const broken = (name: string): ArchiveEntry => ({
      ...entry(name, "x"),
      open: async function* () {
        opened.push(name);
        if (name === "b") throw new Error("out of reach");
        yield Buffer.from("x");
      },
    });
    await expect(archiveOf(["a", "b", "c"].map(broken))).rejects.toThrow("out of reach");
    expect(opened).toEqual(["a", "b"]);
  });

  it("is divided by entries and by bytes, in the order of the entries", () => {
    const entries = ["aa", "b", "ccc", "d", "e", "f"].map((content) => entry(content, content));
    const names = (limits: { entries: number; bytes: number }) =>
      divideEntries(entries, limits).map((some) => some.map(({ name }) => name).join());
    expect(names({ entries: 10, bytes: 100 })).toEqual(["aa,b,ccc,d,e,f"]);
    expect(names({ entries: 2, bytes: 100 })).toEqual(["aa,b", "ccc,d", "e,f"]);
    expect(names({ entries: 10, bytes: 3 })).toEqual(["aa,b", "ccc", "d,e,f"]);
    expect(() => names({ entries: 10, bytes: 2 })).toThrow("fits into no archive");
    expect(divideEntries([], { entries: 1, bytes: 1 })).toEqual([[]]);
  });
});

describe("reading ahead", () => {
  it("returns results in order, with so many calls under way and no more", async () => {
    let [running, most] = [0, 0];
    const read = async (n: number) => {
      most = Math.max(most, ++running);
      for (let turns = 0; turns < 10 - n; turns++) await Promise.resolve();
      running--;
      return n * 2;
    };
    const results: number[] = [];
    for await (const result of readAhead([0, 1, 2, 3, 4, 5, 6], 3, read)) results.push(result);
    expect(results).toEqual([0, 2, 4, 6, 8, 10, 12]);
    expect(most).toBe(3);
  });

  it("fails when the reader comes to the fault, and not before", async () => {
    const read = async (n: number) => {
      if (n === 1) throw new Error("out of reach");
      return n;
    };
    const results = readAhead([0, 1, 2], 3, read);
    expect((await results.next()).value).toBe(0);
    await expect(results.next()).rejects.toThrow("out of reach");
  });
});
