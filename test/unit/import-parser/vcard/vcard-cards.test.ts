/** Tests which persons are read from a file or an archive, and why a file is refused. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  card,
  importBytes,
  importCard,
  importText,
  issueCodes,
  messagesOf,
  onlyContact,
  rowsOf,
} from "../../../support/files/vcard.ts";
import { zipOf } from "../../../support/files/zip-writer.ts";

it("the sample address book is read whole, with every kind of name and without a warning", async () => {
  const bytes = readFileSync(new URL("../../../fixtures/sample-address-book.vcf", import.meta.url));
  const file = await importBytes(bytes);
  expect(file).toMatchObject({ totalCount: 40, validCount: 40, invalidCount: 0, skippedCount: 0 });
  expect(file.contacts.every(({ emails, phones }) => emails.length * phones.length > 0)).toBe(true);
  expect(file.contacts.map(({ lastName }) => lastName)).toEqual(
    expect.arrayContaining(["Groß", "佐藤", "Петренко", "van der Meer", "Παπαδοπούλου", "O'Rourke"]),
  );
  expect(file.contacts.flatMap(messagesOf).filter((message) => !message.startsWith("info"))).toEqual([]);
});

describe("a broken card does not affect the others", () => {
  const good = [card("FN:First Good", "EMAIL:first@example.org"), card("FN:Last Good", "EMAIL:last@example.org")];

  it.each([
    ["garbage", "BEGIN:VCARD\r\n\u0000\u0001%%%\r\n???\r\nEND:VCARD\r\n"],
    ["a bad line", card("FN Broken", "EMAIL:third@example.org")],
    ["an unclosed quote", card('TEL;TYPE="home:123', "FN:Third")],
    ["an END of something else", "END:VCALENDAR\r\n"],
  ])("with %s", async (_kind, broken) => {
    const { contacts } = await importText(good.join(broken));
    expect(contacts[0]).toMatchObject({ firstName: "First Good", isValid: true });
    expect(contacts.at(-1)).toMatchObject({ firstName: "Last Good", isValid: true });
  });

  it("and is reported with its lines when it names nobody", async () => {
    const { contacts, validCount, invalidCount } = await importText(good.join(card("NOTE:who is this?")));
    expect([validCount, invalidCount]).toEqual([2, 1]);
    expect(contacts[1]).toMatchObject({ isValid: false, firstName: "" });
    expect(contacts[1]?.issues).toEqual([
      { code: "name_missing", severity: "error", message: "Nothing in lines 6 to 9 names somebody.", line: 6 },
    ]);
  });

  it("and a line that can't be read is reported and does not affect the others", async () => {
    const contact = await importCard("FN", "N:Beltrán;Ana;;;", "TITLE:Baker");
    expect(contact).toMatchObject({ firstName: "Ana", lastName: "Beltrán", position: "Baker" });
    expect(contact.issues).toMatchObject([{ code: "line_unreadable", severity: "warning", line: 3 }]);
  });
});

describe("BEGIN and END", () => {
  it("may have parameters", async () => {
    const contact = onlyContact(await importText("BEGIN;X=1:VCARD\r\nFN:Ana\r\nEND;X=1:VCARD\r\n"));
    expect(contact).toMatchObject({ firstName: "Ana", issues: [] });
  });

  it("may lack the END at the end of the file", async () => {
    const contact = onlyContact(await importText("BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ana\r\nNOTE:cut o"));
    expect(contact).toMatchObject({ firstName: "Ana", notes: "cut o", isValid: true });
    expect(issueCodes(contact)).toEqual(["card_not_ended"]);
  });

  const inner = (name: string) => card(`FN:${name}`).trim();
  it.each([
    ["lack the END between two cards", `BEGIN:VCARD\r\nFN:Ana\r\n${card("FN:Ben")}`, ["Ben", "Ana"]],
    ["stand inside a card", card("FN:Ana", inner("Ben"), inner("Cleo"), "TEL:1"), ["Ben", "Cleo", "Ana"]],
    ["stand inside an AGENT, once", card("FN:Ana", "AGENT:", inner("Agent"), inner("Ben")), ["Ben", "Ana"]],
    ["stand on the line of an AGENT", card("FN:Ana", `AGENT:${inner("Agent")}`), ["Ana"]],
    ["stand in the value of an AGENT", card("FN:Ana", "AGENT:BEGIN:VCARD\\nFN:Agent\\nEND:VCARD\\n"), ["Ana"]],
    [
      "follow an AGENT that is cut off",
      `BEGIN:VCARD\r\nFN:Ana\r\nAGENT:\r\n${card("FN:Ben")}${card("FN:Cleo")}`,
      ["Cleo", "Ana"],
    ],
  ])("may %s", async (_what, text, names) => {
    const { contacts } = await importText(text);
    expect(contacts.map(({ firstName }) => firstName)).toEqual(names);
  });

  it.each([
    ["nothing", ""],
    ["a byte-order mark", "\ufeff"],
    ["the end of DOS", "\x1a"],
    ["all of them", "\x1a\0 \ufeff"],
  ])("may follow each other with %s between them, as in joined files", async (_what, between) => {
    const cards = ["Ana", "Ben", "Cleo"].map((name, index) => card(`FN:${name}`, `TEL:+3461234567${index}`).trim());
    const { contacts, coverage } = await importText(cards.join(between) + between);
    expect(contacts.map(({ firstName, phones, issues }) => [firstName, phones.length, issues])).toEqual(
      ["Ana", "Ben", "Cleo"].map((name) => [name, 1, []]),
    );
    expect(coverage).toBe(1);
  });

  it.each([" ", "\t"])("are text in a folded line, which begins with %j", async (indentation) => {
    const contact = await importCard("FN:Ana", "NOTE:ab", `${indentation}END:VCARDBEGIN:VCARD`, "TITLE:Baker");
    expect(contact).toMatchObject({ notes: "abEND:VCARDBEGIN:VCARD", position: "Baker", issues: [] });
  });
});

describe("an archive of cards", () => {
  it("has the persons of all its .vcf files, with the groups that name them", async () => {
    const { contacts, coverage } = await importBytes(
      zipOf([
        { name: "book/ana.vcf", content: card("FN:Ana", "UID:urn:uuid:1") },
        { name: "book/ben.VCF", content: Buffer.from(`\ufeff${card("FN:Ben", "UID:urn:uuid:2")}`, "utf16le") },
        { name: "book/crew.vcf", content: card("KIND:group", "FN:Crew", "MEMBER:urn:uuid:1", "MEMBER:urn:uuid:2") },
        { name: "__MACOSX/book/._ana.vcf", content: "junk" },
        { name: "readme.txt", content: "hello" },
      ]),
    );
    expect(contacts.map(({ firstName, groups, issues }) => [firstName, groups, issues])).toEqual(
      ["Ana", "Ben"].map((name) => [name, ["Crew"], []]),
    );
    expect(coverage).toBe(1);
  });

  it("may have a thousand single cards", async () => {
    const entries = Array.from({ length: 1_000 }, (_, index) => ({
      name: `${index}.vcf`,
      content: card(`FN:${index}`),
    }));
    expect((await importBytes(zipOf(entries))).validCount).toBe(1_000);
  });

  it("skips its files that can't be read, which the first row names, and reads the others", async () => {
    const files = Object.entries({ "a.vcf": "", "b.vcf": "no card", "c.vcf": card("FN:Cleo") });
    const damaged = { name: "d.vcf", content: card("FN:Dora"), packed: Buffer.from("another"), method: 0 };
    const zip = zipOf([...files.map(([name, content]) => ({ name, content })), damaged]);
    const contact = onlyContact(await importBytes(zip));
    expect([contact.firstName, messagesOf(contact)]).toEqual([
      "Cleo",
      [/^warning: .*"a.vcf" was .* is empty/, /"b.vcf" was .* no vCard/, /"d.vcf" was .* is damaged/].map((words) =>
        expect.stringMatching(words),
      ),
    ]);
  });
});

it.each([
  ["nothing", "", "file_empty", /empty/],
  ["another archive", Buffer.from("1f8b0800000000000003", "hex"), "file_kind", /archive of another kind.* Unpack it/],
  ["a page behind a mark and blanks", "\ufeff \n<!DOCTYPE html><html></html>", "file_kind", /HTML.* Choose the \.vcf/],
  ["prose", "Well, yes, of course, Ana,\nhow are you?", "file_kind", /begins with BEGIN:VCARD\. Choose the \.vcf file/],
  ["an archive without .vcf", zipOf([{ name: "a.txt", content: "[]" }]), "file_kind", /no \.vcf file/],
  [
    "an archive without cards",
    zipOf(["a.vcf", "b.vcf"].map((name) => ({ name, content: "no" }))),
    "file_kind",
    /None of/,
  ],
  ["an archive that is cut", zipOf([{ name: "a.vcf", content: card("FN:A") }]).subarray(0, 60), "file_unreadable", /./],
])("a file of %s is refused, with what to do", async (_kind, content, reason, message) => {
  await expect(rowsOf(content)).rejects.toMatchObject({
    faults: [{ error: { reason, message: expect.stringMatching(message) } }],
  });
});
