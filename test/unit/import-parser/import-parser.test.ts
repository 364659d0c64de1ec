import { describe, expect, it } from "vitest";
import {
  eachFile,
  fileOf,
  type ImportFile,
  noteReading,
  type RowReader,
} from "../../../functions/import-parser/files/import-file.ts";
import {
  ImportFileError,
  type ImportFileFault,
  ImportFilesError,
} from "../../../functions/import-parser/files/import-file-error.ts";
import { maxRows, maxTextBytes, ParserFault, readWithin } from "../../../functions/import-parser/files/read-within.ts";
import { readNetworkB } from "../../../functions/import-parser/network-b/read-network-b.ts";
import { bucketFile } from "../../../functions/import-parser/parse-files.ts";
import { readers } from "../../../functions/import-parser/readers.ts";
import {
  type FollowStrategy,
  type ImportSource,
  type ParsedContact,
  sourceNames,
} from "../../../shared/import/row/parsed-contact.ts";
import { emptyRawRow, type RawRow } from "../../../shared/import/row/raw-row.ts";
import { importSources } from "../../../shared/import/sources.ts";
import { parseUploadKey, uploadKey } from "../../../shared/import/store/import-keys.ts";
import { maxPageBytes, maxPageRows, readRows, writeRows } from "../../../shared/import/store/rows.ts";
import { realisticBody } from "../../support/contact/realistic-contact.ts";
import { csv, header, preamble } from "../../support/files/network-a.ts";
import { archive, file, followers } from "../../support/files/network-b.ts";
import { normaliseRows } from "../../support/files/normalise-rows.ts";
import { card } from "../../support/files/vcard.ts";
import { lineReader, memoryFiles, parsedContact } from "../../support/import/imports.ts";

/** A file of names, one a line. */
const readNames = lineReader((text) => {
  if (text === "noise") throw new ImportFileError("file_kind", "This is noise.");
});

async function* rowsOfChunks(chunks: AsyncIterable<Uint8Array>) {
  for await (const _chunk of chunks) yield emptyRawRow({ first: 1, last: 1 });
}

/** A name for every chunk of a file. */
const readChunks = eachFile((each) => rowsOfChunks(each.stream()));

/** A file of each source, and the first name in it. */
const sources = {
  vcard: ["book.vcf", card("FN:Ana") + card("FN:Ben"), "Ana"],
  network_a: ["Connections.csv", csv(header, "Ana,Silva,,,,,", "Ben,Lind,,,,,"), "Ana"],
  network_b: ["followers_1.json", followers("ana", "ben"), "ana"],
} as const satisfies Record<ImportSource, unknown>;

async function normaliseAll(reader: RowReader, given: readonly ImportFile[], strategy: FollowStrategy = "followers") {
  const rows: RawRow[] = [];
  for await (const row of readWithin(reader, given, { strategy }, { hasTime: () => true })) rows.push(row);
  return normaliseRows(rows);
}

const files = (...texts: string[]): ImportFile[] => texts.map((text) => fileOf(Buffer.from(text)));

async function readAll(reader: RowReader, given: readonly ImportFile[], hasTime = () => true): Promise<string[]> {
  const names: string[] = [];
  const options = { strategy: "followers" } as const;
  for await (const { nickname } of readWithin(reader, given, options, { hasTime })) names.push(nickname);
  return names;
}

/** What is wrong with the files, each as its index and the reason. */
async function faultsOf(reading: Promise<unknown>): Promise<[number, ImportFileFault][]> {
  const fault = await reading.then(
    () => "nothing",
    (error: unknown) => error,
  );
  expect(fault).toBeInstanceOf(ImportFilesError);
  return (fault as ImportFilesError).faults.map(({ index, error }) => [index, error.reason]);
}

/** A file of so many bytes, in chunks of which each is the same. */
function hugeFile(size: number, fault?: Error): ImportFile {
  const chunk = new Uint8Array(1024 * 1024);
  return {
    name: "",
    size,
    read: async (start, end) => new Uint8Array(end - start),
    stream: async function* () {
      for (let at = 0; at < size; at += chunk.byteLength) yield chunk.subarray(0, size - at);
      if (fault) throw fault;
    },
  };
}

describe("the files of an import", () => {
  it("are read in their order, as one", async () => {
    expect(await readAll(readNames, files("Ada\nGrace", "Joan"))).toEqual(["Ada", "Grace", "Joan"]);
  });

  it("of which none can be read fail together, with the fault of each", async () => {
    expect(await faultsOf(readAll(readNames, files("noise", "noise")))).toEqual([
      [0, "file_kind"],
      [1, "file_kind"],
    ]);
    const unread = [file("a.json", "<html>"), file("followers_1.json", '[{"title'), file("b.json", "<html>")];
    expect(await faultsOf(normaliseAll(readNetworkB, unread))).toEqual([
      [0, "file_kind"],
      [1, "file_unreadable"],
      [2, "file_kind"],
    ]);
    // The strategy selects nobody of the list beside the page, or of two lists.
    const lists = [fileOf(Buffer.from("<html>"), "a.html"), file("followers_1.json", followers("anna"))];
    expect(await faultsOf(normaliseAll(readNetworkB, lists, "following"))).toEqual([
      [0, "file_kind"],
      [1, "nobody_found"],
    ]);
    const two = [file("followers_1.json", followers("anna")), file("followers_2.json", followers("ben"))];
    expect(await faultsOf(normaliseAll(readNetworkB, two, "following"))).toEqual([[0, "nobody_found"]]);
  });

  it("are read with no progress before their faults are known", async () => {
    const noted: number[] = [];
    const limits = { hasTime: () => true };
    const note = async (bytes: number) => void noted.push(bytes);
    const reader = eachFile((each) => rowsOfChunks(noteReading(each, each.stream())));
    for await (const _row of readWithin(reader, files("Ada", "Joan"), { strategy: "followers" }, limits, note));
    expect(noted).toEqual([3, 7]);
  });

  const foreign = [
    ["a damaged archive", "PK\u0003\u0004 and no directory", /archive is damaged/],
    ["a page", "<!doctype html><html></html>", /./],
    ["nothing", "", /The file is empty/],
  ] as const;

  it.each(sourceNames.flatMap((source) => foreign.map((each) => [source, ...each] as const)))(
    "of %s are read beside %s, which the row of the first person names",
    async (source, what, text, why) => {
      const [name, content, first] = sources[source];
      const given = [file(name, content), fileOf(Buffer.from(text), what)];
      for (const order of [given, given.toReversed()]) {
        const { contacts } = await normaliseAll(readers[source], order);
        const skipped = contacts.map(({ issues }) => issues.filter(({ code }) => code === "file_passed_over"));
        const message = expect.stringMatching(`^The file "${what}" was skipped\\. .*${why.source}`);
        expect(skipped).toEqual([
          [{ code: "file_passed_over", severity: "warning", message }],
          ...skipped.slice(1).map(() => []),
        ]);
        expect(contacts[0]?.firstName).toBe(first);
      }
    },
  );

  const besides = { vcard: "empty.vcf", network_a: "old/Connections.csv", network_b: "old/followers_2.json" };
  it.each(sourceNames.flatMap((source) => ["<!doctype html><html></html>", ""].map((text) => [source, text] as const)))(
    "of %s in an archive are read beside %j, which the row of the first person names",
    async (source, text) => {
      const [name, content, first] = sources[source];
      const path = besides[source];
      for (const order of [
        [path, name],
        [name, path],
      ]) {
        const entries = order.map((each) => [each, each === path ? text : content]);
        const { contacts } = await normaliseAll(readers[source], [await archive(Object.fromEntries(entries))]);
        const warnings = contacts.map(({ issues }) => issues.filter(({ severity }) => severity === "warning"));
        expect(warnings).toEqual([[expect.objectContaining({ message: expect.stringContaining(path) })], []]);
        expect(contacts[0]?.firstName).toBe(first);
      }
    },
  );

  it("may have 50,000 rows together, and no more", async () => {
    const row = emptyRawRow({ first: 1, last: 1 });
    const half = (extra: number) =>
      eachFile(async function* (file) {
        const [last] = await file.read(0, 1);
        for (let count = 0; count < maxRows / 2 + (last === 50 ? extra : 0); count++) yield row;
      });
    expect(await readAll(half(0), files("1", "2"))).toHaveLength(maxRows);
    expect(await faultsOf(readAll(half(1), files("1", "2")))).toEqual([[1, "too_many_rows"]]);
  });

  it("may have 256 MB of text together, and no more is read", async () => {
    const half = maxTextBytes / 2;
    expect(await readAll(readChunks, [hugeFile(half), hugeFile(half)])).toHaveLength(256);
    expect(await faultsOf(readAll(readChunks, [hugeFile(half), hugeFile(half + 1), hugeFile(1)]))).toEqual([
      [1, "too_much_text"],
    ]);
  });

  it("may be read more than once", async () => {
    const twice = eachFile(async function* (file) {
      for await (const _chunk of file.stream());
      for await (const _chunk of file.stream()) yield emptyRawRow({ first: 1, last: 1 });
    });
    expect(await readAll(twice, [hugeFile(maxTextBytes)])).toHaveLength(256);
  });

  it("are refused when the time is over, with or without rows", async () => {
    let asked = 0;
    const hasTime = () => ++asked < 10;
    expect(await faultsOf(readAll(readNames, files("x\n".repeat(20)), hasTime))).toEqual([[0, "too_slow"]]);
    const silent = eachFile(async function* (file) {
      for await (const _chunk of file.stream());
      yield* [];
    });
    expect(await faultsOf(readAll(silent, [hugeFile(100 * 1024 * 1024)], hasTime))).toEqual([[0, "too_slow"]]);
  });

  it("that exceed a limit, or a fault of the storage, decide the error, whatever the reader throws", async () => {
    const unreadable = eachFile(async function* (file) {
      try {
        for await (const _chunk of file.stream()) yield emptyRawRow({ first: 1, last: 1 });
      } catch {
        throw new ImportFileError("file_unreadable", "It can't be read.");
      }
    });
    const storage = new Error("storage");
    expect(await faultsOf(readAll(unreadable, [hugeFile(maxTextBytes + 1)]))).toEqual([[0, "too_much_text"]]);
    await expect(readAll(unreadable, [hugeFile(10, storage)])).rejects.toBe(storage);
  });

  it("have other errors than a fault of the reader itself", async () => {
    const broken: RowReader = async function* () {
      yield emptyRawRow({ first: 1, last: 1 });
      throw new RangeError("stack");
    };
    const reading = readAll(broken, files("Ada"));
    await expect(reading).rejects.toBeInstanceOf(ParserFault);
    await expect(reading).rejects.toMatchObject({ cause: { name: "RangeError" } });
  });

  it("that exceed a limit are refused with a remedy, which for several files is to import them one by one", async () => {
    const read = async (...texts: string[]) => {
      const limits = { hasTime: () => false, remedy: importSources.network_a.fewerAtOnce };
      for await (const _row of readWithin(readChunks, files(...texts), { strategy: "followers" }, limits));
    };
    await expect(read("x")).rejects.toThrow(`Reading takes too long. ${importSources.network_a.fewerAtOnce}`);
    await expect(read("x", "x")).rejects.toThrow("Reading takes too long. Import the files one by one.");
  });

  it("are closed as soon as the caller needs no more rows", async () => {
    let open = true;
    async function* endless() {
      try {
        for (;;) yield new Uint8Array(1);
      } finally {
        open = false;
      }
    }
    const given = [{ ...hugeFile(0), stream: endless }];
    for await (const _row of readWithin(readChunks, given, { strategy: "followers" }, { hasTime: () => true })) break;
    expect(open).toBe(false);
  });
});

describe("a file of another kind is refused, with what it is and what to do:", () => {
  const importWith = (source: string) => `Import it with the source ${source}.`;
  const ana = card("FN:Ana");
  const connections = csv(...preamble, header, "Ana,Silva,,,,,");
  const ofCards = `This is a vCard file. ${importWith("vcard")}`;
  const ofTable = `This is a table of connections. ${importWith("network_a")}`;
  const ofJson = `This is a JSON file. If it is a list of network_b, import it with the source network_b.`;
  const ofAddressBook = "This is an address book as CSV. Export it there as vCard";
  const addressBook = Buffer.from("Given Name,Family Name,E-mail 1\nAna,Silva,a@x.example");

  it.each<[keyof typeof sources, string, unknown, string]>([
    ["network_a", "a vCard", ana, ofCards],
    ["network_a", "a vCard in UTF-16", Buffer.from(`\ufeff${ana}`, "utf16le"), ofCards],
    ["network_b", "a vCard", ana, ofCards],
    ["network_b", "a vCard in UTF-16", Buffer.from(`\ufeff${ana}`, "utf16le"), ofCards],
    ["vcard", "a connections table", connections, ofTable],
    ["network_b", "a connections table", connections, ofTable],
    ["vcard", "a list of network_b", followers("ana"), ofJson],
    ["network_a", "a list of network_b", followers("ana"), ofJson],
    ["vcard", "connections without their days", Buffer.from("First Name,Last Name,URL,Company\nAna,Silva,,"), ofTable],
    ["vcard", "an address book with URLs", Buffer.from("First Name,Last Name,E-mail,URL\nAna,Silva,,"), ofAddressBook],
    ["vcard", "one with companies", Buffer.from("First Name,Phone,URL,Company,E-mail\nAna,,,,"), ofAddressBook],
    ["vcard", "an address book as a table", addressBook, ofAddressBook],
    [
      "vcard",
      "almost a vCard",
      "BEGIN:VCARDS\r\nFN:Ana",
      "The file holds no vCard: nothing begins with BEGIN:VCARD. Choose",
    ],
  ])("for %s, %s", async (source, _kind, content, message) => {
    const reading = normaliseAll(readers[source], [file("file", content)]);
    await expect(reading).rejects.toMatchObject({
      faults: [{ error: { message: expect.stringMatching(`^${message}`) } }],
    });
  });

  const ofArchive = {
    "book/ana.vcf": "vcard",
    "Connections.csv": "network_a",
    "following.json": "network_b",
    "connections.json": "network_b",
  };
  it.each(
    Object.entries(ofArchive).flatMap(([path, found]) =>
      sourceNames.filter((source) => source !== found).map((source) => [source, path, found] as const),
    ),
  )("for %s, an archive of %s", async (source, path, found) => {
    const message = `This is an archive of the source ${found}. Import it with that source.`;
    const reading = normaliseAll(readers[source], [await archive({ [path]: "x", "a.txt": "x" })]);
    await expect(reading).rejects.toMatchObject({ faults: [{ error: { reason: "file_kind", message } }] });
  });
});

describe("a file in the bucket", () => {
  const content = Buffer.from("0123456789");
  async function fileIn(): Promise<ImportFile> {
    const bucket = memoryFiles();
    await bucket.put("key", content, "text/plain");
    return bucketFile(bucket, "key", { name: "digits", size: content.byteLength });
  }

  it.each([
    [0, 10, "0123456789"],
    [2, 5, "234"],
    [8, 99, "89"],
    [10, 20, ""],
    [5, 5, ""],
    [7, 3, ""],
  ])("is read from %i to %i", async (start, end, expected) => {
    const file = await fileIn();
    expect(Buffer.from(await file.read(start, end)).toString()).toBe(expected);
    const chunks: Uint8Array[] = [];
    for await (const chunk of file.stream(start, end)) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe(expected);
  });
});

describe("the rows of an import", () => {
  const owner = { accountId: "a", id: "i" };

  async function pagesOf(contacts: ReturnType<typeof parsedContact>[]) {
    const files = memoryFiles();
    const chunks = await writeRows(files, owner, "r", contacts);
    const read = (offset: number, limit: number) =>
      readRows(files, { ...owner, rows: { id: "r", chunks } }, { offset, limit });
    return { files, chunks, read };
  }

  const numbered = (count: number, notes: string | null = null) =>
    Array.from({ length: count }, (_, index) => parsedContact({ tempId: String(index), notes }));

  it.each([
    [0, 500],
    [499, 2],
    [450, 500],
    [1000, 500],
    [1202, 10],
    [1203, 10],
  ])("come back page by page, across their objects: %i, %i", async (offset, limit) => {
    const rows = numbered(1203);
    const { files, chunks, read } = await pagesOf(rows);
    expect(chunks).toEqual([maxPageRows, maxPageRows, 203]);
    expect(files.objects.size).toBe(3);
    expect(await read(offset, limit)).toEqual(rows.slice(offset, offset + limit));
  });

  it("take less than a fifth of their JSON", async () => {
    const rows = Array.from({ length: 500 }, (_, n) =>
      parsedContact({ ...(realisticBody(n) as Partial<ParsedContact>), tempId: `row${n}` }),
    );
    const { files, read } = await pagesOf(rows);
    const stored = [...files.objects.values()].reduce((sum, content) => sum + content.byteLength, 0);
    expect(stored).toBeLessThan(Buffer.byteLength(JSON.stringify(rows)) / 5);
    expect(await read(0, 500)).toEqual(rows);
  });

  it("end a page before it gets too long, and continue on the next", async () => {
    expect((await pagesOf([])).chunks).toEqual([]);
    const { chunks, read } = await pagesOf(numbered(300, "ü".repeat(20_000)));
    expect(chunks.every((rows) => rows <= 100)).toBe(true);
    const seen: string[] = [];
    while (seen.length < 300) {
      const page = await read(seen.length, 500);
      expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(maxPageBytes + 2);
      seen.push(...page.map(({ tempId }) => tempId));
    }
    expect(seen).toEqual(numbered(300).map(({ tempId }) => tempId));
  });

  it("are at least one on a page, even if it is too long", async () => {
    const { read } = await pagesOf(numbered(2, "x".repeat(maxPageBytes)));
    expect(await read(0, 500)).toHaveLength(1);
    expect(await read(1, 500)).toHaveLength(1);
  });
});

describe("the key of an uploaded file", () => {
  const accountId = "0195561e-5a00-7000-8000-000000000001";
  const importId = "0195561e-5a00-7000-8000-000000000002";

  it("has the account, the import and the file", () => {
    expect(parseUploadKey(uploadKey({ accountId, importId }))).toEqual({ accountId, importId });
  });

  it.each([
    `uploads/${accountId}/${importId}/../../x`,
    `uploads/${accountId}/${importId}/0/1`,
    `uploads/${accountId}/${importId}/1`,
    `uploads/${accountId}/${importId}/`,
    `uploads/${accountId}/${importId}/x`,
    `uploads/../${importId}/0`,
    `rows/${accountId}/${importId}/0`,
    "",
  ])("is no key of ours: %s", (key) => {
    expect(parseUploadKey(key)).toBeUndefined();
  });
});
