import { Buffer } from "node:buffer";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readJson } from "../../functions/import-parser/network-b/json-events.ts";
import { type JsonPlace, maxDepth, maxValueBytes } from "../../functions/import-parser/network-b/json-walker.ts";
import { asUtf8 } from "../../functions/import-parser/network-b/utf8.ts";
import { ImportFileError } from "../../shared/imports/import-file-error.ts";
import { inPieces } from "../support/mutate.ts";
import { handlesOf, importFile, refusal, valueEntry } from "../support/network-b.ts";

async function* stream(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    // As a stream that uses its buffer again.
    const buffer = new Uint8Array(piece);
    yield buffer;
    buffer.fill(0x7a);
  }
}

interface Events {
  opened: [string | null, "list" | "object"][];
  values: (JsonPlace & { value: unknown })[];
}

async function eventsOf(pieces: readonly Uint8Array[]): Promise<Events> {
  const events: Events = { opened: [], values: [] };
  await readJson(asUtf8(stream(pieces)), {
    opened: ({ key }, holds) => events.opened.push([key, holds]),
    value: (place, value) => events.values.push({ ...place, value }),
  });
  return events;
}

/** The same events, from a document that was parsed whole. */
function eventsOfWhole(whole: unknown): Events {
  const events: Events = { opened: [], values: [] };
  const walk = (value: unknown, key: string | null) => {
    const isWalked = typeof value === "object" && value !== null;
    if (!isWalked) return events.values.push({ key, inner: null, line: 1, value });
    events.opened.push([key, Array.isArray(value) ? "list" : "object"]);
    for (const [name, inner] of Object.entries(value)) {
      if (key === null && !Array.isArray(value)) walk(inner, name);
      else events.values.push({ key, inner: Array.isArray(value) ? null : name, line: 1, value: inner });
    }
    return undefined;
  };
  walk(whole, null);
  return events;
}

describe("a JSON document", () => {
  it("gives the values that parsing it whole would give, however it comes in pieces", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4, stringUnit: "binary" }), fc.nat(), async (value, seed) => {
        const text = JSON.stringify(value);
        const pieces = inPieces(Buffer.from(text), seed);
        expect(await eventsOf(pieces)).toEqual(eventsOfWhole(JSON.parse(text)));
      }),
      { numRuns: 200 },
    );
  });

  it("is refused exactly where parsing it whole would be", async () => {
    const words = ["[", "]", "{", "}", ",", ":", '"', "\\", "a", "1", " ", "\n", "-", ".", "null", '"a":', "\u00e9"];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...words), { maxLength: 14 }), fc.nat(), async (parts, seed) => {
        const text = parts.join("");
        const isJson = parsed(text);
        const read = await eventsOf(inPieces(Buffer.from(text), seed)).catch((error: unknown) => error);
        expect(read instanceof ImportFileError, text).toBe(!isJson);
      }),
      { numRuns: 2_000 },
    );
  });

  it("tells the line of each value", async () => {
    const { values } = await eventsOf([Buffer.from('[\n {\n "a": 1},\r\n\n  "b"\n]\n')]);
    expect(values.map(({ line }) => line)).toEqual([2, 5]);
  });

  it("keeps letters whose bytes come apart, in UTF-16 too", async () => {
    const text = '["\ufeff🎻é", "\ud83c"]';
    for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`, "utf16le")]) {
      const { values } = await eventsOf([...bytes].map((byte) => Uint8Array.of(byte)));
      expect(values.map(({ value }) => value)).toEqual(["\ufeff🎻é", "\ufffd"]);
    }
  });
});

describe("a hostile document", () => {
  it.each([
    ["lists", (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`],
    ["lists without an end", (depth: number) => "[".repeat(depth)],
    ["objects", (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`],
    ["lists in an entry", (depth: number) => `[{"title":${"[".repeat(depth)}${"]".repeat(depth)}}]`],
  ])("of %s within each other is refused by its depth", async (_what, nest) => {
    expect((await refusal("a.json", nest(100_000))).message).toContain(`deeper than ${maxDepth} levels`);
    expect((await refusal("a.json", nest(maxDepth + 1))).reason).not.toBe("too_many_rows");
  });

  it("may nest as deep as allowed", async () => {
    const depth = maxDepth - 2;
    const text = `[{"title": "anna", "more": ${"[".repeat(depth)}${"]".repeat(depth)}}]`;
    expect(handlesOf(await importFile("followers_1.json", text))).toEqual(["anna"]);
  });

  it("with a text of 50 MB is refused where the text passes the bound", async () => {
    let handed = 0;
    const piece = Buffer.alloc(64 * 1024, "x");
    async function* endless() {
      yield Buffer.from('[{"title": "');
      for (let sent = 0; sent < 50_000_000; sent += piece.length) {
        handed += piece.length;
        yield piece;
      }
    }
    const reading = readJson(endless(), { opened() {}, value() {} });
    await expect(reading).rejects.toThrow(`longer than ${maxValueBytes / 1024} kB`);
    expect(handed).toBeLessThanOrEqual(maxValueBytes + piece.length);
    for (const text of [`{"${"k".repeat(300_000)}": 1}`, `[${"1".repeat(300_000)}]`, `["${"\\\\".repeat(200_000)}"]`]) {
      expect((await refusal("a.json", text)).message).toContain("longer than");
    }
  });

  it("with __proto__ and the like as keys changes nothing and nobody", async () => {
    const entry = '{"__proto__": {"title": "evil_e"}, "constructor": {"a": 1}, "title": "anna", "toString": 5}';
    const contacts = await importFile("followers_1.json", `[${entry}]`);
    expect(handlesOf(contacts)).toEqual(["anna"]);
    expect({}).not.toHaveProperty("title");
    const flat = '{"__proto__": {"polluted_p": 1}, "followers": {"__proto__": "2020-06-21T04:16:30Z", "anna": ""}}';
    expect(handlesOf(await importFile("connections.json", flat))).toEqual(["__proto__", "anna"]);
    expect((await refusal("a.json", '{"__proto__": {"title": "evil_e"}}')).reason).toBe("file_kind");
    const single = '{"__proto__": "a", "title": "anna", "relationships_following": {"__proto__": 1, "title": "berta"}}';
    expect(handlesOf(await importFile("a.json", single))).toEqual(["berta", "anna"]);
    expect({}).not.toHaveProperty("polluted_p");
  });

  it("with a key twice keeps both lists, and of an entry the last value", async () => {
    const [first, second] = [[valueEntry("anna")], [valueEntry("berta")]].map((list) => JSON.stringify(list));
    const text = `{"relationships_following": ${first}, "relationships_following": ${second}}`;
    expect(handlesOf(await importFile("a.json", text))).toEqual(["anna", "berta"]);
    expect(handlesOf(await importFile("followers.json", '[{"title": "anna", "title": "berta"}]'))).toEqual(["berta"]);
  });

  it("with 200,000 parts of one entry holds but a few of them", async () => {
    const parts = Array.from({ length: 200_000 }, (_, index) => `"k${index}": ${index}`).join();
    const items = "{},".repeat(40_000);
    const text = `{"relationships_following": {"title": "anna", ${parts}}, "string_list_data": [${items}{}]}`;
    const [contact, ...others] = await importFile("a.json", text);
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

function parsed(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
