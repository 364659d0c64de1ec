import { describe, expect, it } from "vitest";
import { csv, faultOf, header, namesOf, preamble, readRows } from "../../../support/files/network-a.ts";
import { archive } from "../../../support/files/network-b.ts";

const anna = "Anna,Silva,https://www.linkedin.com/in/anna,,Acme,CEO,15 Jan 2026";
const ben = "Ben,Okafor,https://www.linkedin.com/in/ben,,Globex,CFO,14 Jan 2026";
const connections = csv(...preamble, header, anna, ben);
const contacts = csv("Source,FirstName,LastName,Companies,Title,Emails,PhoneNumbers", "MOBILE,Carla,Conti,,,,");

describe("an archive of the network", () => {
  it.each([
    "Connections.csv",
    "Basic_LinkedInDataExport_06-21-2021/Connections.csv",
    "data/connections.CSV",
    "Connections (1).csv",
    "linkedin_connections_export_microsoft_outlook.csv",
  ])("has the connections in %s", async (path) => {
    const file = await archive({
      "Contacts.csv": contacts,
      "Company Follows.csv": "Organization,Followed On\n",
      "__MACOSX/._Connections.csv": "\0\u0005\u0016\u0007",
      [path]: connections,
    });
    expect(namesOf(await readRows(file))).toEqual(["Anna Silva", "Ben Okafor"]);
  });

  it("may have several connections files, of which all people are read", async () => {
    const file = await archive({ "2021/Connections.csv": csv(header, anna), "2026/Connections.csv": connections });
    expect(namesOf(await readRows(file))).toEqual(["Anna Silva", "Anna Silva", "Ben Okafor"]);
  });

  it("without connections is refused with its files and a remedy", async () => {
    const fault = await faultOf(await archive({ "Contacts.csv": contacts, "__MACOSX/._Connections.csv": "x" }));
    expect(fault.reason).toBe("nobody_found");
    expect(fault.message).toMatch(/no Connections\.csv.*Connections ticked.*"Contacts\.csv", "__MACOSX/);
  });

  it("with a connections file of another format is refused for this format", async () => {
    const fault = await faultOf(await archive({ "Connections.csv": "<html></html>" }));
    expect(fault).toMatchObject({ reason: "file_kind", message: expect.stringContaining("HTML") });
  });
});
