import JSZip from "jszip";
import { describe, expect, it } from "vitest";
import { fileOf, type ImportFile } from "../../../../functions/import-parser/files/import-file.ts";
import { csv, faultOf, header, namesOf, preamble, readRows } from "../../../support/files/network-a.ts";

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
    expect(namesOf(await readRows(file))).toEqual(["Anna Silva", "Anna Silva", "Ben Okafor", "Eva Novák"]);
  });

  it("without connections is refused: what it holds is named, and what to tick", async () => {
    const fault = await faultOf(
      await archive({ "Contacts.csv": contacts, "Jobs/Saved Jobs.csv": "x", "Profile.csv": "" }),
    );
    expect(fault.reason).toBe("nobody_found");
    expect(fault.message).toMatch(/no Connections\.csv.*Connections ticked.*"Contacts\.csv", "Jobs\/Saved Jobs\.csv"/);
  });

  it.each([
    ["nothing", {}, /empty/],
    ["only what a Macintosh adds", { "__MACOSX/._Connections.csv": "x" }, /no Connections\.csv/],
  ])("is refused when it holds %s", async (_what, entries, message) => {
    expect((await faultOf(await archive(entries))).message).toMatch(message);
  });

  it("whose connections file is none is refused for what that is", async () => {
    const fault = await faultOf(await archive({ "Connections.csv": "<html></html>" }));
    expect(fault).toMatchObject({ reason: "file_kind", message: expect.stringContaining("HTML") });
  });
});
