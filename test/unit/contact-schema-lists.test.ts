import { describe, expect, it } from "vitest";
import { lowerCaseDomain } from "../../shared/contact/email.ts";
import { accepted, faults } from "../support/contact-patch.ts";

const email = (value: string) => ({ emails: [{ value }] });
const phone = (value: string, prefix?: string) => ({ phones: [{ value, ...(prefix !== undefined && { prefix }) }] });
const id = "0190b6a4-1111-7abc-8def-0123456789ab";

describe("e-mail addresses", () => {
  it("get their defaults, and a lower-case domain", () => {
    expect(accepted("emails", [{ value: " Ann.B@EXAMPLE.Org " }])).toEqual([
      { preferred: false, type: "other", value: "Ann.B@example.org" },
    ]);
  });

  it.each(["a+b@x.example", "ü@bücher.example", "o'neil@a-b.example", `${"a".repeat(64)}@x.example`])(
    "%s is accepted",
    (value) => expect(faults(email(value))).toEqual([]),
  );

  it.each([
    "a",
    "@x.example",
    "a@",
    "a@localhost",
    "a@-x.example",
    "a@x-.example",
    "a@x..example",
    ".a@x.example",
    "a.@x.example",
    "a..b@x.example",
    "a b@x.example",
    "a@b@x.example",
    "Ann <a@x.example>",
    "a@x.example,b@x.example",
    "",
    `${"a".repeat(65)}@x.example`,
    `a@${"x".repeat(64)}.example`,
  ])("%s is refused", (value) => expect(faults(email(value))).toEqual(["body.emails.0.value"]));

  it.each([
    ["a@x.example", "A@X.example"],
    ["\u00e9@x.example", "e\u0301@x.example"],
    ["a@münchen.example", "a@xn--mnchen-3ya.example"],
    ["ÖL@MÜNCHEN.example", "o\u0308l@xn--mnchen-3ya.example"],
  ])("%s and %s are one, and refused together", (...values) => {
    expect(faults({ emails: values.map((value) => ({ value })) })).toEqual(["body.emails"]);
    for (const value of values)
      expect(accepted("emails", [{ value }])).toMatchObject([{ value: lowerCaseDomain(value) }]);
  });

  it("addresses of different people and hosts are none of each other's repeats", () => {
    const values = ["a@münchen.example", "a@munchen.example", "e@x.example", "é@x.example", "é@y.example"];
    expect(faults({ emails: values.map((value) => ({ value })) })).toEqual([]);
  });

  it("what lower-casing makes longer is bounded after it, so that it can be sent back", () => {
    // U+0130 becomes two characters.
    const label = "\u0130".repeat(30);
    const stored = accepted("emails", [{ value: `a@${label}.example` }]);
    expect(faults({ emails: stored })).toEqual([]);
    expect(faults(email(`a@${"\u0130".repeat(40)}.example`))).toEqual(["body.emails.0.value"]);
  });

  it("takes 254 characters and not more", () => {
    const domain = `${"a".repeat(60)}.${"b".repeat(60)}.${"c".repeat(60)}.example`;
    const value = `${"x".repeat(254 - domain.length - 1)}@${domain}`;
    expect(faults(email(value))).toEqual([]);
    expect(faults(email(`x${value}`))).toEqual(["body.emails.0.value"]);
  });

  it("at most ten, at most one preferred, none twice", () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => ({ value: `a${n}@x.example` }));
    expect(faults({ emails: many(10) })).toEqual([]);
    expect(faults({ emails: many(11) })).toEqual(["body.emails"]);
    expect(faults({ emails: many(2).map((entry) => ({ ...entry, preferred: true })) })).toEqual(["body.emails"]);
    expect(faults({ emails: [{ value: "Ann@x.example" }, { value: "ann@X.example" }] })).toEqual(["body.emails"]);
  });

  it("null is an empty list; another type, a missing value, an unknown key are named by their path", () => {
    expect(accepted("emails", null)).toEqual([]);
    expect(faults({ emails: {} })).toEqual(["body.emails"]);
    expect(faults({ emails: ["a@x.example"] })).toEqual(["body.emails.0"]);
    expect(faults({ emails: [{}, { value: "a@x.example", label: "x", preferred: "yes", type: "" }] })).toEqual([
      "body.emails.0.value",
      "body.emails.1.preferred",
      "body.emails.1.type",
      "body.emails.1.label",
    ]);
    expect(faults({ emails: [{ value: "a@x.example", type: "x".repeat(31) }] })).toEqual(["body.emails.0.type"]);
  });
});

describe("phone numbers", () => {
  const parts = (value: string, prefix?: string) => {
    const [only] = accepted("phones", phone(value, prefix).phones) as { prefix: string; value: string }[];
    return [only?.prefix, only?.value];
  };

  it("get their defaults", () => {
    expect(accepted("phones", [{ value: "301234567", prefix: "+49" }])).toEqual([
      { preferred: false, type: "other", prefix: "+49", value: "301234567" },
    ]);
  });

  it.each([
    ["+49 30 1234567", ["+49", "301234567"]],
    ["+1 (415) 555-2671", ["+1", "4155552671"]],
    ["0049 30 1234567", ["+49", "301234567"]],
    ["+39 06 1234567", ["+39", "061234567"]],
  ])("%s without a prefix is split", (value, expected) => expect(parts(value)).toEqual(expected));

  it("a whole number in the value counts more than the prefix beside it", () => {
    expect(parts("+49 30 1234567", "+49")).toEqual(["+49", "301234567"]);
  });

  it.each([
    ["030/123 45", ["", "03012345"]],
    ["112", ["", "112"]],
    ["*100#", ["", "*100#"]],
  ])("%s of no known country keeps its digits", (value, expected) => expect(parts(value)).toEqual(expected));

  it("what was split is left as it is when it comes back", () => {
    for (const value of ["+49 30 1234567 x12", "030/12345 x7", "+1 212-555-0100", "*100#"]) {
      const once = accepted("phones", [{ value }]);
      expect(accepted("phones", once)).toEqual(once);
    }
  });

  it.each(["+12125550102/+12125550103", "0301234/56", "0301234567, 01717654321", "+1 212 555 0102,12345678901234"])(
    "%s is refused, for it is not just one number",
    (value) => expect(faults(phone(value))).toContain("body.phones.0.value"),
  );

  it.each(["", "abc", "+", "()", "12a34", "1".repeat(33), "12\u00003"])("%j is refused", (value) =>
    expect(faults(phone(value))).toContain("body.phones.0.value"),
  );

  it.each(["49", "+0", "+", "+12345", "x"])("the prefix %j is refused", (prefix) =>
    expect(faults(phone("301234567", prefix))).toContain("body.phones.0.prefix"),
  );

  it("at most ten, at most one preferred, none twice in any spelling", () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => ({ prefix: "+49", value: `30123450${n}` }));
    expect(faults({ phones: many(10) })).toEqual([]);
    expect(faults({ phones: many(11) })).toEqual(["body.phones"]);
    expect(faults({ phones: many(2).map((entry) => ({ ...entry, preferred: true })) })).toEqual(["body.phones"]);
    const twice = [{ value: "+49 30 123450" }, { prefix: "+49", value: "30 / 123450" }];
    expect(faults({ phones: twice })).toEqual(["body.phones"]);
  });

  it("a hostile value of a megabyte is refused in no time", () => {
    const started = process.cpuUsage();
    expect(faults(phone(`${"1".repeat(1_000_000)}!`))).toContain("body.phones.0.value");
    expect(faults(email(`${"a.".repeat(500_000)}@`))).toContain("body.emails.0.value");
    expect(faults({ website: `http://${"a.".repeat(500_000)}` })).toContain("body.website");
    // Of the processor: what other processes take of it does not count.
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(2_000);
  });
});

describe("addresses", () => {
  it("only a type and one line are required; everything else is null", () => {
    expect(accepted("addresses", [{ type: "home", addressCity: " Porto " }])).toEqual([
      {
        type: "home",
        label: null,
        value: null,
        addressLine1: null,
        addressLine2: null,
        addressCity: "Porto",
        addressState: null,
        addressStateCode: null,
        addressPostalCode: null,
        addressCountry: null,
        addressCountryCode: null,
        addressFormatted: null,
        latitude: null,
        longitude: null,
        granularity: null,
        timezone: null,
      },
    ]);
  });

  it("a label is no line, and blanks are none", () => {
    expect(faults({ addresses: [{ type: "home", label: "Cabin" }] })).toEqual(["body.addresses.0"]);
    expect(faults({ addresses: [{ type: "home", value: " ", addressLine1: null }] })).toEqual(["body.addresses.0"]);
  });

  it("types, parts, coordinates and zones are checked, each by its path", () => {
    const line = { addressLine1: "1 High Street" };
    expect(faults({ addresses: [{ ...line, type: "castle" }] })).toEqual(["body.addresses.0.type"]);
    expect(faults({ addresses: [{ ...line }] })).toEqual(["body.addresses.0.type"]);
    const work = { type: "work", ...line };
    expect(faults({ addresses: [work, { ...work, addressCity: "x".repeat(201) }] })).toEqual([
      "body.addresses.1.addressCity",
    ]);
    expect(faults({ addresses: [{ ...work, latitude: 1 }] })).toEqual(["body.addresses.0.latitude"]);
    expect(faults({ addresses: [{ ...work, latitude: 91, longitude: 0 }] })).toEqual(["body.addresses.0.latitude"]);
    expect(faults({ addresses: [{ ...work, timezone: "Nowhere" }] })).toEqual(["body.addresses.0.timezone"]);
    expect(faults({ addresses: [{ ...work, id: "1" }] })).toEqual(["body.addresses.0.id"]);
    expect(faults({ addresses: [{ ...work, geo: 1 }] })).toEqual(["body.addresses.0.geo"]);
    expect(faults({ addresses: Array(11).fill(work) })).toEqual(["body.addresses"]);
  });

  it("an id may stand there once, whatever its case", () => {
    const home = { type: "home", addressLine1: "1 High Street" };
    expect(faults({ addresses: [{ ...home, id }] })).toEqual([]);
    expect(faults({ addresses: [home, home] })).toEqual([]);
    expect(
      faults({
        addresses: [
          { ...home, id },
          { ...home, id: id.toUpperCase() },
        ],
      }),
    ).toEqual(["body.addresses"]);
  });
});

describe("important dates", () => {
  const date = (fields: object) => ({ importantDates: [{ type: "birthday", date: "1990-05-17", ...fields }] });

  it("get their defaults", () => {
    expect(accepted("importantDates", date({}).importantDates)).toEqual([
      { type: "birthday", date: "1990-05-17", note: "", notifyDaysBefore: null },
    ]);
    expect(accepted("importantDates", date({ note: null }).importantDates)).toEqual([
      { type: "birthday", date: "1990-05-17", note: "", notifyDaysBefore: null },
    ]);
  });

  it.each(["1904-02-29", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31", "1904-01-01"])("%s is a day", (day) =>
    expect(faults(date({ date: day }))).toEqual([]),
  );

  it.each([
    "2023-02-29",
    "1900-02-29",
    "2024-02-30",
    "2024-04-31",
    "2024-13-01",
    "2024-00-10",
    "2024-01-00",
    "0000-01-01",
    "2024-1-1",
    "24-01-01",
    "2024-01-01T00:00:00Z",
    " 2024-01-01",
    "--02-29",
    20240101,
    null,
  ])("%s is no day", (day) => expect(faults(date({ date: day }))).toEqual(["body.importantDates.0.date"]));

  it("types, notes and days before are bounded", () => {
    expect(faults(date({ type: "wedding" }))).toEqual(["body.importantDates.0.type"]);
    expect(faults(date({ note: "x".repeat(201) }))).toEqual(["body.importantDates.0.note"]);
    for (const days of [0, 365, null]) expect(faults(date({ notifyDaysBefore: days }))).toEqual([]);
    for (const days of [-1, 366, 1.5, "3"]) {
      expect(faults(date({ notifyDaysBefore: days }))).toEqual(["body.importantDates.0.notifyDaysBefore"]);
    }
    expect(faults({ importantDates: Array(11).fill({ type: "other", date: "2000-01-01" }) })).toEqual([
      "body.importantDates",
    ]);
  });

  it("what answers add to a date is ignored, an unknown key is named", () => {
    const read = { personId: id, userId: id, notifyOn: "2026-01-01", createdAt: "x", updatedAt: "x" };
    expect(accepted("importantDates", date({ ...read, id }).importantDates)).toEqual([
      { id, type: "birthday", date: "1990-05-17", note: "", notifyDaysBefore: null },
    ]);
    expect(faults(date({ when: 1, date: "x" }))).toEqual(["body.importantDates.0.date", "body.importantDates.0.when"]);
  });
});
