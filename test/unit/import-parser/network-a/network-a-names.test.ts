import { describe, expect, it } from "vitest";
import { codesOf, csv, header, importRows, readRow } from "../../../support/files/network-a.ts";

const columns = "First Name,Last Name";

async function namesOf(given: string, family: string) {
  const quoted = [given, family].map((text) => `"${text.replaceAll('"', '""')}"`).join(",");
  const { givenName, familyName, namePrefix, nameSuffix, issues } = await readRow(quoted, columns);
  return {
    name: [givenName, familyName],
    prefix: namePrefix,
    suffix: nameSuffix,
    codes: issues.map(({ code }) => code),
  };
}

describe("credentials in a name", () => {
  it.each([
    ["Anna", "Silva, MBA", ["Anna", "Silva"], "MBA"],
    ["Anna", "Silva, Ph.D., PMP®", ["Anna", "Silva"], "Ph.D., PMP"],
    ["Anna", "Silva,MBA,ITIL.C", ["Anna", "Silva"], "MBA, ITIL.C"],
    ["Anna", "Silva, Growth Hacker", ["Anna", "Silva"], "Growth Hacker"],
    ["Anna", "Silva MBA", ["Anna", "Silva"], "MBA"],
    ["Anna", "Silva PhD, PMP", ["Anna", "Silva"], "PhD, PMP"],
    ["Anna", "Silva XYZ™", ["Anna", "Silva"], "XYZ"],
    ["Anna", "Silva (PMP)", ["Anna", "Silva"], "(PMP)"],
    ["Anna", "Silva (XYZ, QRS)", ["Anna", "Silva"], "(XYZ, QRS)"],
    ["Anna", "Silva (she/her)", ["Anna", "Silva"], "(she/her)"],
    ["Anna Silva", " - MBA®., PMP®., ITIL®.", ["Anna Silva", ""], "MBA., PMP., ITIL."],
    ["Anna Silva, PhD", "", ["Anna Silva", ""], "PhD"],
  ])("become its suffix: %s %s", async (given, family, name, suffix) => {
    expect(await namesOf(given, family)).toMatchObject({ name, suffix });
  });

  it.each([
    ["Li", "Ma"],
    ["Chidi", "Mba"],
    ["Jack", "MA"],
    ["Ngozi", "MBA"],
    ["Anna", "Silva (Souza)"],
    ["Robert (Bob)", "Smith"],
    ['Coter "Bee"', "Silva"],
    ["Anna", "O'Brien-Silva"],
    ["أحمد", "محمد"],
    ["明", "李"],
    ["Nuñez, Anna", ""],
    ["J.", "Silva"],
  ])("are not found in %s %s", async (given, family) => {
    expect(await namesOf(given, family)).toEqual({ name: [given, family], prefix: "", suffix: "", codes: [] });
  });

  it("become a line of the notes", async () => {
    const { contacts, coverage } = await importRows(csv(columns, 'Anna,"Silva, MBA"'));
    expect(contacts[0]).toMatchObject({ firstName: "Anna", lastName: "Silva", notes: "Suffix: MBA", issues: [] });
    expect(coverage).toBe(1);
  });
});

describe("titles before a first name", () => {
  it.each([
    ["Dr. Anna", ["Anna", "Silva"], "Dr."],
    ["Dr Anna", ["Anna", "Silva"], "Dr"],
    ["Dr.Anna", ["Anna", "Silva"], "Dr."],
    ["Prof. Dr. Anna", ["Anna", "Silva"], "Prof. Dr."],
    ["Dr. Eng. Anna", ["Anna", "Silva"], "Dr. Eng."],
    ["Dipl.-Ing. Anna", ["Anna", "Silva"], "Dipl.-Ing."],
    ["Mr", ["Mr", "Silva"], ""],
    ["Md. Anna", ["Md. Anna", "Silva"], ""],
    ["Ing Marie", ["Ing Marie", "Silva"], ""],
  ])("become its prefix: %s", async (given, name, prefix) => {
    expect(await namesOf(given, "Silva")).toMatchObject({ name, prefix });
  });
});

describe("signs in a name that are no letters", () => {
  it.each([
    ["Anna 🚀", "Silva", ["Anna", "Silva"]],
    ["🎲, Anna K.", "Silva", ["Anna K.", "Silva"]],
    ["Anna", "Silva 🏳️‍🌈 👩🏽‍💻 🇵🇹", ["Anna", "Silva"]],
    ["Anna", "Silva Ⓥ ★", ["Anna", "Silva"]],
    ["Anna", "| Silva | 🚀", ["Anna", "Silva"]],
    ["𝗔𝗻𝗻𝗮", "𝓢𝓲𝓵𝓿𝓪", ["Anna", "Silva"]],
    ["🗣️ANNA🔥MARIA", "SILVA", ["Anna Maria", "Silva"]],
  ])("are removed: %s %s", async (given, family, name) => {
    const read = await namesOf(given, family);
    expect(read.name).toEqual(name);
    expect(read.codes[0]).toBe("name_signs_removed");
  });

  it.each([
    ["🚀", "⭐"],
    ["ශ්‍රී", "می‌خواهم"],
  ])("are kept if the name has nothing else, and in letters: %s %s", async (given, family) => {
    expect(await namesOf(given, family)).toMatchObject({ name: [given, family], codes: [] });
  });

  it("are in the issue about them, with the whole name", async () => {
    const row = await readRow('"Anna 🚀","""Silva"""', columns);
    const message = 'Signs that are no letters were taken out of the name "Anna 🚀 "Silva"".';
    const about = { field: "firstName", property: "First Name", line: 2 };
    expect(row).toMatchObject({ givenName: "Anna", familyName: "Silva", valuesSeen: 2, valuesLost: 0 });
    expect(row.issues).toEqual([{ code: "name_signs_removed", severity: "info", message, ...about }]);
  });
});

describe("a name in capitals", () => {
  it.each([
    ["ANNA", "SILVA", ["Anna", "Silva"]],
    ["JEAN-LUC", "D'ARTAGNAN", ["Jean-Luc", "D'Artagnan"]],
    ["SEÁN", "O’BRIEN", ["Seán", "O’Brien"]],
    ["ANNA J.", "DE LA CRUZ", ["Anna J.", "De La Cruz"]],
    ["ANNA", "SILVA, MBA", ["Anna", "Silva"]],
    ["ИВАН", "ПЕТРОВ", ["Иван", "Петров"]],
    ["ΝΙΚΟΣ", "ΠΑΠΑΣ", ["Νικος", "Παπας"]],
  ])("is brought to the usual case: %s %s", async (given, family, name) => {
    const read = await namesOf(given, family);
    expect(read.name).toEqual(name);
    expect(read.codes).toEqual(["name_case_changed"]);
  });

  it.each([
    ["JP", "SILVA"],
    ["Anna", "SILVA"],
    ["ANNA", ""],
    ["A.B.", "SILVA"],
    ["אנה", "SILVA"],
    ["AYŞE", "DEĞİRMENCİ"],
    ["anna", "silva"],
    ["ANNA9", "SILVA"],
  ])("stays if that is not certain: %s %s", async (given, family) => {
    expect(await namesOf(given, family)).toMatchObject({ name: [given, family], codes: [] });
  });
});

describe("a row without a name", () => {
  const anna = "https://www.linkedin.com/in/anna-silva";

  it.each([
    ["the handle", `,,https://www.linkedin.com/in/jos%C3%A9-o%E2%80%99neil,,,`, "josé-o’neil", ["name_is_handle"]],
    [
      "the handle of a link as before 2015",
      `,,https://www.linkedin.com/pub/ana/1/2b/345,,,`,
      "ana",
      ["name_is_handle"],
    ],
    ["the company", `,,${anna},,Acme,`, "Acme", []],
    ["the address", ",,https://example.com/anna,anna@example.com,,", "anna", ["handle_invalid"]],
    ["the last name", `,Silva,${anna},,,`, "Silva", []],
  ])("is named by %s", async (_what, cells, firstName, codes) => {
    const { contacts } = await importRows(csv(header, `${cells},1 Jan 2026`));
    expect(contacts).toMatchObject([{ isValid: true, firstName, lastName: "" }]);
    expect(contacts[0]?.issues.map(({ code }) => code)).toEqual(codes);
  });
});

describe("a whole name in one column", () => {
  it("loses its titles, credentials and signs", async () => {
    const row = await readRow('"Dr. Anna Silva, PhD 🚀",Acme', "Full Name,Company");
    expect(row).toMatchObject({ formattedName: "Anna Silva", namePrefix: "Dr.", nameSuffix: "PhD" });
    expect(codesOf(row)).toEqual(["name_signs_removed"]);
  });

  it("may have the last name first", async () => {
    expect(await readRow('"Silva, Anna",Acme', "Name,Company")).toMatchObject({ formattedName: "Silva, Anna" });
  });
});
