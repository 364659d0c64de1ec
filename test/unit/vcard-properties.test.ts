import { describe, expect, it } from "vitest";
import { card, importCard, importText, issueCodes } from "../support/vcard.ts";

describe("types and preference", () => {
  it.each([
    ["TEL;HOME;VOICE:030 1", "home"],
    ["TEL;TYPE=home,fax:030 1", "home fax"],
    ["tel;type=CELL;type=VOICE;type=pref:030 1", "mobile"],
    ['TEL;TYPE="work,voice":030 1', "work"],
    ["TEL;CELL;WORK:030 1", "work mobile"],
    ["TEL:030 1", "other"],
    ["TEL;TYPE=MAIN:030 1", "main"],
    ["item1.TEL:030 1\r\nitem1.X-ABLabel:_$!<Mobile>!$_", "mobile"],
    ["ITEM1.TEL:030 1\r\nitem1.X-ABLABEL:Grandma's kitchen", "Grandma's kitchen"],
    ["1.TEL;TYPE=HOME:030 1", "home"],
    ["TEL;TYPE#home:030 1", "home"],
  ])("%s has the type %s", async (line, type) => {
    expect((await importCard("FN:Ana", line)).phones[0]?.type).toBe(type);
  });

  it("mark at most one value, the most preferred", async () => {
    const contact = await importCard(
      "VERSION:4.0",
      "FN:Ana",
      "EMAIL;PREF=2:two@example.org",
      "EMAIL;PREF=1:one@example.org",
      "EMAIL;PREF=1:also@example.org",
      "TEL;VALUE=uri;TYPE=pref:tel:+34612345678",
      "TEL:+34612345679",
    );
    expect(contact.emails.filter(({ preferred }) => preferred).map(({ value }) => value)).toEqual(["one@example.org"]);
    expect(contact.phones.map(({ preferred }) => preferred)).toEqual([true, false]);
  });
});

describe("addresses", () => {
  it("take the seven parts, the label and the country of their group", async () => {
    const contact = await importCard(
      "FN:Ana",
      "item1.ADR;type=HOME:PO 7;Floor 2;Main St 1\\, back,rear;Hilo;HI;96720;United States",
      "item1.X-ABADR:us",
      "item1.X-ABLabel:Summer house",
    );
    expect(contact.addresses).toEqual([
      {
        type: "home",
        label: "Summer house",
        value: null,
        addressLine1: "Main St 1, back, rear",
        addressLine2: "Floor 2, PO 7",
        addressCity: "Hilo",
        addressState: "HI",
        addressStateCode: "HI",
        addressPostalCode: "96720",
        addressCountry: "United States",
        addressCountryCode: "US",
        addressFormatted: null,
        latitude: null,
        longitude: null,
        timezone: null,
      },
    ]);
  });

  it("take LABEL, GEO and TZ as parameters of 4.0", async () => {
    const parameters = 'LABEL="Quai 1\\nGenève";GEO="geo:46.2,6.15";TZ=Europe/Zurich;CC=ch';
    const contact = await importCard("VERSION:4.0", "FN:Ana", `ADR;${parameters}:;;Quai 1;Genève;;1201;Suisse`);
    expect(contact.addresses[0]).toMatchObject({
      addressFormatted: "Quai 1\nGenève",
      latitude: 46.2,
      longitude: 6.15,
      timezone: "Europe/Zurich",
      addressCountryCode: "CH",
    });
  });

  it("are not repeated by LABEL of 2.1 and 3.0, which alone is an address", async () => {
    const both = await importCard("FN:Ana", "ADR;TYPE=WORK:;;Quai 1;Genève;;;", "LABEL;TYPE=WORK:Quai 1\\nGenève");
    expect(both.addresses.map(({ addressFormatted }) => addressFormatted)).toEqual(["Quai 1\nGenève"]);
    const alone = await importCard("FN:Ana", "LABEL;TYPE=HOME:Quai 1\\nGenève");
    expect(alone.addresses).toEqual([expect.objectContaining({ type: "home", value: "Quai 1\nGenève" })]);
  });

  it("may be a free text in the second part, or have fewer or more than seven parts", async () => {
    expect((await importCard("FN:A", "ADR:;Quai 1\\n1201 Genève;;;;;")).addresses[0]?.value).toBe(
      "Quai 1\n1201 Genève",
    );
    expect((await importCard("FN:A", "ADR:;;Quai 1")).addresses[0]?.addressLine1).toBe("Quai 1");
    expect((await importCard("FN:A", "ADR:;;Quai 1;;;;;Quai 1\\nGenève")).addresses[0]?.addressFormatted).toBe(
      "Quai 1\nGenève",
    );
    expect((await importCard("FN:A", "ADR:;;;;;;")).addresses).toEqual([]);
  });
});

describe("place, time zone and language", () => {
  it.each(["GEO:46.2;6.15", "GEO:geo:46.2,6.15", "GEO:46.2,6.15"])("%s", async (line) => {
    expect(await importCard("FN:Ana", line)).toMatchObject({ latitude: 46.2, longitude: 6.15 });
  });

  it("a place that is none, and an offset for a zone, are said to be left out", async () => {
    const contact = await importCard("FN:Ana", "GEO:146.2;6.15", "TZ:-05:00", "LANG:not a language!");
    expect(contact).toMatchObject({ latitude: null, longitude: null, timezone: null, language: null });
    expect(contact.issues.map(({ property }) => property).sort()).toEqual(["GEO", "LANG", "TZ"]);
  });

  it("the preferred language is kept", async () => {
    const contact = await importCard(
      "VERSION:4.0",
      "FN:Ana",
      "LANG;PREF=2:en",
      "LANG;PREF=1:pt-br",
      "TZ:America/Sao_Paulo",
    );
    expect(contact).toMatchObject({ language: "pt-BR", timezone: "America/Sao_Paulo" });
  });
});

describe("profiles and links", () => {
  it.each([
    [
      "X-SOCIALPROFILE;type=linkedin:http://www.linkedin.com/in/ana?trk=x",
      "network_a",
      "https://www.linkedin.com/in/ana",
    ],
    ["X-SOCIALPROFILE;TYPE=INSTAGRAM:ana.bakes", "network_b", "ana.bakes"],
    ["X-SOCIALPROFILE;type=facebook;x-user=ana.b:x-apple:ana.b", "network_c", "ana.b"],
    ["X-SOCIALPROFILE;TYPE=home:facebook:https://facebook.com/ana.b", "network_c", "ana.b"],
    ["item1.IMPP;X-SERVICE-TYPE=WhatsApp;type=pref:x-apple:+34612345678", "network_d", "+34612345678"],
    ["item1.IMPP:x-apple:+34612345678\r\nitem1.X-ABLabel:Signal", "network_e", "+34612345678"],
    ["TEL;TYPE=CELL;waid=34612345678:+34 612 345 678", "network_d", "+34612345678"],
    ["X-WHATSAPP:+34 612 345 678", "network_d", "+34612345678"],
    ["URL:https://www.linkedin.com/in/ana/", "network_a", "https://www.linkedin.com/in/ana"],
    ["URL:https://www.linkedin.com/company/bakery", "website", "https://www.linkedin.com/company/bakery"],
    ["item1.URL;type=pref:http\\://example.org", "website", "http://example.org"],
    ["URL:example.org", "website", "https://example.org"],
  ] as const)("%s", async (line, field, value) => {
    expect((await importCard("FN:Ana", ...line.split("\r\n")))[field]).toBe(value);
  });

  it("of other networks, and a second website, are lines of the notes", async () => {
    const contact = await importCard(
      "FN:Ana",
      "X-SOCIALPROFILE;type=twitter:https://twitter.com/ana",
      "IMPP;X-SERVICE-TYPE=Telegram:x-apple:ana_b",
      "X-AIM:ana",
      "URL:example.org",
      "URL:example.com",
    );
    expect(contact.issues).toEqual([]);
    expect(contact.notes?.split("\n").toSorted()).toEqual([
      "AIM: ana",
      "Telegram: ana_b",
      "Twitter: https://twitter.com/ana",
      "Website: https://example.com",
    ]);
  });
});

describe("notes and groups", () => {
  it("of several NOTEs become one text", async () => {
    expect((await importCard("FN:Ana", "NOTE:one\\ntwo\\, three\\; four", "NOTE:five")).notes).toBe(
      "one\ntwo, three; four\n\nfive",
    );
  });

  it("of CATEGORIES are labels, each once", async () => {
    const contact = await importCard("FN:Ana", "CATEGORIES:Friends,Book club, friends", "CATEGORIES:Rock\\, Pop");
    expect(contact.groups).toEqual(["Friends", "Book club", "Rock, Pop"]);
  });

  it.each([
    ["3.0", "X-ADDRESSBOOKSERVER-KIND:group", "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:A-1"],
    ["4.0", "KIND:group", "MEMBER:urn:uuid:a-1"],
  ])("of a card of a group in %s are labels of its members, and the card is nobody", async (version, kind, member) => {
    const group = card(`VERSION:${version}`, "FN:Choir", kind, member);
    const person = card(`VERSION:${version}`, "FN:Ana", "UID:A-1");
    const file = await importText(group + person + card("FN:Ben"));
    expect(file).toMatchObject({ totalCount: 2, validCount: 2, skippedCount: 1 });
    expect(file.contacts.map(({ firstName, groups }) => [firstName, groups])).toEqual([
      ["Ana", ["Choir"]],
      ["Ben", []],
    ]);
  });
});

describe("the UID", () => {
  const id = "0190a8b2-3333-7000-8000-000000000003";

  it.each([
    [`UID:urn:uuid:${id.toUpperCase()}`, id],
    [`UID;VALUE=text:${id}`, id],
    ["UID:ana@example.org", expect.stringMatching(/^[\w-]{22}$/)],
    ["UID: ", undefined],
    ["NOTE:no UID", undefined],
  ])("of %s is carried, without a remark", async (line, uid) => {
    const row = await importCard("FN:Ana", line);
    expect(row.uid).toEqual(uid);
    expect(row.issues).toEqual([]);
  });

  it("is no part of what makes rows equal: some programs make up another one for every export", async () => {
    const [one, other] = [await importCard("FN:Ana", "UID:1"), await importCard("FN:Ana", "UID:2")];
    expect(one.uid).not.toBe(other.uid);
    expect(one.tempId).toBe(other.tempId);
  });

  it("is the first one", async () => {
    const row = await importCard("FN:Ana", "UID:1", "UID:1", "UID:2");
    expect(row.uid).toBe((await importCard("FN:Ana", "UID:1")).uid);
    expect(issueCodes(row)).toEqual([]);
  });
});

describe("what has no place", () => {
  it("is named once a property, and told apart from bookkeeping in the coverage", async () => {
    const text = card("FN:Ana", "PRODID:-//x//", "REV:20200101T000000Z", "X-A:Ben", "X-B:F", "X-A:Bob", "TITLE:Baker");
    const { contacts, coverage } = await importText(text);
    expect(contacts[0]?.issues.map(({ property, severity, line }) => [property, severity, line])).toEqual([
      ["X-A", "info", 6],
      ["X-B", "info", 7],
    ]);
    expect(coverage).toBe(0.4);
  });

  it("is nothing in a card whose every value has one", async () => {
    const { contacts, coverage } = await importText(
      card("FN:Ana Beltrán", "N:Beltrán;Ana;;;", "TEL:+34 612 345 678", "NOTE:x"),
    );
    expect([contacts[0]?.issues, coverage]).toEqual([[], 1]);
  });

  it("is a blank property not, for it is no value", async () => {
    const { contacts, coverage } = await importText(
      card("FN:Ana", "TEL:", "X-SPOUSE:", "N:;;;;", "ADR:;;;;;;", "NOTE: "),
    );
    expect([contacts[0]?.issues, coverage]).toEqual([[], 1]);
  });

  it("is a label of its own where nothing takes it", async () => {
    const contact = await importCard("FN:Ana", "item1.URL:example.org", "item1.X-ABLabel:Bakery");
    expect(issueCodes(contact)).toEqual(["property_without_place"]);
  });
});

describe("the country of an address", () => {
  it.each([
    ["written wins over X-ABADR", "item1.ADR:;;Rue 1;Paris;;;France\r\nitem1.X-ABADR:us", "France", null],
    ["is made more exact by X-ABADR", "item1.ADR:;;Weg 1;Bonn;;;Deutschland\r\nitem1.X-ABADR:de", "Deutschland", "DE"],
    ["may be X-ABADR alone", "item1.ADR:;;Street 1;Leeds;;;\r\nitem1.X-ABADR:gb", null, "GB"],
    [
      "may be one that X-ABADR knows by another name",
      "item1.ADR:;;Str. 1;Dover;;;U.S.A.\r\nitem1.X-ABADR:us",
      "U.S.A.",
      "US",
    ],
  ])("%s", async (_case, lines, country, code) => {
    const { addresses, issues } = await importCard("FN:Ana", ...lines.split("\r\n"));
    expect(addresses).toMatchObject([{ addressCountry: country, addressCountryCode: code }]);
    expect(issues).toEqual([]);
  });
});

it("Samsung's own address is an address", async () => {
  const line = "X-SAMSUNGADR;HOME;CHARSET=UTF-8:;;Calle Mayor 1;Madrid;;28013;Spain";
  const { addresses, issues } = await importCard("VERSION:2.1", "FN:Ana", line, line.replace("X-SAMSUNG", ""));
  expect(addresses).toMatchObject([{ type: "home", addressLine1: "Calle Mayor 1", addressCity: "Madrid" }]);
  expect([addresses.length, issues]).toEqual([1, []]);
});
