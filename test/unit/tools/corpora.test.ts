/** Tests that the comparison of real files with what is expected of them finds faults. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readers } from "../../../functions/import-parser/readers.ts";
import { type CheckedFile, checkFile, compareName } from "../../corpora/check-file.ts";
import { readExpectations } from "../../corpora/expectations.ts";
import { importWhole } from "../../corpora/import-whole.ts";
import { parsedContact } from "../../support/import/imports.ts";

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
    ["vcard/a/many.vcf", anna + anna, { cards: 2, usable: 2, names: ["Anna Holm", "... 1 more"] }],
    ["network_a/a/Connections.csv", connections, { rows: 3, people: 2 }],
    ["network_b/a/followers_1.json", follows, { people: 2 }],
    ["network_b/a/blocked_profiles.json", follows, { people: 2 }],
    ["network_b/a/followers_1.html", page, { people: 1 }],
    ["vcard/a/b.vcf", anna, { cards: 2, usable: 1, names: ["Anna Holm"] }, "1 rows instead of 2"],
    ["vcard/a/b.vcf", anna + nobody, { cards: 2, usable: 2, names: ["Anna Holm", ""] }, `1 ${people} 2`],
    ["vcard/a/b.vcf", "Dear Ida", { cards: 1, usable: 1, names: [] }, "was refused, but has 1 people: "],
    ["vcard/a/b.vcf", anna, { cards: 0, usable: 0, names: [] }, "was read (1 people), but has to be refused"],
    ["network_b/a/following.json", follows, { people: 3 }, `2 ${people} 3`],
    ["network_b/a/blocked_profiles.json", follows, { people: 3 }, "was refused (another list) without a message like"],
    ["network_b/a/following.html", follows, { people: 2 }, "was read (2 people), but has to be refused"],
  ])("differs from what is expected of it, or not: %s", async (path, content, counts, difference = "") => {
    const checked = await check(path, content, counts);
    expect(checked.differences).toHaveLength(difference === "" ? 0 : 1);
    expect(checked.differences.join()).toContain(difference);
  });

  it("has the names of people only compared, each with its own row", async () => {
    const counts = { cards: 3, usable: 1, names: ["Choir", "", "Anna Holm"] };
    const { names } = await check("vcard/a/b.vcf", group + nobody + anna, counts);
    expect(names).toEqual([{ row: 3, expected: "Anna Holm", shown: "Anna Holm", likeness: "same words" }]);
  });
});

const issue = (message: string) => ({
  code: "value_cut" as const,
  severity: "info" as const,
  message,
  field: "firstName",
});
const email = { value: "ida.holt@fjord.example", type: "home", preferred: false };
const ida = { firstName: "Ida", lastName: "Holt" };

it.each([
  ["HOLT, Ida", ida, "same words"],
  ["ﾔﾏﾀﾞ", { firstName: "ヤマダ" }, "same words"],
  ["nickname: Big Ida", { firstName: "Big Ida" }, "same words"],
  ["email: ida.holt@fjord.example", { firstName: "ida.holt", emails: [email] }, "same words"],
  ["tel: tel:+46-70-123;ext=5", { firstName: "+4670123 x5" }, "same words"],
  ["Ida M. Holt", { ...ida, middleName: "Maria" }, "but for parts"],
  ["Dr. Ida Holt", { ...ida, issues: [issue('"Dr." has no place.')] }, "but for parts"],
  ["Ida Holt", { firstName: "Eva", lastName: "Lund" }, "different"],
  ["Dr. Ida Holt", ida, "different"],
  ["email: ida.holt@fjord.example", { firstName: "Ida", emails: [email] }, "different"],
  ["tel: 123", { firstName: "124" }, "different"],
])("%s and %j are alike as they should be: %s", (expected, given, likeness) => {
  expect(compareName(expected, parsedContact({ tempId: "", ...given }))).toBe(likeness);
});

it("npm run corpora succeeds if all counts and 99 of 100 names are as expected, and fails otherwise", async () => {
  const script = new URL("../../corpora/corpora.ts", import.meta.url).pathname;
  const folder = mkdtempSync(join(tmpdir(), "corpora-"));
  const run = (people: number, wrongNames: number) => {
    const names = Array.from({ length: 200 }, (_, index) => (index < wrongNames ? "Eva Lund" : "Anna Holm"));
    const expected = {
      "network_a/z/Connections.csv": { rows: 3, people },
      "vcard/a/b.vcf": { cards: 200, usable: 200, names },
    };
    writeFileSync(join(folder, "EXPECT.json"), JSON.stringify(expected));
    return new Promise<{ code: unknown; stdout: string }>((resolve) => {
      execFile(process.execPath, [script, folder], (error, stdout) => resolve({ code: error?.code ?? 0, stdout }));
    });
  };
  try {
    for (const path of ["network_a/z", "vcard/a"]) mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, "network_a/z/Connections.csv"), connections);
    writeFileSync(join(folder, "vcard/a/b.vcf"), anna.repeat(200));
    expect(await run(2, 2)).toMatchObject({ code: 0, stdout: expect.stringContaining("network_a/z") });
    expect(await run(3, 0)).toMatchObject({ code: 1, stdout: expect.stringContaining("2 people instead of 3") });
    expect(await run(2, 3)).toMatchObject({ code: 1, stdout: expect.stringContaining("names equal: 197 of 200") });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
