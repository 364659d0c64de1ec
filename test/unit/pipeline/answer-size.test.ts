import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRows, writeRows } from "../../../shared/import/store/rows.ts";
import { escapedBytes, fitAnswer, maxEscapedBytes } from "../../../shared/platform/http/answer/answer-size.ts";
import { memoryFiles, parsedContact } from "../../support/import/imports.ts";

/** As Lambda hands an answer on. */
function carried(value: unknown): number {
  return Buffer.byteLength(JSON.stringify({ body: JSON.stringify(value) }));
}

describe("bytes of an answer on its way", () => {
  it("are those of its JSON as a text within JSON, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const json = JSON.stringify({ text });
        expect(escapedBytes(json)).toBe(Buffer.byteLength(JSON.stringify(json)) - 2);
      }),
    );
  });
});

describe("an answer of texts that are nothing but quotes", () => {
  const notes = '"'.repeat(19_000);

  it("holds as many contacts as the platform carries", () => {
    const contacts = Array.from({ length: 200 }, (_, id) => ({ id, notes }));
    const fitting = fitAnswer(contacts);
    expect(fitting.length).toBeGreaterThan(60);
    expect(fitting.length).toBeLessThan(100);
    expect(carried({ contacts: fitting })).toBeLessThan(maxEscapedBytes);
  });

  it("holds as many rows of an import", async () => {
    const files = memoryFiles();
    const owner = { accountId: "a", id: "i" };
    const rows = Array.from({ length: 200 }, (_, index) =>
      parsedContact({ tempId: `q${index}`, firstName: `Q${index}`, notes }),
    );
    const chunks = await writeRows(files, owner, "r", rows);
    const page = await readRows(files, { ...owner, rows: { id: "r", chunks } }, { offset: 0, limit: 500 });
    expect(page.length).toBeGreaterThan(60);
    expect(carried({ contacts: page })).toBeLessThan(maxEscapedBytes);
    const next = await readRows(files, { ...owner, rows: { id: "r", chunks } }, { offset: page.length, limit: 500 });
    expect(next[0]?.firstName).toBe(`Q${page.length}`);
  });
});
