import { describe, expect, it } from "vitest";
import { card, faultOf, importCard, importText, issueCodes, onlyContact, rowsOf } from "../support/vcard.ts";

describe("one broken card never costs the others", () => {
  const good = [card("FN:First Good", "EMAIL:first@example.org"), card("FN:Last Good", "EMAIL:last@example.org")];

  it.each([
    ["garbage", "BEGIN:VCARD\r\n\u0000\u0001%%%\r\n???\r\nEND:VCARD\r\n"],
    ["nothing", "BEGIN:VCARD\r\nEND:VCARD\r\n"],
    ["a bad line", card("FN Broken", "EMAIL:third@example.org")],
    ["an unclosed quote", card('TEL;TYPE="home:123', "FN:Third")],
    ["a lone semicolon", card(";;;:::", "N;;;", "=:=")],
    ["an END of something else", "END:VCALENDAR\r\n"],
  ])("with %s", async (_kind, broken) => {
    const { contacts } = await importText(good.join(broken));
    expect(contacts[0]).toMatchObject({ firstName: "First Good", isValid: true });
    expect(contacts.at(-1)).toMatchObject({ firstName: "Last Good", isValid: true });
    expect(contacts.length).toBeGreaterThanOrEqual(2);
  });

  it("and a card that names nobody says in which lines it stands", async () => {
    const { contacts, validCount, invalidCount } = await importText(good.join(card("NOTE:who is this?")));
    expect([validCount, invalidCount]).toEqual([2, 1]);
    expect(contacts[1]).toMatchObject({ isValid: false, firstName: "" });
    expect(contacts[1]?.issues).toEqual([
      { code: "name_missing", severity: "error", message: "Nothing in lines 6 to 9 names somebody.", line: 6 },
    ]);
  });

  it("and a line that can't be read is named, the rest of its card kept", async () => {
    const contact = await importCard("FN", "N:Beltrán;Ana;;;", "TITLE:Baker");
    expect(contact).toMatchObject({ firstName: "Ana", lastName: "Beltrán", position: "Baker" });
    expect(contact.issues).toEqual([
      expect.objectContaining({ code: "line_unreadable", severity: "warning", line: 3 }),
    ]);
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

  it("may lack the END between two cards", async () => {
    const { contacts } = await importText(`BEGIN:VCARD\r\nFN:Ana\r\n${card("FN:Ben")}`);
    expect(contacts.map(({ firstName }) => firstName).sort()).toEqual(["Ana", "Ben"]);
  });

  it("may stand inside a card: the inner cards are people of their own", async () => {
    const text = card("FN:Outer", card("FN:Inner One").trim(), card("FN:Inner Two").trim(), "TEL:+34 612 345 678");
    const { contacts } = await importText(text);
    expect(contacts.map(({ firstName }) => firstName)).toEqual(["Inner One", "Inner Two", "Outer"]);
    expect(contacts[2]?.phones).toHaveLength(1);
  });

  it.each([
    ["on the next line", "AGENT:\r\nBEGIN:VCARD\r\nVERSION:2.1\r\nFN:The Agent\r\nEND:VCARD"],
    ["on its own line", "AGENT:BEGIN:VCARD\r\nVERSION:2.1\r\nFN:The Agent\r\nEND:VCARD"],
    ["in one value", "AGENT:BEGIN:VCARD\\nFN:The Agent\\nEND:VCARD\\n"],
  ])("of an AGENT %s begin no contact", async (_form, agent) => {
    const contact = await importCard("FN:Ana", agent, "TITLE:Baker");
    expect(contact).toMatchObject({ firstName: "Ana", position: "Baker" });
  });
});

describe("files put one behind the other without a line end between", () => {
  it.each([
    ["nothing", ""],
    ["blanks", " \t"],
    ["a byte-order mark", "\ufeff"],
    ["zeros", "\0\0"],
    ["the end of DOS", "\x1a"],
    ["the end of DOS on a line of its own", "\r\n\x1a"],
    ["all of them", "\x1a\0 \ufeff"],
  ])("and %s: every card is a person of its own", async (_what, between) => {
    const cards = ["Ana", "Ben", "Cleo"].map((name, index) => card(`FN:${name}`, `TEL:+3461234567${index}`).trim());
    const { contacts, coverage } = await importText(cards.join(between) + between);
    expect(contacts.map(({ firstName, phones, issues }) => [firstName, phones.length, issues])).toEqual([
      ["Ana", 1, []],
      ["Ben", 1, []],
      ["Cleo", 1, []],
    ]);
    expect(coverage).toBe(1);
  });

  it("are told where a mark stands in a file of another encoding", async () => {
    const text = `${card("FN:Zoë").trim()}\u00ef\u00bb\u00bf${card("FN:Ben")}`;
    const { contacts } = await importText(text, "latin1");
    expect(contacts.map(({ firstName }) => firstName)).toEqual(["Zoë", "Ben"]);
  });

  it.each(["VERSION:3.0", "version:2.1"])("nor one before %s", async (version) => {
    const second = ["FN:Ben", "TEL:+34612345678", "END:VCARD"].join("\r\n");
    const { contacts, coverage } = await importText(`${card("FN:Ana").trim()}BEGIN:VCARD${version}\r\n${second}`);
    expect(contacts.map(({ firstName, phones, issues }) => [firstName, phones.length, issues])).toEqual([
      ["Ana", 0, []],
      ["Ben", 1, []],
    ]);
    expect(coverage).toBe(1);
  });

  it.each([" ", "\t"])("are told from the text of a folded line, which begins with %j", async (indentation) => {
    const contact = await importCard("FN:Ana", "NOTE:ab", `${indentation}END:VCARDBEGIN:VCARD`, "TITLE:Baker");
    expect(contact).toMatchObject({ notes: "abEND:VCARDBEGIN:VCARD", position: "Baker", issues: [] });
  });

  it("end the cards inside of others, of an AGENT too", async () => {
    const agent = card("FN:The Agent").trim();
    const { contacts } = await importText(card("FN:Ana", "AGENT:", `${agent}END:VCARD${card("FN:Ben").trim()}`));
    expect(contacts.map(({ firstName }) => firstName)).toEqual(["Ana", "Ben"]);
  });
});

describe("the lines of a card", () => {
  const lines = ["VERSION:2.1", "FN:Ana", "NOTE:a long", "  note", "TITLE;ENCODING=QUOTED-PRINTABLE:Ba=", "ker"];

  it.each([
    ["blanks", "  "],
    ["a blank", " "],
    ["a tab", "\t"],
  ])("may all be indented by %s", async (_what, indentation) => {
    const inside = lines.map((line) => indentation + line);
    const whole = ["BEGIN:VCARD", ...lines, "END:VCARD"].map((line) => indentation + line);
    for (const text of [["BEGIN:VCARD", ...inside, "END:VCARD"], whole]) {
      const contact = onlyContact(await importText(text.join("\r\n")));
      expect(contact).toMatchObject({ firstName: "Ana", notes: "a long note", position: "Baker", issues: [] });
    }
  });

  it("may all be indented but the version", async () => {
    const [version = "", ...others] = lines;
    const text = ["BEGIN:VCARD", version, ...others.map((line) => `  ${line}`), "END:VCARD"].join("\r\n");
    const contact = onlyContact(await importText(text));
    expect(contact).toMatchObject({ firstName: "Ana", notes: "a long note", position: "Baker", issues: [] });
  });

  it("may be indented by less than the first one", async () => {
    const uneven = ["BEGIN:VCARD", "    FN:Ana", "  TITLE:Baker", "\tNOTE:a long", "END:VCARD"];
    const contact = onlyContact(await importText(uneven.join("\r\n")));
    expect(contact).toMatchObject({ firstName: "Ana", position: "Baker", notes: "a long", issues: [] });
  });

  it("go on in those that are indented, where only the first is so too", async () => {
    const odd = ["BEGIN:VCARD", " FN:Ana", "TITLE:Baker", "NOTE:a long", "  note", "END:VCARD"];
    const contact = onlyContact(await importText(odd.join("\r\n")));
    expect(contact).toMatchObject({ firstName: "Ana", position: "Baker", notes: "a long note" });
  });
});

describe("an AGENT", () => {
  it("takes one card; the next one inside is a contact", async () => {
    const inner = (name: string) => card(`FN:${name}`).trim();
    const { contacts } = await importText(card("FN:Ana", "AGENT:", inner("The Agent"), inner("Ben")));
    expect(contacts.map(({ firstName }) => firstName)).toEqual(["Ben", "Ana"]);
  });

  it("without a card takes none of the contacts that follow a cut", async () => {
    const { contacts } = await importText(`BEGIN:VCARD\r\nFN:Ana\r\nAGENT:\r\n${card("FN:Ben")}${card("FN:Cleo")}`);
    expect(contacts.map(({ firstName }) => firstName).sort()).toEqual(["Ana", "Ben", "Cleo"]);
  });
});

const googleHeader =
  "First Name,Middle Name,Last Name,Organization Name,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value\n";

describe("files that are none", () => {
  it.each([
    ["empty", "", "file_empty"],
    ["blank", " \r\n\r\n", "file_empty"],
    ["a byte-order mark", "\ufeff", "file_empty"],
    ["a text", "Dear Ana,\r\nhow are you?", "file_kind"],
    ["lines without BEGIN", "VERSION:4.0\r\nFN:Ana\r\nEND:VCARD", "file_kind"],
  ])("%s: refused", async (_kind, text, reason) => {
    expect(await faultOf(text)).toBe(reason);
  });

  it.each([
    [
      "a card without BEGIN",
      "VERSION:3.0\nN:Berg;Ana;;;\nEND:VCARD\n",
      /looks like a vCard, but nothing begins with BEGIN:VCARD\./,
    ],
    ["another archive", Buffer.from("1f8b0800000000000003", "hex"), /archive of another kind.* Unpack it/],
    ["JSON", '{"following": []}', /^This is a JSON file\..* network_b/],
    ["JSON in UTF-16", Buffer.from('\ufeff{"following": []}', "utf16le"), /^This is a JSON file/],
    ["a page behind a mark and blanks", "\ufeff \n<!DOCTYPE html><html></html>", /HTML.* Choose the \.vcf file/],
    ["a picture", Buffer.from("89504e470d0a1a0a", "hex"), /^This is a picture\. Choose the \.vcf file/],
    ["a table", "First Name,Last Name,URL\nAna,Berg,\n", /a table, such as CSV\. .*network_a/],
    [
      "a table below prose",
      'Notes:\n"Some, but not all, are here"\n\nName;Phone;Mail\n',
      /^This is an address book as CSV/,
    ],
    ["another table", "Day,Place,Weather\nMonday,Wien,Sun\n", /a table, such as CSV\. Choose the \.vcf file/],
    ["Google's book", googleHeader, /^This is an address book as CSV: export it there as vCard \(\.vcf\)/],
    ["Google's older book", "Name,Given Name,Family Name,E-mail 1 - Value\nAna,Ana,,\n", /^This is an address book/],
    ["Outlook's book", "First Name,Last Name,E-mail Address,Business Phone,Mobile Phone\n", /^This is an address book/],
    ["prose", "Well, yes, of course, Ana,\nhow are you?", /begins with BEGIN:VCARD\. Choose the \.vcf file/],
    ["lines without BEGIN", "VERSION:4.0\nN:Berg;Ana;B;C;\nTEL;TYPE=home;TYPE=voice:1", /BEGIN:VCARD\. Choose/],
  ])("%s: the refusal says what to do", async (_kind, content, words) => {
    await expect(rowsOf(content)).rejects.toMatchObject({
      faults: [{ error: { reason: "file_kind", message: expect.stringMatching(words) } }],
    });
  });
});
