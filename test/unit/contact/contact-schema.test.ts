import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contactAnswer } from "../../../shared/contact/answer/answer.ts";
import { contactView } from "../../../shared/contact/answer/view.ts";
import { queryTimestamp } from "../../../shared/contact/list-entries.ts";
import { lowerCaseDomain } from "../../../shared/contact/reach/email.ts";
import { contactCreateSchema, contactPatchSchema, readOnlyContactFields } from "../../../shared/contact/schema.ts";
import { arbitraryContact } from "../../support/contact/arbitrary-contact.ts";
import { patchedContact } from "../../support/contact/new-contact.ts";
import { faultPaths } from "../../support/described-values/fault-paths.ts";
import { findAnywhere } from "../../support/map/places.ts";
import { quickly } from "../../support/process/quickly.ts";

const id = "0190b6a4-1111-7abc-8def-0123456789ab";
const longWebsite = `https://example.org/${"x".repeat(2_048 - 20)}`;

/** The parsed value of a PATCH with this field. */
function accepted(field: string, value: unknown): unknown {
  const result = contactPatchSchema().safeParse({ [field]: value });
  if (!result.success) throw new Error(JSON.stringify(result.error.issues));
  return (result.data as Record<string, unknown>)[field];
}

/** The paths of the errors of a PATCH with this body. */
const faults = (body: unknown) => faultPaths(contactPatchSchema, body);

describe("a field", () => {
  it.each<[field: string, given: unknown, stored: unknown]>([
    ["lastName", null, ""],
    ["lastName", "  ", ""],
    ["firstName", "𝒜da 👩‍👧", "𝒜da 👩‍👧"],
    ["notes", "a\r\n\tb\n", "a\r\n\tb"],
    ["notes", "a\u2028b\u2029c", "a\u2028b\u2029c"],
    ["notes", "x".repeat(20_000), "x".repeat(20_000)],
    ["latitude", -90, -90],
    ["latitude", 90, 90],
    ["longitude", -180, -180],
    ["longitude", 180, 180],
    ["latitude", null, null],
    // DynamoDB has no such small numbers, and JSON has no minus zero.
    ["latitude", 1e-200, 0],
    ["longitude", -5e-324, 0],
    ["longitude", -0, 0],
    ["latitude", 1e-9, 1e-9],
    ["timezone", "UTC", "UTC"],
    ["timezone", "europe/BERLIN", "Europe/Berlin"],
    ["timezone", "Etc/GMT+5", "Etc/GMT+5"],
    ["timezone", "America/Argentina/Ushuaia", "America/Argentina/Ushuaia"],
    ["timezone", "EST5EDT", "EST5EDT"],
    ["language", "en-us", "en-US"],
    ["language", "ZH-hant-tw", "zh-Hant-TW"],
    ["network_a", "https://de.linkedin.com/in/ann-lee/?x=1", "https://www.linkedin.com/in/ann-lee"],
    ["network_b", "@ann.lee", "ann.lee"],
    ["network_c", "https://facebook.com/ann.lee", "ann.lee"],
    ["network_d", "+49 170 1234567", "+491701234567"],
    ["network_e", "tel:+44-7700-900123", "+447700900123"],
    ["website", "Example.ORG/Path", "https://example.org/Path"],
    ["website", longWebsite, longWebsite],
    ["keepFrequencyDays", 1, 1],
    ["keepFrequencyDays", 3650, 3650],
    ["keepFrequencyDays", null, null],
    ["lastInteraction", "2026-02-28T12:00:00+05:30", "2026-02-28T06:30:00.000Z"],
    ["lastInteraction", "2026-02-28T12:00:00.1234567Z", "2026-02-28T12:00:00.123Z"],
    ["lastInteraction", "2026-02-28t12:00:00-05:30", "2026-02-28T17:30:00.000Z"],
    ["lastInteraction", null, null],
    ["emails", null, []],
    ["emails", [{ value: " Ann.B@EXAMPLE.Org " }], [{ preferred: false, type: "other", value: "Ann.B@example.org" }]],
    [
      "phones",
      [{ value: "301234567", prefix: "+49" }],
      [{ preferred: false, type: "other", prefix: "+49", value: "301234567" }],
    ],
  ])("%s accepts %j", (field, given, stored) => expect(accepted(field, given)).toEqual(stored));

  it.each([
    ["firstName", 100],
    ["lastName", 100],
    ["middleName", 100],
    ["headline", 300],
    ["position", 200],
    ["location", 200],
  ])("%s is trimmed and has up to %d characters", (field, max) => {
    expect(accepted(field, `  ${"x".repeat(max)}\u00a0 `)).toBe("x".repeat(max));
    expect(faults({ [field]: "x".repeat(max + 1) })).toEqual([`body.${field}`]);
  });

  it.each(["middleName", "headline", "position", "location", "notes", "website", "network_a", "network_d", "language"])(
    "%s is cleared by null and by blanks",
    (field) => expect([accepted(field, null), accepted(field, " ")]).toEqual([null, null]),
  );

  it.each<[field: string, values: unknown[]]>([
    ["firstName", [null, " ", "\u200b", "\u2800", "\u00ad \u2060"]],
    ["latitude", [-90.001, 90.001, "1", true, [1]]],
    ["longitude", [-180.001, 180.001]],
    ["timezone", ["+01:00", "UTC+1", "Mars/Olympus", "PST", "BST", "SystemV/AST4", "Europe", "../etc/passwd", 3]],
    ["language", ["de_DE", "english!", "a", "-", "x", "x-", "x-ninelette", "i-nothing"]],
    ["network_a", ["https://example.org/in/ann"]],
    ["network_b", ["not a handle", "x".repeat(31)]],
    ["network_c", ["https://example.org/ann"]],
    ["network_d", ["0170 1234567"]],
    ["network_e", ["call me"]],
    ["website", ["ftp://example.org", "javascript:alert(1)", `${longWebsite}x`]],
    ["notes", ["x".repeat(20_001), "a\u0000b"]],
    ["keepFrequencyDays", [0, 3651, 1.5, "7", true]],
    [
      "lastInteraction",
      ["2026-02-28", "2026-02-28T12:00:00", "2026-02-29T12:00:00Z", "28 Feb 2026", 1772280000000, ""],
    ],
    ["lastInteraction", ["2026-02-28T24:00:00Z", "2026-12-31T23:59:60Z", "2026-02-28T12:00:00+24:00"]],
    ["lastInteraction", ["9999-12-31T23:59:59-01:00", "0000-01-01T00:00:00+01:00", "2026-01-01T00:00:00 02:00"]],
  ])("%s refuses malformed values", (field, values) => {
    for (const value of values) expect(faults({ [field]: value }), JSON.stringify(value)).toEqual([`body.${field}`]);
  });

  it.each(["\u0000", "\u0001", "\n", "\t", "\u001f", "\u007f", "\u0085", "\u009f", "\u2028", "\u2029"])(
    "of one line refuses the control character %j, even at its end",
    (character) => {
      for (const field of ["firstName", "lastName", "middleName", "headline", "position", "location"]) {
        for (const text of [`a${character}b`, `ab${character}`]) {
          expect(faults({ [field]: text })).toEqual([`body.${field}`]);
        }
      }
      const text = `a${character}`;
      expect(faults({ emails: [{ value: "a@b.example", type: text }] })).toEqual(["body.emails.0.type"]);
      expect(faults({ addresses: [{ type: "home", addressLine1: text }] })).toEqual(["body.addresses.0.addressLine1"]);
      expect(faults(date({ note: text }))).toEqual(["body.importantDates.0.note"]);
    },
  );

  it.each(["\ud800", "a\udc00b", "\ude00\ud83d"])("refuses the lone surrogate %j", (text) => {
    for (const field of ["firstName", "lastName", "headline", "notes", "website", "network_a", "network_c"]) {
      expect(faults({ [field]: `a${text}` })).toContain(`body.${field}`);
    }
    expect(faults({ addresses: [{ type: "home", value: text }] })).toContain("body.addresses.0.value");
  });

  it("with a hostile megabyte is refused at once", () =>
    quickly(2_000, () => {
      expect(faults(phone(`${"1".repeat(1_000_000)}!`))).toContain("body.phones.0.value");
      expect(faults(email(`${"a.".repeat(500_000)}@`))).toContain("body.emails.0.value");
      expect(faults({ website: `http://${"a.".repeat(500_000)}` })).toContain("body.website");
    }));
});

it("a space before an offset is a plus sign in a query", () => {
  const parsed = (text: string) => queryTimestamp().safeParse(text).data;
  for (const plus of ["+", " "]) expect(parsed(`2026-01-01T00:00:00.5${plus}02:00`)).toBe("2025-12-31T22:00:00.500Z");
  for (const text of ["2026-01-01 02:00", "2026-01-01 00:00:00Z", "2026-01-01T00:00:00  02:00", " ", "x 02:00"]) {
    expect(parsed(text), text).toBeUndefined();
  }
});

const email = (value: string) => ({ emails: [{ value }] });
const phone = (value: string, prefix?: string) => ({ phones: [{ value, ...(prefix !== undefined && { prefix }) }] });
const date = (fields: object) => ({ importantDates: [{ type: "birthday", date: "1990-05-17", ...fields }] });
const home = { type: "home", addressLine1: "1 High Street" };

describe("a list", () => {
  it.each<[list: string, entryOf: (n: number) => object]>([
    ["emails", (n) => ({ value: `a${n}@x.example` })],
    ["phones", (n) => ({ prefix: "+49", value: `30123450${n}` })],
    ["addresses", () => home],
    ["importantDates", (n) => ({ type: "other", date: "2000-01-01", note: `${n}` })],
  ])("of %s has at most ten entries, and at most one that is preferred", (list, entryOf) => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => entryOf(n));
    expect(faults({ [list]: many(10) })).toEqual([]);
    expect(faults({ [list]: many(11) })).toEqual([`body.${list}`]);
    if (list !== "emails" && list !== "phones") return;
    expect(faults({ [list]: many(2).map((entry) => ({ ...entry, preferred: true })) })).toEqual([`body.${list}`]);
  });

  it.each<[body: object, paths: string[]]>([
    [{ emails: {} }, ["emails"]],
    [{ emails: ["a@x.example"] }, ["emails.0"]],
    [{ emails: [{}] }, ["emails.0.value"]],
    [
      { emails: [{ value: "a@x.example", label: "x", preferred: "yes", type: "" }] },
      ["emails.0.preferred", "emails.0.type", "emails.0.label"],
    ],
    [{ emails: [{ value: "a@x.example", type: "x".repeat(31) }] }, ["emails.0.type"]],
    [{ addresses: [{ type: "home", label: "Cabin" }] }, ["addresses.0"]],
    [{ addresses: [{ type: "home", value: " ", addressLine1: null }] }, ["addresses.0"]],
    [{ addresses: [{ ...home, type: "castle" }] }, ["addresses.0.type"]],
    [{ addresses: [{ addressLine1: "1 High Street" }] }, ["addresses.0.type"]],
    [{ addresses: [home, { ...home, addressCity: "x".repeat(201) }] }, ["addresses.1.addressCity"]],
    [{ addresses: [{ ...home, latitude: 1 }] }, ["addresses.0.latitude"]],
    [{ addresses: [{ ...home, latitude: 91, longitude: 0 }] }, ["addresses.0.latitude"]],
    [{ addresses: [{ ...home, timezone: "Nowhere" }] }, ["addresses.0.timezone"]],
    [{ addresses: [{ ...home, id: "1" }] }, ["addresses.0.id"]],
    [{ addresses: [{ ...home, geo: 1 }] }, ["addresses.0.geo"]],
    [{ addresses: [home, home] }, []],
    [{ addresses: [{ ...home, id }] }, []],
    [
      {
        addresses: [
          { ...home, id },
          { ...home, id: id.toUpperCase() },
        ],
      },
      ["addresses"],
    ],
    [date({ type: "wedding" }), ["importantDates.0.type"]],
    [date({ note: "x".repeat(201) }), ["importantDates.0.note"]],
    [date({ notifyDaysBefore: 0 }), []],
    [date({ notifyDaysBefore: 365 }), []],
    ...[-1, 366, 1.5, "3"].map((notifyDaysBefore): [object, string[]] => [
      date({ notifyDaysBefore }),
      ["importantDates.0.notifyDaysBefore"],
    ]),
    [date({ when: 1, date: "x" }), ["importantDates.0.date", "importantDates.0.when"]],
  ])("is checked by paths: %j", (body, paths) => expect(faults(body)).toEqual(paths.map((path) => `body.${path}`)));
});

describe("an e-mail address", () => {
  it.each(["a+b@x.example", "ü@bücher.example", "o'neil@a-b.example", `${"a".repeat(64)}@x.example`])(
    "can be %s",
    (value) => expect(faults(email(value))).toEqual([]),
  );

  it.each([
    ...["a", "@x.example", "a@", "a@localhost", "a@-x.example", "a@x-.example", "a@x..example", ".a@x.example"],
    ...["a.@x.example", "a..b@x.example", "a b@x.example", "a@b@x.example", "Ann <a@x.example>", ""],
    ...["a@x.example,b@x.example", `${"a".repeat(65)}@x.example`, `a@${"x".repeat(64)}.example`],
  ])("can't be %s", (value) => expect(faults(email(value))).toEqual(["body.emails.0.value"]));

  it.each([
    ["a@x.example", "A@X.example"],
    ["\u00e9@x.example", "e\u0301@x.example"],
    ["a@münchen.example", "a@xn--mnchen-3ya.example"],
    ["ÖL@MÜNCHEN.example", "o\u0308l@xn--mnchen-3ya.example"],
  ])("is the same as %s and %s, which are refused together", (...values) => {
    expect(faults({ emails: values.map((value) => ({ value })) })).toEqual(["body.emails"]);
    for (const value of values)
      expect(accepted("emails", [{ value }])).toMatchObject([{ value: lowerCaseDomain(value) }]);
  });

  it("differs from similar addresses", () => {
    const values = ["a@münchen.example", "a@munchen.example", "e@x.example", "é@x.example", "é@y.example"];
    expect(faults({ emails: values.map((value) => ({ value })) })).toEqual([]);
  });

  it("has up to 254 characters, also after lower-casing made it longer", () => {
    const domain = `${"a".repeat(60)}.${"b".repeat(60)}.${"c".repeat(60)}.example`;
    const value = `${"x".repeat(254 - domain.length - 1)}@${domain}`;
    expect(faults(email(value))).toEqual([]);
    expect(faults(email(`x${value}`))).toEqual(["body.emails.0.value"]);
    // U+0130 becomes two characters.
    const stored = accepted("emails", [{ value: `a@${"\u0130".repeat(30)}.example` }]);
    expect(faults({ emails: stored })).toEqual([]);
    expect(faults(email(`a@${"\u0130".repeat(40)}.example`))).toEqual(["body.emails.0.value"]);
  });
});

describe("a phone number", () => {
  it.each<[value: string, prefix: string | undefined, parts: [string, string]]>([
    ["+49 30 1234567", undefined, ["+49", "301234567"]],
    ["+1 (415) 555-2671", undefined, ["+1", "4155552671"]],
    ["0049 30 1234567", undefined, ["+49", "301234567"]],
    ["+39 06 1234567", undefined, ["+39", "061234567"]],
    ["+49 30 1234567", "+49", ["+49", "301234567"]],
    ["030/123 45", undefined, ["", "03012345"]],
    ["112", undefined, ["", "112"]],
    ["*100#", undefined, ["", "*100#"]],
    ["+49 30 1234567 x12", undefined, ["+49", "301234567 x12"]],
  ])("%s with the prefix %s is split, and unchanged when it is sent back", (value, prefix, parts) => {
    const stored = accepted("phones", phone(value, prefix).phones) as { prefix: string; value: string }[];
    expect(stored.map((only) => [only.prefix, only.value])).toEqual([parts]);
    expect(accepted("phones", stored)).toEqual(stored);
  });

  it.each([
    ...["+12125550102/+12125550103", "0301234/56", "0301234567, 01717654321", "+1 212 555 0102,12345678901234"],
    ...["", "abc", "+", "()", "12a34", "1".repeat(33), "12\u00003"],
  ])("can't be %j", (value) => expect(faults(phone(value))).toContain("body.phones.0.value"));

  it.each(["49", "+0", "+", "+12345", "x"])("can't have the prefix %j", (prefix) =>
    expect(faults(phone("301234567", prefix))).toContain("body.phones.0.prefix"),
  );

  it("is refused twice in any spelling", () => {
    const twice = [{ value: "+49 30 123450" }, { prefix: "+49", value: "30 / 123450" }];
    expect(faults({ phones: twice })).toEqual(["body.phones"]);
  });
});

it("an address has every field", () => {
  const [address] = accepted("addresses", [{ type: "home", addressCity: " Porto " }]) as object[];
  expect(address).toMatchObject({ type: "home", addressCity: "Porto" });
  const { id: _id, ...keys } = contactAnswer().shape.addresses.element.shape;
  expect(Object.keys(address ?? {}).toSorted()).toEqual(Object.keys(keys).toSorted());
  const values = Object.values(address ?? {}).filter((value) => value !== null);
  expect(values).toEqual(["home", "Porto"]);
});

describe("an important date", () => {
  const stored = { type: "birthday", date: "1990-05-17", note: "", notifyDaysBefore: null };

  it("has defaults, and ignores what answers add", () => {
    const read = { personId: id, userId: id, notifyOn: "2026-01-01", createdAt: "x", updatedAt: "x" };
    for (const fields of [{}, { note: null }, read]) {
      expect(accepted("importantDates", date(fields).importantDates)).toEqual([stored]);
    }
    expect(accepted("importantDates", date({ id }).importantDates)).toEqual([{ id, ...stored }]);
  });

  it.each(["1904-02-29", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31", "1904-01-01"])("can be %s", (day) =>
    expect(faults(date({ date: day }))).toEqual([]),
  );

  it.each([
    ...["2023-02-29", "1900-02-29", "2024-02-30", "2024-04-31", "2024-13-01", "2024-00-10", "2024-01-00", "0000-01-01"],
    ...["2024-1-1", "24-01-01", "2024-01-01T00:00:00Z", " 2024-01-01", "--02-29", 20240101, null],
  ])("can't be %s", (day) => expect(faults(date({ date: day }))).toEqual(["body.importantDates.0.date"]));
});

describe("the body as a whole", () => {
  it("reports an unknown field together with every other error", () => {
    expect(faults({ unknown: "x", firstName: 5, emails: [{ value: "x", a: 1 }] })).toEqual([
      "body.firstName",
      "body.emails.0.value",
      "body.emails.0.a",
      "body.unknown",
    ]);
  });

  it("needs a first name on POST, and nothing on PATCH", () => {
    for (const firstName of [null, "", "   ", undefined, 5, "\u200b"]) {
      expect(contactCreateSchema().safeParse({ firstName }).success).toBe(false);
    }
    expect(contactPatchSchema().parse({})).toEqual({});
  });

  it("ignores read-only fields of a contact that was read, whatever they contain", () => {
    const body = Object.fromEntries(readOnlyContactFields.map((field) => [field, { any: "thing" }]));
    expect(contactPatchSchema().parse(body)).toEqual({});
  });

  it.each([{ body: [] }, { body: "text" }, { body: 5 }, { body: null }, { body: true }])("can't be $body", ({ body }) =>
    expect(faults(body)).toEqual(["body"]),
  );

  it.each(["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"])(
    "refuses the key %s as an unknown field, at every depth",
    (key) => {
      const body = JSON.parse(`{"${key}": {"polluted": true}}`);
      expect(faults(body)).toEqual([`body.${key}`]);
      const nested = JSON.parse(
        `{"emails": [{"value": "a@x.example", "${key}": 1}],
          "importantDates": [{"type": "other", "date": "2000-01-01", "${key}": {}}]}`,
      );
      expect(faults(nested)).toEqual([`body.emails.0.${key}`, `body.importantDates.0.${key}`]);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    },
  );

  it("can be a contact that was read, which changes nothing", () => {
    const now = new Date("2026-05-05T00:00:00Z");
    const defaults = { timezone: "Europe/Lisbon", language: "pt", leapDay: "feb28" } as const;
    fc.assert(
      fc.property(arbitraryContact(id), (contact) => {
        const read = JSON.parse(JSON.stringify(contactView(contact, { defaults, now, avatarUrl: () => null })));
        expect(contactAnswer().safeParse(read).error).toBeUndefined();
        expect(patchedContact(contact, read, { now, defaults, findPlace: findAnywhere })).toBe(contact);
      }),
    );
  });
});
