import { v7 as newId } from "uuid";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { receiveUpload } from "../../functions/import-parser/operations.ts";
import { importOperations } from "../../functions/imports/operations.ts";
import type { UploadedFile } from "../../shared/http/route.ts";
import { ImportFileError } from "../../shared/imports/import-file-error.ts";
import { emptyRawRow, type RawRow } from "../../shared/imports/raw-row.ts";
import { getImport } from "../../shared/table/import.ts";
import type { Store } from "../../shared/table/store.ts";
import { type MemoryFiles, memoryFiles, newAccount, parsedContact } from "../support/imports.ts";
import { findNothing } from "../support/places.ts";
import { freshTable } from "../support/stack.ts";

let store: Store;
let accountId: string;
beforeAll(async () => {
  ({ store } = await freshTable());
  accountId = await newAccount(store);
});

let files: MemoryFiles;
let clock: number;
let pauses: number[];
/** What the bucket's event does, while the route waits. */
let whileWaiting: () => Promise<void>;
beforeEach(() => {
  files = memoryFiles();
  clock = Date.parse("2026-03-01T10:00:00.000Z");
  pauses = [];
  whileWaiting = parseUploads;
});

const common = { headers: {}, requestId: "r", clientAddress: "192.0.2.1", baseUrl: "https://api.example" };
const vcard = { source: "vcard" } as const;

function operations() {
  return importOperations({
    store,
    files,
    now: () => new Date(clock),
    newId: () => newId(),
    findPlace: findNothing,
    pause: async (milliseconds) => {
      pauses.push(milliseconds);
      clock += milliseconds;
      await whileWaiting();
    },
  });
}

async function parseUploads(): Promise<void> {
  const uploads = [...files.objects.keys()].filter((key) => key.startsWith("uploads/"));
  for (const key of uploads) await receiveUpload(parserParts, key, { requestId: "p", remainingTime: () => 60_000 });
}

const parserParts = {
  get store() {
    return store;
  },
  get files() {
    return files;
  },
  readers: { vcard: readLines },
  normalise: (rows: readonly RawRow[]) => ({
    contacts: rows.map(({ nickname }, index) => parsedContact({ tempId: String(index), firstName: nickname })),
    totalCount: rows.length,
    validCount: rows.length,
    invalidCount: 0,
    skippedCount: 0,
    coverage: 1,
  }),
  now: () => new Date(clock),
  newId: () => newId(),
  log: () => {},
};

/** One person a line. */
function readLines(content: Uint8Array): RawRow[] {
  const text = Buffer.from(content).toString();
  if (text === "noise") throw new ImportFileError("file_kind", "This is noise.");
  return text.split("\n").map((nickname) => ({ ...emptyRawRow({ first: 1, last: 1 }), nickname }));
}

function fileOf(content: string, fileName = "book.vcf"): UploadedFile {
  return { fieldName: "file", fileName, contentType: "text/vcard", content: Buffer.from(content) };
}

function parse(given: UploadedFile[], remaining = 29_000) {
  const caller = { kind: "session", accountId } as const;
  const started = clock;
  const remainingTime = () => remaining - (clock - started);
  return operations().parseImport({
    ...common,
    caller,
    params: vcard,
    query: {},
    body: { files: given, fields: {} },
    remainingTime,
  });
}

function read(importId: string, page = { limit: 200, offset: 0 }, account = accountId) {
  const caller = { kind: "session", accountId: account } as const;
  return operations().readImport({
    ...common,
    caller,
    params: { source: "vcard", importId },
    query: page,
    body: undefined,
    remainingTime: () => 1,
  });
}

describe("parsing", () => {
  it("answers the rows as soon as they are there", async () => {
    const answer = await parse([fileOf("Ada\nGrace")]);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        totalCount: 2,
        contacts: [{ firstName: "Ada" }, { firstName: "Grace" }],
        pagination: { hasMore: false, limit: 500, offset: 0, search: null, sort: null, totalCount: 2 },
      },
    });
    expect(pauses).toEqual([30]);
  });

  it("answers the first 500 rows of many, and where the rest is", async () => {
    const { body } = await parse([fileOf(Array.from({ length: 1201 }, (_, index) => `P${index}`).join("\n"))]);
    if (!("contacts" in body)) throw new Error("there are no rows");
    expect(body.contacts).toHaveLength(500);
    expect(body.pagination).toMatchObject({ hasMore: true, limit: 500, totalCount: 1201 });
    const rest = await read(body.importId, { offset: 1000, limit: 500 });
    expect(rest.body).toMatchObject({
      status: "parsed",
      rowsRead: 1201,
      pagination: { hasMore: false, limit: 500, offset: 1000 },
    });
    expect(rest.body.contacts.map(({ firstName }) => firstName)).toEqual(
      Array.from({ length: 201 }, (_, i) => `P${i + 1000}`),
    );
  });

  it("answers 202 before the gateway gives up, having asked ever more seldom", async () => {
    whileWaiting = async () => {};
    const started = clock;
    const { status, headers, body } = await parse([fileOf("Ada")]);
    expect(status).toBe(202);
    expect(body).toEqual({ importId: expect.any(String), status: "waiting" });
    expect(headers?.location).toBe(`https://api.example/contacts/import/vcard/${body.importId}`);
    expect(clock - started).toBeGreaterThan(20_000);
    expect(clock - started).toBeLessThan(26_000);
    expect(pauses.every((wait, index) => wait >= (pauses[index - 1] ?? 30) && wait <= 500)).toBe(true);

    whileWaiting = parseUploads;
    await parseUploads();
    expect((await read(body.importId)).body).toMatchObject({ status: "parsed", contacts: [{ firstName: "Ada" }] });
  });

  it("gives up sooner when less time is left", async () => {
    whileWaiting = async () => {};
    const started = clock;
    expect((await parse([fileOf("Ada")], 5_000)).status).toBe(202);
    expect(clock - started).toBeLessThan(3_000);
  });

  it("refuses a file that can't be read, and says which", async () => {
    await expect(parse([fileOf("Ada"), fileOf("noise")])).rejects.toMatchObject({
      code: "validation_error",
      message: "body.files.1: This is noise.",
      details: [{ path: "body.files.1", message: "This is noise." }],
    });
  });

  it.each([
    ["no file", []],
    ["the file part of a form where none was chosen", [fileOf("", "")]],
    ["an empty file", [fileOf("Ada"), fileOf("")]],
  ])("refuses %s before anything is written", async (_case, given) => {
    await expect(parse(given)).rejects.toMatchObject({ code: "validation_error" });
    expect(files.objects.size).toBe(0);
  });

  it("does not let a file's name reach the bucket, and keeps it short and plain", async () => {
    const names = [
      "../../../etc/passwd",
      `${"x".repeat(300)}.vcf`,
      "C:\\Users\\ada\\book.vcf",
      "a\u0000b\ud800.vcf",
      "..",
      "日本語.vcf",
    ];
    const { body } = await parse(names.map((name) => fileOf("Ada", name)));
    expect([...files.objects.keys()].filter((key) => key.startsWith("uploads/"))).toEqual(
      names.map((_name, index) => `uploads/${accountId}/${body.importId}/${index}`),
    );
    const record = await getImport(store, accountId, body.importId, new Date(clock));
    expect(record?.files.map(({ name }) => name)).toEqual([
      "passwd",
      "x".repeat(100),
      "book.vcf",
      "ab\ufffd.vcf",
      "..",
      "日本語.vcf",
    ]);
  });
});

describe("reading an import", () => {
  it("shows a failed one with its reason, and no rows", async () => {
    whileWaiting = async () => {};
    const { body } = await parse([fileOf("noise")]);
    await parseUploads();
    expect((await read(body.importId)).body).toMatchObject({
      status: "failed",
      error: { code: "validation_error", details: [{ path: "body.files.0", message: "This is noise." }] },
      contacts: [],
      totalCount: 0,
    });
  });

  it("of another account, of none, or of yesterday is a 404", async () => {
    const { body } = await parse([fileOf("Ada")]);
    const other = await newAccount(store);
    await expect(read(body.importId, undefined, other)).rejects.toMatchObject({ code: "import_not_found" });
    await expect(read(newId())).rejects.toMatchObject({ code: "import_not_found" });
    clock += 24 * 60 * 60 * 1000;
    await expect(read(body.importId)).rejects.toMatchObject({ code: "import_not_found" });
  });

  it("beyond its end is an empty page", async () => {
    const { body } = await parse([fileOf("Ada")]);
    expect((await read(body.importId, { offset: 5, limit: 10 })).body).toMatchObject({
      contacts: [],
      totalCount: 1,
      pagination: { hasMore: false, limit: 10, offset: 5 },
    });
  });
});
