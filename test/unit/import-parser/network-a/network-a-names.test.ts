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

describe("credentials in a last name", () => {
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
  ])("stand apart from it: %s %s", async (given, family, name, suffix) => {
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
  ])("are not looked for in a name: %s %s", async (given, family) => {
    expect(await namesOf(given, family)).toEqual({ name: [given, family], prefix: "", suffix: "", codes: [] });
  });

  it("are a line of the notes", async () => {
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
  ])("stand apart from it: %s", async (given, name, prefix) => {
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
  ])("are taken out: %s %s", async (given, family, name) => {
    const read = await namesOf(given, family);
    expect(read.name).toEqual(name);
    expect(read.codes[0]).toBe("name_signs_removed");
  });

  it("are kept where there is nothing else", async () => {
    expect(await namesOf("🚀", "⭐")).toMatchObject({ name: ["🚀", "⭐"], codes: [] });
  });

  it("stand in the issue about it, with all of the name", async () => {
    const row = await readRow("Anna 🚀,Silva", columns);
    expect(row).toMatchObject({ valuesSeen: 2, valuesLost: 0 });
    expect(row.issues).toMatchObject([
      {
        severity: "info",
        field: "firstName",
        property: "First Name",
        line: 2,
        message: expect.stringContaining("🚀 Silva"),
      },
    ]);
  });

  it("leave marks that belong to letters", async () => {
    expect((await namesOf("ශ්‍රී", "می‌خواهم")).name).toEqual(["ශ්‍රී", "می‌خواهم"]);
  });

  it("are quotes around a whole name too", async () => {
    expect(await namesOf("Anna", '"Silva"')).toMatchObject({ name: ["Anna", "Silva"] });
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
  ])("stays where that is not certain: %s %s", async (given, family) => {
    expect(await namesOf(given, family)).toMatchObject({ name: [given, family], codes: [] });
  });
});

describe("a handle", () => {
  it("that is percent-encoded is decoded", async () => {
    const url = "https://www.linkedin.com/in/jos%C3%A9-o%E2%80%99neil-%F0%9F%9A%80-1";
    const { contacts } = await importRows(csv("First Name,Last Name,URL", `José,O’Neil,${url}`));
    expect(contacts[0]?.network_a).toBe("https://www.linkedin.com/in/josé-o’neil-🚀-1");
  });

  it("that is none is said to be none", async () => {
    const { contacts } = await importRows(csv("First Name,Last Name,URL", "Anna,Silva,https://example.com/anna"));
    expect(contacts[0]).toMatchObject({
      network_a: null,
      issues: [{ code: "handle_invalid", property: "URL", line: 2 }],
    });
  });
});

describe("a row without a name", () => {
  const nameless = async (...cells: string[]) => {
    const [contact] = (await importRows(csv(header, [...cells, "1 Jan 2026"].join(",")))).contacts;
    return contact;
  };
  const named = (property: string) => ({ code: "name_is_handle", severity: "info", field: "firstName", property });

  it.each([
    ["of its link, percent-decoded", "https://www.linkedin.com/in/jos%C3%A9-o%E2%80%99neil", "josé-o’neil"],
    ["in plain letters", "https://www.linkedin.com/in/anna-silva/", "anna-silva"],
    ["of a link as before 2015", "https://www.linkedin.com/pub/anna-silva/1/2b/345", "anna-silva"],
  ])("keeps its person, by the handle %s, and says so", async (_what, url, firstName) => {
    const contact = await nameless("", "", url, "", "", "");
    expect(contact).toMatchObject({ isValid: true, firstName, lastName: "", issues: [{ ...named("URL"), line: 2 }] });
  });

  it("has no such issue where the company or an address stands for the name, as they go before or instead", async () => {
    const url = "https://www.linkedin.com/in/anna-silva";
    expect(await nameless("", "", url, "", "Acme", "")).toMatchObject({ firstName: "Acme", issues: [] });
    const broken = await nameless("", "", "https://example.com/anna", "anna@example.com", "", "");
    expect(broken).toMatchObject({ firstName: "anna", issues: [{ code: "handle_invalid" }] });
  });

  it("has none either where there is a name, if only a last one", async () => {
    const url = "https://www.linkedin.com/in/anna-silva";
    expect(await nameless("", "Silva", url, "", "", "")).toMatchObject({ firstName: "Silva", issues: [] });
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
