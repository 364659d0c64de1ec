import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeDocument, encodeDocument } from "../../shared/search/document.ts";
import { type SearchEntry, searchEntryOf } from "../../shared/search/entry.ts";
import { arbitraryContact } from "../support/arbitrary-contact.ts";

const accountId = "0197b2c0-0000-7000-8000-000000000001";
const entries = fc.array(arbitraryContact(accountId).map(searchEntryOf), { maxLength: 5 });
const txids = fc.nat({ max: Number.MAX_SAFE_INTEGER });
const [entry] = fc.sample(arbitraryContact(accountId).map(searchEntryOf), { numRuns: 1, seed: 1 }) as [SearchEntry];

/** A document whose text is changed. */
function altered(change: (document: Record<string, unknown>) => unknown): Uint8Array {
  const text = zstdDecompressSync(encodeDocument({ accountId, txid: 7, entries: [entry] })).toString();
  return zstdCompressSync(JSON.stringify(change(JSON.parse(text) as Record<string, unknown>)));
}

describe("a document of the search index", () => {
  it("gives back every entry and the stamp", () => {
    fc.assert(
      fc.property(entries, txids, (given, txid) => {
        const found = decodeDocument(encodeDocument({ accountId, txid, entries: given }), accountId);
        expect(found).toMatchObject({ txid, entries: [...given] });
      }),
      { numRuns: 50 },
    );
  });

  it("is nothing to another account", () => {
    const document = encodeDocument({ accountId, txid: 7, entries: [entry] });
    expect(decodeDocument(document, accountId.replace(/1$/, "2"))).toBeUndefined();
  });

  it("is nothing when any part of it is missing", () => {
    const document = encodeDocument({ accountId, txid: 7, entries: [entry] });
    fc.assert(
      fc.property(fc.nat({ max: document.length - 1 }), (length) => {
        expect(decodeDocument(document.subarray(0, length), accountId)).toBeUndefined();
      }),
    );
  });

  it("never says anything else when bits of it have changed", () => {
    const document = encodeDocument({ accountId, txid: 7, entries: [entry] });
    const whole = decodeDocument(document, accountId);
    fc.assert(
      fc.property(fc.nat({ max: document.length - 1 }), fc.integer({ min: 1, max: 255 }), (place, bits) => {
        const damaged = Uint8Array.from(document, (byte, index) => (index === place ? byte ^ bits : byte));
        // Some bits of the header say when and where it was packed.
        expect([undefined, whole]).toContainEqual(decodeDocument(damaged, accountId));
      }),
      { numRuns: 300 },
    );
  });

  it("is nothing when it is garbage, packed or not", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.json(), (bytes, json) => {
        expect(decodeDocument(bytes, accountId)).toBeUndefined();
        expect(decodeDocument(zstdCompressSync(bytes), accountId)).toBeUndefined();
        expect(decodeDocument(zstdCompressSync(json), accountId)).toBeUndefined();
      }),
    );
  });

  it("is read when nothing of it is altered", () => {
    const same = altered((document) => document);
    expect(decodeDocument(same, accountId)).toMatchObject({ txid: 7, entries: [entry] });
  });

  it.each([
    ["the format of the document", { documentFormat: 0 }],
    ["the format of the entries", { entryFormat: 0 }],
    ["a stamp that is no number", { txid: "7" }],
    ["a stamp that is no whole number", { txid: 7.5 }],
    ["no stamp", { txid: undefined }],
    ["entries that are no list", { entries: {} }],
    ["an entry that is no entry", { entries: [null] }],
    ["an entry without an id", { entries: [[1, "", "", "", "", 0, ""]] }],
  ])("is nothing with %s altered", (_what, change) => {
    const document = altered((whole) => ({ ...whole, ...change }));
    expect(decodeDocument(document, accountId)).toBeUndefined();
  });

  it("is not unpacked beyond what a document may be", () => {
    const text = zstdDecompressSync(encodeDocument({ accountId, txid: 7, entries: [entry] }));
    const bomb = zstdCompressSync(Buffer.concat([text, Buffer.alloc(2_000_000, " ")]));
    expect(bomb.length).toBeLessThan(20_000);
    expect(decodeDocument(bomb, accountId, text.length + 2_000_000)).toMatchObject({ entries: [entry] });
    expect(decodeDocument(bomb, accountId, text.length + 1_999_999)).toBeUndefined();
  });

  it("is not made larger than it could be read", () => {
    const document = { accountId, txid: 7, entries: [entry] };
    const size = zstdDecompressSync(encodeDocument(document)).length;
    expect(decodeDocument(encodeDocument(document, size), accountId, size)).toMatchObject({ txid: 7 });
    expect(() => encodeDocument(document, size - 1)).toThrow(RangeError);
  });
});
