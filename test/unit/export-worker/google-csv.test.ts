import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvHead, csvRow } from "../../../functions/export-worker/google-csv.ts";
import type { ContactRecord } from "../../../shared/contact/record.ts";
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
          expect(cell).toMatch(/^[+-]?[\d(*#. ][\d().,;/*#x -]*$/i);
        }
        const shown = (text: string) =>
          expect(cells.map((cell) => cell.replace(/^'(?=[=+\-@\t\r\n])/, ""))).toContain(text);
        shown(contact.firstName);
        shown(contact.notes ?? "");
        for (const { value } of contact.emails) shown(value);
        for (const { prefix, value } of contact.phones) shown(`${prefix} ${value}`.trim());
        for (const { date } of contact.importantDates) shown(date.startsWith("1904-") ? ` --${date.slice(5)}` : date);
        for (const { addressLine1, addressCity } of contact.addresses) {
          shown(addressLine1 ?? "");
          shown(addressCity ?? "");
        }
        for (const field of ["headline", "network_a", "network_e", "keepFrequencyDays", "lastInteraction"] as const) {
          shown(String(contact[field] ?? ""));
        }
      }),
    );
  });

  it.each([
    ["=1+1", "'=1+1"],
    ["+cmd|x", "'+cmd|x"],
    ["-", "'-"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\tx", "'\tx"],
    ["+49 (30) 123-45 x6", "+49 (30) 123-45 x6"],
    ["+491701234567", "+491701234567"],
    ["-12.5", "-12.5"],
    ["a=b", "a=b"],
  ])("makes %j harmless unless it is a number", (notes, cell) => {
    expect(read({ ...contactWith(notes) }).Notes).toBe(cell);
  });

  it("has the labels of the groups, and an asterisk at the preferred address", () => {
    const emails = ["a", "b"].map((name) => ({ type: "home", value: `${name}@x.example`, preferred: name === "b" }));
    const row = read({ ...contactWith(""), emails }, ["Crew", "Old, friends"]);
    expect([row.Labels, row["E-mail 1 - Label"], row["E-mail 2 - Label"]]).toEqual([
      "Crew ::: Old, friends",
      "home",
      "* home",
    ]);
  });
});

function contactWith(notes: string): ContactRecord {
  const [contact] = fc.sample(arbitraryContact(accountId), { numRuns: 1, seed: 1 });
  if (!contact) throw new Error("no contact");
  return { ...contact, notes };
}
