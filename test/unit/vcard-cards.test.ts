import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import { maxLineLength, maxLines } from "../../functions/import-parser/vcard/cards.ts";
import { parseVcard } from "../../functions/import-parser/vcard.ts";
import { ImportFileError } from "../../shared/imports/import-file-error.ts";
import { card, importCard, importText, issueCodes, onlyContact } from "../support/vcard.ts";

describe("one broken card never costs the others", () => {
  const good = [card("FN:First Good", "EMAIL:first@example.org"), card("FN:Last Good", "EMAIL:last@example.org")];

  it.each([
    ["garbage", "BEGIN:VCARD\r\n\u0000\u0001%%%\r\n???\r\nEND:VCARD\r\n"],
    ["nothing", "BEGIN:VCARD\r\nEND:VCARD\r\n"],
    ["a bad line", card("FN Broken", "EMAIL:third@example.org")],
    ["an unclosed quote", card('TEL;TYPE="home:123', "FN:Third")],
    ["a lone semicolon", card(";;;:::", "N;;;", "=:=")],
    ["an END of something else", "END:VCALENDAR\r\n"],
  ])("with %s", (_kind, broken) => {
    const { contacts } = importText(good.join(broken));
    expect(contacts[0]).toMatchObject({ firstName: "First Good", isValid: true });
    expect(contacts.at(-1)).toMatchObject({ firstName: "Last Good", isValid: true });
    expect(contacts.length).toBeGreaterThanOrEqual(2);
  });

  it("and a card that names nobody says in which lines it stands", () => {
    const { contacts, validCount, invalidCount } = importText(good.join(card("NOTE:who is this?")));
    expect([validCount, invalidCount]).toEqual([2, 1]);
    expect(contacts[1]).toMatchObject({ isValid: false, firstName: "" });
    expect(contacts[1]?.issues).toEqual([
      { code: "name_missing", severity: "error", message: "Nothing in lines 6 to 9 names somebody.", line: 6 },
    ]);
  });

  it("and a line that can't be read is named, the rest of its card kept", () => {
    const contact = importCard("FN", "N:Beltrán;Ana;;;", "TITLE:Baker");
    expect(contact).toMatchObject({ firstName: "Ana", lastName: "Beltrán", position: "Baker" });
    expect(contact.issues).toEqual([
      expect.objectContaining({ code: "line_unreadable", severity: "warning", line: 3 }),
    ]);
  });
});

describe("BEGIN and END", () => {
  it("may lack the END at the end of the file", () => {
    const contact = onlyContact(importText("BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ana\r\nNOTE:cut o"));
    expect(contact).toMatchObject({ firstName: "Ana", notes: "cut o", isValid: true });
    expect(issueCodes(contact)).toEqual(["card_not_ended"]);
  });

  it("may lack the END between two cards", () => {
    const { contacts } = importText(`BEGIN:VCARD\r\nFN:Ana\r\n${card("FN:Ben")}`);
    expect(contacts.map(({ firstName }) => firstName).sort()).toEqual(["Ana", "Ben"]);
  });

  it("may stand inside a card: the inner cards are people of their own", () => {
    const text = card("FN:Outer", card("FN:Inner One").trim(), card("FN:Inner Two").trim(), "TEL:+34 612 345 678");
    const { contacts } = importText(text);
    expect(contacts.map(({ firstName }) => firstName)).toEqual(["Inner One", "Inner Two", "Outer"]);
    expect(contacts[2]?.phones).toHaveLength(1);
  });

  it.each([
    ["on the next line", "AGENT:\r\nBEGIN:VCARD\r\nVERSION:2.1\r\nFN:The Agent\r\nEND:VCARD"],
    ["on its own line", "AGENT:BEGIN:VCARD\r\nVERSION:2.1\r\nFN:The Agent\r\nEND:VCARD"],
    ["in one value", "AGENT:BEGIN:VCARD\\nFN:The Agent\\nEND:VCARD\\n"],
  ])("of an AGENT %s begin no contact", (_form, agent) => {
    const contact = importCard("FN:Ana", agent, "TITLE:Baker");
    expect(contact).toMatchObject({ firstName: "Ana", position: "Baker" });
  });
});

describe("an AGENT", () => {
  it("takes one card; the next one inside is a contact", () => {
    const inner = (name: string) => card(`FN:${name}`).trim();
    const { contacts } = importText(card("FN:Ana", "AGENT:", inner("The Agent"), inner("Ben")));
    expect(contacts.map(({ firstName }) => firstName)).toEqual(["Ben", "Ana"]);
  });

  it("without a card takes none of the contacts that follow a cut", () => {
    const { contacts } = importText(`BEGIN:VCARD\r\nFN:Ana\r\nAGENT:\r\n${card("FN:Ben")}${card("FN:Cleo")}`);
    expect(contacts.map(({ firstName }) => firstName).sort()).toEqual(["Ana", "Ben", "Cleo"]);
  });
});

describe("files that are none", () => {
  it.each([
    ["empty", "", "file_empty"],
    ["blank", " \r\n\r\n", "file_empty"],
    ["a byte-order mark", "\ufeff", "file_empty"],
    ["a text", "Dear Ana,\r\nhow are you?", "file_kind"],
    ["lines without BEGIN", "VERSION:4.0\r\nFN:Ana\r\nEND:VCARD", "file_kind"],
  ])("%s: refused", (_kind, text, reason) => {
    expect(() => parseVcard(Buffer.from(text))).toThrow(expect.objectContaining({ name: "ImportFileError", reason }));
  });
});

describe("bounds", () => {
  it("a file may have 50,000 cards and no more", () => {
    const small = "BEGIN:VCARD\nFN:A\nEND:VCARD\n";
    expect(parseVcard(Buffer.from(small.repeat(50_000)))).toHaveLength(50_000);
    expect(() => parseVcard(Buffer.from(small.repeat(50_001)))).toThrow(ImportFileError);
    expect(() => parseVcard(Buffer.from("BEGIN:VCARD\n".repeat(200_000)))).toThrow(ImportFileError);
  });

  it("a line of 20 MB is cut with a warning, and costs nothing else", () => {
    const contact = importCard("FN:Ana", `PHOTO;ENCODING=b;TYPE=JPEG:${"A".repeat(20_000_000)}`, "TITLE:Baker");
    expect(contact).toMatchObject({ firstName: "Ana", position: "Baker" });
    expect(issueCodes(contact)).toContain("value_cut");
  });

  it("a value that is folded without end is cut too", () => {
    const folded = `NOTE:x${"\r\n abcdefghij".repeat(Math.ceil(maxLineLength / 10) + 10)}`;
    const contact = importCard("FN:Ana", folded, "TITLE:Baker");
    expect(contact.notes).toHaveLength(20_000);
    expect(contact).toMatchObject({ position: "Baker" });
  });

  it("lines beyond a card's bound are left out, said in a warning", () => {
    const contact = importCard("FN:Ana", ...Array.from({ length: maxLines + 10 }, (_, index) => `X-A${index}:1`));
    expect(issueCodes(contact)).toContain("card_too_long");
    expect(contact.issues.length).toBeLessThan(300);
    expect(issueCodes(contact)).toContain("issues_left_out");
  });

  it.each([
    ["categories", `CATEGORIES:${"a,".repeat(2_000_000)}b`],
    ["words of a name", `FN:${"a ".repeat(2_000_000)}`],
    ["parts of a name", `N:${"a b;".repeat(1_000_000)}`],
    ["dots before a colon", `${"a.".repeat(1_000_000)}TEL:1`],
    ["parameters", `TEL${";TYPE=x".repeat(500_000)}:1`],
    ["quotes", `TEL${';TYPE="'.repeat(500_000)}:1`],
    ["equals signs", `NOTE;ENCODING=QUOTED-PRINTABLE:${"=".repeat(3_000_000)}`],
    ["soft breaks", `NOTE;ENCODING=QUOTED-PRINTABLE:a${"=\r\nb".repeat(500_000)}`],
    ["backslashes", `NOTE:${"\\".repeat(3_000_000)}`],
    ["blanks", `NOTE:${" ".repeat(3_000_000)}x`],
    ["a web address", `URL:https://example.org/${"a/".repeat(1_000_000)}`],
    ["an e-mail address", `EMAIL:${"a@".repeat(1_000_000)}`],
  ])("a hostile number of %s takes no noticeable time", (_kind, line) => {
    const start = performance.now();
    const { contacts } = importText(card("FN:Ana", line, "TITLE:Baker") + card("FN:Ben"));
    expect(performance.now() - start).toBeLessThan(5_000);
    expect(contacts.at(-1)?.firstName).toBe("Ben");
    expect(contacts[0]?.position).toBe("Baker");
  });
});
