import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRows, writeRows } from "../../../shared/import/store/rows.ts";
import {
  answerJson,
  escapedBytes,
  fitAnswer,
  maxEscapedBytes,
} from "../../../shared/platform/http/answer/answer-size.ts";
import { memoryFiles, parsedContact } from "../../support/import/imports.ts";

/** The bytes of an answer as Lambda sends it. */
function sentBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify({ body: JSON.stringify(value) }));
}

describe("the escaped bytes of an answer", () => {
  it("are those of JSON as a text in JSON", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const json = JSON.stringify({ text });
        expect(escapedBytes(json)).toBe(Buffer.byteLength(JSON.stringify(json)) - 2);
      }),
    );
  });
});

describe("the JSON of an answer", () => {
  it("is that of its body, with all items that fit, whether they were measured before or not", () => {
    const anyItem = fc.record({ text: fc.string({ unit: fc.constantFrom("a", "ж", "漢", '"'), minLength: 20 }) });
    const anyPercentage = fc.nat(120);
    fc.assert(
      fc.property(fc.array(anyItem, { minLength: 2 }), fc.object(), anyPercentage, (items, others, percent) => {
        const bytesOf = (count: number) => Buffer.byteLength(JSON.stringify(items.slice(0, count))) - 1;
        const most = Math.floor((percent / 100) * bytesOf(items.length));
        const fitting = fitAnswer(items, most);
        const body = { ...others, items: fitting, empty: [], absent: undefined };
        expect(answerJson(body)).toBe(JSON.stringify(body));
        if (fitting.length > 1) expect(bytesOf(fitting.length)).toBeLessThanOrEqual(most);
        if (fitting.length < items.length) expect(bytesOf(fitting.length + 1)).toBeGreaterThan(most);
      }),
    );
  });

  it("of a page is made once", () => {
    let made = 0;
    const item = { toJSON: () => ({ made: ++made }) };
    expect(answerJson({ items: fitAnswer([item]) })).toBe('{"items":[{"made":1}]}');
    expect(made).toBe(1);
  });
});

describe("an answer that consists of quotes", () => {
  const notes = '"'.repeat(19_000);

  it("has as many contacts as Lambda can send", () => {
    const contacts = Array.from({ length: 200 }, (_, id) => ({ id, notes }));
    const fitting = fitAnswer(contacts);
    expect(fitting.length).toBeGreaterThan(60);
    expect(fitting.length).toBeLessThan(100);
    expect(sentBytes({ contacts: fitting })).toBeLessThan(maxEscapedBytes);
  });

  it("has as many rows of an import as Lambda can send", async () => {
    const files = memoryFiles();
    const owner = { accountId: "a", id: "i" };
    const rows = Array.from({ length: 200 }, (_, index) =>
      parsedContact({ tempId: `q${index}`, firstName: `Q${index}`, notes }),
    );
    const chunks = await writeRows(files, owner, "r", rows);
    const page = await readRows(files, { ...owner, rows: { id: "r", chunks } }, { offset: 0, limit: 500 });
    expect(page.length).toBeGreaterThan(60);
    expect(sentBytes({ contacts: page })).toBeLessThan(maxEscapedBytes);
    const next = await readRows(files, { ...owner, rows: { id: "r", chunks } }, { offset: page.length, limit: 500 });
    expect(next[0]?.firstName).toBe(`Q${page.length}`);
  });
});
