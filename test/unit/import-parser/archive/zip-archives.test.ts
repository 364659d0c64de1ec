/** Archives as archivers write them: what is asked for comes back, and little else is read. */
import fc from "fast-check";
import JSZip from "jszip";
import { describe, expect, it } from "vitest";
import { isArchive, openArchive } from "../../../../functions/import-parser/archive/open-archive.ts";
import { fileOf } from "../../../../functions/import-parser/files/import-file.ts";
import { Chance } from "../../../support/files/mutate.ts";
import { contentOf, counted, readArchive, readTexts } from "../../../support/files/zip-reads.ts";
import { type ArchiveEnd, type WrittenEntry, zipOf } from "../../../support/files/zip-writer.ts";
import { tries } from "../../../support/seed.ts";

const people = { name: "Connections.csv", content: "First Name,Last Name\nIda,Holt\n" };
const photo = { name: "media/1.jpg", content: "no text", method: 0 };

async function read(entries: readonly WrittenEntry[], end?: ArchiveEnd): Promise<Record<string, string>> {
  return readTexts(fileOf(zipOf(entries, end)));
}

describe("an archive of jszip", () => {
  const part = fc.stringMatching(/^[A-Za-z0-9 ,'éÄ🎻-]{1,12}$/u).filter((text) => text.trim() === text);
  const entry = fc.record({
    path: fc
      .array(part, { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join("/"))
      // Which jszip puts before all others.
      .filter((path) => !/^\d+$/.test(path)),
    content: fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc
        .tuple(fc.integer({ max: 255, min: 0 }), fc.integer({ min: 0, max: 300_000 }))
        .map(([byte, length]) => new Uint8Array(length).fill(byte)),
      fc.integer({ min: 1, max: 200_000 }).map((length) => noise(length)),
    ),
    compression: fc.constantFrom("STORE" as const, "DEFLATE" as const),
    comment: fc.option(fc.string({ maxLength: 20 }), { nil: undefined }),
    needed: fc.boolean(),
  });
  const archive = fc.record({
    entries: fc.uniqueArray(entry, { minLength: 1, maxLength: 12, selector: ({ path }) => path.toLowerCase() }),
    comment: fc.string({ maxLength: 200 }),
    streamFiles: fc.boolean(),
    platform: fc.constantFrom("DOS" as const, "UNIX" as const),
  });

  it("gives all needed entries in their order, with few requests", async () => {
    await fc.assert(
      fc.asyncProperty(archive, async ({ entries, comment, streamFiles, platform }) => {
        // A path that is also another's folder can't be unpacked by anybody.
        const files = entries.filter(({ path }) => !entries.some((other) => other.path.startsWith(`${path}/`)));
        const zip = new JSZip();
        for (const { path, content, ...options } of files)
          zip.file(path, content, { ...options, createFolders: false });
        const bytes = await zip.generateAsync({ type: "uint8array", comment, streamFiles, platform });

        const needed = files.filter((file) => file.needed);
        const file = counted(fileOf(bytes));
        const seen: string[] = [];
        const found = await readArchive(file, (path) => {
          seen.push(path);
          return needed.some((one) => one.path === path);
        });

        expect(seen).toEqual(files.map(({ path }) => path));
        expect([...found.keys()]).toEqual(needed.map(({ path }) => path));
        for (const { path, content } of needed) expect(found.get(path)?.equals(content)).toBe(true);
        expect(file.requests).toBeLessThanOrEqual(3 + 2 * needed.length);
        expect(file.fetched).toBeLessThanOrEqual(bytes.length + 66_000);
      }),
      { numRuns: tries(40, 200) },
    );
  });
});

describe("an archive", () => {
  it("is recognised by its first bytes", () => {
    expect(isArchive(zipOf([people]))).toBe(true);
    expect(isArchive(zipOf([]))).toBe(true);
    expect(isArchive(Buffer.from("PK\x07\x08PK\x03\x04", "latin1"))).toBe(true);
    expect(isArchive(zipOf([people], { prefix: Buffer.from("MZ, a program that unpacks itself") }))).toBe(true);
    expect(isArchive(Buffer.from("PK,First Name"))).toBe(false);
    expect(isArchive(new Uint8Array(0))).toBe(false);
  });

  it("stops its request when the caller stops reading", async () => {
    const content = Buffer.alloc(4_000_000, "Ida,Holt\n");
    const file = counted(fileOf(zipOf([{ ...people, content, method: 0 }])));
    for (const entry of await openArchive(file, () => true)) {
      for await (const _ of entry.content()) break;
    }
    expect(file.fetched).toBeLessThan(200_000);
  });

  it("rethrows a fault of the storage", async () => {
    const fault = new Error("storage is away");
    const content = noise(200_000);
    const file = fileOf(
      zipOf([
        { ...people, content },
        { ...photo, content },
      ]),
    );
    const failing = {
      ...file,
      async *stream() {
        yield await file.read(0, 0);
        throw fault;
      },
    };
    const [csv, jpg] = await openArchive(failing, () => true);
    if (!csv || !jpg) throw new Error("no entries");
    await expect(contentOf(csv)).rejects.toBe(fault);
    await expect(contentOf(jpg)).rejects.toBe(fault);
  });

  it("may have bytes before it and behind it", async () => {
    const texts = { [people.name]: people.content };
    const bytes = Buffer.from("\r\n other bytes PK\x05\x06 than the archive's");
    expect(await read([people], { prefix: bytes })).toEqual(texts);
    expect(await read([people], { behind: bytes })).toEqual(texts);
    expect(await read([people], { prefix: bytes, behind: bytes, zip64: true })).toEqual(texts);
  });

  it("may contain another archive with its own end", async () => {
    const inner = { name: "inner.zip", content: zipOf([photo]), method: 0 };
    const paths = async (end: ArchiveEnd) => Object.keys(await read([people, inner], end));
    expect(await paths({})).toEqual([people.name, inner.name]);
    expect(await paths({ behind: Buffer.from("\r\n") })).toEqual([people.name, inner.name]);
  });

  it("may have the signature of its end in its comment", async () => {
    const texts = { [people.name]: people.content };
    expect(await read([people], { comment: Buffer.from("PK\x05\x06") })).toEqual(texts);
    expect(await read([people], { comment: Buffer.alloc(65_535, "PK\x05\x06, and much more") })).toEqual(texts);
    const other = zipOf([{ ...people, content: "Nobody" }]);
    expect(await read([people], { comment: other.subarray(-22) })).toEqual(texts);
  });

  it("may have records of zip64 although it is small", async () => {
    expect(await read([{ ...people, zip64: true }, photo], { zip64: true })).toHaveProperty(
      [people.name],
      people.content,
    );
  });

  it("may have the sizes of an entry only after its data", async () => {
    const unknown = { flags: 8, crc: 0, packedSize: 0, size: 0 };
    const entry = { ...people, local: unknown, central: { flags: 8 }, behind: Buffer.alloc(16, "PK\x07\x08") };
    expect(await read([entry, photo])).toHaveProperty([people.name], people.content);
  });

  it("is read by its directory if the header of an entry differs", async () => {
    const local = { name: "other.txt", method: 12, crc: 1, packedSize: 7, size: 7, extra: Buffer.alloc(60_000) };
    expect(await read([{ ...people, local }, photo])).toHaveProperty([people.name], people.content);
  });

  it("gives no entry for a folder or an unneeded file", async () => {
    expect(await read([{ name: "media/", content: "", method: 0 }, photo])).toEqual({ [photo.name]: photo.content });
    expect(await openArchive(fileOf(zipOf([people])), () => false)).toEqual([]);
  });

  it("gives the last of several entries with the same path", async () => {
    const later = { ...people, content: "later" };
    const found = await readTexts(fileOf(zipOf([people, photo, later])));
    expect(Object.entries(found).map(([path, text]) => [path, text.length])).toEqual([
      [photo.name, 7],
      [people.name, 5],
    ]);
  });
});

describe("paths", () => {
  const paths = async (...entries: Partial<WrittenEntry>[]) =>
    Object.keys(await read(entries.map((entry) => ({ name: "", content: "x", ...entry }))));

  it("are UTF-8 if a flag or the bytes say so", async () => {
    expect(await paths({ name: "Ænes 🎻.json" })).toEqual(["Ænes 🎻.json"]);
    expect(await paths({ name: "Ænes 🎻.json", central: { flags: 0 } })).toEqual(["Ænes 🎻.json"]);
  });

  it("have slashes instead of the backslashes of Windows, and no step to their own folder", async () => {
    expect(await paths({ name: "export\\followers_1.json" }, { name: "./following.json" })).toEqual([
      "export/followers_1.json",
      "following.json",
    ]);
  });
});

/** The same for a length; deflate makes it longer. */
function noise(length: number): Uint8Array {
  const chance = new Chance(length);
  return new Uint8Array(length).map(() => chance.below(256));
}
