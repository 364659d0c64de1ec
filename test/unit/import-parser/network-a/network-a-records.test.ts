import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCells } from "../../../../functions/import-parser/csv/csv-records.ts";
import { fileOf } from "../../../../functions/import-parser/files/import-file.ts";
import {
  codesOf,
  csv,
  faultOf,
  header,
  importRows,
  namesOf,
  readRow,
  readRows,
} from "../../../support/files/network-a.ts";
import { quickly } from "../../../support/process/quickly.ts";
import { tries } from "../../../support/seed.ts";

/** What can be in a cell, and what a CSV writer has to quote. */
const cell = fc
  .array(fc.constantFrom("a", "é", "李", " ", ",", '"', "\n", "5", "x"), { maxLength: 8 })
  .map((parts) => parts.join("").trim());

function written(cells: readonly string[]): string {
  return cells.map((text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(",");
}

describe("a URL", () => {
  const importUrl = async (url: string) => {
    const { contacts, coverage } = await importRows(csv(header, `Anna,Silva,${url},,Acme,CEO,`));
    return { ...contacts[0], coverage };
  };

  it.each([
    "https://www.linkedin.com/in/anna",
    "http://linkedin.com/in/anna/",
    "de.linkedin.com/in/anna?trk=x",
    "https://pt-br.linkedin.com/in/anna",
    "//www.linkedin.com/in/anna",
  ])("%s is a profile", async (url) => {
    expect(await importUrl(url)).toMatchObject({
      ...{ network_a: "https://www.linkedin.com/in/anna", notes: null, issues: [], coverage: 1 },
    });
  });

  it.each(["none", "quill", "n/a", "@anna", "in/anna", "linkedin.com", "https://www.linkedin.com/company/acme"])(
    "%s is no profile, but a line of the notes, with an issue",
    async (text) => {
      const issues = [{ code: "handle_invalid", severity: "warning", field: "network_a", property: "URL", line: 2 }];
      expect(await importUrl(text)).toMatchObject({ network_a: null, notes: `URL: ${text}`, issues, coverage: 1 });
    },
  );
});

describe("cells", () => {
  it("are those that a CSV library reads", () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 6 }), (cells) => {
        const text = written(cells);
        expect(readCells(text, ",")).toEqual({ cells: parse(text)[0], openAt: -1 });
      }),
    );
  });

  it.each([
    ['Anna,"Silva, MBA",x', ["Anna", "Silva, MBA", "x"]],
    ['"Anna ""Bee""",Silva', ['Anna "Bee"', "Silva"]],
    ['Anna "Bee",Silva', ['Anna "Bee"', "Silva"]],
    ['"Anna "Bee" Silva",x', ['Anna "Bee" Silva', "x"]],
    ['Anna, "Silva, MBA" ,x', ["Anna", "Silva, MBA", "x"]],
    ['"",x,""', ["", "x", ""]],
    ["a,,b,", ["a", "", "b", ""]],
  ])("are split: %s", (text, cells) => {
    expect(readCells(text, ",").cells).toEqual(cells);
  });
});

describe("a cell with line breaks", () => {
  it("may span lines", async () => {
    const row = await readRow('Anna,Silva,,,"Acme\r\n""Labs""\nLisbon",CEO,15 Jan 2026');
    expect(row).toMatchObject({ organisation: 'Acme\n"Labs"\nLisbon', jobTitle: "CEO", lines: { first: 2, last: 4 } });
  });

  it("may be followed by another in the same row", async () => {
    const row = await readRow('Anna,Silva,,,"Acme\nLabs","CE\nO",15 Jan 2026');
    expect(row).toMatchObject({ organisation: "Acme\nLabs", jobTitle: "CE\nO", issues: [] });
  });

  it("ends after more lines than any real cell has", async () => {
    const rows = await readRows(csv(header, 'Anna,Silva,,,"Acme', ...Array(300).fill("Ben,Okafor")));
    expect(rows).toHaveLength(301);
    expect(codesOf(rows[0] ?? fail())).toEqual(["quote_unclosed"]);
  });
});

function fail(): never {
  throw new Error("no such row");
}

describe("a quote that is never closed", () => {
  const others = ["Ben,Okafor,,,Globex,CFO,14 Jan 2026", 'Eva,Novák,,,"Acme, Inc.","Head, Sales",13 Jan 2026'];

  it.each([
    'Anna,"Silva,,,Acme,CEO,15 Jan 2026',
    '"Anna,Silva,,,Acme,CEO,15 Jan 2026',
    'Anna,Silva,,,"Acme,CEO,15 Jan 2026',
  ])("costs no row: %s", async (line) => {
    const rows = await readRows(csv(header, line, ...others));
    expect(namesOf(rows)).toEqual(["Anna Silva", "Ben Okafor", "Eva Novák"]);
    expect(rows[0]).toMatchObject({ jobTitle: "CEO", connectedAt: "2026-01-15T00:00:00.000Z" });
    expect(rows.map(codesOf)).toEqual([["quote_unclosed"], [], []]);
  });

  it("in the last row costs no row", async () => {
    const rows = await readRows(csv(header, ...others, 'Anna,"Silva,,,Acme,CEO,15 Jan 2026'));
    expect(namesOf(rows)).toEqual(["Ben Okafor", "Eva Novák", "Anna Silva"]);
  });

  it("in two rows costs no row", async () => {
    const rows = await readRows(csv(header, 'A,"Silva,,,,,15 Jan 2026', 'B,"Silva,,,,,15 Jan 2026', ...others));
    expect(namesOf(rows)).toEqual(["A Silva", "B Silva", "Ben Okafor", "Eva Novák"]);
  });

  it("costs at most its row, wherever it is", async () => {
    const table = Array.from({ length: 12 }, (_, index) => [
      ...[`First${index}`, index % 3 === 0 ? "Last, MBA" : "Last", "", ""],
      ...[index % 4 === 0 ? "Acme, Inc." : "Acme", index % 5 === 0 ? 'Head of "Growth"' : "CEO", "15 Jan 2026"],
    ]);
    const lines = table.map(written);
    const expected = namesOf(await readRows(csv(header, ...lines)));
    await fc.assert(
      fc.asyncProperty(fc.nat(lines.length - 1), fc.nat(60), async (index, at) => {
        const line = lines[index] ?? "";
        const broken = `${line.slice(0, at)}"${line.slice(at)}`;
        const rows = await readRows(csv(header, ...lines.with(index, broken)));
        expect(namesOf(rows).toSpliced(index, 1)).toEqual(expected.toSpliced(index, 1));
      }),
    );
  });
});

describe("a row of another length than the header", () => {
  it.each([
    ["ends early", "Anna,Silva", 2, []],
    ["has cells beyond the header", "Anna,Silva,,,Acme,CEO,1 Jan 2024,x,,y", 7, ["cells_beyond_header"]],
    ["is padded", "Anna,Silva,,,Acme,CEO,1 Jan 2024,, ,", 5, []],
  ])("is read, and loses no value silently, if it %s", async (_how, line, valuesSeen, codes) => {
    const row = await readRow(line);
    expect(row).toMatchObject({ givenName: "Anna", familyName: "Silva", valuesSeen });
    expect(codesOf(row)).toEqual(codes);
    expect(row.issues.map(({ message }) => message).join()).toContain(codes.length > 0 ? '"x", "y"' : "");
  });
});

describe("a hostile file", () => {
  const ben = "Ben,Okafor,,,Globex,CFO,14 Jan 2026";

  it("of one endless line is refused before it is read", async () => {
    let read = 0;
    const endless = {
      ...fileOf(Buffer.from("x")),
      async *stream() {
        for (const piece = Buffer.alloc(65_536, "a,"); ; read += piece.length) yield piece;
      },
    };
    expect((await faultOf(endless)).reason).toBe("file_kind");
    expect(read).toBeLessThan(2_000_000);
  });

  it.each(["x".repeat(10_000_000), `"${"x".repeat(10_000_000)}"`])(
    "keeps the rows beside a cell of 10 MB",
    async (cell) => {
      const rows = await readRows(csv(header, `Anna,Silva,,,${cell},CEO,15 Jan 2026`, ben));
      expect(namesOf(rows)).toEqual(["Anna Silva", "Ben Okafor"]);
      expect(codesOf(rows[0] ?? fail())).toContain("line_cut");
      expect(rows.map(({ lines }) => lines.first)).toEqual([2, 3]);
    },
  );

  it("of 10,000 columns is read", async () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `column ${index}`);
    const more = names.map(() => "x").join(",");
    const rows = await readRows(csv(header, `Anna,Silva,,,,,1 Jan 2024,${more}`, ben));
    expect(namesOf(rows)).toEqual(["Anna Silva", "Ben Okafor"]);
    expect(rows.map(codesOf)).toEqual([["cells_beyond_header"], []]);
    const wide = `${header},${names.slice(0, 3_000).join(",")}`;
    expect(namesOf(await readRows(csv(wide, ben)))).toEqual(["Ben Okafor"]);
  });

  it("of lone quotes is read in a time that grows with its length only", async () => {
    const lines = tries(2_000, 5_000);
    for (const line of ['"', 'x,"a', 'x,""y', '"a,"b,"c', ',"""', `${'"x,'.repeat(tries(10, 50))}`]) {
      const file = csv(header, ben, ...Array(lines).fill(line));
      await quickly(500 + (lines * (200 + 6 * line.length)) / 1_000, () => readRows(file));
    }
  });

  it("in which each line closes a cell and opens one reads no line again with each line after it", async () => {
    const file = csv(header, ben, ...Array(200).fill(`a","${'""x'.repeat(300)}`));
    await quickly(4_000, () => readRows(file));
  });

  it("of nothing but blank lines is refused", async () => {
    expect((await faultOf(csv(header, "\n".repeat(300_000)))).reason).toBe("nobody_found");
  });
});
