/** The bench of imports: its files are read to the last row, and its targets can be missed. */
import { describe, expect, it } from "vitest";
import type { ImportFigures } from "../bench/bench-imports.ts";
import { connectionsFile, followersFile, headerLines } from "../bench/import-files.ts";
import { judgeImportTargets } from "../bench/import-targets.ts";
import { importWhole, readers } from "../corpora/import-whole.ts";

const options = { strategy: "following_and_followers" } as const;

describe("the files", () => {
  it("of connections have a person in all rows but every hundredth", async () => {
    const bytes = connectionsFile(300);
    expect(bytes.toString().split("\n")[headerLines - 1]).toMatch(/^First Name,/);
    const { rows } = await importWhole(readers.network_a, { name: "Connections.csv", bytes }, options);
    expect(rows).toHaveLength(300);
    expect(rows.filter((row) => row?.isValid)).toHaveLength(297);
  });

  it("of followers have an account in every entry", async () => {
    const bytes = followersFile(300);
    const { rows } = await importWhole(readers.network_b, { name: "followers_1.json", bytes }, options);
    expect(rows.filter((row) => row?.isValid)).toHaveLength(300);
  });

  it("are the same every time", () => {
    expect(connectionsFile(20).equals(connectionsFile(20))).toBe(true);
  });
});

describe("the targets", () => {
  const figures = (readerTime: number, megabytes: number): ImportFigures => {
    const common = { bytes: 1, contactsTime: 9_000, readerTime, libraryTime: 100 };
    return {
      times: [
        { what: "cards", library: "ical.js", ...common },
        { what: "rows", library: "csv-parse", ...common },
      ],
      memory: [{ source: "vcard", rows: 1, bytes: 1, milliseconds: 1, megabytes }],
    };
  };
  const reached = (readerTime: number, megabytes: number) =>
    judgeImportTargets(figures(readerTime, megabytes)).map((target) => target.reached);

  it("are reached up to 2.5 × ical.js, 3 × csv-parse and below 256 MB", () => {
    expect(reached(250, 255)).toEqual([true, true, true]);
    expect(reached(251, 255)).toEqual([false, true, true]);
    expect(reached(301, 256)).toEqual([false, false, false]);
  });
});
