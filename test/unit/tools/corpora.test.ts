/** The comparison of a folder of real files with what is expected of them: what it accepts, and that it finds faults. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CheckedFile, checkFile } from "../../corpora/check-file.ts";
import { readExpectations } from "../../corpora/expectations.ts";
import { importWhole, readers } from "../../corpora/import-whole.ts";
import { compareName } from "../../corpora/names.ts";
import { judgeFiles, summaryTable } from "../../corpora/summary.ts";
import { lineReader, parsedContact } from "../../support/import/imports.ts";

const card = (...lines: string[]) => ["BEGIN:VCARD", "VERSION:3.0", ...lines, "END:VCARD", ""].join("\r\n");
const anna = card("N:Holm;Anna;;;", "FN:Anna Holm");
const nobody = card("NOTE:Nothing else");
const group = card("FN:Choir", "X-ADDRESSBOOKSERVER-KIND:group");
const connections = "First Name,Last Name,Connected On\nIda,Holt,2 Jan 2026\nEva,Lund,\n,,1 Jan 2026\n";
const follow = (name: string) => ({ string_list_data: [{ href: `https://www.instagram.com/${name}`, value: name }] });
const follows = JSON.stringify([follow("ida.holt"), follow("eva.lund")]);
const page = "<!doctype html><html><body>ida.holt</body></html>";

async function check(path: string, content: string, counts: unknown): Promise<CheckedFile> {
  const [expectation] = readExpectations({ [path]: counts });
  if (!expectation) throw new Error("nothing is expected");
  const { source, strategy } = expectation;
  const file = { name: path.slice(path.lastIndexOf("/") + 1), bytes: Buffer.from(content) };
  return checkFile(expectation, await importWhole(readers[source], file, { strategy }));
}

describe("a file", () => {
  const people = "people instead of";
  it.each([
    ["vcard/a/b.vcf", anna + nobody + group, { cards: 3, usable: 1, names: ["Anna Holm", "", "Choir"] }],
    ["vcard/a/group.vcf", group, { cards: 1, usable: 0, names: ["Choir"] }],
    ["vcard/a/none.vcf", "Dear Ida", { cards: 0, usable: 0, names: [] }],
    ["vcard/a/many.vcf", anna + anna, { cards: 2, usable: 2, names: ["Anna Holm", "... 1 more"] }],
    ["network_a/a/Connections.csv", connections, { rows: 3, people: 2 }],
    ["network_a/a/empty.csv", "Company,Position,Connected On\nFjord,Pilot,1 Jan 2026\n", { rows: 1, people: 0 }],
    ["network_b/a/followers_1.json", follows, { people: 2 }],
    ["network_b/a/close_friends.json", follows, { people: 2 }],
    ["network_b/a/blocked_profiles.json", follows, { people: 2 }],
    ["network_b/a/followers_1.html", page, { people: 1 }],
    ["vcard/a/b.vcf", anna, { cards: 2, usable: 1, names: ["Anna Holm"] }, "1 rows instead of 2"],
    ["vcard/a/b.vcf", anna + nobody, { cards: 2, usable: 2, names: ["Anna Holm", ""] }, `1 ${people} 2`],
    ["vcard/a/b.vcf", "Dear Ida", { cards: 1, usable: 1, names: [] }, "was refused, but has 1 people: "],
    ["vcard/a/b.vcf", anna, { cards: 0, usable: 0, names: [] }, "was read (1 people), but has to be refused"],
    ["network_a/a/b.csv", connections, { rows: 3, people: 3 }, `2 ${people} 3`],
    ["network_b/a/following.json", follows, { people: 3 }, `2 ${people} 3`],
    ["network_b/a/blocked_profiles.json", follows, { people: 3 }, "was refused (another list) without saying"],
    ["network_b/a/following.html", follows, { people: 2 }, "was read (2 people), but has to be refused"],
  ])("differs from what is expected of it, or not: %s", async (path, content, counts, difference = "") => {
    const checked = await check(path, content, counts);
    expect(checked.differences).toHaveLength(difference === "" ? 0 : 1);
    expect(checked.differences.join()).toContain(difference);
    const isPassed = difference === "";
    expect(judgeFiles([checked])).toMatchObject({ filesDiffering: isPassed ? 0 : 1, isPassed });
  });

  it("has the names of people only compared, each with its own row", async () => {
    const counts = { cards: 3, usable: 1, names: ["Choir", "", "Anna Holm"] };
    const { names } = await check("vcard/a/b.vcf", group + nobody + anna, counts);
    expect(names).toEqual([{ row: 3, expected: "Anna Holm", shown: "Anna Holm", likeness: "same words" }]);
  });

  it("fails when its reader does, with the reader's own words", async () => {
    const [expectation] = readExpectations({ "vcard/a/b.vcf": { cards: 0, usable: 0, names: [] } });
    const reader = lineReader(() => {
      throw new TypeError("the reader lost its way");
    });
    const outcome = await importWhole(
      reader,
      { name: "", bytes: Buffer.from("a") },
      { strategy: "following_and_followers" },
    );
    expect(outcome).toMatchObject({ refusal: null, fault: expect.stringContaining("the reader lost its way") });
    if (!expectation) throw new Error("nothing is expected");
    expect(judgeFiles([checkFile(expectation, outcome)])).toMatchObject({ filesDiffering: 1, isPassed: false });
  });
});

describe("names", () => {
  const issue = (message: string) => ({ code: "x", severity: "info" as const, message, field: "firstName" });
  const email = { value: "ida.holt@fjord.example", type: "home", preferred: false };
  const ida = { firstName: "Ida", lastName: "Holt" };

  it.each([
    ["Ida Holt", ida, "same words"],
    ["HOLT, Ida", ida, "same words"],
    ["ﾔﾏﾀﾞ", { firstName: "ヤマダ" }, "same words"],
    ["nickname: Big Ida", { firstName: "Big Ida" }, "same words"],
    ["org: Fjord, Ltd.", { firstName: "Fjord, Ltd." }, "same words"],
    ["email: ida.holt@fjord.example", { firstName: "ida.holt", emails: [email] }, "same words"],
    ["tel: tel:+46-70-123;ext=5", { firstName: "+4670123 x5" }, "same words"],
    ["Ida M. Holt", { ...ida, middleName: "Maria" }, "but for parts"],
    ["Ida Holt", { ...ida, middleName: "Maria" }, "but for parts"],
    ["Dr. Ida Holt", { ...ida, issues: [issue('"Dr." has no place.')] }, "but for parts"],
    ["Ida Holt", { firstName: "Eva", lastName: "Lund" }, "different"],
    ["Ida Höld", { firstName: "Ida", lastName: "Hold" }, "different"],
    ["Dr. Ida Holt", ida, "different"],
    ["Ida Holt", { firstName: "Ida", lastName: "Holt Lund" }, "different"],
    ["Ida Holt", { firstName: "" }, "different"],
    ["email: ida.holt@fjord.example", { firstName: "ida.holt" }, "different"],
    ["email: ida.holt@fjord.example", { firstName: "Ida", emails: [email] }, "different"],
    ["tel: 123", { firstName: "124" }, "different"],
  ])("%s and %j are alike as they should be: %s", (expected, given, likeness) => {
    expect(compareName(expected, parsedContact({ tempId: "", ...given }))).toBe(likeness);
  });

  it("may differ in one of a hundred, not in more", async () => {
    for (const wrong of [2, 3]) {
      const names = Array.from({ length: 200 }, (_, index) => (index < wrong ? "Eva Lund" : "Anna Holm"));
      const checked = await check("vcard/a/b.vcf", anna.repeat(200), { cards: 200, usable: 200, names });
      expect(judgeFiles([checked])).toMatchObject({ namesCompared: 200, namesEqual: 200 - wrong, isPassed: wrong < 3 });
    }
  });
});

it("the table has a row for each folder and one for all", async () => {
  const files = [
    await check("vcard/a/b.vcf", anna + nobody, { cards: 2, usable: 1, names: ["Anna Holm", ""] }),
    await check("vcard/a/c.vcf", anna, { cards: 1, usable: 1, names: ["Eva Lund"] }),
    await check("network_a/z/Connections.csv", connections, { rows: 3, people: 2 }),
  ];
  const cells = summaryTable(files)
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()));
  expect(cells.slice(2).map(([, ...row]) => row.slice(0, 6))).toEqual([
    ["network_a/z", "1", "0", "2", "2", "0"],
    ["vcard/a", "2", "0", "2", "2", "2"],
    ["all", "3", "0", "4", "4", "2"],
  ]);
  expect(cells.at(-1)?.slice(7, 9)).toEqual(["1", "0"]);
  expect(cells.at(-1)?.at(-2)).toBe("1");
});

it("an EXPECT.json of another form is refused", () => {
  expect(() => readExpectations({ "vcard/a/b.vcf": { cards: 1, usable: 1 } })).toThrow("names");
  expect(() => readExpectations({ "network_a/a/b.csv": { rows: -1, people: 1 } })).toThrow();
});

describe("npm run corpora", () => {
  const script = new URL("../../corpora/corpora.ts", import.meta.url).pathname;
  const run = (...args: string[]) =>
    new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
      execFile(process.execPath, [script, ...args], (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, stdout, stderr }),
      );
    });

  it("ends with 0 or 1 as the files are, and with 2 without a folder", async () => {
    const folder = mkdtempSync(join(tmpdir(), "corpora-"));
    const write = (path: string, content: string) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    };
    const expecting = (people: number) => {
      write("EXPECT.json", JSON.stringify({ "network_a/z/Connections.csv": { rows: 3, people } }));
    };
    try {
      write("network_a/z/Connections.csv", connections);
      expecting(2);
      expect(await run(folder)).toMatchObject({ code: 0, stdout: expect.stringContaining("network_a/z") });
      expecting(3);
      expect(await run(folder)).toMatchObject({ code: 1, stdout: expect.stringContaining("2 people instead of 3") });
      expect(await run()).toMatchObject({ code: 2, stderr: expect.stringContaining("npm run corpora -- <folder") });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
