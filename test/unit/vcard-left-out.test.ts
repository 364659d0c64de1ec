import { describe, expect, it } from "vitest";
import { card, importCard, importText, issueCodes, onlyContact } from "../support/vcard.ts";

async function remarks(...lines: string[]): Promise<string[]> {
  const { issues } = await importCard("FN:Ana", ...lines);
  return issues.map(({ severity, message }) => `${severity}: ${message}`);
}

async function linesOf(...lines: string[]): Promise<string[]> {
  const { notes } = await importCard("FN:Ana", ...lines);
  return notes?.split("\n") ?? [];
}

describe("what has no place is named by what it is", () => {
  it.each([
    ["RELATED;VALUE=uri:urn:uuid:1", 'the card of the related person: "urn:uuid:1"'],
    [`AGENT:\r\n${card("NOTE:nobody").trim()}`, "the agent"],
    ["KIND:location", 'KIND: "location"'],
    ["KEY;ENCODING=b:AAAA", "KEY (a key)"],
    ["KEY:https://example.org/key.asc", 'KEY: "https://example.org/key.asc"'],
    ["SOUND;ENCODING=b:AAAA", "SOUND (a sound)"],
    ["X-BLOB;ENCODING=b:AAAA", "X-BLOB (data)"],
    [
      `X-A:1\r\n${Array.from({ length: 6 }, (_, index) => `X-A:${index + 2}`).join("\r\n")}`,
      'X-A: "1", "2", "3", "4", "5" and 2 more',
    ],
    ["item1.X-ABADR:es", 'X-ABADR: "es"'],
    ["item1.ADR:;;Street 1;;;;\r\nitem1.X-ABADR:Spain", 'X-ABADR: "Spain"'],
    ["ADR;CC=Spain:;;Street 1;;;;", 'CC of ADR: "Spain"'],
    ['ADR;GEO="nonsense":;;Street 1;;;;', 'GEO of ADR: "nonsense"'],
    ["item1.ADR;TYPE=Ferienhaus:;;Street 1;;;;\r\nitem1.X-ABLabel:Hut", 'TYPE of ADR: "Ferienhaus"'],
    ["ADR;TYPE=home,work:;;Street 1;;;;", 'TYPE of ADR: "work"'],
    ["TEL;WAID=Bob:+34612345678", 'WAID of TEL: "Bob"'],
    [
      "X-SOCIALPROFILE;TYPE=linkedin;X-USER=ben:https://www.linkedin.com/in/ana",
      'the user name in X-SOCIALPROFILE: "ben"',
    ],
    ["X-SOCIALPROFILE;TYPE=linkedin;X-USER=ana:x-apple:ben", 'X-SOCIALPROFILE: "ben"'],
    ['EMAIL:"Ben" <ana@example.org>', 'what stands beside an e-mail address: "Ben"'],
    ["EMAIL:ana@example.org (mornings only)", 'what stands beside an e-mail address: "mornings only"'],
    ["TEL:+43 1 234567 ask for Bob", 'what stands beside a phone number: "ask for Bob"'],
    [`NOTE:x\r\nX-A:${"a".repeat(59)}😀b`, `X-A: "${"a".repeat(59)}…"`],
    ["X-ABLabel:lonely", 'X-ABLABEL: "lonely"'],
    ["X-ABADR:es", 'X-ABADR: "es"'],
    ["item1.TEL:+34612345678\r\nitem1.X-ABLabel:one\r\nitem1.X-ABLabel:two", 'X-ABLABEL: "two"'],
    ["item1.TEL;TYPE=WORK,FAX:+34612345678\r\nitem1.X-ABLabel:Zentrale", 'TYPE of TEL: "work fax"'],
    ["item1.EMAIL;TYPE=HOME:ana@example.org\r\nitem1.X-ABLabel:Club", 'TYPE of EMAIL: "home"'],
    ["item1.ADR;TYPE=WORK:;;Street 1;;;;\r\nitem1.X-ABLabel:_$!<Home>!$_", 'TYPE of ADR: "work"'],
    ["TEL;TYPE=WORK,CELL,VIDEO,BBS,MODEM,ISDN,CAR:+34612345678", 'TYPE of TEL: "isdn car"'],
    ["TEL;X-CUSTOM(Club);TYPE=FAX:+34612345678", 'TYPE of TEL: "fax"'],
    ["item1.TEL;LABEL=two:+34612345678\r\nitem1.X-ABLabel:one", 'the label of TEL: "two"'],
    ["URL;TYPE=WORK,BLOG:https://example.org", 'TYPE of URL: "BLOG"'],
    ["URL;LABEL=Shop:https://example.org", 'the label of URL: "Shop"'],
    ["item1.X-ABDATE;TYPE=Jubilee:2001-02-03\r\nitem1.X-ABLabel:Club", 'TYPE of X-ABDATE: "Jubilee"'],
    ["item1.X-SOCIALPROFILE;TYPE=facebook:ana.b\r\nitem1.X-ABLabel:Old one", 'X-ABLABEL: "Old one"'],
    ["X-SOCIALPROFILE;TYPE=facebook,stage:ana.b", 'TYPE of X-SOCIALPROFILE: "stage"'],
    ["X-NOTE:first\\nsecond", 'X-NOTE: "first second"'],
  ])("%s", async (lines, said) => {
    expect(await remarks(...lines.split("\r\n"))).toEqual([`info: A contact has no place for ${said}.`]);
  });

  it.each([
    ["item1.IMPP;X-SERVICE-TYPE=Skype:skype:ana\r\nitem1.X-ABLabel:Old", 'X-ABLABEL: "Old"'],
    ["item1.X-SKYPE:ana\r\nitem1.X-ABLabel:Old", 'X-ABLABEL: "Old"'],
    ["item1.X-MANAGER:Ben\r\nitem1.X-ABLabel:Old", 'X-ABLABEL: "Old"'],
    ["item1.RELATED;TYPE=friend:Ben\r\nitem1.X-ABLabel:Old", 'TYPE of RELATED: "friend"'],
    [
      "X-ANDROID-CUSTOM:vnd.android.cursor.item/identity;Ana;space;Word;;",
      'X-ANDROID-CUSTOM identity: "Ana"',
      'what stands beside X-ANDROID-CUSTOM identity: "space", "Word"',
    ],
    [
      "X-ANDROID-CUSTOM:vnd.android.cursor.item/relation;Ben;7;Boss;",
      'what stands beside X-ANDROID-CUSTOM relation: "Boss"',
    ],
  ])("with the words beside it: %s", async (lines, ...said) => {
    expect(await remarks(...lines.split("\r\n"))).toEqual(
      said.map((words) => `info: A contact has no place for ${words}.`),
    );
  });

  it.each([
    ["item1.BDAY:soon\r\nitem1.X-ABLabel:Old", 'X-ABLABEL: "Old"'],
    ["X-ABDATE;TYPE=Jubilee:soon", 'the label of X-ABDATE: "Jubilee"'],
    ["X-ANDROID-CUSTOM:vnd.android.cursor.item/contact_event;soon;0;Party", 'the label of X-ANDROID-CUSTOM: "Party"'],
  ])("with the word for a day that can't be read: %s", async (lines, said) => {
    const [unreadable, word] = await remarks(...lines.split("\r\n"));
    expect(unreadable).toMatch(/^warning: .* "soon" is no day of the calendar\.$/);
    expect(word).toBe(`info: A contact has no place for ${said}.`);
  });

  it("with the start of a label of any length", async () => {
    const word = "=4F".repeat(5_000);
    const contact = await importCard(
      "FN:Ana",
      `TEL;X-CUSTOM(ENCODING=QUOTED-PRINTABLE,${word}):030 7654321`,
      "TITLE:Baker",
    );
    expect(contact.phones).toMatchObject([{ type: "O".repeat(30), value: "0307654321" }]);
    expect(contact.position).toBe("Baker");
    expect(issueCodes(contact)).toEqual(["value_cut"]);
  });

  it("with what stands beyond the columns of a row as one value", async () => {
    const columns = ["Ana", "space", ...Array.from({ length: 13 }, () => ""), "one", "two", "3"];
    expect(await remarks(`X-ANDROID-CUSTOM:vnd.android.cursor.item/identity;${columns.join(";")}`)).toEqual([
      'info: A contact has no place for X-ANDROID-CUSTOM identity: "Ana".',
      'info: A contact has no place for what stands beside X-ANDROID-CUSTOM identity: "space", "one;two;3".',
    ]);
  });

  it("is counted as lost, each value of it", async () => {
    const { coverage } = await importText(card("FN:Ana", "X-A:Ben", "X-B:ana", "TITLE:Baker"));
    expect(coverage).toBe(0.5);
  });

  it("is not what the writing program keeps for itself, which is neither counted nor said", async () => {
    const lines = ["UID:1", "UID:2", "PRODID:-//x//", "REV:20200101T000000Z", "X-MS-OL-DESIGN:<card/>", "CLASS:PUBLIC"];
    const file = await importText(card("FN:Ana", "SORT-STRING:Ana", 'N;SORT-AS="Anna,B":;Ana;;;', ...lines));
    expect(onlyContact(file).issues).toEqual([]);
    expect(file.coverage).toBe(1);
  });
});

describe("what is there twice", () => {
  it("is said only where it differs", async () => {
    expect(await remarks("FN:Ana", "N:;Ana;;;", "N:;Ana;;;", "TITLE:Baker", "TITLE:Baker")).toEqual([]);
    expect(await linesOf("FN:Anna", "TITLE:Baker", "TITLE:Cook")).toEqual(["Name: Anna", "Title: Cook"]);
  });

  it("is said of the one that is left out, where a later one is preferred", async () => {
    const contact = await importCard("VERSION:4.0", "FN:A. B.", "FN;PREF=1:Ana", "LANG;PREF=2:en", "LANG;PREF=1:es");
    expect(contact).toMatchObject({ firstName: "Ana", language: "es", notes: "Name: A. B." });
    expect(contact.issues.map(({ message }) => message)).toEqual(['A contact has no place for LANG: "en".']);
  });
});

describe("what has a place is not said", () => {
  it.each([
    ['EMAIL:"Ana" <ana@example.org>'],
    ["EMAIL:mailto:ana@example.org"],
    ['EMAIL:"ana@example.org" <ana@example.org>'],
    ["EMAIL:ana@example.org; ben@example.org"],
    ["TEL:tel:+43-1-234567;ext=12"],
    ["TEL:1-800-MY-APPLE"],
    ["TEL:+43 1 234567 ext. 12"],
    ["TEL:+4312345p12w3"],
    ["TEL;WAID=+34 612-345-678:+34612345678"],
    ["X-SOCIALPROFILE;TYPE=linkedin;X-USER=Ana:https://www.linkedin.com/in/ana/"],
    ['item1.ADR;CC=ES;GEO="geo:40.4,-3.7";TYPE=dom,home,postal:;;Street 1;;;;\r\nitem1.X-ABADR:es'],
    ["ADR;TYPE=Ferienhaus:;;Street 1;;;;"],
    ["item1.TEL;TYPE=HOME,FAX,VOICE:+34612345678\r\nitem1.X-ABLabel:_$!<HomeFAX>!$_"],
    ["item1.X-SOCIALPROFILE;TYPE=facebook:ana.b\r\nitem1.X-ABLabel:Facebook"],
    ["item1.URL;TYPE=HOME:https://example.org\r\nitem1.X-ABLabel:_$!<HomePage>!$_"],
    ["URL;TYPE=linkedin:https://www.linkedin.com/in/ana"],
  ])("%s", async (lines) => {
    expect(await remarks(...lines.split("\r\n"))).toEqual([]);
  });

  it("such as somebody's own word for an address, which becomes its label", async () => {
    const { addresses } = await importCard("FN:Ana", "ADR;TYPE=home,Ferienhaus:;;Street 1;;;;");
    expect(addresses).toMatchObject([{ type: "home", label: "Ferienhaus" }]);
  });

  it.each([
    ["TEL;X-CUSTOM(CHARSET=UTF-8,ENCODING=QUOTED-PRINTABLE,=46=65=72=69=65=6E):030 7654321", "Ferien"],
    ["TEL;X-CUSTOM(CHARSET=UTF-8,ENCODING=QUOTED-PRINTABLE,=42=C3=BC=72=6F (alt)):030 7654321", "Büro (alt)"],
    ["TEL;X-CUSTOM(Haus, Hof):030 7654321", "Haus, Hof"],
    ["TEL;X-CUSTOM(Büro: alt):030 7654321", "Büro: alt"],
    ["TEL;X-CUSTOM(Büro (alt));VOICE:030 7654321", "Büro (alt)"],
    ["TEL;X-CUSTOM(Club),VOICE:030 7654321 (x);", "Club"],
    ["TEL;LABEL=Club:030 7654321", "Club"],
    ["EMAIL;X-ABLabel=Club:ana@example.org", "Club"],
    ["EMAIL;X-CUSTOM(CHARSET=UTF-8,ENCODING=QUOTED-PRINTABLE,=43=C3=A9):ana@example.org", "Cé"],
    ["TEL;TYPE=WORK,CELL,VIDEO,BBS,MODEM:030 7654321", "work mobile video bbs modem"],
  ])("such as all words of a type: %s", async (line, type) => {
    const { phones, emails, issues } = await importCard("FN:Ana", line);
    expect([...phones, ...emails]).toMatchObject([{ type }]);
    expect(issues).toEqual([]);
  });

  it("such as the words of addresses and days", async () => {
    const custom = "X-CUSTOM(CHARSET=UTF-8,ENCODING=QUOTED-PRINTABLE,=48=75=74)";
    const contact = await importCard("FN:Ana", `ADR;HOME;${custom}:;;Street 1;;;;`, "X-ABDATE;TYPE=Jubilee:2001-02-03");
    expect(contact.addresses).toMatchObject([{ type: "home", label: "Hut" }]);
    expect(contact.importantDates).toMatchObject([{ type: "other", note: "Jubilee" }]);
    expect(contact.issues).toEqual([]);
  });

  it("such as each of several addresses with names", async () => {
    const { emails } = await importCard("FN:Ana", "EMAIL:Ana <ana@example.org>, Ana <ben@example.org>");
    expect(emails.map(({ value }) => value)).toEqual(["ana@example.org", "ben@example.org"]);
  });
});

describe("an e-mail address or number that is there twice", () => {
  it("says the second type, with its line, only where it is another one", async () => {
    const lines = ["EMAIL;TYPE=home:ana@example.org", "EMAIL;TYPE=work:Ana@example.org", "TEL;TYPE=home:+43 1 234567"];
    const { issues } = await importCard("FN:Ana", ...lines, "TEL;TYPE=fax:+431234567", "TEL;TYPE=home:+431234567");
    expect(issues.map(({ severity, message, line }) => [severity, message, line])).toEqual([
      ["info", '"Ana@example.org" is there twice; its second type "work" is left out.', 5],
      ["info", '"+431234567" is there twice; its second type "fax" is left out.', 7],
    ]);
  });

  it("has the type of the one that says any", async () => {
    const { phones, issues } = await importCard(
      "FN:Ana",
      "TEL:+431234567",
      "TEL;TYPE=fax:+431234567",
      "TEL:+431234567",
    );
    expect(phones.map(({ type }) => type)).toEqual(["fax"]);
    expect(issues).toEqual([]);
  });
});

describe("what stands beside a value", () => {
  it.each([
    ["ADR;CC=Spain:;;Street 1;;;;", 0.6667],
    ["TEL;WAID=Bob:+34612345678", 0.6667],
    ["item1.ADR:;;Street 1;;;;\r\nitem1.X-ABADR:Spain", 0.6667],
    ["TEL:+43 1 234567 ask for Bob", 0.6667],
    ["EMAIL:the office <a@example.org>", 0.6667],
    ["TEL;HOME:+34612345678\r\nTEL;WORK:+34612345678", 0.75],
    ["ADR;TZ=Nowhere:;;Street 1;;;;", 0.6667],
    ["X-ABLabel:lonely", 0.5],
    ["item1.TEL;TYPE=WORK,FAX:+34612345678\r\nitem1.X-ABLabel:Zentrale", 0.6667],
    ["item1.BDAY:soon\r\nitem1.X-ABLabel:Old", 0.3333],
    ["URL;TYPE=BLOG:https://example.org", 0.6667],
  ])("is counted as lost: %s", async (lines, expected) => {
    expect((await importText(card("FN:Ana", ...lines.split("\r\n")))).coverage).toBe(expected);
  });
});

describe("lines outside of cards", () => {
  it("are said at the card before them, or at the first one", async () => {
    const text = `${card("FN:Ana")}# comment\r\nEND:VCARD\r\n\r\nTEL:1\r\n-- \r\n${card("FN:Ben")}`;
    const { contacts, coverage } = await importText(text);
    expect(contacts.map((contact) => contact.issues.map(({ code, line }) => [code, line]))).toEqual([
      [["lines_outside", 8]],
      [],
    ]);
    const first = onlyContact(await importText(`From: me\r\n${card("FN:Ana")}`));
    expect(first.issues.map(({ code, line }) => [code, line])).toEqual([["lines_outside", 1]]);
    expect(coverage).toBeLessThan(1);
  });

  it("behind the last card are said at it", async () => {
    const { contacts } = await importText(`${card("FN:Ana")}${card("FN:Ben")}TEL:+34612345678\r\n`);
    expect(contacts.map(issueCodes)).toEqual([[], ["lines_outside"]]);
  });
});

describe("values beyond what a list takes", () => {
  it.each([
    ["EMAIL", (index: number) => `EMAIL:a${index}@example.org`],
    ["TEL", (index: number) => `TEL:+3461234${1000 + index}`],
    ["ADR", (index: number) => `ADR:;;Street ${index};Madrid;;;`],
    ["URL", (index: number) => `URL:https://example.org/${index}`],
    ["X-ABDATE", (index: number) => `X-ABDATE:${1000 + index}-01-01`],
    ["LABEL", (index: number) => `LABEL:Street ${index}`],
  ])("of %s are named", async (name, line) => {
    const contact = await importCard("FN:Ana", ...Array.from({ length: 300 }, (_, index) => line(index)));
    const said = contact.issues.find(({ code, property }) => code === "property_without_place" && property === name);
    expect(said?.message).toMatch(/ and \d+ more\.$/);
  });
});
