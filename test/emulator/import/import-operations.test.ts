import { v7 as newId } from "uuid";
import { beforeEach, describe, expect, it } from "vitest";
import { ImportFileError } from "../../../functions/import-parser/files/import-file-error.ts";
import { receiveUpload } from "../../../functions/import-parser/operations.ts";
import { importOperations } from "../../../functions/imports/operations.ts";
import { getImport } from "../../../shared/import/store/import.ts";
import type { UploadedFile } from "../../../shared/platform/http/route/route.ts";
import { noPictures } from "../../support/contact/pictures.ts";
import {
  lineReader,
  type MemoryFiles,
  memoryFiles,
  newAccount,
  newIndexes,
  readersOf,
} from "../../support/import/imports.ts";
import { findNothing } from "../../support/map/places.ts";
import { memoryAccountFiles } from "../../support/process/account-files.ts";
import { sessionInput } from "../../support/process/operation-input.ts";
import { freshTable } from "../../support/process/stack.ts";

const { store } = await freshTable();
const accountId = await newAccount(store);

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

function operations(table = store) {
  return importOperations({
    ...noPictures,
    store: table,
    indexes: newIndexes(table, () => new Date(clock)),
    files,
    accountFiles: memoryAccountFiles(),
    signUpload: async (key, size, seconds) => ({
      url: "https://bucket.example",
      fields: { key, for: `${size} ${seconds}` },
    }),
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
  store,
  get files() {
    return files;
  },
  readers: readersOf(
    lineReader((text) => {
      if (text === "noise") throw new ImportFileError("file_kind", "This is noise.");
    }),
  ),
  now: () => new Date(clock),
  newId: () => newId(),
  log: () => {},
};

function fileOf(content: string, fileName = "book.vcf"): UploadedFile {
  return { fieldName: "file", fileName, contentType: "text/vcard", content: Buffer.from(content) };
}

function parse(given: UploadedFile[], remaining = 29_000, table = store) {
  const started = clock;
  return operations(table).parseImport({
    ...sessionInput(accountId),
    params: { source: "vcard" },
    body: { files: given, fields: {} },
    remainingTime: () => remaining - (clock - started),
  });
}

function read(importId: string, page = { limit: 200, offset: 0 }, account = accountId) {
  return operations().getImport({ ...sessionInput(account), params: { source: "vcard", importId }, query: page });
}

describe("parsing", () => {
  it("answers the rows as soon as they are parsed", async () => {
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

  it("answers the first 500 of many rows, and the others page by page", async () => {
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

  it("answers 202 before the gateway's time-out, after ever longer pauses", async () => {
    whileWaiting = async () => {};
    const started = clock;
    const { status, headers, body } = await parse([fileOf("Ada")]);
    expect(status).toBe(202);
    expect(body).toEqual({ importId: expect.any(String), status: "waiting" });
    expect(headers?.location).toBe(`https://api.example.com/contacts/import/vcard/${body.importId}`);
    expect(clock - started).toBeGreaterThan(20_000);
    expect(clock - started).toBeLessThan(26_000);
    expect(pauses.every((wait, index) => wait >= (pauses[index - 1] ?? 30) && wait <= 500)).toBe(true);

    whileWaiting = parseUploads;
    await parseUploads();
    expect((await read(body.importId)).body).toMatchObject({ status: "parsed", contacts: [{ firstName: "Ada" }] });
  });

  it("answers 202 when the rows can't be read in time", async () => {
    const limits: (number | undefined)[] = [];
    files.read = async (_key, _maxBytes, withinMs) => {
      limits.push(withinMs);
      throw new DOMException("too late", "TimeoutError");
    };
    const { status, body } = await parse([fileOf("Ada")], 10_000);
    expect([status, body]).toEqual([202, { importId: expect.any(String), status: "parsed" }]);
    expect(limits).toEqual([expect.closeTo(4_500, -3)]);
  });

  it("answers 202 with the last known status when the table does not answer in time", async () => {
    const slow = new Proxy(store.client, {
      get: (target, name) => {
        if (name !== "send") return Reflect.get(target, name);
        return (command: never, options?: { abortSignal?: AbortSignal }) => {
          if (!options?.abortSignal) return target.send(command);
          return new Promise((_resolve, reject) =>
            options.abortSignal?.addEventListener("abort", () => reject(new Error("aborted"))),
          );
        };
      },
    });
    const given = { client: slow, tableName: store.tableName };
    // Nearly all of the time that is left has gone by then.
    whileWaiting = async () => {
      clock += 1_060;
    };
    const { status, body } = await parse([fileOf("Ada")], 3_100, given);
    expect([status, body]).toEqual([202, { importId: expect.any(String), status: "waiting" }]);
  });

  it("stops an upload to the storage in time for an answer", async () => {
    const limits: (number | undefined)[] = [];
    files.put = async (_key, _content, _type, withinMs) => {
      limits.push(withinMs);
      throw new DOMException("too late", "TimeoutError");
    };
    await expect(parse([fileOf("Ada")], 28_000)).rejects.toMatchObject({ name: "TimeoutError" });
    expect(limits).toEqual([25_000]);
  });

  it("refuses files of which none can be read, and names each by the index of its part", async () => {
    const blank = fileOf("", "");
    await expect(parse([blank, fileOf("noise"), blank, fileOf("noise")])).rejects.toMatchObject({
      code: "validation_error",
      details: [1, 3].map((part) => ({ path: `body.files.${part}`, message: "This is noise." })),
    });
    await expect(parse([blank, fileOf("")])).rejects.toMatchObject({
      details: [{ path: "body.files.1", message: "The file is empty." }],
    });
  });

  it("skips a file that can't be read beside another one, which the first row says", async () => {
    const { body } = await parse([fileOf("Ada"), fileOf("noise", "noise.pdf")]);
    const message = 'The file "noise.pdf" was skipped. This is noise.';
    expect(body).toMatchObject({ contacts: [{ firstName: "Ada", issues: [{ code: "file_passed_over", message }] }] });
  });

  it.each([
    ["no file", []],
    ["only the blank part of a form without a chosen file", [fileOf("", "")]],
    ["empty files", [fileOf(""), fileOf("")]],
  ])("refuses %s before anything is written", async (_case, given) => {
    await expect(parse(given)).rejects.toMatchObject({ code: "validation_error" });
    expect(files.objects.size).toBe(0);
  });

  it("stores the names of files without folders and control characters, cut, and uses none of them in a key", async () => {
    const names = ["../etc/passwd", `${"x".repeat(300)}.vcf`, "C:\\Ada\\book.vcf", "a\u0000b.vcf", "..", "日本語.vcf"];
    whileWaiting = async () => {};
    const { body } = await parse(names.map((name) => fileOf("Ada", name)));
    expect([...files.objects.keys()]).toEqual([`uploads/${accountId}/${body.importId}/0`]);
    const record = await getImport(store, accountId, body.importId, new Date(clock));
    const stored = ["passwd", "x".repeat(100), "book.vcf", "ab.vcf", "..", "日本語.vcf"];
    expect(record?.files.map(({ name }) => name)).toEqual(stored);
  });
});

it("an upload is a form for the one file of the import", async () => {
  const { status, headers, body } = await operations().prepareImportUpload({
    ...sessionInput(accountId),
    params: { source: "network_b" },
    body: { fileName: "C:\\ada\\export.zip", size: 123, strategy: "followers" },
  });
  const key = `uploads/${accountId}/${body.importId}/0`;
  expect([status, headers?.location]).toEqual([
    201,
    `https://api.example.com/contacts/import/network_b/${body.importId}`,
  ]);
  expect(body.upload).toEqual({
    url: "https://bucket.example",
    method: "POST",
    fields: { key, for: "123 3600" },
    expiresAt: "2026-03-01T11:00:00.000Z",
    maxBytes: 123,
  });
  expect(await getImport(store, accountId, body.importId, new Date(clock))).toMatchObject({
    status: "waiting",
    strategy: "followers",
    files: [{ name: "export.zip", size: 123 }],
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
      totalCount: null,
      coverage: null,
      pagination: { totalCount: 0 },
    });
  });

  it("of another account or of yesterday, and an unknown one, is a 404", async () => {
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
