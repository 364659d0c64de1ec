import { describe, expect, it } from "vitest";
import { ContactIndex } from "../../../shared/search/contact-index.ts";
import { searchEntryOf } from "../../../shared/search/entry.ts";
import { recordOf } from "../../support/contact/contact-calls.ts";
import { findNames, finds, findsName } from "../../support/search/search-finds.ts";

const accountId = "0190b6a4-0000-7abc-8def-000000000000";

describe("every word of a query must match", () => {
  const contact = { firstName: "Anna-Lena", middleName: "Maria", lastName: "O’Brien", headline: "Head of Optics" };

  it.each([
    "anna",
    "LENA",
    "bri",
    "maria anna",
    "o'brien optics",
    "o´brien",
    "obrien",
    "  optics\u00a0 anna ",
    "anna-lena",
    "-",
  ])("%j finds them in any order, at the start or inside of a word", (search) => {
    expect(finds(contact, search)).toBe(true);
  });

  it.each(["anna berlin", "lena anna x", "annamaria", "optics head-of"])("%j does not", (search) => {
    expect(finds(contact, search)).toBe(false);
  });

  it.each([
    [{ lastName: "Straßer" }, "strasser"],
    [{ firstName: "José" }, "jose\u0301"],
    [{ firstName: "山田太郎" }, "太郎"],
  ])("case, accents and encoding of letters do not matter: %j is found by %s", (fields, search) => {
    expect(finds(fields, search)).toBe(true);
  });
});

describe("other fields than names", () => {
  it.each([
    [{ headline: "Senior architect" }, "architect"],
    [{ location: "São Paulo, Brazil" }, "sao brazil"],
    [{ notes: "Plays chess.\nMet in Porto," }, "porto chess"],
    [{ addresses: [{ type: "home", addressLine1: "Storgata 1" }] }, "storgata"],
    ...["value", "addressLine2", "addressCity", "addressState", "addressStateCode", "addressPostalCode"].map(
      (part): [Record<string, unknown>, string] => [{ addresses: [{ type: "work", [part]: "Xýz 9" }] }, "xyz"],
    ),
    [{ addresses: [{ type: "work", value: "1", addressCountry: "Norge", addressCountryCode: "NO" }] }, "norge 1"],
    [{ addresses: [{ type: "other", value: "1", label: "Summer house" }] }, "summer"],
    [{ addresses: [{ type: "other", value: "1", addressFormatted: "At the mill\nÅs" }] }, "mill as"],
    [{ emails: [{ value: "mei.draws@Example.org" }] }, "draws@example"],
    [{ network_a: "https://www.linkedin.com/in/ana-beltran/" }, "beltran"],
    [{ network_a: "ana-beltran" }, "linkedin.com/in/Ana-Beltran?utm_source=share"],
    [{ network_a: "josé" }, "https://www.linkedin.com/in/jos%C3%A9"],
    [{ network_b: "mei.draws" }, "@mei"],
    [{ network_b: "mei.draws" }, "https://www.instagram.com/mei.draws/"],
    [{ network_c: "marcus.bell.9" }, "bell.9"],
    [{ network_c: "marcus.bell.9" }, "m.me/marcus.bell.9"],
    [{ network_d: "+49 170 1234567" }, "0170 123"],
    [{ network_d: "+49 170 1234567" }, "https://wa.me/491701234567"],
    [{ network_e: "+44 7700 900123" }, "07700900123"],
    [{ website: "https://www.acme.example/team/" }, "acme.example"],
    [{ website: "https://www.acme.example/team/" }, "www.acme.example"],
  ])("%j is found by %s", (fields, search) => {
    expect(finds(fields, search)).toBe(true);
  });

  it("every word of the longest notes is found, also without blanks", () => {
    const words = Array.from({ length: 20_000 / 5 }, (_, at) => String(1_000 + at));
    const index = new ContactIndex([searchEntryOf(recordOf(accountId, { firstName: "Zq", notes: words.join(" ") }))]);
    const found = words.filter((search) => index.find({ search, keepInTouch: false }, null).length === 1);
    expect(found).toEqual(words);
    expect(finds({ notes: "漢".repeat(19_998).concat("字字") }, "漢字字")).toBe(true);
  });

  it.each([
    [{ addresses: [{ type: "work", value: "Oslo" }] }, "work"],
    [{ addresses: [{ type: "home", addressLine1: "Storgata 1", latitude: 59.9, longitude: 10.7 }] }, "59.9"],
    [{ notes: "@ana-beltran" }, "https://www.linkedin.com/in/ana-beltran"],
    [{ importantDates: [{ type: "other", date: "2026-01-01", note: "Jubilee" }] }, "jubilee"],
    [{ network_a: "ana-beltran" }, "linkedin"],
    [{ network_a: "ana-beltran" }, "https://www.linkedin.com/in/ana"],
    [{ network_a: "ana-beltran" }, "https://www.linkedin.com/in/ana-beltran-2"],
    [{ website: "https://www.acme.example" }, "https"],
  ])("%j is not found by %s", (fields, search) => {
    expect(finds(fields, search)).toBe(false);
  });
});

describe("one wrong letter", () => {
  it.each([
    ["Mueller", "meuller"],
    ["Lindqvist", "lindquist"],
    ["Lindqvist", "lidnq"],
    ["Anna Lindqvist", "anna lindqvits"],
    ["Jean-Pierre", "pierer"],
    ["Jean-Pierre", "jeanpierre"],
    ["𠮷田太郎さん", "𠮷田太朗"],
    ["𠮷田太郎", "吉田太郎"],
    ["吉田太郎", "𠮷田太郎"],
  ])("is forgiven in a word of a name or its start: %s is found by %s", (name, search) => {
    expect(findsName(name, search)).toBe(true);
  });

  it.each([
    ["Ann", "anm"],
    ["Lindqvist", "lindkwist"],
    ["Lindqvist", "qvits"],
    ["Lindqvist", "ildnqvist"],
    ["1234", "1243"],
  ])("is not forgiven twice, in short words, inside of words or in numbers: %s is not found by %s", (name, search) => {
    expect(findsName(name, search)).toBe(false);
  });

  it.each([
    [{ headline: "Architect" }, "architcet"],
    [{ notes: "Plays chess" }, "chses"],
    [{ addresses: [{ type: "home", addressLine1: "Storgata 1" }] }, "storgtaa"],
    [{ emails: [{ value: "lindqvist@example.org" }] }, "lindkvist"],
    [{ network_b: "lindqvist" }, "lindkvist"],
  ])("is not forgiven outside of names: %j is not found by %s", (fields, search) => {
    expect(finds(fields, search)).toBe(false);
  });
});

describe("the best match comes first", () => {
  it("whole names, whole words, starts of words, other matches, then words with an edit; equal ones by name", () => {
    const bodies = [
      { firstName: "Berta", headline: "Knows Marta" },
      { firstName: "Marta", lastName: "Adams" },
      { firstName: "Marta" },
      { firstName: "Martaban" },
      { firstName: "Samarta" },
      { firstName: "Marza" },
      { firstName: "Marxan" },
      { firstName: "Marla", headline: "Marta" },
      { firstName: "Marta", lastName: "Ábel" },
      { firstName: "Zoe", lastName: "Marta" },
    ];
    expect(findNames(bodies, "marta")).toEqual([
      ...[
        "Marta",
        "Marta Ábel",
        "Marta Adams",
        "Zoe Marta",
        "Martaban",
        "Berta",
        "Marla",
        "Samarta",
        "Marza",
        "Marxan",
      ],
    ]);
  });

  it("a whole name may have its words in another order, and parts of words", () => {
    const bodies = [
      { firstName: "Anna", lastName: "Lee" },
      { firstName: "Anna-Lee", lastName: "" },
      { firstName: "Anna", lastName: "Lee Ang" },
    ];
    expect(findNames(bodies, "lee anna")).toEqual(["Anna Lee", "Anna-Lee", "Anna Lee Ang"]);
  });

  it("a name with more words than the query is not a whole name", () => {
    expect(findNames([{ firstName: "1-ь" }, { firstName: "0 ь" }, { firstName: "2", lastName: "ь" }], "ь")).toEqual([
      ...["0 ь", "1-ь", "2 ь"],
    ]);
  });

  it("a match is as good as that of the worst word", () => {
    const bodies = [
      { firstName: "Anna", lastName: "Novak" },
      { firstName: "Anna", lastName: "Nowak" },
      { firstName: "Annabel", lastName: "Nowak" },
      { firstName: "Anna", lastName: "Berg", headline: "At Nowak & Sons" },
    ];
    expect(findNames(bodies, "anna nowak")).toEqual(["Anna Nowak", "Annabel Nowak", "Anna Berg", "Anna Novak"]);
  });

  it("a phone number comes before scattered digits", () => {
    const bodies = [
      { firstName: "A", phones: [{ value: "+49 30 555 1234" }] },
      { firstName: "B", phones: [{ value: "+49 30 1234 555" }] },
    ];
    expect(findNames(bodies, "1234 555")).toEqual(["B", "A"]);
  });
});

describe("a query is literal text", () => {
  it.each([".*", "(", "$", "%", '"', "😀", "👩‍👧", "\u{10ffff}", "a".repeat(500)])(
    "%j only finds contacts that have it",
    (search) => {
      expect(finds({ firstName: "Anna", headline: "Plain" }, search)).toBe(false);
      expect(finds({ firstName: "Anna", headline: `x${search}x`.slice(0, 300) }, search)).toBe(search.length < 300);
    },
  );

  it.each(["\u00ad", "\u200d\u2060", " \ufeff "])("%j is not visible and finds nobody", (search) => {
    expect(findNames([{ firstName: "Anna" }], search)).toEqual([]);
  });

  it("no word matches across two fields", () => {
    const prose = { headline: "Op", position: "Tics", location: "So", notes: "Lo" };
    const fields = { firstName: "An", lastName: "Na", ...prose, website: "https://a.example" };
    for (const search of ["anna", "naop", "optics", "ticsso", "solo", "loa.example"]) {
      expect(finds(fields, search)).toBe(false);
    }
  });
});

describe("a query of very many words", () => {
  const headline = "one two three four five six seven eight nine ten eleven twelve thirteen";
  const fields = { headline, phones: [{ value: "+1 (415) 555-0100" }], network_b: "mei" };

  it("finds contacts with all of them, in text, phone numbers and handles", () => {
    expect(finds(fields, `${headline} (415) 555-0100 instagram.com/mei zq`)).toBe(true);
  });

  it.each(["fourteen", "(416)", "instagram.com/may", "zx"])("does not find contacts without %s", (word) => {
    expect(finds(fields, `${headline} ${word}`)).toBe(false);
  });

  it("allows no edit", () => {
    expect(finds({ ...fields, firstName: "Lindqvist" }, `${headline} lindqvist`)).toBe(true);
    expect(finds({ ...fields, firstName: "Lindqvist" }, `${headline} lindquist`)).toBe(false);
  });
});
