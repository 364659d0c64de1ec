import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contactAnswer } from "../../shared/contact/answer.ts";
import { applyPatch } from "../../shared/contact/apply.ts";
import {
  contactCreateSchema,
  contactPatchSchema,
  queryTimestamp,
  readOnlyContactFields,
} from "../../shared/contact/schema.ts";
import { contactView } from "../../shared/contact/view.ts";
import { arbitraryContact, arbitraryContactBody, arbitraryContactPatch } from "../support/arbitrary-contact.ts";
import { accepted, faults } from "../support/contact-patch.ts";
import { findAnywhere } from "../support/places.ts";

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

  it.each(["\u200b", "\u2800", "\u00ad \u2060"])("firstName %j shows nothing, and is refused", (firstName) => {
    expect(contactCreateSchema.safeParse({ firstName }).success).toBe(false);
    expect(faults({ firstName })).toEqual(["body.firstName"]);
    expect(faults({ location: firstName })).toEqual([]);
  });

  it("firstName can't be cleared by PATCH", () => {
    expect(faults({ firstName: null })).toEqual(["body.firstName"]);
    expect(faults({ firstName: " " })).toEqual(["body.firstName"]);
  });

  it.each(["\u0000", "\u0001", "\n", "\t", "\u001f", "\u007f", "\u0085", "\u009f", "\u2028", "\u2029"])(
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
    expect(accepted("notes", "a\u2028b\u2029c")).toBe("a\u2028b\u2029c");
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
    expect(accepted("language", "X-Private")).toBe("x-private");
    expect(accepted("language", "i-Klingon")).toBe("tlh");
    expect(accepted("language", "i-default")).toBe("i-default");
    for (const tag of ["de_DE", "english!", "a", "-", "x", "x-", "x-ninelette", "i-nothing"])
      expect(faults({ language: tag })).toEqual(["body.language"]);
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
    expect(accepted("lastInteraction", "2026-02-28t12:00:00z")).toBe("2026-02-28T12:00:00.000Z");
    expect(accepted("lastInteraction", "2026-02-28t12:00:00-05:30")).toBe("2026-02-28T17:30:00.000Z");
    expect(accepted("lastInteraction", null)).toBeNull();
  });

  it("a blank before an offset is a plus in a query, and a fault elsewhere", () => {
    const parsed = (text: string) => queryTimestamp.safeParse(text).data;
    for (const plus of ["+", " "]) expect(parsed(`2026-01-01T00:00:00.5${plus}02:00`)).toBe("2025-12-31T22:00:00.500Z");
    expect(parsed("2026-01-01T00:00:00-02:00")).toBe("2026-01-01T02:00:00.000Z");
    for (const text of ["2026-01-01 02:00", "2026-01-01 00:00:00Z", "2026-01-01T00:00:00  02:00", " ", "x 02:00"]) {
      expect(parsed(text), text).toBeUndefined();
    }
    expect(faults({ lastInteraction: "2026-01-01T00:00:00 02:00" })).toEqual(["body.lastInteraction"]);
  });

  it.each([
    "2026-02-28",
    "2026-02-28T12:00:00",
    "2026-02-29T12:00:00Z",
    "28 Feb 2026",
    "2026-02-28T24:00:00Z",
    "2026-12-31T23:59:60Z",
    "2026-02-28T12:00:00+24:00",
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
      const read = JSON.parse(JSON.stringify(contactView(contact, { defaults, now, avatarUrl: () => null })));
      expect(contactAnswer.safeParse(read).error).toBeUndefined();
      const patch = contactPatchSchema.safeParse(read);
      expect(patch.error).toBeUndefined();
      expect(applyPatch(contact, patch.data ?? {}, { now, newId, defaults, findPlace: findAnywhere })).toBe(contact);
    }),
    { numRuns: 300 },
  );
});
