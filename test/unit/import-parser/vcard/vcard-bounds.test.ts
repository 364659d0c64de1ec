import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import { fileOf } from "../../../../functions/import-parser/files/import-file.ts";
import { readWithin } from "../../../../functions/import-parser/files/read-within.ts";
import { maxMemberships } from "../../../../functions/import-parser/vcard/map/groups.ts";
import { maxDepth, maxHeld, maxLines, maxMemberLines } from "../../../../functions/import-parser/vcard/read/cards.ts";
import { maxTextLength } from "../../../../functions/import-parser/vcard/read/content-line.ts";
import { readVcards } from "../../../../functions/import-parser/vcard/read-vcards.ts";
import { card, importCard, importText, issueCodes, onlyContact } from "../../../support/files/vcard.ts";
import { quickly } from "../../../support/process/quickly.ts";
import { isFull } from "../../../support/seed.ts";

describe("a file", () => {
  it.runIf(isFull)("may have 50,000 cards and no more, even if none of them has an END", async () => {
    const small = "BEGIN:VCARD\nFN:A\nEND:VCARD\n";
    const count = async (text: string) => {
      let rows = 0;
      const files = [fileOf(Buffer.from(text))];
      for await (const _ of readWithin(readVcards, files, { strategy: "following" }, { hasTime: () => true }))
        rows += 1;
      return rows;
    };
    const tooMany = { faults: [{ index: 0, error: { reason: "too_many_rows" } }] };
    expect(await count(small.repeat(50_000))).toBe(50_000);
    await expect(count(small.repeat(50_001))).rejects.toMatchObject(tooMany);
    await expect(count("BEGIN:VCARD\n".repeat(200_000))).rejects.toMatchObject(tooMany);
  });

  it.runIf(isFull)("may have 200,000 memberships in groups, with an issue about the others", async () => {
    const members = Array.from({ length: maxMemberLines - 100 }, (_, index) => `MEMBER:${index}\n`).join("");
    const group = `BEGIN:VCARD\nKIND:group\nFN:Choir\n${members}MEMBER:urn:uuid:ana\nEND:VCARD\n`;
    const person = card("FN:Ana", "UID:ana");
    const contact = (await importText(person + group.repeat(5))).contacts[0];
    expect(contact?.groups).toEqual(["Choir"]);
    const leftOut = 5 * (maxMemberLines - 99) - maxMemberships;
    expect(contact?.issues.find(({ code }) => code === "groups_left_out")?.message).toContain(`${leftOut} `);
  });
});

describe("a line", () => {
  it("of 20 MB is cut with a warning, and the other lines are kept", async () => {
    const contact = await importCard("FN:Ana", `PHOTO;ENCODING=b;TYPE=JPEG:${"A".repeat(20_000_000)}`, "TITLE:Baker");
    expect(contact).toMatchObject({ firstName: "Ana", position: "Baker", photo: false });
    expect(issueCodes(contact)).toEqual(expect.arrayContaining(["value_cut", "photo_too_large"]));
  });

  it("that is folded without end is cut too", async () => {
    const folded = `NOTE:x${"\r\n abcdefghij".repeat(Math.ceil(maxTextLength / 10) + 10)}`;
    const contact = await importCard("FN:Ana", folded, "TITLE:Baker");
    expect(contact).toMatchObject({ position: "Baker" });
    expect(contact.notes).toHaveLength(20_000);
    expect(contact.issues).toContainEqual(expect.objectContaining({ code: "value_cut", property: "NOTE", line: 4 }));
  });

  it("holds the longest note of a contact, in quoted-printable too", async () => {
    const written = "=E6=9D=B1".repeat(20_000).replace(/.{72}/g, "$&=\r\n");
    const contact = await importCard(
      "VERSION:2.1",
      "FN:Ana",
      `NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:${written}`,
    );
    expect(contact.notes).toBe("東".repeat(20_000));
    expect(contact.issues).toEqual([]);
  });

  it("of 200 kB outside of cards is left out", async () => {
    const long = "FN:Nobody ".repeat(20_000);
    const contact = onlyContact(await importText(`${long}\r\n${card("FN:Ana", "TITLE:Baker")}`));
    expect(contact).toMatchObject({ firstName: "Ana", position: "Baker" });
    expect(issueCodes(contact)).toEqual(["lines_outside"]);
  });
});

describe("a card", () => {
  it("has 5,000 lines; what is beyond is left out, with a warning", async () => {
    const contact = await importCard("FN:Ana", ...Array.from({ length: maxLines + 10 }, (_, index) => `X-A${index}:1`));
    expect(contact.issues.find(({ code }) => code === "card_too_long")?.message).toMatch(/^12 lines /);
    expect(contact.issues.length).toBeLessThan(300);
    expect(issueCodes(contact)).toContain("issues_left_out");
  });

  it("and the cards around it hold 16 MB; lines beyond are left out, with a warning", async () => {
    const lines = Array.from({ length: maxHeld / maxTextLength + 1 }, () => `NOTE:${"x".repeat(maxTextLength - 5)}`);
    const contact = await importCard("FN:Ana", ...lines, `TITLE:Baker`);
    expect(contact).toMatchObject({ firstName: "Ana", position: "Baker" });
    expect(issueCodes(contact)).toContain("card_too_long");
  });

  it("inside of 20 others lets the outermost go; its later lines belong to none", async () => {
    const depth = maxDepth + 5;
    const open = Array.from({ length: depth }, (_, index) => `BEGIN:VCARD\r\nFN:${index}\r\n`);
    const { contacts } = await importText(`${open.join("")}${"END:VCARD\r\n".repeat(depth)}`);
    expect(contacts.map(({ firstName }) => Number(firstName))).toEqual([
      ...Array.from({ length: 5 }, (_, index) => index),
      ...Array.from({ length: maxDepth }, (_, index) => depth - 1 - index),
    ]);
    expect(contacts.filter((contact) => issueCodes(contact).includes("card_not_ended"))).toHaveLength(5);
  });

  it("without END may be every card of a file", async () => {
    const cards = Array.from({ length: 100 }, (_, index) => `BEGIN:VCARD\r\nFN:Person ${index}\r\nTEL:+3461234567\r\n`);
    const { contacts } = await importText(cards.join(""));
    expect(new Set(contacts.map(({ firstName }) => firstName)).size).toBe(100);
    expect(contacts.every(({ phones }) => phones.length === 1)).toBe(true);
  });
});

describe("a hostile number", () => {
  it.each([
    ["categories", `CATEGORIES:${"a,".repeat(2_000_000)}b`],
    ["words of a name", `FN:${"a ".repeat(2_000_000)}`],
    ["parts of a name", `N:${"a b;".repeat(1_000_000)}`],
    ["dots before a colon", `${"a.".repeat(1_000_000)}TEL:1`],
    ["parameters", `TEL${";TYPE=x".repeat(500_000)}:1`],
    ["parameters that fit", `TEL${";TYPE=x".repeat(30_000)}:1`],
    ["labels without an end", `TEL${";X-CUSTOM(CHARSET=ENCODING=".repeat(20_000)}:1`],
    ["quotes", `TEL${';TYPE="'.repeat(500_000)}:1`],
    ["equals signs", `NOTE;ENCODING=QUOTED-PRINTABLE:${"=".repeat(3_000_000)}.`],
    ["soft breaks", `NOTE;ENCODING=QUOTED-PRINTABLE:a${"=\r\nb".repeat(500_000)}`],
    ["backslashes", `NOTE:${"\\".repeat(3_000_000)}`],
    ["blanks", `NOTE:${" ".repeat(3_000_000)}x`],
    ["blanks of a place", `GEO:${" ".repeat(200_000)}x`],
    ["blanks of a profile", `X-SOCIALPROFILE:${" ".repeat(200_000)}x`],
    ["blanks of a day", `BDAY:${" ".repeat(200_000)}x`],
    ["CRs", `NOTE:${"\r".repeat(3_000_000)}x`],
    ["a web address", `URL:https://example.org/${"a/".repeat(1_000_000)}`],
    ["an e-mail address", `EMAIL:${"a@".repeat(1_000_000)}`],
    ["letters of a phone number", `TEL:${"1-A".repeat(70_000)}`],
    ["AGENTs", Array.from({ length: 2_000 }, () => `AGENT:${"BEGIN:VCARD\\n".repeat(20)}`).join("\r\n")],
    ...[0, 1, 2, 3, 4, 5, 6, 7].map((index): [string, string] => [
      `blanks in part ${index + 1} of addresses`,
      `${`ADR:${";".repeat(index)}a${"\t".repeat(40_000)}!\r\n`.repeat(40)}X-A:1`,
    ]),
    ["parts of addresses", `${`ADR:;;${"ab".repeat(10_000)}${";aa".repeat(8_000)}\r\n`.repeat(40)}X-A:1`],
    ["addresses and their labels", `${"ADR:;;a\r\nLABEL:b\r\n".repeat(2_400)}X-A:1`],
    [
      "addresses with long labels",
      `${`ADR;LABEL="${"a ".repeat(900)}":;;a\r\nLABEL:${"b ".repeat(900)}\r\n`.repeat(2_400)}X-A:1`,
    ],
    ["dates", Array.from({ length: 4_000 }, (_, index) => `item${index}.X-ABDATE:${1000 + index}-01-01`).join("\r\n")],
    ["e-mail addresses", Array.from({ length: 4_000 }, (_, index) => `EMAIL:a${index}@example.org`).join("\r\n")],
    ["links", Array.from({ length: 4_000 }, (_, index) => `URL:https://example.org/${index}`).join("\r\n")],
    ["names without a place", Array.from({ length: 4_000 }, (_, index) => `X-${index}-SPOUSE:x`).join("\r\n")],
  ])("of %s is read in less than two seconds", async (_kind, line) => {
    const cards = card("FN:Ana", line, "TITLE:Baker") + card("FN:Ben");
    const { contacts } = await quickly(2_000, () => importText(cards));
    expect(contacts.at(-1)?.firstName).toBe("Ben");
    expect(contacts[0]?.position).toBe("Baker");
  });
});
