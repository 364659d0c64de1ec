/** Tests that values without a field become lines of the notes, or are reported and counted. */
import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import { card, importCard, importLines, importText, messagesOf, onlyContact } from "../../../support/files/vcard.ts";

/** FullContact's way to name a property. */
const hex = (text: string) => `X-FCENCODED-${Buffer.from(text).toString("hex").toUpperCase()}`;

async function coverageOf(lines: string): Promise<number> {
  return (await importText(card("FN:Ana", ...lines.split("\n")))).coverage;
}

it.each([
  ["NICKNAME:Lucy,Luz\nX-NICKNAME:Lu", "Nickname: Luz\nNickname: Lu"],
  ["N:;Ana;;Prof.,Dr.;MBA,PhD", "Prefix: Prof. Dr.\nSuffix: MBA, PhD"],
  ["N:;Ana;;;;Garza;II", "Suffix: II\nFurther name: Garza"],
  ["N:Lima;Luisa;;;Jr.,MBA;Li;Jr.", "Suffix: Jr., MBA\nFurther name: Li"],
  ["N:;Ana;;;;;\nN:Soto;Bea;;;", "Name: Bea Soto"],
  ["TITLE:Baker\nROLE:Chair", "Role: Chair"],
  ["ORG:Bakery;Ovens;Night", "Department: Ovens, Night"],
  ["ORG:One\nORG:Two;Sales", "Organisation: Two\nDepartment: Sales"],
  ["URL:https://a.example\nURL:https://b.example/x", "Website: https://b.example/x"],
  ["URL:a.example\nitem1.URL:b.example\nitem1.X-ABLabel:Bakery", "Bakery: https://b.example"],
  ["item1.URL:a.example\nitem1.X-ABLabel:BLOG\nURL:b.example", "Website: https://b.example"],
  ["URL:a.example\nitem1.URL:b.example\nitem1.X-ABLabel:_$!<Work>!$_", "Work: https://b.example"],
  ["URL:a.example\nitem1.URL:b.example\nitem1.X-ABLabel:_$!<HomePage>!$_", "Website: https://b.example"],
  ["X-INSTAGRAM:ana.b\nX-INSTAGRAM:ana.two", "network_b: ana.two"],
  ["item1.X-ABRELATEDNAMES:Ben\nitem1.X-ABLabel:_$!<Spouse>!$_", "Spouse: Ben"],
  ["RELATED;TYPE=friend;VALUE=text:Ben", "Friend: Ben"],
  ["X-SPOUSE:Ben", "Spouse: Ben"],
  ["X-KADDRESSBOOK-X-SpousesName:Ben", "Spouse: Ben"],
  ["X-ANDROID-CUSTOM:vnd.android.cursor.item/relation;Ben;7;;", "Manager: Ben"],
  ["X-ANDROID-CUSTOM:vnd.android.cursor.item/relation;Ben;0;Neighbour;", "Neighbour: Ben"],
  [`${hex("X-FC-RelatedNames:Mother")}:Ben`, "Mother: Ben"],
  ["AGENT;VALUE=uri:CID:part1@example.org", "Agent: CID:part1@example.org"],
  ["AGENT:BEGIN:VCARD\\nFN:Ben\\nTEL:+1 919 555 1234\\nEND:VCARD", "Agent: Ben, +1 919 555 1234"],
  [`AGENT:\n${card("N:Soto;Ben").trim()}`, "Agent: Soto Ben"],
  [
    `AGENT:${card("FN;LANGUAGE=en:Ben", "item1.TEL;WORK:tel:+1-919-555", "EMAIL:b@x.org").trim()}`,
    "Agent: Ben, +1-919-555, b@x.org",
  ],
  ["X-AIM:ana", "AIM: ana"],
  ["X-SKYPE-USERNAME:ana", "Skype: ana"],
  ["X-GOOGLE TALK:ana", "Google Talk: ana"],
  ["X-messaging/xmpp-All:one@example.org\ue000two@example.org", "XMPP: one@example.org, two@example.org"],
  ["IMPP;X-SERVICE-TYPE=Telegram:x-apple:ana", "Telegram: ana"],
  ["IMPP:xmpp:ana@example.org", "XMPP: ana@example.org"],
  ["item1.IMPP:x-apple:ana\nitem1.X-ABLabel:Threema", "Threema: ana"],
  ["X-SOCIALPROFILE;type=twitter:https://twitter.com/ana", "Twitter: https://twitter.com/ana"],
  ["X-SOCIALPROFILE;type=Custom thingie;x-user=ana:x-apple:ana", "Custom thingie: ana"],
  ["X-PHONETIC-FIRST-NAME:Ah-na", "Phonetic first name: Ah-na"],
  ["SOUND;X-IRMC-N;CHARSET=UTF-8:ｱﾅ", "Phonetic name: ｱﾅ"],
  ["GENDER:O;genderfluid", "Gender: other, genderfluid"],
  ["GENDER:M;manly", "Gender: male, manly"],
  ["GENDER:M;Male", "Gender: male"],
  ["GENDER:;agender", "Gender: agender"],
  ["GENDER:F", "Gender: female"],
  ["X-MAIDENNAME:Soto", "Maiden name: Soto"],
  ["HOBBY;INDEX=1:chess", "Hobby: chess"],
  ["X-CUSTOM1;VALUE=TEXT:one\nX-CUSTOM1:two", "Custom 1: one\nCustom 1: two"],
  ["item1.X-FIELD-7:Blue\nitem1.X-ABLabel:Favourite: colour", "Favourite colour: Blue"],
  ["X-SPOUSE:first\\nsecond", "Spouse: first second"],
])("%s is a line of the notes, and not lost", async (lines, expected) => {
  const { notes, issues } = await importLines(lines);
  expect([notes, issues, await coverageOf(lines)]).toEqual([expected, [], 1]);
});

it.each([
  ["RELATED;VALUE=uri:urn:uuid:1", 'the card of the related person: "urn:uuid:1"'],
  [`AGENT:\n${card("NOTE:nobody").trim()}`, "the agent"],
  ["KIND:location", 'KIND: "location"'],
  ["KEY;ENCODING=b:AAAA", "the data of KEY"],
  ["KEY:https://example.org/key.asc", 'KEY: "https://example.org/key.asc"'],
  [`X-A:1\nX-A:2\nX-A:3\nX-A:4\nX-A:5\nX-A:6\nX-A:7`, 'X-A: "1", "2", "3", "4", "5" and 2 more'],
  ["item1.ADR:;;Street 1;;;;\nitem1.X-ABADR:Spain", 'X-ABADR: "Spain"'],
  ["ADR;CC=Spain:;;Street 1;;;;", 'CC of ADR: "Spain"'],
  ['ADR;GEO="nonsense":;;Street 1;;;;', 'GEO of ADR: "nonsense"'],
  ["ADR;TYPE=home,work:;;Street 1;;;;", 'TYPE of ADR: "work"'],
  [`NOTE:x\nX-A:${"a".repeat(59)}😀b`, `X-A: "${"a".repeat(59)}…"`],
  ["X-ABLabel:lonely", 'X-ABLABEL: "lonely"'],
  ["MEMBER:urn:uuid:1\nMEMBER:urn:uuid:2", 'MEMBER: "urn:uuid:1", "urn:uuid:2"'],
  ["X-ABADR:es", 'X-ABADR: "es"'],
  ["item1.TEL:+34612345678\nitem1.X-ABLabel:one\nitem1.X-ABLabel:two", 'X-ABLABEL: "two"'],
  ["item1.TEL;TYPE=WORK,FAX:+34612345678\nitem1.X-ABLabel:Zentrale", 'TYPE of TEL: "work fax"'],
  ["item1.ADR;TYPE=WORK:;;Street 1;;;;\nitem1.X-ABLabel:_$!<Home>!$_", 'TYPE of ADR: "WORK"'],
  ["TEL;TYPE=WORK,CELL,VIDEO,BBS,MODEM,ISDN,CAR:+34612345678", 'TYPE of TEL: "isdn car"'],
  ["URL;TYPE=WORK,BLOG:https://example.org", 'TYPE of URL: "BLOG"'],
  ["item1.X-SOCIALPROFILE;TYPE=facebook:ana.b\nitem1.X-ABLabel:Old one", 'X-ABLABEL: "Old one"'],
  ["X-SOCIALPROFILE;TYPE=facebook,stage:ana.b", 'TYPE of X-SOCIALPROFILE: "stage"'],
  ["item1.URL:example.org\nitem1.X-ABLabel:Bakery", 'X-ABLABEL: "Bakery"'],
  ["item1.URL:https://instagram.com/ana\nitem1.X-ABLabel:Bakery", 'X-ABLABEL: "Bakery"'],
  ["URL:a.example\nitem1.URL:a.example\nitem1.X-ABLabel:Bakery", 'X-ABLABEL: "Bakery"'],
  ["item1.RELATED;TYPE=friend:Ben\nitem1.X-ABLabel:Old", 'TYPE of RELATED: "friend"'],
  [
    "X-ANDROID-CUSTOM:vnd.android.cursor.item/identity;Ana;space",
    'X-ANDROID-CUSTOM: "vnd.android.cursor.item/identity;Ana;space"',
  ],
  ["GEO:146.2;6.15", 'GEO: "146.2;6.15"'],
  [
    "X-SOCIALPROFILE;TYPE=facebook;X-USER=ana.b:https://www.facebook.com/ana.c",
    'the other handle of X-SOCIALPROFILE: "ana.b"',
  ],
  [
    "X-ANDROID-CUSTOM:vnd.android.cursor.item/nickname;Lucy;0;At school;;1",
    'the further values of X-ANDROID-CUSTOM: "At school"',
  ],
  [`CATEGORIES:${"a,".repeat(1_000)}b`, 'CATEGORIES: "b"'],
])("%s is left out, with an issue, and counted", async (lines, ...words) => {
  const messages = words.map((each) => `info: No field of a contact fits ${each}.`);
  expect(messagesOf(await importLines(lines))).toEqual(messages);
  expect(await coverageOf(lines)).toBeLessThan(1);
});

it.each([
  ['EMAIL:"Ben" <ana@example.org>', 'an e-mail address: "Ben"'],
  ["TEL:+43 1 234567 ask for Bob", 'a phone number: "ask for Bob"'],
  ["EMAIL:Ana <ana@example.org>, Ana <ben@example.org>", 'an e-mail address: "Ana Ana"'],
])("%s is left out beside the value, and counted", async (line, words) => {
  const [message = "", ...others] = messagesOf(await importLines(line));
  expect([message.endsWith(` beside ${words}.`), others]).toEqual([true, []]);
  expect(await coverageOf(line)).toBeLessThan(1);
});

it("a zone and a language that are none are left out", async () => {
  const contact = await importCard("FN:Ana", "TZ:-05:30", "LANG:not a language!");
  expect(contact).toMatchObject({ timezone: null, language: null });
  expect(contact.issues.map(({ property }) => property)).toEqual(["TZ", "LANG"]);
});

it.each([
  ["X-A:Ben\nX-B:ana\nTITLE:Baker", 0.5],
  ["ADR;TZ=Nowhere:;;Street 1;;;;", 0.6667],
  ["TEL;HOME:+34612345678\nTEL;WORK:+34612345678", 0.75],
  ["X-ABLabel:lonely", 0.5],
  ["item1.BDAY:soon\nitem1.X-ABLabel:Old", 0.3333],
])("each value that is left out is counted, also one beside another: %s", async (lines, coverage) => {
  expect(await coverageOf(lines)).toBe(coverage);
});

it("the coverage of a file that loses a date is below 1, however many values it has", async () => {
  const cards = card("FN:Ben", "TITLE:a", "ORG:b", "NOTE:c", "URL:d.example").repeat(6_000);
  expect((await importText(`${cards}${card("FN:Ana", "BDAY:soon")}`)).coverage).toBe(0.9999);
});

describe("the notes", () => {
  it("have the lines below what the card itself notes, each once", async () => {
    const contact = await importCard("FN:Ana", "NOTE:Met in Sopot.", "HOBBY:chess", "X-SPOUSE:Ben", "NOTE:Likes tea.");
    expect(contact.notes).toBe("Met in Sopot.\n\nLikes tea.\n\nHobby: chess\nSpouse: Ben");
    const again = await importCard("FN:Ana", `NOTE:${contact.notes?.replaceAll("\n", "\\n")}`, "HOBBY:chess");
    expect(again.notes).toBe(contact.notes);
  });

  it("have phones and e-mail addresses beyond ten, with their types", async () => {
    const lines = Array.from({ length: 12 }, (_, index) => [
      `TEL;TYPE=WORK:+34 612 345 ${100 + index}`,
      `EMAIL:a${index}@example.org`,
    ]);
    const file = await importText(card("FN:Ana", ...lines.flat()));
    expect(onlyContact(file).notes?.split("\n")).toEqual([
      ...["E-mail: a10@example.org", "E-mail: a11@example.org"],
      ...["Phone (work): +34 612345110", "Phone (work): +34 612345111"],
    ]);
    expect(file.coverage).toBe(1);
  });

  it("lose lines for which they have no room, with a warning", async () => {
    const file = await importText(card("FN:Ana", `NOTE:${"x".repeat(19_990)}`, "HOBBY:chess", "X-SPOUSE:Bo"));
    const contact = onlyContact(file);
    expect(contact.notes).toHaveLength(19_990);
    expect(messagesOf(contact)).toEqual([
      'warning: The notes have no room for "Hobby: chess".',
      'warning: The notes have no room for "Spouse: Bo".',
    ]);
    expect(file.coverage).toBe(0.5);
  });
});

it("a repeated value is reported only if it differs", async () => {
  const { notes, issues } = await importCard("N:;Ana;;;", "N:;Ana;;;", "TITLE:Baker", "TITLE:Baker");
  expect([notes, issues]).toEqual([null, []]);
});

it("lines outside of cards are named at the card before them, or at the first one", async () => {
  const text = `From: me\r\n${card("FN:Ana")}${card("FN:Ben")}# x\r\nEND:VCARD\r\n\r\nTEL:1\r\n${card("FN:Cleo")}TEL:2\r\n`;
  const { contacts, coverage } = await importText(text);
  expect(contacts.map(({ issues }) => issues.map(({ code, line }) => [code, line]))).toEqual(
    [1, 10, 18].map((line) => [["lines_outside", line]]),
  );
  expect(coverage).toBeLessThan(1);
});
