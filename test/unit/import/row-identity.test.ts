/** Which rows of one file are about one person: relatives share numbers, and cards have UIDs. */
import { describe, expect, it } from "vitest";
import { createRowIdentity } from "../../../shared/import/identity/row-identity.ts";
import type { ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import { emptyRawRow } from "../../../shared/import/row/raw-row.ts";
import { normaliseRows } from "../../support/files/normalise-rows.ts";
import { card, importText } from "../../support/files/vcard.ts";
import { duplicatesIn, previewFile } from "../../support/import/previews.ts";

/** Of each card, the place of the one that stands for the same person in the file; -1 for none. */
async function duplicates(...cards: string[][]): Promise<number[]> {
  const { contacts } = await importText(cards.map((lines) => card(...lines)).join(""));
  return duplicatesIn(await previewFile(contacts));
}

const phone = "TEL:+49 30 1234567";

it("rows keep their ids when lines tell what they have in fields of their own", () => {
  const row = { ...emptyRawRow({ first: 1, last: 1 }), formattedName: "Ana", connectedAt: "2021-03-04T00:00:00.000Z" };
  const told = { ...row, originLines: [{ label: "Connected on network_a", value: "2021-03-04" }] };
  const other = { ...row, noteLines: [{ label: "Suffix", value: "Jr." }] };
  const ids = [row, told, other].map((each) => normaliseRows([structuredClone(each)]).contacts[0]?.tempId);
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
});

it("rows of one name and day of connecting take no time that grows with their square", () => {
  const identify = createRowIdentity();
  const [contact] = normaliseRows([{ ...emptyRawRow({ first: 1, last: 1 }), formattedName: "Ann" }]).contacts;
  const connectedAt = "2018-01-01T00:00:00.000Z";
  const ids = Array.from({ length: 50_000 }, (_, index) => {
    const row = { ...contact, connectedAt, position: String(index) } as ParsedContact;
    identify(row);
    return row.tempId.slice(22);
  });
  expect(ids).toEqual(ids.map((_, index) => (index === 0 ? "" : `~${index}`)));
});

describe("who shares a number, an address or a website", () => {
  const sharedLines = [phone, "EMAIL:home@x.example", "URL:https://x.example"];

  it.each([
    ["the same birthday", "1980-05-12", "19800512", 0],
    ["the same birthday without its year", "1980-05-12", "--0512", 0],
    ["the day before, as another time zone has it,", "1980-05-01", "1980-04-30", 0],
    ["the day after in an unknown year", "1979-12-31", "--0101", 0],
    ["the day after in an unknown year, which may have a leap day,", "--0301", "2001-02-28", 0],
    ["the day before a known year's 1 March", "2001-02-28", "--0301", 0],
    ["day and month in each other's place", "1980-05-12", "1980-12-05", 0],
    ["a placeholder", "1970-01-01", "1950-05-12", 0],
    ["another placeholder", "1950-05-12", "1900-01-01", 0],
    ["another day", "1980-05-12", "1980-05-14", -1],
    ["another year", "1980-05-12", "1979-05-12", -1],
    ["another day without a year", "1980-05-12", "--0514", -1],
    ["the next year's first day", "1979-12-31", "1979-01-01", -1],
  ])("is a person of a name that stands in theirs with %s as birthday, or not", async (_case, one, other, expected) => {
    for (const line of sharedLines) {
      const cards = [
        ["FN:Maria Huber", line, `BDAY:${one}`],
        ["FN:Maria Anna Huber", line, `BDAY:${other}`],
      ];
      expect(await duplicates(...cards)).toEqual([-1, expected]);
    }
  });

  it.each([
    ["another day", "1980-05-12", "1980-06-14", 0],
    ["another day without a year", "1980-05-12", "--0614", 0],
    ["a birthday less than 15 years before", "1980-05-12", "1965-05-13", 0],
    ["a birthday 15 years before", "1980-05-12", "1965-05-12", -1],
    ["a birthday 15 years after", "1980-05-12", "1995-05-12", -1],
    ["a placeholder a generation before", "1990-05-12", "1970-01-01", 0],
  ])("is a person of all of their name with %s, or not", async (_case, one, other, expected) => {
    for (const line of sharedLines) {
      const cards = [
        ["FN:Maria Huber", line, `BDAY:${one}`],
        ["FN:Huber\\, Maria", line, `BDAY:${other}`],
      ];
      expect(await duplicates(...cards, ["FN:Maria Huber", line])).toEqual([-1, expected, 0]);
    }
    const oneWord = [one, other].map((birthday) => ["FN:Maria", phone, `BDAY:${birthday}`]);
    expect(await duplicates(...oneWord)).toEqual([-1, other === "1970-01-01" ? 0 : -1]);
  });

  it("is asked for all birthdays of a card, of which one suffices", async () => {
    const mother = ["FN:Maria Huber", phone, "BDAY:1950-05-12", "BDAY:1980-05-12"];
    expect(await duplicates(mother, ["FN:Maria Anna Huber", phone, "BDAY:1980-05-12"])).toEqual([-1, 0]);
    expect(await duplicates(mother, ["FN:Maria Anna Huber", phone, "BDAY:1985-05-12"])).toEqual([-1, -1]);
  });

  it("is asked for the birthday that any card of the person told, under the name of the first", async () => {
    const cards = [
      ["FN:J. Smith", phone],
      ["FN:John Smith", phone, "BDAY:1970-01-02"],
      ["FN:Jane Smith", phone, "BDAY:1975-01-02"],
      ["FN:John Smith", phone, "BDAY:1970-01-02", "NOTE:x"],
      ["FN:John Smith", phone, "BDAY:1976-01-02"],
    ];
    expect(await duplicates(...cards)).toEqual([-1, 0, -1, 0, -1]);
  });
});
