import JSZip from "jszip";
import { describe, expect, it } from "vitest";
import { fileOf, type ImportFile } from "../../functions/import-parser/import-file.ts";
import { readNetworkA } from "../../functions/import-parser/network-a.ts";
import { ImportFilesError } from "../../shared/imports/import-file-error.ts";
import { csv, faultOf, header, namesOf, preamble, readRows } from "../support/network-a.ts";

const anna = "Anna,Silva,https://www.linkedin.com/in/anna,,Acme,CEO,15 Jan 2026";
const ben = "Ben,Okafor,https://www.linkedin.com/in/ben,,Globex,CFO,14 Jan 2026";
const connections = csv(...preamble, header, anna, ben);
const contacts = csv("Source,FirstName,LastName,Companies,Title,Emails,PhoneNumbers", "MOBILE,Carla,Conti,,,,");

async function archive(entries: Readonly<Record<string, string | Uint8Array>>): Promise<ImportFile> {
  const zip = new JSZip();
  for (const [path, content] of Object.entries(entries)) zip.file(path, content);
  return fileOf(await zip.generateAsync({ type: "uint8array", compression: "DEFLATE" }), "export.zip");
}

describe("an archive of the network", () => {
  it.each([
    ["at its root", "Connections.csv"],
    ["in a folder", "Basic_LinkedInDataExport_06-21-2021/Connections.csv"],
    ["in other letters' case", "data/connections.CSV"],
    ["with a number, as of a second download", "Connections (1).csv"],
    ["as it was called in 2012", "linkedin_connections_export_microsoft_outlook.csv"],
  ])("holds the connections %s", async (_where, path) => {
    const file = await archive({
      "Contacts.csv": contacts,
      "Imported Contacts.csv": contacts,
      "messages.csv": "CONVERSATION ID,FROM,TO\n",
      "Company Follows.csv": "Organization,Followed On\n",
      "__MACOSX/._Connections.csv": "\0\u0005\u0016\u0007",
      [path]: connections,
    });
    expect(namesOf(await readRows(file))).toEqual(["Anna Silva", "Ben Okafor"]);
  });

  it("may hold several, whose people are all found", async () => {
    const file = await archive({
      "2021/Connections.csv": csv(header, anna),
      "2026/Connections.csv": connections,
      "Connections (1).csv": csv(header, "Eva,Novák,,,,,"),
    });
    expect(namesOf(await readRows(file))).toEqual(["Anna Silva", "Anna Silva", "Ben Okafor"]);
  });

  it("is read when one of several names nobody", async () => {
    const file = await archive({ "a/Connections.csv": csv(header), "b/Connections.csv": connections });
    expect(namesOf(await readRows(file))).toEqual(["Anna Silva", "Ben Okafor"]);
  });

  it("without connections is refused: what it holds is named, and what to tick", async () => {
    const fault = await faultOf(
      await archive({ "Contacts.csv": contacts, "Jobs/Saved Jobs.csv": "x", "Profile.csv": "" }),
    );
    expect(fault.reason).toBe("nobody_found");
    expect(fault.message).toMatch(/no Connections\.csv.*Connections ticked.*Contacts\.csv, Jobs\/Saved Jobs\.csv/);
  });

  it("names some of many entries", async () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`file ${index}.csv`, "x"]));
    expect((await faultOf(await archive(many))).message).toContain("and 20 more");
  });

  it.each([
    ["a workbook", { "[Content_Types].xml": "", "xl/workbook.xml": "" }, /spreadsheet.*CSV/],
    ["a document of another office", { mimetype: "", "content.xml": "" }, /document.*CSV/],
    ["web pages", { "index.html": "<html>", "connections.html": "<html>" }, /HTML/],
    ["nothing", {}, /empty/],
    ["only what a Macintosh adds", { "__MACOSX/._Connections.csv": "x" }, /no Connections\.csv/],
    [
      "many files of connections",
      Object.fromEntries([..."abcdefghijk"].map((name) => [`${name}/Connections.csv`, "x"])),
      /11 files/,
    ],
  ])("is refused when it holds %s", async (_what, entries, message) => {
    expect((await faultOf(await archive(entries))).message).toMatch(message);
  });

  it("whose connections file is none is refused for what that is", async () => {
    const fault = await faultOf(await archive({ "Connections.csv": "<html></html>" }));
    expect(fault).toMatchObject({ reason: "file_kind", message: expect.stringContaining("HTML") });
  });
});

describe("several files", () => {
  it("are read one after the other", async () => {
    const files = [
      await archive({ "Connections.csv": connections }),
      fileOf(Buffer.from(csv(header, "Eva,Novák,,,,,"))),
    ];
    const names: string[] = [];
    for await (const { givenName } of readNetworkA(files, { strategy: "followers" })) names.push(givenName);
    expect(names).toEqual(["Anna", "Ben", "Eva"]);
  });

  it("that can't be read are all named", async () => {
    const files = [fileOf(new Uint8Array()), fileOf(Buffer.from(connections)), fileOf(Buffer.from("{}"))];
    const read = async () => {
      for await (const _row of readNetworkA(files, { strategy: "followers" }));
    };
    const fault = await read().catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(ImportFilesError);
    expect((fault as ImportFilesError).faults.map(({ index, error }) => [index, error.reason])).toEqual([
      [0, "file_empty"],
      [2, "file_kind"],
    ]);
  });
});
