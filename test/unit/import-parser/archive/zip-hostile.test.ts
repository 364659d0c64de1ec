/** Hostile and damaged archives are refused soon, with the reason, and after few reads. */
import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { fileOf, type ImportFile } from "../../../../functions/import-parser/files/import-file.ts";
import { ImportFileError } from "../../../../functions/import-parser/files/import-file-error.ts";
import { counted, readArchive, readTexts } from "../../../support/files/zip-reads.ts";
import {
  type ArchiveEnd,
  bytesOf,
  layOut,
  sparseFile,
  type WrittenEntry,
  zipOf,
} from "../../../support/files/zip-writer.ts";
import { quickly } from "../../../support/process/quickly.ts";

const people = { name: "Connections.csv", content: "First Name,Last Name\nIda,Holt\n" };
const isCsv = (path: string) => path.endsWith(".csv");

/** Milliseconds of the processor: ten times what the slowest of these takes on a usual one. What does not end in time takes far longer. */
const soon = 4_000;

/** The fault of a file, which must be found soon. */
async function refusalOf(file: ImportFile | Uint8Array): Promise<{ reason: string; message: string }> {
  const archive = file instanceof Uint8Array ? counted(fileOf(file)) : file;
  const outcome = await quickly(soon, () => readArchive(archive, isCsv).catch((error: unknown) => error));
  if (!(outcome instanceof ImportFileError)) throw outcome instanceof Error ? outcome : new Error("it was read");
  return { reason: outcome.reason, message: outcome.message };
}

async function refusal(entries: readonly WrittenEntry[], end?: ArchiveEnd) {
  return refusalOf(zipOf(entries, end));
}

const fault = (reason: string, message: RegExp) => ({ reason, message: expect.stringMatching(message) });

describe("an archive that is not whole is refused", () => {
  const more = [people, { ...people, name: "more.csv" }];
  const bytes = zipOf(more);
  const { directoryBytes, size } = layOut(more);
  const directory = size - 22 - directoryBytes;
  const without = (start: number, length: number) =>
    Buffer.concat([bytes.subarray(0, start), bytes.subarray(start + length)]);
  const moved = { directoryOffset: 4_000_000, prefix: Buffer.from("moved") };

  it.each([
    ["it has lost most of it", bytes.subarray(0, 40), /table of contents/],
    ["it has lost its last byte", bytes.subarray(0, -1), /table of contents/],
    ["it has lost its end", bytes.subarray(0, -22), /table of contents/],
    ["it has lost a part of its directory", without(size - 30, 8), /table of contents/],
    ["it has lost its directory", without(directory, directoryBytes), /table of contents/],
    ["it has lost a part of its data", without(50, 20), /"Connections.csv" can't be unpacked/],
    ["it is the first part of several", Buffer.from("PK\x07\x08PK\x03\x04 and so on", "latin1"), /table of contents/],
    ["its directory would start before it", zipOf([people], { directorySize: 4_000_000 }), /table of contents/],
    ["its offsets point out of it", zipOf([people], moved), /damaged/],
    ["64-bit offsets do", zipOf([people], { ...moved, directoryOffset: 2 ** 60, zip64: true }), /damaged/],
    ["it claims to have a million entries", zipOf([people], { entries: 1_000_000, zip64: true }), /damaged/],
    ["it claims to have more entries", zipOf([people], { entries: 2 }), /damaged/],
    ["it claims to have fewer entries", zipOf([people, people], { entries: 1 }), /damaged/],
    ["it has nothing but ends", Buffer.alloc(1_000_000, "PK\x05\x06"), /table of contents/],
  ])("if %s", async (_what, file, message) => {
    expect(await refusalOf(file)).toEqual(fault("file_unreadable", message));
  });

  it("if it is empty", async () => {
    expect(await refusal([])).toEqual(fault("file_empty", /no file in it/));
  });
});

describe("a needed entry", () => {
  const password = /needs a password\. Remove the password/;
  const unpacked = /can't be unpacked/;
  const offsets = [3, 50, 4_000_000, 2 ** 40];

  it.each<[string, Partial<WrittenEntry>, RegExp]>([
    ["that needs a password", { central: { flags: 0x1 } }, password],
    ["that needs a password for strong encryption", { central: { flags: 0x41 } }, password],
    ["that needs a password for AES", { central: { flags: 0x1, method: 99 } }, password],
    ["that is packed by another method", { method: 9 }, /packed by method 9,/],
    ["that is stored, with another checksum", { method: 0, central: { crc: 1 } }, unpacked],
    ["that is deflated, with another checksum", { central: { crc: 1 } }, unpacked],
    ["whose data is no deflate", { packed: Buffer.from([0xff, 0xff, 0xff, 0xff]) }, unpacked],
    ["whose data ends early", { packed: deflateRawSync(people.content).subarray(0, -3) }, unpacked],
    ["without data", { packed: Buffer.alloc(0) }, unpacked],
    ["without the sizes that it should have in zip64", { central: { size: 2 ** 32 - 1 } }, /damaged/],
    ["that states a wrong size", { central: { size: 1_000 } }, unpacked],
    ["that is stored in a smaller size than its own", { method: 0, central: { size: 50 } }, unpacked],
    ["whose packed content reaches out of the archive", { central: { packedSize: 9_000 } }, unpacked],
    ...offsets.map((offset): [string, object, RegExp] => [
      `with no header at ${offset}`,
      { central: { offset } },
      unpacked,
    ]),
  ])("%s is refused with the reason", async (_what, lies, message) => {
    const entries = [
      { name: "a", content: "x" },
      { ...people, ...lies },
    ];
    expect(await refusal(entries)).toEqual(fault("file_unreadable", message));
  });

  it("whose own header claims to be longer than the archive is refused", async () => {
    const bytes = zipOf([{ ...people, content: people.content.repeat(10), method: 0 }]);
    bytes.writeUInt16LE(400, 28);
    expect(await refusalOf(bytes)).toEqual(fault("file_unreadable", /can't be unpacked/));
  });

  it("is read beside unneeded entries with all of these faults", async () => {
    const others: WrittenEntry[] = [
      { name: "a", content: "", central: { flags: 0x41 } },
      { name: "b", content: "", method: 12 },
      { name: "d", content: "x", central: { crc: 1, size: 2 ** 40, offset: 2 ** 50 } },
      { name: "e", content: "x", central: { size: 2 ** 32 - 1, extra: Buffer.from([1, 0, 99, 0]) } },
      { name: "f.zip", content: zipOf([people]) },
    ];
    expect(await readTexts(fileOf(zipOf([...others, people, ...others])), isCsv)).toEqual({
      [people.name]: people.content,
    });
  });
});

describe("a path", () => {
  it.each([
    ["a step up", "../Connections.csv"],
    ["a step up within", "media/../../Connections.csv"],
    ["a step up as Windows writes it", "..\\..\\Connections.csv"],
    ["a step up at its end", "media/.."],
    ["a slash before it", "/etc/passwd"],
    ["a backslash before it", "\\\\server\\Connections.csv"],
    ["a drive letter", "C:\\Connections.csv"],
    ["the end of a name within", "Connections.csv\0.jpg"],
  ])("with %s rejects the archive, even if the entry is not needed", async (_, name) => {
    expect(await refusal([people, { name, content: "" }])).toEqual(
      fault("archive_hostile", /path that leads out of it/),
    );
  });

  it("may have dots and colons within", async () => {
    const name = "..media/a..b/10:30 a.m.csv";
    expect(await readTexts(fileOf(zipOf([{ ...people, name }])))).toEqual({ [name]: people.content });
  });
});

describe("a bomb", () => {
  const zeros = deflateRawSync(Buffer.alloc(300_000_000), { level: 1 });

  it("of 10 GB is refused for its size before it is read", async () => {
    const file = counted(fileOf(zipOf([{ ...people, packed: zeros, central: { size: 10_000_000_000 } }])));
    expect(await refusalOf(file)).toEqual(fault("archive_too_large", /would unpack to more than 256 MB.*Unpack it/));
    expect(file.fetched).toBe(66_000);
  });

  it("that claims to be small is stopped at the stated size", async () => {
    const bomb = { ...people, packed: zeros, central: { size: 1_000_000 } };
    expect(await refusal([bomb])).toEqual(fault("archive_hostile", /unpacks to more than the archive says/));
  });

  it("that claims to be empty is stopped too", async () => {
    const bomb = { ...people, packed: zeros.subarray(0, 50_000), central: { size: 0, crc: 0 } };
    expect(await refusal([bomb])).toEqual(fault("archive_hostile", /unpacks to more than the archive says/));
  });

  it("of many entries is refused for the sum of their sizes", async () => {
    const entries = Array.from({ length: 10 }, (_, index) => ({
      name: `${index}.csv`,
      content: "x",
      central: { size: 30_000_000 },
    }));
    expect(await refusal(entries)).toEqual(fault("archive_too_large", /would unpack to more than 256 MB/));
  });

  it("of entries that share their bytes is refused by the sum of their sizes", async () => {
    const kernel = deflateRawSync(Buffer.alloc(3_000_000));
    const shared = Array.from({ length: 100 }, (_, index) => ({
      name: `${index}.csv`,
      content: "x",
      central: { offset: 0, packedSize: kernel.length, size: 3_000_000 },
    }));
    expect(await refusal([{ ...people, packed: kernel }, ...shared])).toEqual(
      fault("archive_too_large", /would unpack to more than 256 MB/),
    );
  });

  it("within a bomb is not opened", async () => {
    const inner = zipOf([{ ...people, packed: zeros }]);
    const file = counted(fileOf(zipOf([{ name: "inner.zip", content: inner, method: 0 }, people])));
    expect(await readTexts(file, isCsv)).toEqual({ [people.name]: people.content });
    expect(file.requests).toBe(1);
  });
});

describe("a false size", () => {
  it("that would fetch gigabytes for a few letters is refused", async () => {
    const layout = layOut([
      { ...people, central: { packedSize: 3 * 2 ** 30 } },
      { name: "last.jpg", content: "", hole: 2 ** 32 },
    ]);
    const file = counted(sparseFile(layout));
    expect(await refusalOf(file)).toEqual(fault("archive_hostile", /larger than when unpacked/));
    expect(file.fetched).toBe(66_000);
  });
});

describe("a directory", () => {
  it("of a million entries is refused before it is read", async () => {
    const file = counted(sparseFile(layOut([people], { crowd: 1_000_000, zip64: true })));
    expect(await refusalOf(file)).toEqual(fault("archive_too_large", /table of contents alone is longer than 64 MB/));
    expect(file.fetched).toBe(66_000);
  });

  it("with more entries than it states is read to the last allowed one", async () => {
    const hidden = bytesOf(layOut([people], { crowd: 200_001, overflow: true }));
    expect(await refusalOf(hidden)).toEqual(fault("archive_too_large", /more than 200,000 files/));
  });

  it("with huge comments and extra fields, or with long paths that are no UTF-8, is read quickly", async () => {
    const comment = Buffer.alloc(65_535, "PK\x01\x02");
    const padded = { content: "", comment, central: { extra: Buffer.alloc(65_000, "up") } };
    const name = (index: number) => Buffer.concat([Buffer.from(`${index}`), Buffer.alloc(4_000, 0x81)]);
    const entries: WrittenEntry[] = [
      ...Array.from({ length: 200 }, (_, index) => ({ name: `media/${index}.jpg`, ...padded })),
      ...Array.from({ length: 2_500 }, (_, index) => ({ name: name(index), content: "", method: 0 })),
    ];
    const file = fileOf(zipOf([...entries, people]));
    expect(await quickly(soon, () => readTexts(file, isCsv))).toEqual({ [people.name]: people.content });
  });

  it("with too many needed files is refused", async () => {
    const entries = Array.from({ length: 1_001 }, (_, index) => ({ name: `${index}/Connections.csv`, content: "" }));
    expect(await refusal(entries)).toEqual(fault("archive_hostile", /more than 1000 files/));
  });

  it("is found beside thousands of false ends", async () => {
    const comment = Buffer.concat(Array.from({ length: 2_900 }, () => zipOf([]))).subarray(0, 65_535);
    expect(await readTexts(fileOf(zipOf([people], { comment })), isCsv)).toEqual({ [people.name]: people.content });
  });
});
