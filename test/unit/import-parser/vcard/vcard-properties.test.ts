/** Tests to which field each property of a card is mapped. */
import { describe, expect, it } from "vitest";
import { locateAddress } from "../../../../shared/contact/change/locate.ts";
import type { ParsedAddress } from "../../../../shared/import/row/parsed-contact.ts";
import { type FindPlace, findPlace } from "../../../../shared/place/find-place.ts";
import { card, importCard, importLines, importText, issueCodes, messagesOf } from "../../../support/files/vcard.ts";
import { realGazetteer } from "../../../support/map/places.ts";

it.each([
  ["TEL;HOME;VOICE:030 1", "home"],
  ["TEL;TYPE=home,fax:030 1", "home fax"],
  ['TEL;TYPE="work,voice":030 1', "work"],
  ["TEL:030 1", "other"],
  ["item1.TEL:030 1\nitem1.X-ABLabel:_$!<Mobile>!$_", "mobile"],
  ["ITEM1.TEL:030 1\nitem1.X-ABLABEL:Grandma's kitchen", "Grandma's kitchen"],
  ["item1.TEL;TYPE=HOME,FAX,VOICE:030 1\nitem1.X-ABLabel:_$!<HomeFAX>!$_", "homefax"],
  ["1.TEL;TYPE=HOME:030 1", "home"],
  ["TEL;TYPE#home:030 1", "home"],
  ["TEL;X-CUSTOM(CHARSET=UTF-8,ENCODING=QUOTED-PRINTABLE,=46=65=72=69=65=6E):030 1", "Ferien"],
  ["TEL;X-CUSTOM(Büro (alt));VOICE:030 1", "Büro (alt)"],
  ["TEL;LABEL=Club:030 1", "Club"],
  ["EMAIL;X-ABLabel=Club:ana@example.org", "Club"],
  ["TEL;TYPE=WORK,CELL,VIDEO,BBS,MODEM:030 1", "work mobile video bbs modem"],
])("%s has the type %s", async (lines, type) => {
  const { phones, emails, issues } = await importLines(lines);
  expect([...phones, ...emails]).toMatchObject([{ type }]);
  expect(issues).toEqual([]);
});

it("at most one value is preferred, the most preferred one", async () => {
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

describe("addresses", () => {
  it("take the seven parts, and the label and the country of their group", async () => {
    const { addresses } = await importCard(
      "FN:Ana",
      "item1.ADR;type=HOME:PO 7;Floor 2;Main St 1\\, back,rear;Hilo;HI;96720;United States",
      "item1.X-ABADR:us",
      "item1.X-ABLabel:Summer house",
    );
    expect(addresses).toEqual([
      {
        ...{ type: "home", label: "Summer house", value: null, addressFormatted: null },
        ...{ addressLine1: "Main St 1, back, rear", addressLine2: "Floor 2, PO 7", addressCity: "Hilo" },
        ...{ addressState: "HI", addressStateCode: "HI", addressPostalCode: "96720" },
        ...{ addressCountry: "United States", addressCountryCode: "US" },
        ...{ latitude: null, longitude: null, timezone: null },
      },
    ]);
  });

  const quay = { addressFormatted: "Quai 1\nGenève" };
  it.each([
    [
      'ADR;LABEL="Quai 1\\nGenève";GEO="geo:46.2,6.15";TZ=Europe/Zurich;CC=ch:;;Quai 1;Genève;;1201;Suisse',
      { ...quay, latitude: 46.2, longitude: 6.15, timezone: "Europe/Zurich", addressCountryCode: "CH" },
    ],
    // Some writers escape quotes and commas in a quoted parameter.
    [
      `ADR;TYPE=WORK;LABEL="\\"Quai 1\\"\\nGenève\\, Suisse: 2e";GEO="geo:46.2,6.15":;;Quai 1;Genève;;;`,
      { type: "work", addressFormatted: '"Quai 1"\nGenève, Suisse: 2e', latitude: 46.2 },
    ],
    [
      `ADR;LABEL="\\"Quai 1\\nGenève\\"":;;Quai 1;Genève;;;`,
      { addressFormatted: '"Quai 1\nGenève"', addressLine1: "Quai 1" },
    ],
    // A backslash before the last quote is text, as RFC 6350 says.
    ['ADR;LABEL="Quai 1\\";GEO="geo:46.2,6.15":;;Quai 1;;;;', { addressFormatted: "Quai 1\\", latitude: 46.2 }],
    ['ADR;LABEL="Quai 1\\":;;Rue "A";;;;', { addressFormatted: "Quai 1\\", addressLine1: 'Rue "A"' }],
    // A quote that encloses nothing is no part of the text, and a comma without quotes is.
    ["ADR;LABEL=Quai 1,Genève:;;Rue 2;;;;", { addressFormatted: "Quai 1, Genève", addressLine1: "Rue 2" }],
    ['ADR;LABEL="\\"Quai" 1:;;Rue 2;;;;', { addressFormatted: '"Quai 1', addressLine1: "Rue 2" }],
    ['ADR;LABEL="\\"Quai 1, Genève:;;Rue 2;;;;', { addressFormatted: '"Quai 1, Genève', addressLine1: "Rue 2" }],
    ['ADR;LABEL=""Quai 1"":;;Rue 2;;;;', { addressFormatted: "Quai 1", addressLine1: "Rue 2" }],
    ["ADR;TYPE=WORK:;;Quai 1;Genève;;;\nLABEL;TYPE=WORK:Quai 1\\nGenève", { type: "work", ...quay }],
    ["LABEL;TYPE=HOME:Quai 1\\nGenève", { type: "home", value: "Quai 1\nGenève" }],
    ["ADR:;Quai 1\\n1201 Genève;;;;;", { value: "Quai 1\n1201 Genève" }],
    ["ADR:;;Quai 1;;;;;Quai 1\\nGenève", quay],
    ["ADR;TYPE=home,Ferienhaus:;;Street 1;;;;", { type: "home", label: "Ferienhaus" }],
    ["ADR;HOME;X-CUSTOM(ENCODING=QUOTED-PRINTABLE,=48=75=74):;;Street 1;;;;", { type: "home", label: "Hut" }],
    [
      'item1.ADR;CC=ES;GEO="geo:40.4,-3.7";TYPE=dom,home,postal:;;Street 1;;;;\nitem1.X-ABADR:es',
      { type: "home", latitude: 40.4, longitude: -3.7, addressCountryCode: "ES" },
    ],
    // The country that is written wins over X-ABADR, which may make it more exact.
    ["item1.ADR:;;Rue 1;Paris;;;France\nitem1.X-ABADR:us", { addressCountry: "France", addressCountryCode: null }],
    [
      "item1.ADR:;;Weg 1;Bonn;;;Deutschland\nitem1.X-ABADR:de",
      { addressCountry: "Deutschland", addressCountryCode: "DE" },
    ],
    ["item1.ADR:;;Str. 1;Dover;;;U.S.A.\nitem1.X-ABADR:us", { addressCountry: "U.S.A.", addressCountryCode: "US" }],
    // The country may be written in the text of the address, where a code may be that of a state.
    ["item1.ADR:;;Rua 1;Lisboa\\, Portugal;;;\nitem1.X-ABADR:pt", { addressCountry: null, addressCountryCode: "PT" }],
    ["item1.ADR:;;Quai 1;Genève;;;\nitem1.X-ABADR:ch\nitem1.LABEL:Quai 1\\nSuisse", { addressCountryCode: "CH" }],
    // Samsung writes each address twice.
    [
      "X-SAMSUNGADR;HOME;CHARSET=UTF-8:;;Calle 1;Madrid;;28013;\nADR;HOME;CHARSET=UTF-8:;;Calle 1;Madrid;;28013;",
      { type: "home", addressLine1: "Calle 1", addressCity: "Madrid" },
    ],
  ])("are made of %s", async (lines, address) => {
    expect(await importLines(lines)).toMatchObject({ addresses: [address], issues: [] });
  });
});

it.each([
  [";;10 Downing St\\, London UK;;;;", "gb"],
  [";;10 Downing St London U.K.;;;;", "gb"],
  [";;1 Main St\\, Springfield IL 62701 US;;;;", "us"],
  [";;1 Main St;Springfield\\, US;;;", "us"],
  [";;Hauptstr. 1\\, Berlin 10115\\, DE;;;;", "de"],
  [";;1 High St;Leeds;England;;", "gb"],
  [";;Rua Augusta 1;Lisboa;Portugal;;", "pt"],
  ["Berlin\\, Germany;;Postfach 1;;;;", "de"],
])("X-ABADR is the country that the last words of a part name: ADR:%s with %s", async (parts, code) => {
  const address = { addressCountry: null, addressCountryCode: code.toUpperCase() };
  const contact = await importLines(`item1.ADR:${parts}\nitem1.X-ABADR:${code}`);
  expect(contact).toMatchObject({ addresses: [address], issues: [] });
});

describe("X-ABADR of an address that does not name its country", () => {
  function countryOf(address: ParsedAddress | undefined): string | undefined {
    let country: string | undefined;
    const find: FindPlace = (query) => {
      const place = findPlace(realGazetteer(), query);
      country = place?.country;
      return place;
    };
    if (address) locateAddress(undefined, { ...address, id: "", granularity: null }, find);
    return country;
  }

  it.each([
    ["1 rue X\\, Paris 75001;;;;", "us", "France"],
    ["1 rue X;Paris;;75001;", "us", "France"],
    ["Rua Augusta 1;Lisboa\\, Portugal;;;", "us", "Portugal"],
    ["Rua Augusta 1\\nLisboa\\nPortugal;;;;", "us", "Portugal"],
    ["High St 1;Birmingham;;;", "us", "United Kingdom"],
    ["Main St 1;Springfield;;;", "de", "United States"],
    ["Sunset Blvd 1;Los Angeles\\, CA;;;", "ca", "United States"],
    ["Peachtree St 1;Georgia\\, Atlanta;;;", "ge", "United States"],
    ["Peachtree St 1;Atlanta;Georgia;;", "ge", "United States"],
    ["Cumberland St 1;Lebanon\\, PA 17042;;;", "lb", "United States"],
    ["Via Roma 1;28100 Novara NO;;;", "no", "Italy"],
    ["Donegall Sq 1;Belfast;Northern Ireland;;", "ie", "United Kingdom"],
    ["Central Ave 1\\, Albuquerque\\, New Mexico;;;;", "mx", "United States"],
    ["12 rue du Portugal;;;;", "pt", undefined],
  ])("is not used, and pins nothing: %s with %s", async (parts, code, country) => {
    const line = `item1.ADR:;;${parts}`;
    const [plain, hinted] = [await importLines(line), await importLines(`${line}\nitem1.X-ABADR:${code}`)];
    expect(hinted.addresses).toEqual(plain.addresses);
    expect(hinted.addresses).toMatchObject([{ addressCountry: null, addressCountryCode: null, latitude: null }]);
    const message = `The address names no country that clearly fits "${code}" of X-ABADR, which is only its layout, and was not used.`;
    expect(hinted.issues).toMatchObject([{ code: "layout_country_unused", severity: "warning", message, line: 5 }]);
    expect(countryOf(hinted.addresses[0])).toBe(country);
  });
});

describe("an offset as the time zone", () => {
  it.each([
    ...["-0500", "-05:00", "-05", "-5", "-05:00:00", "UTC-05:00", "UTC-5", "GMT-5"].map((text) => ({
      text,
      timezone: "Etc/GMT+5",
    })),
    ...["+0100", "+01:00", "+01", "utc +1"].map((text) => ({ text, timezone: "Etc/GMT-1" })),
    ...["+0000", "-00:00", "Z"].map((text) => ({ text, timezone: "Etc/UTC" })),
    { text: "-1200", timezone: "Etc/GMT+12" },
    { text: "+14:00", timezone: "Etc/GMT-14" },
  ])("of whole hours is a zone, of a contact and of an address: $text", async ({ text, timezone }) => {
    const lines = `TZ;VALUE=utc-offset:${text}\nADR;TZ="${text}":;;Street 1;;;;`;
    expect(await importLines(lines)).toMatchObject({ timezone, addresses: [{ timezone }], issues: [] });
  });

  it.each(["+0530", "-13:00", "+15", "500", "1:00", "-", "UTC+"])("that has no zone is reported: %s", async (text) => {
    const contact = await importLines(`TZ:${text}\nADR;TZ="${text}":;;Street 1;;;;`);
    expect(contact).toMatchObject({ timezone: null, addresses: [{ timezone: null }] });
    expect(issueCodes(contact)).toEqual(["timezone_unknown", "timezone_unknown"]);
  });

  it.each([
    "TZ:-0500\nTZ:America/New_York",
    "TZ:America/New_York\nTZ:-0500",
    "TZ;PREF=1:-0500\nTZ;PREF=2:America/New_York",
  ])("is left out beside the name of a zone, which is more exact: %s", async (lines) => {
    const contact = await importLines(lines);
    expect(contact.timezone).toBe("America/New_York");
    expect(messagesOf(contact)).toEqual(['info: No field of a contact fits TZ: "-0500".']);
  });

  it("is left out beside coordinates, whose zone is exact, but a named zone is not", async () => {
    const lines = (zone: string) => `TZ:${zone}\nGEO:46.2;6.15\nADR;TZ="${zone}";GEO="geo:46.2,6.15":;;Quai 1;;;;`;
    const contact = await importLines(lines("+01:00"));
    expect(contact).toMatchObject({ timezone: null, latitude: 46.2, addresses: [{ timezone: null, latitude: 46.2 }] });
    expect(messagesOf(contact)).toEqual([
      'info: "+01:00" is no name of a time zone, and the coordinates give one.',
      'info: "+01:00" is no name of a time zone, and the coordinates give one.',
    ]);
    const timezone = "Europe/Zurich";
    expect(await importLines(lines(timezone))).toMatchObject({ timezone, addresses: [{ timezone }], issues: [] });
  });
});

it.each([
  ["GEO:46.2;6.15", { latitude: 46.2, longitude: 6.15 }],
  ["GEO:geo:46.2,6.15", { latitude: 46.2, longitude: 6.15 }],
  ["VERSION:3.0\nLANG;TYPE=pref:pt-br", { language: "pt-BR" }],
  ["VERSION:4.0\nLANG;PREF=1:pt-br", { language: "pt-BR" }],
  ["TZ:America/Sao_Paulo", { timezone: "America/Sao_Paulo" }],
  ["NOTE:one\\ntwo\\, three\\; four\nNOTE:five", { notes: "one\ntwo, three; four\n\nfive" }],
  ["CATEGORIES:Friends,Book club, friends\nCATEGORIES:Rock\\, Pop", { groups: ["Friends", "Book club", "Rock, Pop"] }],
  ["X-ABDATE;TYPE=Jubilee:2001-02-03", { importantDates: [{ type: "other", note: "Jubilee" }] }],
  ["X-SOCIALPROFILE;type=linkedin:http://www.linkedin.com/in/ana?trk=x", linkedIn("https://www.linkedin.com/in/ana")],
  [
    "X-SOCIALPROFILE;TYPE=linkedin;X-USER=Ana:https://www.linkedin.com/in/ana/",
    linkedIn("https://www.linkedin.com/in/ana"),
  ],
  ["X-SOCIALPROFILE;TYPE=INSTAGRAM:ana.bakes", { network_b: "ana.bakes" }],
  ["X-SOCIALPROFILE;type=facebook;x-user=ana.b:x-apple:ana.b", { network_c: "ana.b" }],
  ["IMPP;X-SERVICE-TYPE=Facebook:xmpp:ana.b@chat.facebook.com", { network_c: "ana.b" }],
  ["item1.X-SOCIALPROFILE;TYPE=facebook:ana.b\nitem1.X-ABLabel:Facebook", { network_c: "ana.b" }],
  ["item1.IMPP;X-SERVICE-TYPE=WhatsApp;type=pref:x-apple:+34612345678", { network_d: "+34612345678" }],
  ["item1.IMPP:x-apple:+34612345678\nitem1.X-ABLabel:Signal", { network_e: "+34612345678" }],
  ["item1.URL;type=pref:http\\://example.org", { website: "http://example.org" }],
  ["URL:example.org", { website: "https://example.org" }],
  ["item1.URL;TYPE=HOME:https://x.org\nitem1.X-ABLabel:_$!<HomePage>!$_", { website: "https://x.org" }],
  // A blank property is no value.
  ["TEL:\nX-SPOUSE:\nN:;;;;\nADR:;;;;;;\nNOTE: \nFN:Ana", { phones: [], addresses: [], notes: null }],
])("%s is mapped without an issue", async (lines, expected) => {
  expect(await importLines(lines)).toMatchObject({ ...expected, issues: [] });
});

function linkedIn(address: string) {
  return { network_a: address };
}

it.each([
  ['EMAIL:"Ana" <ana@example.org>', ["ana@example.org"]],
  ["EMAIL:mailto:ana@example.org", ["ana@example.org"]],
  ["EMAIL:ana@example.org; ben@example.org", ["ana@example.org", "ben@example.org"]],
  ["TEL:tel:+43-1-234567;ext=12", ["1234567 x12"]],
  ["TEL:1-800-MY-APPLE", ["18006927753"]],
  ["TEL:+4312345p12w3", ["12345 x12;3"]],
])("%s is divided without an issue", async (line, values) => {
  const { emails, phones, issues } = await importLines(line);
  expect([...emails, ...phones].map(({ value }) => value)).toEqual(values);
  expect(issues).toEqual([]);
});

it("a repeated value is kept once, with an issue about a second type that differs", async () => {
  const lines = ["EMAIL;TYPE=home:ana@example.org", "EMAIL;TYPE=work:Ana@example.org", "TEL;TYPE=home:+43 1 234567"];
  const { issues } = await importCard("FN:Ana", ...lines, "TEL;TYPE=fax:+431234567", "TEL;TYPE=home:+431234567");
  expect(issues.map(({ severity, message, line }) => [severity, message, line])).toEqual([
    ["info", '"Ana@example.org" is there twice; its second type "work" is left out.', 5],
    ["info", '"+431234567" is there twice; its second type "fax" is left out.', 7],
  ]);
  const untyped = await importLines("TEL:+431234567\nTEL;TYPE=fax:+431234567\nTEL:+431234567");
  expect(untyped).toMatchObject({ phones: [{ type: "fax" }], issues: [] });
});

describe("the UID", () => {
  const id = "0190a8b2-3333-7000-8000-000000000003";

  it.each([
    [`UID:urn:uuid:${id.toUpperCase()}`, id],
    [`UID;VALUE=text:${id}`, id],
    ["UID:ana@example.org", expect.stringMatching(/^[\w-]{22}$/)],
    ["UID: ", undefined],
    ["NOTE:no UID", undefined],
  ])("of %s is carried, without an issue", async (line, uid) => {
    const row = await importLines(line);
    expect([row.uid, row.issues]).toEqual([uid, []]);
  });

  it("is the first one, and no part of what makes rows equal: some programs make another one for every export", async () => {
    const [one, other] = [await importLines("UID:1\nUID:1\nUID:2"), await importLines("UID:2")];
    expect(one.uid).toBe((await importLines("UID:1")).uid);
    expect([issueCodes(one), one.uid === other.uid, one.tempId]).toEqual([[], false, other.tempId]);
  });
});

it("the coverage of a tidy card of Google's address book is 1", async () => {
  const file = await importText(
    card(
      ...["FN:Dr. Ana Lucía Beltrán Jr.", "N:Beltrán;Ana;Lucía;Dr.;Jr.", "NICKNAME:Lucy", "ORG:Bakery;Ovens"],
      ...["X-PHONETIC-FIRST-NAME:Ah-na", "EMAIL;TYPE=INTERNET;TYPE=WORK:ana@example.org", "TITLE:Baker"],
      ...["item1.ADR:;;Calle Mayor 1;Madrid;;28013;España;ES", "item1.X-ABLabel:", "TEL;TYPE=CELL:+34612345678"],
      ...["BDAY:19880512", "item2.X-ABDATE:20150620", "item2.X-ABLabel:_$!<Anniversary>!$_"],
      ...["item3.URL:https\\://ana.example", "item3.X-ABLabel:_$!<HomePage>!$_", "item4.X-ABRELATEDNAMES:Ben"],
      ...["item5.URL:https\\://ana.example/blog", "item5.X-ABLabel:BLOG", "item6.URL:https\\://ben.example"],
      ...["item6.X-ABLabel:PROFILE", "item7.URL:https\\://www.linkedin.com/in/ana", "item7.X-ABLabel:PROFILE"],
      ...["item8.URL:https\\://instagram.com/ana", "item8.X-ABLabel:Instagram"],
      ...["item4.X-ABLabel:_$!<Spouse>!$_", "NOTE:Met in Sopot.", "CATEGORIES:myContacts", "REV:20260101T000000Z"],
      // What programs write for themselves is neither counted nor named.
      ...["UID:2", "PRODID:-//x//", "X-MS-OL-DESIGN:<card/>", "CLASS:PUBLIC", "SORT-STRING:Ana"],
    ),
  );
  expect(file).toMatchObject({ contacts: [{ website: "https://ana.example", issues: [] }], coverage: 1 });
  expect(file.contacts[0]?.notes).toContain("\nBLOG: https://ana.example/blog\nPROFILE: https://ben.example");
});
