import { Buffer } from "node:buffer";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ImportFileError } from "../../../../functions/import-parser/files/import-file-error.ts";
import { maxElementBytes, readJson } from "../../../../functions/import-parser/network-b/json-walker.ts";
import { asUtf8 } from "../../../../functions/import-parser/text/utf8.ts";
import { inPieces } from "../../../support/files/mutate.ts";
import { handlesOf, importFile, refusal, valueEntry } from "../../../support/files/network-b.ts";

async function* stream(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

interface Value {
  key: string | null;
  value: unknown;
  line: number;
}

async function valuesOf(pieces: readonly Uint8Array[]): Promise<Value[]> {
  const values: Value[] = [];
  await readJson(asUtf8(stream(pieces)), {
    list() {},
    element: (key, value, line) => values.push({ key, value, line }),
    member: (key, value, line) => values.push({ key, value, line }),
  });
  return values;
}

/** The same values, from a document that was parsed whole. */
function valuesOfWhole(whole: object): Value[] {
  if (Array.isArray(whole)) return whole.map((value) => ({ key: null, value, line: 1 }));
  return Object.entries(whole).flatMap(([key, value]) =>
    Array.isArray(value) ? value.map((each) => ({ key, value: each, line: 1 })) : [{ key, value, line: 1 }],
  );
}

describe("a JSON document", () => {
  it("gives the values of JSON.parse, in chunks of any size", async () => {
    const json = fc.jsonValue({ maxDepth: 4, stringUnit: "binary" });
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.array(json), fc.dictionary(fc.string(), json)), fc.nat(), async (value, seed) => {
        const text = JSON.stringify(value);
        expect(await valuesOf(inPieces(Buffer.from(text), seed))).toEqual(valuesOfWhole(JSON.parse(text)));
      }),
    );
  });

  it("is refused exactly if parsing it whole would fail, or if it is no list and no object", async () => {
    const words = ["[", "]", "{", "}", ",", ":", '"', "\\", "a", "1", " ", "\n", "-", ".", "null", '"a":', "\u00e9"];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...words), { maxLength: 14 }), fc.nat(), async (parts, seed) => {
        const text = parts.join("");
        const isJson = isContainer(text);
        const read = await valuesOf(inPieces(Buffer.from(text), seed)).catch((error: unknown) => error);
        expect(read instanceof ImportFileError, text).toBe(!isJson);
      }),
    );
  });

  it("has the line of each value", async () => {
    const values = await valuesOf([Buffer.from('[\n {\n "a": 1},\r\n\n  "b"\n]\n')]);
    expect(values.map(({ line }) => line)).toEqual([2, 5]);
  });

  it("keeps letters whose bytes are in different chunks, in UTF-16 too", async () => {
    const text = '["\ufeff🎻é", "\ud83c"]';
    for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`, "utf16le")]) {
      const values = await valuesOf([...bytes].map((byte) => Uint8Array.of(byte)));
      expect(values.map(({ value }) => value)).toEqual(["\ufeff🎻é", "\ufffd"]);
    }
  });
});

describe("a hostile document", () => {
  it("of brackets within each other is read or refused, however deep they are", async () => {
    const nested = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    expect(handlesOf(await importFile("followers.json", `[{"title": "anna", "more": ${nested}}]`))).toEqual(["anna"]);
    for (const text of [nested, "[".repeat(400_000), `${'{"a":'.repeat(400_000)}1`]) {
      expect((await refusal("followers.json", text)).reason).toMatch(/^(?:file_unreadable|nobody_found)$/);
    }
  });

  it("with a text of 50 MB is refused as soon as the text exceeds the limit", async () => {
    let handed = 0;
    const piece = Buffer.alloc(64 * 1024, "x");
    async function* endless() {
      yield Buffer.from('[{"title": "');
      for (let sent = 0; sent < 50_000_000; sent += piece.length) {
        handed += piece.length;
        yield piece;
      }
    }
    const reading = readJson(endless(), { list() {}, element() {}, member() {} });
    await expect(reading).rejects.toThrow(`longer than ${maxElementBytes / 1024} kB`);
    expect(handed).toBeLessThanOrEqual(maxElementBytes + piece.length);
    for (const text of [
      `{"${"k".repeat(5_000_000)}": 1}`,
      `[${"1".repeat(300_000)}]`,
      `["${"\\\\".repeat(200_000)}"]`,
    ]) {
      expect((await refusal("a.json", text)).message).toContain("longer than");
    }
  });

  it("with __proto__ and similar keys changes no object", async () => {
    const entry = '{"__proto__": {"title": "evil_e"}, "constructor": {"a": 1}, "title": "anna", "toString": 5}';
    const contacts = await importFile("followers_1.json", `[${entry}]`);
    expect(handlesOf(contacts)).toEqual(["anna"]);
    expect({}).not.toHaveProperty("title");
    const flat =
      '{"__proto__": {"polluted_p": 1}, "followers": {"__proto__": "2020-06-21T04:16:30Z", "anna": 1592713000}}';
    expect(handlesOf(await importFile("connections.json", flat))).toEqual(["__proto__", "anna"]);
    expect((await refusal("a.json", '{"__proto__": {"title": "evil_e"}}')).reason).toBe("file_kind");
    expect({}).not.toHaveProperty("polluted_p");
  });

  it("with a key twice keeps both lists, and of an entry the last value", async () => {
    const [first, second] = [[valueEntry("anna")], [valueEntry("berta")]].map((list) => JSON.stringify(list));
    const text = `{"relationships_following": ${first}, "relationships_following": ${second}}`;
    expect(handlesOf(await importFile("a.json", text))).toEqual(["anna", "berta"]);
    expect(handlesOf(await importFile("followers.json", '[{"title": "anna", "title": "berta"}]'))).toEqual(["berta"]);
  });

  it("with 15,000 members of one entry names a few of them", async () => {
    const parts = Array.from({ length: 15_000 }, (_, index) => `"k${index}": ${index}`).join();
    const [contact, ...others] = await importFile("followers.json", `[{"title": "anna"}, {"title": "anna", ${parts}}]`);
    expect([contact?.network_b, others]).toEqual(["anna", []]);
    expect(contact?.issues.length).toBeLessThan(20);
  });

  it("with lone surrogates gives a name that can be written", async () => {
    const entry =
      '{"label_values": [{"label": "Name", "value": "An\\ud800na"}, {"label": "Username", "value": "anna"}]}';
    const [contact] = await importFile("followers_1.json", `[${entry}]`);
    expect(contact?.firstName).toBe("Anna");
  });
});

/** Whether the text is JSON with a list or an object. */
function isContainer(text: string): boolean {
  try {
    return JSON.parse(text) instanceof Object;
  } catch {
    return false;
  }
}
