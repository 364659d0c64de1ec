import fc from "fast-check";
import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import type { ContactRecord } from "../../../shared/contact/record.ts";
import {
  type CardEntry,
  fieldsLine,
  listLine,
  textLine,
  verbatimLine,
  writeLines,
} from "../../../shared/vcard/content-lines.ts";
import { type CardVersion, cardVersions } from "../../../shared/vcard/own-names.ts";
import { writeCard } from "../../../shared/vcard/write-card.ts";
import { fullContact } from "../../support/contact/exported-contact.ts";
import { arbitraryHostileContact } from "../../support/contact/hostile-contact.ts";

const accountId = "0190a8b2-1111-7000-8000-000000000001";

/** Where the versions differ, their lines stand beside each other. */
const fullCardLines: readonly (string | Readonly<Record<CardVersion, readonly string[]>>)[] = [
  "BEGIN:VCARD",
  { "4.0": ["VERSION:4.0"], "3.0": ["VERSION:3.0"] },
  "PRODID:-//Contact relationship service//vCard export//EN",
  "UID:urn:uuid:0190a8b2-3333-7000-8000-000000000003",
  { "4.0": ["REV:20260301T100000Z", "KIND:individual"], "3.0": ["REV:2026-03-01T10:00:00.000Z"] },
  "FN:Zoë M. Łęcka",
  "N:Łęcka;Zoë;M.;;",
  "TITLE:Engineer",
  "ORG:Bridges & Co\\; Gdańsk",
  {
    "4.0": ["GEO:geo:54.352,18.6466", "TZ:Europe/Warsaw", "LANG:pl"],
    "3.0": ["GEO:54.352;18.6466", "TZ;VALUE=text:Europe/Warsaw", "X-LANG:pl"],
  },
  {
    "4.0": ["EMAIL;TYPE=work;PREF=1:zoe@example.org", "item1.EMAIL:z@x.example"],
    "3.0": ["EMAIL;TYPE=internet,work,pref:zoe@example.org", "item1.EMAIL;TYPE=internet:z@x.example"],
  },
  "item1.X-ABLabel:Sailing club",
  "TEL;TYPE=cell:+48 601234567",
  {
    "4.0": [
      "TEL;TYPE=work,fax;PREF=1;X-PREFIX=+48:+48 (58) 300-12 34",
      'item2.ADR;TYPE=home;CC=PL;GEO="geo:54.3487,18.6532";TZ=Europe/Warsaw;LABEL=',
      " ul. Długa 1 m. 4^n80-827 ^'Gdańsk^':;m. 4;ul. Długa 1;Gdańsk;;80-827;P",
      " oland",
      "item2.X-ABLabel:Summer",
    ],
    "3.0": [
      "TEL;TYPE=work,fax,pref;X-PREFIX=+48:+48 (58) 300-12 34",
      "item2.ADR;TYPE=home:;m. 4;ul. Długa 1;Gdańsk;;80-827;Poland",
      "item2.X-ABLabel:Summer",
      "item2.X-ABADR:pl",
      'item2.LABEL;TYPE=home:ul. Długa 1 m. 4\\n80-827 "Gdańsk"',
      "item2.X-ADDRESS-FIELDS:;ul. Długa 1;m. 4;Gdańsk;;;80-827;Poland;PL;ul. D",
      ' ługa 1 m. 4\\n80-827 "Gdańsk";54.3487;18.6532;Europe/Warsaw',
    ],
  },
  "item3.ADR;TYPE=work:;;The red house behind the harbour;;;;",
  "item3.X-ADDRESS-FIELDS:The red house behind the harbour;;;;;;;;;;;;",
  {
    "4.0": [
      "item4.BDAY;X-NOTIFY-DAYS=7:--0229",
      "item4.X-ABLabel:cake",
      "ANNIVERSARY:20150620",
      "item5.X-ABDATE;X-APPLE-OMIT-YEAR=1604:1604-05-02",
      "item5.X-ABLabel:Nameday",
      "item6.X-ABDATE;X-DATE-TYPE=other:2001-09-01",
      "item6.X-ABLabel:First day at school",
    ],
    "3.0": [
      "item4.BDAY;X-NOTIFY-DAYS=7;X-APPLE-OMIT-YEAR=1604:1604-02-29",
      "item4.X-ABLabel:cake",
      "item5.X-ABDATE:2015-06-20",
      "item5.X-ABLabel:_$!<Anniversary>!$_",
      "item6.X-ABDATE;X-APPLE-OMIT-YEAR=1604:1604-05-02",
      "item6.X-ABLabel:Nameday",
      "item7.X-ABDATE;X-DATE-TYPE=other:2001-09-01",
      "item7.X-ABLabel:First day at school",
    ],
  },
  "X-SOCIALPROFILE;TYPE=linkedin:https://www.linkedin.com/in/zoe-lecka",
  "X-SOCIALPROFILE;TYPE=instagram;X-USER=zoe.l:https://www.instagram.com/zoe.l",
  "X-SOCIALPROFILE;TYPE=facebook;X-USER=zoe.lecka:https://www.facebook.com/zoe",
  " .lecka",
  "IMPP;X-SERVICE-TYPE=WhatsApp:https://wa.me/48601234567",
  "IMPP;X-SERVICE-TYPE=Signal:https://signal.me/#p/+48601234567",
  "URL:https://example.org/zoe?a=1,2;b",
  "CATEGORIES:Friends,Crew\\, 2019",
  {
    "4.0": ["NOTE:Met in Sopot.\\nLikes sailing\\, tea; and C:\\\\boats."],
    "3.0": ["NOTE:Met in Sopot.\\nLikes sailing\\, tea\\; and C:\\\\boats."],
  },
  "NICKNAME:Zo\\, or Zoé",
  "X-LOCATION:Gdańsk\\, Poland",
  "X-KEEP-FREQUENCY-DAYS:30",
  "X-LAST-INTERACTION:2026-01-15T11:00:00.000Z",
  {
    "4.0": ["PHOTO:data:image/jpeg;base64,/9j/4AAQSkZJRv/Z"],
    "3.0": ["PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRv/Z"],
  },
  "END:VCARD",
];

it.each(cardVersions)("the card of a contact that has everything, in version %s", (version) => {
  const contact = fullContact();
  const bytes = Buffer.from("ffd8ffe000104a464946ffd9", "hex");
  const card = writeCard(contact, version, { ...contact, photo: { mediaType: "image/jpeg", bytes } });
  const lines = fullCardLines.flatMap((line) => (typeof line === "string" ? [line] : line[version]));
  expect(card.split("\r\n")).toEqual([...lines, ""]);
});

describe.each(cardVersions)("every card of version %s", (version) => {
  it("can be read by another library, line for line, with its texts as they are", () => {
    fc.assert(
      fc.property(arbitraryHostileContact(accountId), (given) => {
        // The library reads the second half of an escaped backslash as the escape of the next character.
        const contact = { ...given, ...withoutBackslashes(given) };
        const text = writeCard(contact, version, contact);
        const card = new ICAL.Component(ICAL.parse(text) as unknown[]);
        expect(card.getAllProperties()).toHaveLength(text.split(/\r\n(?! )/).length - 3);
        expect(card.getFirstPropertyValue("version")).toBe(version);
        const { firstName, middleName, lastName, notes } = contact;
        expect(card.getFirstProperty("n")?.getValues()).toEqual([[lastName, firstName, middleName ?? "", "", ""]]);
        if (version === "4.0" && notes !== null) expect(card.getFirstPropertyValue("note")).toBe(notes);
      }),
    );
  });

  it("has physical lines of at most 75 octets, in whole letters, each ending with CRLF", () => {
    fc.assert(
      fc.property(arbitraryHostileContact(accountId), (contact) => {
        const physical = writeCard(contact, version, contact).split("\r\n");
        expect(physical.pop()).toBe("");
        for (const line of physical) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
          expect(line).not.toMatch(/[\r\n]|^\s*$/);
          expect(line.isWellFormed()).toBe(true);
        }
        const bounds = physical.filter((line) => /^\s*(?:BEGIN|END)\s*:\s*VCARD\s*$/i.test(line));
        expect(bounds).toEqual(["BEGIN:VCARD", "END:VCARD"]);
      }),
    );
  });

  it("has only values of the contact itself", () => {
    const { timezone: _, ...contact } = fullContact();
    const card = writeCard({ ...contact, timezone: null, language: null, latitude: null, longitude: null }, version);
    expect(card).not.toMatch(/^(?:TZ|LANG|GEO)/m);
  });
});

function withoutBackslashes({ firstName, middleName, lastName, notes }: ContactRecord) {
  const plain = (text: string | null) => text?.replaceAll("\\", "/").replace(/\r\n?/g, "\n") ?? null;
  return {
    firstName: plain(firstName) ?? "",
    middleName: plain(middleName),
    lastName: plain(lastName) ?? "",
    notes: plain(notes),
  };
}

describe("a line", () => {
  const write = (...entries: CardEntry[]) => writeLines(entries, "4.0");

  it("escapes what has a meaning in a text, and makes line ends one", () => {
    const text = "a,b:d\\e\nf\r\ng\rh\u2028i\u2029j\"k'l";
    expect(write(textLine("NOTE", text))).toBe(`NOTE:a\\,b:d\\\\e\\nf\\ng\\nh\\ni\\nj"k'l\r\n`);
    expect(write(fieldsLine("N", ["a;b", "c,d", ""]))).toBe("N:a\\;b;c\\,d;\r\n");
    expect(write(verbatimLine("URL", "https://x.example/a,b;c"))).toBe("URL:https://x.example/a,b;c\r\n");
  });

  it("escapes a semicolon between fields, and in 3.0 everywhere", () => {
    const entries = [textLine("NOTE", "a;b"), listLine("CATEGORIES", ["a;b", "c,d"])];
    expect(writeLines(entries, "4.0")).toBe("NOTE:a;b\r\nCATEGORIES:a;b,c\\,d\r\n");
    expect(writeLines(entries, "3.0")).toBe("NOTE:a\\;b\r\nCATEGORIES:a\\;b,c\\,d\r\n");
  });

  it("quotes parameters that need it, and leaves out empty ones", () => {
    const parameters = { A: 'x"y^z', B: "a;b", C: "1:2", D: "", E: undefined, TYPE: ["home", "a,b"] };
    expect(write(textLine("X", "", parameters))).toBe('X;A=x^\'y^^z;B="a;b";C="1:2";TYPE=home,"a,b":\r\n');
  });

  it("gets a numbered group only with lines that belong to it", () => {
    const [one, other] = [textLine("A", "1"), textLine("B", "2")];
    expect(write(one, [one, other], [one], [other, one])).toBe(
      "A:1\r\nitem1.A:1\r\nitem1.B:2\r\nA:1\r\nitem2.B:2\r\nitem2.A:1\r\n",
    );
  });

  it.each([1, 2, 3, 4])("is folded at 75 octets, the blank counted, between letters of %i octets", (octets) => {
    const letter = ["a", "é", "漢", "𝒜"][octets - 1] ?? "";
    const [first = "", second = ""] = write(textLine("NOTE", letter.repeat(200))).split("\r\n");
    expect(Buffer.byteLength(first)).toBe(75 - ((75 - 5) % octets));
    expect(Buffer.byteLength(second)).toBe(75 - ((75 - 1) % octets));
  });

  it("is never folded so that a part of it looks like the end of the card", () => {
    for (const end of ["BEGIN:VCARD", "END:VCARD", "   end : vcard", "\u00a0BEGIN:VCARD"]) {
      for (let length = 0; length < 160; length += 1) {
        const [first, ...folded] = write(textLine("NOTE", "x".repeat(length) + end)).split("\r\n");
        expect([first, ...folded].filter((line) => /^\s*(?:BEGIN|END)\s*:\s*VCARD\s*$/i.test(line ?? ""))).toEqual([]);
        expect(first + folded.map((line) => line.slice(1)).join("")).toBe(`NOTE:${"x".repeat(length)}${end}`);
      }
    }
  });
});

describe("a headline", () => {
  const workLines = (contact: Partial<ContactRecord>) =>
    writeCard({ ...fullContact(), ...contact }, "4.0")
      .split("\r\n")
      .filter((line) => /^(?:TITLE|ORG|X-HEADLINE)\b/.test(line));

  it.each([
    ["of a person is no organisation", "Sailor", null, null, ["TITLE;X-FIELD=headline:Sailor", "X-HEADLINE:Sailor"]],
    ["beside a position is no organisation", "Sailor", "CEO", null, ["TITLE:CEO", "X-HEADLINE:Sailor"]],
    ["that an import made of TITLE and ORG becomes these", "CEO, Acme", "CEO", "Acme", ["TITLE:CEO", "ORG:Acme"]],
    ["that an import made of ORG becomes it", "Acme", null, "Acme", ["ORG:Acme"]],
    [
      "that was changed before the organisation keeps it",
      "Founder, Acme",
      "CEO",
      "Acme",
      ["TITLE:CEO", "ORG:Acme", "X-HEADLINE:Founder\\, Acme"],
    ],
    [
      "that ends otherwise is written beside the organisation",
      "CEO, Bell",
      "CEO",
      "Acme",
      ["TITLE:CEO", "ORG:Acme", "X-HEADLINE:CEO\\, Bell"],
    ],
    ["that is missing beside an organisation is not made of it", null, null, "Acme", ["ORG;X-HEADLINE=NO:Acme"]],
  ])("%s", (_case, headline, position, organisation, expected) => {
    expect(workLines({ headline, position, organisation })).toEqual(expected);
  });
});
