import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { entryForm, type SearchEntry, searchEntryOf } from "../../../shared/search/entry.ts";
import { decodeDocument, encodeDocument } from "../../../shared/search/index-document.ts";
import { arbitraryContact } from "../../support/contact/arbitrary-contact.ts";
import { recordOf } from "../../support/contact/contact-calls.ts";

const accountId = "0197b2c0-0000-7000-8000-000000000001";
const arbitraryEntry = arbitraryContact(accountId).map(searchEntryOf);
const entries = fc.sample(arbitraryEntry, { numRuns: 2, seed: 1 });
const plain = { accountId, txid: 7, entries };

let document: Uint8Array;
let size: number;
beforeAll(async () => {
  document = await encodeDocument(plain);
  size = zstdDecompressSync(document).length;
});

/** The document with another header, or with other entries. */
function altered(change: Readonly<Record<string, unknown>>, second?: unknown): Uint8Array {
  const [first = "", entriesLine = ""] = zstdDecompressSync(document).toString().split("\n");
  const about = JSON.stringify({ ...(JSON.parse(first) as object), ...change });
  return zstdCompressSync(`${about}\n${second === undefined ? entriesLine : JSON.stringify(second)}\n`);
}

describe("a document of the search index", () => {
  it("has every entry and the txid after decoding", async () => {
    const txids = fc.nat({ max: Number.MAX_SAFE_INTEGER });
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryEntry, { maxLength: 5 }), txids, async (given, txid) => {
        const found = decodeDocument(await encodeDocument({ accountId, txid, entries: given }), accountId);
        expect(found).toMatchObject({ txid, entries: [...given] });
      }),
    );
  });

  it("can have more entries than one line", async () => {
    const many = Array.from({ length: 501 }, (_, at) => ({ ...(entries[at % 2] as SearchEntry), id: String(at) }));
    expect(decodeDocument(await encodeDocument({ ...plain, entries: many }), accountId)?.entries).toEqual(many);
  });

  it("is only read for its own account", () => {
    expect(decodeDocument(altered({}), accountId)).toMatchObject({ txid: 7, entries });
    expect(decodeDocument(document, accountId.replace(/1$/, "2"))).toBeUndefined();
  });

  it.each<[string, Record<string, unknown>, unknown?]>([
    ["another format of the document", { documentFormat: 0 }],
    ["another format of the entries", { entryFormat: 0 }],
    ["a txid that is no number", { txid: "7" }],
    ["more entries than it says", { count: 1 }],
    ["entries that are no list", { count: 0 }, {}],
    ["an entry that is no entry", { count: 1 }, [null]],
    ["an entry without an id", { count: 1 }, [[3, 1, "", "", "", "", 0, "", ""]]],
  ])("is not read with %s", (_what, change, second) => {
    expect(decodeDocument(altered(change, second), accountId)).toBeUndefined();
  });

  it("is not read with other content if it is damaged", () => {
    const whole = decodeDocument(document, accountId);
    fc.assert(
      fc.property(fc.nat({ max: document.length - 1 }), fc.integer({ min: 1, max: 255 }), (position, bits) => {
        // The compressed stream ends with an empty frame, which may be missing.
        expect([undefined, whole]).toContainEqual(decodeDocument(document.subarray(0, position), accountId));
        const damaged = Uint8Array.from(document, (byte, at) => (at === position ? byte ^ bits : byte));
        // Some bits of the header have no meaning.
        expect([undefined, whole]).toContainEqual(decodeDocument(damaged, accountId));
      }),
    );
  });

  it("is not read if it is garbage, compressed or not", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.json(), (bytes, json) => {
        for (const garbage of [bytes, zstdCompressSync(bytes), zstdCompressSync(json)]) {
          expect(decodeDocument(garbage, accountId)).toBeUndefined();
        }
      }),
    );
  });

  it("is neither decompressed nor written beyond its maximum size", async () => {
    const text = zstdDecompressSync(document);
    const bomb = zstdCompressSync(
      Buffer.concat([text.subarray(0, -1), Buffer.alloc(2_000_000, " "), Buffer.from("\n")]),
    );
    expect(bomb.length).toBeLessThan(20_000);
    expect(decodeDocument(bomb, accountId, size + 2_000_000)).toMatchObject({ entries });
    expect(decodeDocument(bomb, accountId, size + 1_999_999)).toBeUndefined();
    expect(decodeDocument(await encodeDocument(plain, size), accountId, size)).toMatchObject({ txid: 7 });
    await expect(encodeDocument(plain, size - 1)).rejects.toThrow(RangeError);
  });

  it("has entries of this form, whose changes need another `entryForm`", () => {
    const contact = recordOf(accountId, {
      firstName: "Łukasz",
      middleName: "D’Arc",
      lastName: "Żółć",
      headline: "Straße & Œuvre",
      position: "Œuvre",
      location: "Αθήνα",
      addresses: [{ type: "home", label: "Été", addressLine1: "1, Straße", addressCity: "Αθήνα" }],
      notes: "Été à Oslo.\n\nOslo, Oslo.",
      emails: [{ value: "Łukasz@Example.org" }],
      phones: [{ value: "+49 30 12345678 x9" }, { value: "030 99" }],
      network_a: "josé-ö",
      network_b: "@Mei.Draws",
      network_c: "Marcus.Bell",
      network_d: "+49 170 1234567",
      network_e: "+49 170 1234567",
      website: "https://www.Acme.example/Team/",
      keepFrequencyDays: 30,
      lastInteraction: "2026-01-01T00:00:00Z",
    });
    expect({ entryForm, ...searchEntryOf(contact) }).toEqual({
      entryForm: 4,
      id: contact.id,
      first: "lukasz",
      middle: "d'arc",
      last: "zolc",
      text: [
        "strasse & oeuvre αθηνα ete 1,\fa oslo. oslo,",
        "lukasz@example.org",
        "@jose-o",
        "@mei.draws",
        "@marcus.bell",
        "acme.example/team",
        "\v00493012345678",
        "03012345678",
        "x9",
        "03099",
        "00491701234567",
        "01701234567",
      ].join("\n"),
      keepInTouch: true,
      lastInteraction: "2026-01-01T00:00:00.000Z",
      marks: "a b c e",
      version: 1,
    });
  });
});
