import { performance } from "node:perf_hooks";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contactAnswer } from "../../shared/contact/answer.ts";
import { applyPatch } from "../../shared/contact/apply.ts";
import { contactCreateSchema, contactPatchSchema, readOnlyContactFields } from "../../shared/contact/schema.ts";
import { contactView } from "../../shared/contact/view.ts";
import { detailsOf } from "../../shared/http/validate.ts";
import { arbitraryContact, arbitraryContactBody, arbitraryContactPatch } from "../support/arbitrary-contact.ts";

/** What a PATCH with this one field is understood as. */
function accepted(field: string, value: unknown): unknown {
  const result = contactPatchSchema.safeParse({ [field]: value });
  if (!result.success) throw new Error(JSON.stringify(result.error.issues));
  return (result.data as Record<string, unknown>)[field];
}

/** The paths of the faults that a PATCH with this body has. */
function faults(body: unknown): string[] {
  const result = contactPatchSchema.safeParse(body);
  return result.success ? [] : detailsOf("body", result.error).map(({ path }) => path);
}

const email = (value: string) => ({ emails: [{ value }] });
const phone = (value: string, prefix?: string) => ({ phones: [{ value, ...(prefix !== undefined && { prefix }) }] });
const id = "0190b6a4-1111-7abc-8def-0123456789ab";

describe("names and lines of text", () => {
  it.each([
    ["firstName", 100],
    ["lastName", 100],
    ["middleName", 100],
    ["headline", 300],
    ["position", 200],
    ["location", 200],
  ])("%s is trimmed and takes up to %d characters", (field, max) => {
    expect(accepted(field, `  ${"x".repeat(max)}\u00a0 `)).toBe("x".repeat(max));
    expect(faults({ [field]: "x".repeat(max + 1) })).toEqual([`body.${field}`]);
  });

  it.each(["middleName", "headline", "position", "location", "notes", "website", "network_a", "network_d", "language"])(
    "%s is cleared by null and by blanks",
    (field) => {
      expect(accepted(field, null)).toBeNull();
      expect(accepted(field, " ")).toBeNull();
    },
  );

  it("lastName is always a string: null and blanks clear it", () => {
    expect(accepted("lastName", null)).toBe("");
    expect(accepted("lastName", "  ")).toBe("");
  });

  it.each([null, "", "   ", undefined, 5])("firstName %j is refused on POST", (firstName) => {
    expect(contactCreateSchema.safeParse({ firstName }).success).toBe(false);
  });

  it("firstName can't be cleared by PATCH", () => {
    expect(faults({ firstName: null })).toEqual(["body.firstName"]);
    expect(faults({ firstName: " " })).toEqual(["body.firstName"]);
  });

  it.each(["\u0000", "\u0001", "\n", "\t", "\u001f", "\u007f", "\u0085", "\u009f"])(
    "the control character %j is refused in every line, even at its ends",
    (character) => {
      for (const field of ["firstName", "lastName", "middleName", "headline", "position", "location"]) {
        expect(faults({ [field]: `a${character}b` })).toEqual([`body.${field}`]);
        expect(faults({ [field]: `ab${character}` })).toEqual([`body.${field}`]);
      }
      const type = `a${character}`;
      expect(faults({ emails: [{ value: "a@b.example", type }] })).toEqual(["body.emails.0.type"]);
      expect(faults({ addresses: [{ type: "home", addressLine1: type }] })).toEqual(["body.addresses.0.addressLine1"]);
      expect(faults({ importantDates: [{ type: "other", date: "2000-01-01", note: type }] })).toEqual([
        "body.importantDates.0.note",
      ]);
    },
  );

  it.each(["\ud800", "a\udc00b", "\ude00\ud83d"])("the lone surrogate %j is refused everywhere", (text) => {
    for (const field of ["firstName", "lastName", "headline", "notes", "website", "network_a", "network_c"]) {
      expect(faults({ [field]: `a${text}` })).toContain(`body.${field}`);
    }
    expect(faults({ addresses: [{ type: "home", value: text }] })).toContain("body.addresses.0.value");
    expect(faults({ emails: [{ value: "a@b.example", type: text }] })).toContain("body.emails.0.type");
  });

  it("astral characters and emoji are text like any other", () => {
    expect(accepted("firstName", "𝒜da 👩‍👧")).toBe("𝒜da 👩‍👧");
  });

  it("notes keep their lines, up to 20,000 characters, and refuse other control characters", () => {
    expect(accepted("notes", "a\r\n\tb\n")).toBe("a\r\n\tb");
    expect(accepted("notes", "x".repeat(20_000))).toHaveLength(20_000);
    expect(faults({ notes: "x".repeat(20_001) })).toEqual(["body.notes"]);
    expect(faults({ notes: "a\u0000b" })).toEqual(["body.notes"]);
  });
});

describe("place, zone and language", () => {
  it.each([
    ["latitude", -90, 90],
    ["longitude", -180, 180],
  ])("%s reaches from %d to %d", (field, min, max) => {
    for (const value of [min, 0, max]) expect(accepted(field, value)).toBe(value);
    for (const value of [min - 0.001, max + 0.001, "1", true, [1]]) {
      expect(faults({ [field]: value })).toEqual([`body.${field}`]);
    }
    expect(accepted(field, null)).toBeNull();
  });

  it("a coordinate too small for the table's numbers is zero, and never minus zero", () => {
    expect(accepted("latitude", 1e-200)).toBe(0);
    expect(accepted("longitude", -5e-324)).toBe(0);
    expect(accepted("longitude", -0)).toBe(0);
    expect(accepted("latitude", 1e-9)).toBe(1e-9);
  });

  it.each(["UTC", "Europe/Berlin", "Asia/Kolkata", "US/Pacific", "Etc/GMT+5", "America/Argentina/Ushuaia", "EST5EDT"])(
    "%s is a time zone",
    (zone) => expect(accepted("timezone", zone)).toBe(zone),
  );

  it("a zone's name gets its usual case", () => {
    expect(accepted("timezone", "europe/BERLIN")).toBe("Europe/Berlin");
  });

  it.each(["+01:00", "UTC+1", "Mars/Olympus", "PST", "BST", "SystemV/AST4", "Europe", "../etc/passwd", 3])(
    "%s is no IANA time zone",
    (zone) => expect(faults({ timezone: zone })).toEqual(["body.timezone"]),
  );

  it("languages are BCP 47 tags in their canonical form", () => {
    expect(accepted("language", "en-us")).toBe("en-US");
    expect(accepted("language", "ZH-hant-tw")).toBe("zh-Hant-TW");
    for (const tag of ["de_DE", "english!", "a", "-"]) expect(faults({ language: tag })).toEqual(["body.language"]);
  });
});

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
    const started = performance.now();
    expect(faults(phone(`${"1".repeat(1_000_000)}!`))).toContain("body.phones.0.value");
    expect(faults(email(`${"a.".repeat(500_000)}@`))).toContain("body.emails.0.value");
    expect(faults({ website: `http://${"a.".repeat(500_000)}` })).toContain("body.website");
    expect(performance.now() - started).toBeLessThan(2_000);
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

describe("handles and website", () => {
  it.each([
    ["network_a", "ann-lee", "https://www.linkedin.com/in/ann-lee"],
    ["network_a", "https://de.linkedin.com/in/ann-lee/?x=1", "https://www.linkedin.com/in/ann-lee"],
    ["network_b", "@ann.lee", "ann.lee"],
    ["network_b", "https://www.instagram.com/ann.lee/", "ann.lee"],
    ["network_c", "https://facebook.com/ann.lee", "ann.lee"],
    ["network_d", "+49 170 1234567", "+491701234567"],
    ["network_e", "tel:+44-7700-900123", "+447700900123"],
    ["website", "Example.ORG/Path", "https://example.org/Path"],
    ["website", "http://example.org", "http://example.org"],
  ])("%s takes %s", (field, given, stored) => expect(accepted(field, given)).toBe(stored));

  it.each([
    ["network_a", "https://example.org/in/ann"],
    ["network_b", "not a handle"],
    ["network_c", "https://example.org/ann"],
    ["network_d", "0170 1234567"],
    ["network_e", "call me"],
    ["website", "ftp://example.org"],
    ["website", "javascript:alert(1)"],
    ["network_b", "x".repeat(31)],
  ])("%s refuses %s", (field, given) => expect(faults({ [field]: given })).toEqual([`body.${field}`]));
});

it("a website takes 2,048 characters and not more", () => {
  const address = `https://example.org/${"x".repeat(2_048 - 20)}`;
  expect(accepted("website", address)).toBe(address);
  expect(faults({ website: `${address}x` })).toEqual(["body.website"]);
});

describe("numbers and times", () => {
  it("keepFrequencyDays is an integer from 1 to 3650, or null", () => {
    for (const days of [1, 3650, null]) expect(accepted("keepFrequencyDays", days)).toBe(days);
    for (const days of [0, 3651, 1.5, "7", true]) {
      expect(faults({ keepFrequencyDays: days })).toEqual(["body.keepFrequencyDays"]);
    }
  });

  it("timestamps have an offset and come out as UTC with milliseconds", () => {
    expect(accepted("lastInteraction", "2026-02-28T12:00:00+05:30")).toBe("2026-02-28T06:30:00.000Z");
    expect(accepted("lastInteraction", "2026-02-28T12:00:00.1234567Z")).toBe("2026-02-28T12:00:00.123Z");
    expect(accepted("lastInteraction", null)).toBeNull();
  });

  it.each([
    "2026-02-28",
    "2026-02-28T12:00:00",
    "2026-02-29T12:00:00Z",
    "28 Feb 2026",
    "9999-12-31T23:59:59-01:00",
    "0000-01-01T00:00:00+01:00",
    1772280000000,
    "",
  ])("%s is no timestamp", (value) => expect(faults({ lastInteraction: value })).toEqual(["body.lastInteraction"]));
});

describe("the body as a whole", () => {
  it("an unknown field is named, with every other fault", () => {
    expect(faults({ nickname: "x", firstName: 5, emails: [{ value: "x", a: 1 }] })).toEqual([
      "body.firstName",
      "body.emails.0.value",
      "body.emails.0.a",
      "body.nickname",
    ]);
  });

  it("read-only fields of a contact that was read are ignored, whatever they hold", () => {
    const body = Object.fromEntries(readOnlyContactFields.map((field) => [field, { any: "thing" }]));
    expect(contactPatchSchema.parse(body)).toEqual({});
  });

  it.each([{ body: [] }, { body: "text" }, { body: 5 }, { body: null }, { body: true }])(
    "$body is no body",
    ({ body }) => expect(faults(body)).toEqual(["body"]),
  );

  it.each(["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"])(
    "the key %s is an unknown field like any other, at every depth",
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

  it("an empty patch is one", () => expect(contactPatchSchema.parse({})).toEqual({}));

  it("every generated body is accepted by POST, and every generated patch by PATCH", () => {
    fc.assert(fc.property(arbitraryContactBody(), (body) => contactCreateSchema.safeParse(body).success));
    fc.assert(fc.property(arbitraryContactPatch(), (body) => contactPatchSchema.safeParse(body).success));
  });
});

it("a contact that was read may be sent back: it is accepted and changes nothing", () => {
  const now = new Date("2026-05-05T00:00:00Z");
  const defaults = { timezone: "Europe/Lisbon", language: "pt", leapDay: "feb28" } as const;
  const newId = () => "0190b6a4-9999-7abc-8def-0123456789ab";
  fc.assert(
    fc.property(arbitraryContact(id), (contact) => {
      const read = JSON.parse(JSON.stringify(contactView(contact, { defaults, now })));
      expect(contactAnswer.safeParse(read).error).toBeUndefined();
      const patch = contactPatchSchema.safeParse(read);
      expect(patch.error).toBeUndefined();
      expect(applyPatch(contact, patch.data ?? {}, { now, newId, defaults })).toBe(contact);
    }),
    { numRuns: 300 },
  );
});
