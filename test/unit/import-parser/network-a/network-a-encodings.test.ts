import { Buffer } from "node:buffer";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fileOf } from "../../../../functions/import-parser/files/import-file.ts";
import { readNetworkA } from "../../../../functions/import-parser/network-a/read-network-a.ts";
import { codesOf, csv, fileOfPieces, header, namesOf, preamble, readRows } from "../../../support/files/network-a.ts";

const people = ["Chloé,Müller,,,Société Générale,Ingénieur,1 Jan 2024", "José,García,,,Señal,Año,2 Jan 2024"];
const text = csv(...preamble, header, ...people);

function utf16be(of: string): Buffer {
  return Buffer.from(of, "utf16le").swap16();
}

describe("a connections file", () => {
  it.each([
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with a mark", Buffer.from(`\ufeff${text}`)],
    ["UTF-16, little-endian, with a mark", Buffer.from(`\ufeff${text}`, "utf16le")],
    ["UTF-16, big-endian, with a mark", utf16be(`\ufeff${text}`)],
    ["UTF-16, little-endian, without a mark", Buffer.from(text, "utf16le")],
    ["UTF-16, big-endian, without a mark", utf16be(text)],
  ])("is read as %s", async (_encoding, bytes) => {
    const rows = await readRows(bytes);
    expect(namesOf(rows)).toEqual(["Chloé Müller", "José García"]);
    expect(rows[0]).toMatchObject({ organisation: "Société Générale", issues: [] });
  });

  it("that is no UTF-8 is read as Windows-1252, with an issue of its first such row", async () => {
    const bytes = Buffer.from(csv(header, ...people, "Ben,Okafor,,,Acme \x96 \x80uro,,"), "latin1");
    const rows = await readRows(bytes);
    expect(namesOf(rows)).toEqual(["Chloé Müller", "José García", "Ben Okafor"]);
    expect(rows[2]?.organisation).toBe("Acme – €uro");
    expect(rows.map(codesOf)).toEqual([["charset_guessed"], [], []]);
  });

  it.each(["\n", "\r\n", "\r\r\n"])("may end its lines with %j", async (end) => {
    for (const pieces of [text.replaceAll("\n", end).trimEnd().split(""), [text.replaceAll("\n", end)]]) {
      const rows = await readRows(fileOfPieces(pieces.map((piece) => Buffer.from(piece))));
      expect(namesOf(rows)).toEqual(["Chloé Müller", "José García"]);
      expect(rows.map(({ lines }) => lines.first)).toEqual([5, 6]);
    }
  });

  it("keeps a lone CR inside a cell if lines end with LF", async () => {
    const rows = await readRows(csv(header, "Anna,Silva,,,Acme\rLabs,,1 Jan 2024"));
    expect(rows).toMatchObject([{ organisation: "Acme\rLabs", connectedAt: "2024-01-01T00:00:00.000Z" }]);
  });

  it("gives the same rows in chunks of any size", async () => {
    const quoted = '"Zoë ""Z""","O’Neil, MBA",,,"Acme\r\nLabs","He said ""hi""",4/5/18\r';
    const messy = `${text}${quoted}Ján,"Novák\n李,明,,,,,13/5/18\n`;
    const files = [Buffer.from(messy), Buffer.from(`\ufeff${messy}`, "utf16le"), utf16be(`\ufeff${messy}`)];
    files.push(Buffer.from(text.replaceAll("\n", "\r\n"), "latin1"));
    for (const bytes of files) {
      const whole = await readRows(bytes);
      expect(whole.length).toBeGreaterThan(1);
      await fc.assert(
        fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 20 }), async (cuts) => {
          const ends = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
          const pieces = ends.slice(1).map((end, index) => bytes.subarray(ends[index], end));
          expect(await readRows(fileOfPieces(pieces))).toEqual(whole);
        }),
        { seed: 20_260_104, numRuns: 60 },
      );
    }
  });

  it("yields a row before the next piece of the file is asked for", async () => {
    const file = {
      ...fileOf(Buffer.from(text)),
      async *stream() {
        yield Buffer.from(csv(header, ...people, ...people));
        throw new Error("more was asked for");
      },
    };
    for await (const row of readNetworkA([file], { strategy: "followers" })) {
      expect(row.givenName).toBe("Chloé");
      break;
    }
  });
});
