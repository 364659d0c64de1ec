import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import { fileOf, type ImportFile } from "../../functions/import-parser/import-file.ts";
import { readVcards } from "../../functions/import-parser/vcard.ts";
import { ImportFilesError } from "../../shared/imports/import-file-error.ts";
import { card, fileInPieces, importText, rowsOf } from "../support/vcard.ts";
import { vcardSeeds } from "../support/vcard-seeds.ts";

const options = { strategy: "following" } as const;

describe("a file", () => {
  it.each(vcardSeeds.map((bytes, index) => [index, bytes] as const))(
    "gives the same rows however its bytes come (%i)",
    async (_index, bytes) => {
      const whole = await rowsOf(bytes);
      expect(whole.length).toBeGreaterThan(0);
      for (const length of [1, 2, 3, 7, 64]) {
        const pieces = Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
          bytes.subarray(index * length, (index + 1) * length),
        );
        expect(await rowsOf(fileInPieces(pieces))).toEqual(whole);
      }
    },
  );

  it("gives a row as soon as the next card begins, and is read no further than is asked", async () => {
    let read = 0;
    const text = card("FN:Ana", `NOTE:${"x".repeat(1_000)}`).repeat(2_000);
    const whole = fileOf(Buffer.from(text));
    const file: ImportFile = {
      ...whole,
      async *stream(start, end) {
        read = 0;
        for await (const chunk of whole.stream(start, end)) {
          read += chunk.length;
          yield chunk;
        }
      },
    };
    for await (const row of readVcards([file], options)) {
      expect(row.formattedName).toBe("Ana");
      break;
    }
    expect(read).toBeLessThan(text.length / 10);
  });

  it("may be of several systems and encodings, put one behind the other", async () => {
    const text = `${card("FN:Ana").replaceAll("\r\n", "\r")}\ufeff${card("FN:Ben")}`;
    expect((await importText(text)).contacts.map(({ firstName }) => firstName)).toEqual(["Ana", "Ben"]);
    const latin = Buffer.concat([Buffer.from(card("FN:Zoë"), "latin1"), Buffer.from(`\ufeff${card("FN:Zoé")}`)]);
    expect((await rowsOf(latin)).map(({ formattedName }) => formattedName)).toEqual(["Zoë", "Zoé"]);
  });

  it("in UTF-16 may divide its letters and its halves of letters among chunks", async () => {
    const name = "東🎻京".repeat(50_000).slice(0, 100);
    const cards = card(`FN:${name}`).repeat(800);
    for (const bytes of [Buffer.from(cards, "utf16le"), Buffer.from(`\ufeff${cards}`, "utf16le").swap16()]) {
      const rows = await rowsOf(
        fileInPieces([bytes.subarray(0, 65), bytes.subarray(65, 70_001), bytes.subarray(70_001)]),
      );
      expect(new Set(rows.map(({ formattedName }) => formattedName))).toEqual(new Set([name]));
      expect(rows).toHaveLength(800);
    }
  });

  it("with one broken letter keeps all others, near the end of a chunk too", async () => {
    const bytes = Buffer.concat([
      Buffer.from(card("FN:Zoë").repeat(3_000)),
      Buffer.from(card("FN:Andr@"), "latin1").map((byte) => (byte === 0x40 ? 0xe9 : byte)),
    ]);
    const names = (await rowsOf(bytes)).map(({ formattedName }) => formattedName);
    expect(new Set(names.slice(0, -1))).toEqual(new Set(["Zoë"]));
    expect(names.at(-1)).toBe("André");
  });

  it("names its encoding anywhere, for lines that name none", async () => {
    const unnamed = Buffer.from(card("FN:Zde\u00f2ka"), "latin1");
    const named = Buffer.from(card("LABEL;CHARSET=Windows-1250:x", "FN:Ana"));
    const rows = await rowsOf(Buffer.concat([unnamed, Buffer.from(card("FN:Ben").repeat(3_000)), named]));
    expect(rows[0]?.formattedName).toBe("Zdeňka");
  });
});

describe("groups", () => {
  it("give their labels to persons before and behind them, by UID or e-mail address, however far", async () => {
    const person = card("FN:Ana", "UID:urn:uuid:A-1");
    const many = card("FN:Somebody").repeat(3_000);
    const group = card("VERSION:4.0", "KIND:group", "FN:Choir", "MEMBER:urn:uuid:a-1", "MEMBER:mailto:Ben@Example.org");
    const text = `${person}${many}${group}${card("FN:Ben", "EMAIL:ben@example.org")}`;
    const { contacts, skippedCount } = await importText(text);
    expect(skippedCount).toBe(1);
    expect(contacts.at(0)?.groups).toEqual(["Choir"]);
    expect(contacts.at(-1)?.groups).toEqual(["Choir"]);
    expect(contacts.filter(({ groups }) => groups.length > 0)).toHaveLength(2);
  });

  it("may have more members than other cards have lines", async () => {
    const members = Array.from({ length: 6_000 }, (_, index) => `X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:${index}`);
    const group = card("FN:All", "X-ADDRESSBOOKSERVER-KIND:group", ...members);
    const { contacts } = await importText(`${group}${card("FN:Ana", "UID:5999")}`);
    expect(contacts.map(({ groups }) => groups)).toEqual([["All"]]);
  });

  it("and persons of several names and words are not mixed up", async () => {
    const nobody = card("FN:Kind: group", "NOTE:KIND:group") + card("KIND:group", "MEMBER:x");
    const text = nobody + card("FN:Ana", "UID:x");
    const { contacts, skippedCount } = await importText(text);
    expect(contacts.map(({ firstName, groups }) => [firstName, groups])).toEqual([
      ["Kind: group", []],
      ["Ana", []],
    ]);
    expect(skippedCount).toBe(1);
  });
});

describe("several files", () => {
  it("are read one after the other", async () => {
    const files = ["Ana", "Ben"].map((name) => fileOf(Buffer.from(card(`FN:${name}`))));
    const names: string[] = [];
    for await (const { formattedName } of readVcards(files, options)) names.push(formattedName);
    expect(names).toEqual(["Ana", "Ben"]);
  });

  it("are refused together, with what is wrong with each", async () => {
    const files = [card("FN:Ana"), "", "Dear Ana"].map((text) => fileOf(Buffer.from(text)));
    const reading = async () => {
      for await (const row of readVcards(files, options)) expect(row.formattedName).toBe("Ana");
    };
    const error = await reading().catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(ImportFilesError);
    expect(
      error instanceof ImportFilesError && error.faults.map(({ index, error: { reason } }) => [index, reason]),
    ).toEqual([
      [1, "file_empty"],
      [2, "file_kind"],
    ]);
  });
});
