/** Values of cards that no field takes: lines at the end of the notes. */
import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import { card, importCard, importText, onlyContact } from "../support/vcard.ts";

const hex = (text: string) => `X-FCENCODED-${Buffer.from(text).toString("hex").toUpperCase()}`;

describe("a value without a field becomes a line of the notes, and is not said to be lost", () => {
  it.each([
    ["NICKNAME:Lucy,Luz", "Nickname: Lucy, Luz"],
    ["NICKNAME:Lucy\r\nNICKNAME:Luz", "Nickname: Lucy\nNickname: Luz"],
    ["N:;Ana;;Dr.;", "Prefix: Dr."],
    ["N:;Ana;;;Sr.", "Suffix: Sr."],
    ["N:;Ana;;Prof.,Dr.;MBA,PhD", "Prefix: Prof. Dr.\nSuffix: MBA, PhD"],
    ["N:;Ana;;;;Garza;II", "Suffix: II\nFurther name: Garza"],
    ["N:;Ana;;;;;\r\nN:Soto;Bea;;;", "Name: Bea Soto"],
    ["TITLE:Baker\r\nROLE:Chair", "Role: Chair"],
    ["TITLE:Baker\r\nTITLE:Chair", "Title: Chair"],
    ["ORG:Bakery;Ovens;Night", "Department: Ovens, Night"],
    ["ORG:One\r\nORG:Two;Sales", "Organisation: Two\nDepartment: Sales"],
    ["URL:https://a.example\r\nURL:https://b.example/x", "Website: https://b.example/x"],
    ["X-INSTAGRAM:ana.b\r\nX-INSTAGRAM:ana.two", "network_b: ana.two"],
    ["item1.X-ABRELATEDNAMES:Ben\r\nitem1.X-ABLabel:_$!<Spouse>!$_", "Spouse: Ben"],
    ["item1.X-ABRELATEDNAMES:Ben\r\nitem1.X-ABLabel:Lebensgefährte", "Lebensgefährte: Ben"],
    ["RELATED;TYPE=friend;VALUE=text:Ben", "Friend: Ben"],
    ["RELATED;VALUE=text:Ben", "Related person: Ben"],
    ["X-SPOUSE:Ben", "Spouse: Ben"],
    ["X-MS-MANAGER:Ben", "Manager: Ben"],
    ["X-EVOLUTION-ASSISTANT:Ben", "Assistant: Ben"],
    ["X-KADDRESSBOOK-X-SpousesName:Ben", "Spouse: Ben"],
    ["X-MS-CHILD:Ben", "Child: Ben"],
    ["X-ANDROID-CUSTOM:vnd.android.cursor.item/relation;Ben;7;;", "Manager: Ben"],
    ["X-ANDROID-CUSTOM:vnd.android.cursor.item/relation;Ben;0;Neighbour;", "Neighbour: Ben"],
    ["X-ANDROID-CUSTOM:vnd.android.cursor.item/relation;Ben;0;;", "Related person: Ben"],
    [`${hex("X-FC-RelatedNames:Mother")}:Ben`, "Mother: Ben"],
    ["AGENT;VALUE=uri:CID:part1@example.org", "Agent: CID:part1@example.org"],
    ["AGENT:BEGIN:VCARD\\nFN:Ben\\nTEL:+1 919 555 1234\\nEND:VCARD", "Agent: Ben, +1 919 555 1234"],
    [`AGENT:\r\n${card("N:Soto;Ben").trim()}`, "Agent: Soto Ben"],
    [
      `AGENT:${card("FN;LANGUAGE=en:Ben", "item1.TEL;WORK:tel:+1-919-555", "EMAIL:b@x.org").trim()}`,
      "Agent: Ben, +1-919-555, b@x.org",
    ],
    ["X-AIM:ana", "AIM: ana"],
    ["X-SKYPE-USERNAME:ana", "Skype: ana"],
    ["X-GOOGLE TALK:ana", "Google Talk: ana"],
    ["X-GOOGLE-TALK:ana", "Google Talk: ana"],
    ["X-messaging/xmpp-All:one@example.org\ue000two@example.org", "XMPP: one@example.org, two@example.org"],
    ["IMPP;X-SERVICE-TYPE=Telegram:x-apple:ana", "Telegram: ana"],
    ["IMPP;X-SERVICE-TYPE=Skype;type=HOME;type=pref:skype:ana", "Skype: ana"],
    ["IMPP;TYPE=video:skype:ana", "Skype: ana"],
    ["IMPP:xmpp:ana@example.org", "XMPP: ana@example.org"],
    ["item1.IMPP:x-apple:ana\r\nitem1.X-ABLabel:Threema", "Threema: ana"],
    ["X-SOCIALPROFILE;type=twitter:https://twitter.com/ana", "Twitter: https://twitter.com/ana"],
    ["X-SOCIALPROFILE;type=Custom thingie;x-user=ana:x-apple:ana", "Custom thingie: ana"],
    ["X-SOCIALPROFILE:ana", "Profile: ana"],
    ["X-PHONETIC-FIRST-NAME:Ah-na", "Phonetic first name: Ah-na"],
    ["SOUND;X-IRMC-N;CHARSET=UTF-8:ｱﾅ", "Phonetic name: ｱﾅ"],
    ["GENDER:F", "Gender: female"],
    ["GENDER:O;genderfluid", "Gender: genderfluid"],
    ["PRONOUNS;LANGUAGE=en:she/her", "Pronouns: she/her"],
    ["X-MAIDENNAME:Soto", "Maiden name: Soto"],
    ["HOBBY;INDEX=1:chess", "Hobby: chess"],
    ["X-CUSTOM1;VALUE=TEXT:one\r\nX-CUSTOM1:two", "Custom 1: one\nCustom 1: two"],
    ["X-CUSTOM1:one\r\nX-CUSTOM1:one", "Custom 1: one"],
    ["item1.X-FIELD-7:Blue\r\nitem1.X-ABLabel:Favourite: colour", "Favourite colour: Blue"],
    ["X-SPOUSE:first\\nsecond", "Spouse: first second"],
  ])("%s", async (lines, expected) => {
    const file = await importText(card("FN:Ana", ...lines.split("\r\n")));
    const { notes, issues } = onlyContact(file);
    expect([notes, issues, file.coverage]).toEqual([expected, [], 1]);
  });
});

it("the lines stand below what the card itself notes, each once", async () => {
  const contact = await importCard("FN:Ana", "NOTE:Met in Sopot.", "NICKNAME:Nan", "X-SPOUSE:Ben", "NOTE:Likes tea.");
  expect(contact.notes).toBe("Met in Sopot.\n\nLikes tea.\n\nNickname: Nan\nSpouse: Ben");
  const again = await importCard("FN:Ana", `NOTE:${contact.notes?.replaceAll("\n", "\\n")}`, "NICKNAME:Nan");
  expect(again.notes).toBe(contact.notes);
});

it("phones and e-mail addresses beyond ten are lines with their types", async () => {
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

it("lines for which the notes have no room are lost with a warning, and counted", async () => {
  const file = await importText(card("FN:Ana", `NOTE:${"x".repeat(19_990)}`, "NICKNAME:Nan", "X-SPOUSE:Bo"));
  const { notes, issues } = onlyContact(file);
  expect(notes).toHaveLength(19_990);
  expect(issues.map(({ code, severity, message }) => [code, severity, message])).toEqual([
    ["notes_full", "warning", 'The notes have no room for "Nickname: Nan".'],
    ["notes_full", "warning", 'The notes have no room for "Spouse: Bo".'],
  ]);
  expect(file.coverage).toBe(0.5);
});

describe("the coverage", () => {
  it("of a tidy card of Google's address book is 1", async () => {
    const file = await importText(
      card(
        ...["FN:Dr. Ana Lucía Beltrán Jr.", "N:Beltrán;Ana;Lucía;Dr.;Jr.", "NICKNAME:Lucy"],
        ...[
          "X-PHONETIC-FIRST-NAME:Ah-na",
          "EMAIL;TYPE=INTERNET;TYPE=WORK:ana@example.org",
          "TEL;TYPE=CELL:+34612345678",
        ],
        ...["item1.ADR:;;Calle Mayor 1;Madrid;;28013;España;ES", "item1.X-ABLabel:", "ORG:Bakery;Ovens", "TITLE:Baker"],
        ...["BDAY:19880512", "item2.X-ABDATE:20150620", "item2.X-ABLabel:_$!<Anniversary>!$_"],
        ...["item3.URL:https\\://ana.example", "item3.X-ABLabel:_$!<HomePage>!$_", "item4.X-ABRELATEDNAMES:Ben"],
        ...["item4.X-ABLabel:_$!<Spouse>!$_", "NOTE:Met in Sopot.", "CATEGORIES:myContacts", "REV:20260101T000000Z"],
      ),
    );
    expect(onlyContact(file).issues).toEqual([]);
    expect(file.coverage).toBe(1);
  });

  it("of a file that loses a date is below 1, however many values it has", async () => {
    const cards = Array.from({ length: 6_000 }, (_, index) =>
      card(`FN:P ${index}`, "TITLE:a", "ORG:b", "NOTE:c", "URL:d.example"),
    );
    const { coverage } = await importText(`${cards.join("")}${card("FN:Ana", "BDAY:soon")}`);
    expect(coverage).toBe(0.9999);
  });
});

it("the members of a card that is no group are said to be left out, and counted", async () => {
  const file = await importText(card("FN:Ana", "MEMBER:urn:uuid:1", "MEMBER:urn:uuid:2"));
  expect(onlyContact(file).issues).toMatchObject([
    {
      code: "members_without_group",
      severity: "warning",
      message: "This card is no group: its 2 members are left out.",
    },
  ]);
  expect(file.coverage).toBe(0.3333);
});
