import { describe, expect, it } from "vitest";
import { readDay } from "../../../../functions/import-parser/vcard/map/date-properties.ts";
import { importCard, importLines, messagesOf } from "../../../support/files/vcard.ts";

/** Formats that tables of a network have too are tested there. */
it.each([
  ["1988-05-12", "1988-05-12"],
  ["19880512", "1988-05-12"],
  ["19880512T1430-0500", "1988-05-12"],
  ["1988-05-12+02:00", "1988-05-12"],
  ["--0512", "1904-05-12"],
  ["--5-12", "1904-05-12"],
  ["--0512T000000Z", "1904-05-12"],
  ["16040512", "1904-05-12"],
  ["1111-05-12", "1904-05-12"],
  ["0000-05-12", "1904-05-12"],
  ["5/25/1988", "1988-05-25"],
  ["samedi 12 mars 1988", "1988-03-12"],
  ["12 juin", "1904-06-12"],
])("%s is the day %s", (text, day) => {
  expect(readDay(text, "")).toBe(day);
});

it.each([
  ...["", "1988", "1988-05", "--05", "---12", "--412", "1988-02-30", "19881305", "05/06/1988", "70-7-14", "T102200"],
  ...["circa 12 May 1988", "12 May 1988 or 1989", "May 12", "1988-W20-3", "today", "0".repeat(100_000)],
])("a day is not guessed: %s", (text) => {
  expect(readDay(text, "")).toBeNull();
});

it("the parameter of a vendor names the year that marks a missing year", () => {
  expect(readDay("1605-05-12", "1605")).toBe("1904-05-12");
  expect(readDay("1988-05-12", "1604")).toBe("1988-05-12");
});

describe("important dates", () => {
  it("are read from BDAY, ANNIVERSARY and properties of vendors", async () => {
    const contact = await importCard(
      "FN:Ana",
      "BDAY;VALUE=date;X-APPLE-OMIT-YEAR=1604:1604-05-12",
      "X-MS-ANNIVERSARY:20040918",
      "item1.X-ABDATE;type=pref:2010-06-15",
      "item1.X-ABLabel:Opened the bakery",
      "item2.X-ABDATE:--1213",
      "item2.X-ABLabel:Nameday",
      "X-ANDROID-CUSTOM:vnd.android.cursor.item/contact_event;1999-07-01;0;First job;;",
      // The same day again, as some vendors write it.
      ...["item3.X-ABDATE:2004-09-18", "item3.X-ABLabel:_$!<Anniversary>!$_"],
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

  it.each([
    ["BDAY:1980-05-17T23:30:00-05:00", "1980-05-17"],
    ["BDAY;VALUE=text:17. Mai 1980", "1980-05-17"],
    ["BDAY;X-APPLE-OMIT-YEAR=1904:0001-01-01", "0001-01-01"],
  ])("are the days that are written, in no time zone: %s", async (line, day) => {
    const { importantDates, issues } = await importLines(line);
    expect([importantDates.map(({ date }) => date), issues]).toEqual([[day], []]);
  });

  it.each([
    ["BDAY;CALSCALE=chinese:1980-05-17", 'BDAY "1980-05-17" is no day of the calendar.'],
    ["BDAY:0001-01-01T00:00:00Z", 'BDAY "0001-01-01T00:00:00Z" is no day of the calendar.'],
    ["X-MS-ANNIVERSARY:45010101", 'X-MS-ANNIVERSARY "45010101" is no day of the calendar.'],
    ["BDAY;VALUE=text:circa 1800", 'BDAY "circa 1800" is no day of the calendar.'],
  ])("that can't be read are named, with line and property: %s", async (line, message) => {
    const contact = await importLines(line);
    expect(contact.importantDates).toEqual([]);
    const [property] = line.split(/[;:]/);
    const about = { severity: "warning", field: "importantDates", property, line: 4 };
    expect(contact.issues).toEqual([{ code: "date_unreadable", message, ...about }]);
  });

  it.each([
    ["item1.BDAY:soon\nitem1.X-ABLabel:Old", 'the label of BDAY: "Old"'],
    ["X-ABDATE;TYPE=Jubilee:soon", 'the label of X-ABDATE: "Jubilee"'],
    ["X-ANDROID-CUSTOM:vnd.android.cursor.item/contact_event;soon;0;Party", 'the label of X-ANDROID-CUSTOM: "Party"'],
  ])("that can't be read are named with their label: %s", async (lines, words) => {
    const [unreadable, label] = messagesOf(await importLines(lines));
    expect(unreadable).toMatch(/^warning: .* "soon" is no day of the calendar\.$/);
    expect(label).toBe(`info: No field of a contact fits ${words}.`);
  });
});
