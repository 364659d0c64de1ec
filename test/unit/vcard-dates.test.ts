import { describe, expect, it } from "vitest";
import { readDay } from "../../functions/import-parser/vcard/dates.ts";
import { importCard } from "../support/vcard.ts";

describe("readDay", () => {
  it.each([
    ["1988-05-12", "1988-05-12"],
    ["19880512", "1988-05-12"],
    [" 1988/5/12 ", "1988-05-12"],
    ["1988-05-12T00:00:00Z", "1988-05-12"],
    ["1988-05-12T201243+04:00", "1988-05-12"],
    ["19880512T1430-0500", "1988-05-12"],
    ["1988-05-12 00:00:00", "1988-05-12"],
    ["--0512", "1904-05-12"],
    ["--05-12", "1904-05-12"],
    ["--0229", "1904-02-29"],
    ["16040512", "1904-05-12"],
    ["1111-05-12", "1904-05-12"],
    ["0000-05-12", "1904-05-12"],
    ["12.05.1988", "1988-05-12"],
    ["5/25/1988", "1988-05-25"],
    ["25/05/1988", "1988-05-25"],
    ["Thu, 12 May 1988", "1988-05-12"],
    ["12-May-1988", "1988-05-12"],
    ["May 12, 1988", "1988-05-12"],
    ["1988-05-12Z", "1988-05-12"],
    ["1988-05-12+02:00", "1988-05-12"],
    ["--5-12", "1904-05-12"],
    ["--0512T000000Z", "1904-05-12"],
    ["12 mars 1988", "1988-03-12"],
    ["1er août 1988", "1988-08-01"],
    ["samedi 12 mars 1988", "1988-03-12"],
    ["12. Mai 1988", "1988-05-12"],
    ["Samstag, 3. März 1988", "1988-03-03"],
    ["12. Dez. 1988", "1988-12-12"],
    ["12 de mayo de 1988", "1988-05-12"],
    ["sábado, 12 de enero de 1988", "1988-01-12"],
    ["12 of May, 1988", "1988-05-12"],
    ["12 May 1988, 10:00", "1988-05-12"],
    ["12 juin", "1904-06-12"],
    ["1 de enero", "1904-01-01"],
  ])("reads %s", async (text, day) => {
    expect(readDay(text, "")).toBe(day);
  });

  it.each([
    "",
    "1988",
    "1988-05",
    "--05",
    "---12",
    "1988-02-30",
    "2023-02-29",
    "19881305",
    "05/06/1988",
    "70-7-14",
    "T102200",
    "circa 1800",
    "12 mayonnaise 1988",
    "circa 12 May 1988",
    "12 May 1988 or 1989",
    "May 12",
    "31 février 1988",
    "12 ma 1988",
    "--412",
    "1988-W20-3",
    "19880512-05",
    "today",
    "0".repeat(100_000),
  ])("does not guess %s", async (text) => {
    expect(readDay(text, "")).toBeNull();
  });

  it("takes the vendor's year for an unknown one only where it is the one", async () => {
    expect(readDay("1605-05-12", "1605")).toBe("1904-05-12");
    expect(readDay("1988-05-12", "1604")).toBe("1988-05-12");
  });
});

describe("important dates", () => {
  it("come from BDAY, ANNIVERSARY and the vendors' own properties", async () => {
    const contact = await importCard(
      "FN:Ana",
      "BDAY;VALUE=date;X-APPLE-OMIT-YEAR=1604:1604-05-12",
      "X-MS-ANNIVERSARY:20040918",
      "item1.X-ABDATE;type=pref:2010-06-15",
      "item1.X-ABLabel:Opened the bakery",
      "item2.X-ABDATE:--1213",
      "item2.X-ABLabel:Nameday",
      "X-ANDROID-CUSTOM:vnd.android.cursor.item/contact_event;1999-07-01;0;First job;;",
    );
    expect(contact.importantDates.map(({ type, date, note }) => [type, date, note])).toEqual([
      ["birthday", "1904-05-12", ""],
      ["anniversary", "2004-09-18", ""],
      ["other", "2010-06-15", "Opened the bakery"],
      ["nameday", "1904-12-13", ""],
      ["other", "1999-07-01", "First job"],
    ]);
    expect(contact.issues).toEqual([]);
  });

  it("are one where a vendor writes the same day twice", async () => {
    const twice = ["item1.X-ABDATE:2004-09-18", "item1.X-ABLabel:_$!<Anniversary>!$_", "X-ANNIVERSARY:20040918"];
    expect((await importCard("FN:Ana", ...twice)).importantDates).toHaveLength(1);
  });

  it.each([
    ["BDAY:1980-05-17T00:00:00Z", "1980-05-17"],
    ["BDAY:1980-05-17T23:30:00-05:00", "1980-05-17"],
    ["ANNIVERSARY:19800517T120000+0100", "1980-05-17"],
    ["BDAY;CALSCALE=gregorian:19800517", "1980-05-17"],
    ["BDAY;CALSCALE=GREGORIAN;VALUE=text:17. Mai 1980", "1980-05-17"],
    ["BDAY;X-APPLE-OMIT-YEAR=1904:0001-01-01", "0001-01-01"],
  ])("are the days that are written, in no time zone: %s", async (line, day) => {
    const { importantDates, issues } = await importCard("FN:Ana", line);
    expect([importantDates.map(({ date }) => date), issues]).toEqual([[day], []]);
  });

  it.each([
    ["BDAY;CALSCALE=chinese:1980-05-17", 'BDAY "1980-05-17" is a day of the calendar "chinese", which is not read.'],
    ["BDAY:0001-01-01", 'BDAY "0001-01-01" stands for no date.'],
    ["BDAY:0001-01-01T00:00:00Z", 'BDAY "0001-01-01T00:00:00Z" stands for no date.'],
    ["X-MS-ANNIVERSARY:45010101", 'X-MS-ANNIVERSARY "45010101" stands for no date.'],
    ["BDAY:---12", 'BDAY "---12" is no day of the calendar.'],
  ])("that are none are said, with the reason: %s", async (line, message) => {
    const contact = await importCard("FN:Ana", line);
    expect(contact.importantDates).toEqual([]);
    expect(contact.issues).toMatchObject([{ code: "date_unreadable", severity: "warning", message, line: 4 }]);
  });

  it("that can't be read are said, with line and property", async () => {
    const contact = await importCard("FN:Ana", "BDAY;VALUE=text:circa 1800");
    expect(contact.importantDates).toEqual([]);
    expect(contact.issues).toEqual([
      {
        code: "date_unreadable",
        severity: "warning",
        message: 'BDAY "circa 1800" is no day of the calendar.',
        field: "importantDates",
        property: "BDAY",
        line: 4,
      },
    ]);
  });
});
