import { Buffer } from "node:buffer";
import { expect, it } from "vitest";
import { fileOf, type ImportFile } from "../../../../functions/import-parser/files/import-file.ts";
import { readVcards } from "../../../../functions/import-parser/vcard/read-vcards.ts";
import { card, fileInPieces, rowsOf } from "../../../support/files/vcard.ts";
import { vcardSeeds } from "../../../support/files/vcard-seeds.ts";

it.each(vcardSeeds.map((bytes, index) => [index, bytes] as const))(
  "a file has the same rows in chunks of any size (%i)",
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

it("a file is read no further than rows are asked for", async () => {
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
  for await (const row of readVcards([file], { strategy: "following" })) {
    expect(row.formattedName).toBe("Ana");
    break;
  }
  expect(read).toBeLessThan(text.length / 10);
});

it("a file in UTF-16 may divide its letters and its halves of letters among chunks", async () => {
  const name = "東🎻京".repeat(50_000).slice(0, 100);
  const cards = card(`FN:${name}`).repeat(800);
  for (const bytes of [Buffer.from(cards, "utf16le"), Buffer.from(`\ufeff${cards}`, "utf16le").swap16()]) {
    const pieces = [bytes.subarray(0, 65), bytes.subarray(65, 70_001), bytes.subarray(70_001)];
    const rows = await rowsOf(fileInPieces(pieces));
    expect(new Set(rows.map(({ formattedName }) => formattedName))).toEqual(new Set([name]));
    expect(rows).toHaveLength(800);
  }
});

it("a file with one broken letter keeps all others, near the end of a chunk too", async () => {
  const bytes = Buffer.concat([
    Buffer.from(card("FN:Zoë").repeat(3_000)),
    Buffer.from(card("FN:Andr@"), "latin1").map((byte) => (byte === 0x40 ? 0xe9 : byte)),
  ]);
  const names = (await rowsOf(bytes)).map(({ formattedName }) => formattedName);
  expect(new Set(names.slice(0, -1))).toEqual(new Set(["Zoë"]));
  expect(names.at(-1)).toBe("André");
});

it("a file names its encoding anywhere, for lines that name none", async () => {
  const unnamed = Buffer.from(card("FN:Zde\u00f2ka"), "latin1");
  const named = Buffer.from(card("LABEL;CHARSET=Windows-1250:x", "FN:Ana"));
  const rows = await rowsOf(Buffer.concat([unnamed, Buffer.from(card("FN:Ben").repeat(3_000)), named]));
  expect(rows[0]?.formattedName).toBe("Zdeňka");
});
