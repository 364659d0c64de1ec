import { describe, expect, it } from "vitest";
import { maxRows, parseContents, type RowReader } from "../../functions/import-parser/parse-contents.ts";
import { parseUploadKey, uploadKey } from "../../shared/files/import-keys.ts";
import { ImportFileError } from "../../shared/imports/import-file-error.ts";
import type { ParsedFile } from "../../shared/imports/parsed-contact.ts";
import { emptyRawRow, type RawRow } from "../../shared/imports/raw-row.ts";
import { maxPageBytes, maxPageRows, readRows, writeRows } from "../../shared/imports/rows.ts";
import { memoryFiles, parsedContact } from "../support/imports.ts";

/** A file of names, one a line. */
const readNames: RowReader = (content) => {
  const text = new TextDecoder().decode(content);
  if (text === "noise") throw new ImportFileError("file_kind", "This is noise.");
  return text
    .split("\n")
    .map((formattedName, index) => ({ ...emptyRawRow({ first: index, last: index }), formattedName }));
};

function countNames(rows: readonly RawRow[]): ParsedFile {
  const contacts = rows.map(({ formattedName }) => parsedContact({ tempId: formattedName, firstName: formattedName }));
  const { length } = contacts;
  return { contacts, totalCount: length, validCount: length, invalidCount: 0, skippedCount: 0, coverage: 1 };
}

describe("the files of an import", () => {
  it("are parsed in their order, as one", () => {
    const parsed = parseContents(readNames, countNames, [Buffer.from("Ada\nGrace"), Buffer.from("Joan")]);
    expect(parsed).toMatchObject({
      totalCount: 3,
      contacts: [{ firstName: "Ada" }, { firstName: "Grace" }, { firstName: "Joan" }],
    });
  });

  it("fail together, and every faulty one is named", () => {
    const contents = ["Ada", "noise", "Joan", "noise"].map((text) => Buffer.from(text));
    expect(parseContents(readNames, countNames, contents)).toEqual({
      faults: [
        { reason: "file_kind", detail: { path: "body.files.1", message: "This is noise." } },
        { reason: "file_kind", detail: { path: "body.files.3", message: "This is noise." } },
      ],
    });
  });

  it("may have 50,000 rows together, and no more", () => {
    const row = emptyRawRow({ first: 1, last: 1 });
    const half: RowReader = () => Array.from({ length: maxRows / 2 }, () => row);
    const [one, two] = [Buffer.from("1"), Buffer.from("2")];
    expect(parseContents(half, countNames, [one, two])).toMatchObject({ totalCount: maxRows });
    const more: RowReader = (content) => [...half(content), ...(content === two ? [row] : [])];
    expect(parseContents(more, countNames, [one, two])).toMatchObject({ faults: [{ reason: "too_many_rows" }] });
  });

  it("leave a fault of the parser itself to the caller", () => {
    const broken: RowReader = () => {
      throw new RangeError("stack");
    };
    expect(() => parseContents(broken, countNames, [Buffer.from("Ada")])).toThrow(RangeError);
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

  it("come back page by page, across the objects that they lie in", async () => {
    const { files, chunks, read } = await pagesOf(numbered(1203));
    expect(chunks).toEqual([maxPageRows, maxPageRows, 203]);
    expect(files.objects.size).toBe(3);
    for (const [offset, limit] of [
      [0, 500],
      [0, 1],
      [499, 2],
      [450, 500],
      [1000, 500],
      [1202, 10],
      [1203, 10],
      [9999, 1],
    ] as const) {
      const expected = numbered(1203)
        .slice(offset, offset + limit)
        .map(({ tempId }) => tempId);
      expect((await read(offset, limit)).map(({ tempId }) => tempId)).toEqual(expected);
    }
  });

  it("of nobody are none", async () => {
    const { chunks, read } = await pagesOf([]);
    expect(chunks).toEqual([]);
    expect(await read(0, 500)).toEqual([]);
  });

  it("stop a page before it gets too long, and go on behind it", async () => {
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

  it("are at least one a page, however long", async () => {
    const { read } = await pagesOf(numbered(2, "x".repeat(maxPageBytes)));
    expect(await read(0, 500)).toHaveLength(1);
    expect(await read(1, 500)).toHaveLength(1);
  });
});

describe("the key of an uploaded file", () => {
  const accountId = "0195561e-5a00-7000-8000-000000000001";
  const importId = "0195561e-5a00-7000-8000-000000000002";

  it("says whose it is", () => {
    expect(parseUploadKey(uploadKey({ accountId, importId, index: 7 }))).toEqual({ accountId, importId, index: 7 });
  });

  it.each([
    `uploads/${accountId}/${importId}/../../x`,
    `uploads/${accountId}/${importId}/0/1`,
    `uploads/${accountId}/${importId}/`,
    `uploads/${accountId}/${importId}/x`,
    `uploads/../${importId}/0`,
    `rows/${accountId}/${importId}/0`,
    "",
  ])("is no key of ours: %s", (key) => {
    expect(parseUploadKey(key)).toBeUndefined();
  });
});
