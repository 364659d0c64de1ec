import JSZip from "jszip";
import { expect, it } from "vitest";
import { type ArchiveEntry, createArchives } from "../../../functions/export-worker/archives.ts";

const date = new Date("2026-03-01T10:00:00.000Z");
const wide = { entries: 10, bytes: 1_000_000 };

function entry(name: string, content: string): ArchiveEntry {
  const chunks = content.match(/.{1,1000}/g) ?? [];
  const compress = name.endsWith(".txt");
  return { name, bytes: content.length, content: chunks.map((chunk) => Buffer.from(chunk)), compress };
}

/** The archives of these entries, with the names of their files. */
async function archivesOf(entries: readonly ArchiveEntry[], limits = wide): Promise<Map<string, Buffer>> {
  const made = new Map<string, Buffer>();
  const create = (key: string) => {
    const chunks: Uint8Array[] = [];
    const write = async (chunk: Uint8Array | string) => void chunks.push(Buffer.from(chunk as string));
    const close = async () => made.set(key, Buffer.concat(chunks)).get(key)?.byteLength ?? 0;
    return { key, writer: { write, close } };
  };
  const archives = createArchives(create, "all", limits, date);
  for (const each of entries) await archives.add(each);
  const files = await archives.close();
  expect(files).toEqual([...made].map(([key, content]) => ({ key, bytes: content.byteLength })));
  return made;
}

it("an archive has its entries with their content, compressed or not", async () => {
  const text = "many words ".repeat(1_000);
  const made = await archivesOf([entry("a.txt", text), entry("photos/ü.jpg", text), entry("empty.txt", "")]);
  const content = made.get("all.zip") ?? Buffer.of();
  const { files } = await JSZip.loadAsync(content, { checkCRC32: true });
  expect(Object.keys(files)).toEqual(["a.txt", "photos/ü.jpg", "empty.txt"]);
  expect(await files["photos/ü.jpg"]?.async("string")).toBe(text);
  expect(await files["a.txt"]?.async("string")).toBe(text);
  expect(files["a.txt"]?.date).toEqual(date);
  expect(content.length).toBeGreaterThan(text.length);
  expect(content.length).toBeLessThan(text.length + 2_000);
});

it("fails with the fault of an entry", async () => {
  const content = async function* () {
    yield Buffer.from("x");
    throw new Error("out of reach");
  };
  await expect(archivesOf([{ ...entry("a", ""), content: content() }])).rejects.toThrow("out of reach");
});

it("archives are divided by entries and by bytes, in the order of the entries", async () => {
  const entries = ["aa", "b", "ccc", "d", "e", "f"].map((content) => entry(content, content));
  const names = async (limits: { entries: number; bytes: number }) => {
    const archives = [...(await archivesOf(entries, limits))].map(async ([file, content]) => {
      const { files } = await JSZip.loadAsync(content);
      return `${file}: ${Object.keys(files).join()}`;
    });
    return Promise.all(archives);
  };
  expect(await names({ entries: 6, bytes: 9 })).toEqual(["all.zip: aa,b,ccc,d,e,f"]);
  expect(await names({ entries: 2, bytes: 100 })).toEqual(["all.zip: aa,b", "all-2.zip: ccc,d", "all-3.zip: e,f"]);
  expect(await names({ entries: 10, bytes: 3 })).toEqual(["all.zip: aa,b", "all-2.zip: ccc", "all-3.zip: d,e,f"]);
  await expect(names({ entries: 10, bytes: 2 })).rejects.toThrow("fits into no file");
});
