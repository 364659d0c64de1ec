import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createContact } from "../../../shared/contact/change/apply.ts";
import { parsedFields } from "../../../shared/contact/fields.ts";
import { platforms } from "../../../shared/contact/reach/handles.ts";
import { contactCreateSchema } from "../../../shared/contact/schema.ts";
import { rowMark } from "../../../shared/import/identity/row-identity.ts";
import { type ParsedContact, parsedContactSchema } from "../../../shared/import/row/parsed-contact.ts";
import { emptyRawRow, type RawListValue, type RawRow } from "../../../shared/import/row/raw-row.ts";
import { normaliseRows } from "../../support/files/normalise-rows.ts";
import { duplicatesIn, previewFile } from "../../support/import/previews.ts";
import { findNothing } from "../../support/map/places.ts";
import { quickly } from "../../support/process/quickly.ts";
import { tries } from "../../support/seed.ts";

function row(fields: Partial<RawRow>): RawRow {
  return { ...emptyRawRow({ first: 1, last: 9 }), valuesSeen: 10, ...fields };
}

function only(fields: Partial<RawRow>): ParsedContact {
  const [contact] = normaliseRows([row(fields)]).contacts;
  if (contact === undefined) throw new Error("no contact");
  return contact;
}

function value(text: string, preference: number | null = null): RawListValue {
  return { value: text, type: "home", preference, property: "P", line: 3 };
}

function writable(contact: ParsedContact) {
  return Object.fromEntries(parsedFields.map((name) => [name, contact[name]]));
}

const named = { formattedName: "Ana" };

it("a row with 150,000 lines for the notes is normalised in less than two seconds", async () => {
  const noteLines = Array.from({ length: 150_000 }, (_, index) => ({ label: "Spouse", value: `Ben ${index}` }));
  const { notes } = await quickly(2_000, () => only({ ...named, noteLines }));
  expect(notes).toMatch(/^Spouse: Ben 0\nSpouse: Ben 1\n/);
  expect(notes?.length).toBeGreaterThan(19_900);
});

describe("texts", () => {
  it("become one visible line if a field has one", () => {
    const contact = only({ formattedName: "Ana\r\nBeltrán\tRuiz", groups: ["\u200b", "a\u2028b", "\u115f"] });
    expect([contact.firstName, contact.groups]).toEqual(["Ana Beltrán Ruiz", ["a b"]]);
  });

  it("lose control characters and lone surrogates, with a warning", () => {
    const contact = only({ formattedName: " A\u0000n\ud800a\u0085 ", notes: ["one\r\ntwo\u0007\n\tthree"] });
    expect(contact.firstName).toBe("Ana");
    expect(contact.notes).toBe("one\ntwo\n\tthree");
    expect(contact.issues.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      "warning characters_removed",
      "warning characters_removed",
    ]);
  });

  it("that are too long are cut between characters, with a warning", () => {
    const contact = only({
      formattedName: `${"a".repeat(99)}🎻b`,
      notes: ["🎻".repeat(20_001)],
      jobTitle: "x".repeat(900),
    });
    expect(contact.firstName).toBe(`${"a".repeat(99)}🎻`);
    expect(contact.notes).toBe("🎻".repeat(20_000));
    expect([contact.headline?.length, contact.position?.length]).toEqual([300, 200]);
    const cut = contact.issues.filter(({ code }) => code === "value_cut");
    expect(cut.map(({ field }) => field).sort()).toEqual(["firstName", "headline", "notes", "position"]);
  });
});

describe("e-mail addresses", () => {
  it.each([
    ["ana@Example.ORG", ["ana@example.org"]],
    [" mailto:Ana@example.org ", ["Ana@example.org"]],
    ['"Beltrán, Ana" <ana@example.org>', ["ana@example.org"]],
    ["o'brien@example.org", ["o'brien@example.org"]],
    ["'ana@example.org' (home)", ["ana@example.org"]],
    ["\u200eana@example.org", ["ana@example.org"]],
    ["ana@example.org; ben@example.org", ["ana@example.org", "ben@example.org"]],
  ])("%j is read", (text, addresses) => {
    expect(only({ ...named, emails: [value(text)] }).emails.map((email) => email.value)).toEqual(addresses);
  });

  it.each(["ana", "ana@", "@example.org", "ana@localhost", `${"a".repeat(300)}@example.org`])(
    "%s is left out with a warning",
    (text) => {
      const { emails, issues } = only({ ...named, emails: [value(text)] });
      expect(emails).toEqual([]);
      const about = { field: "emails", property: "P", line: 3 };
      expect(issues).toMatchObject([{ code: "email_invalid", severity: "warning", ...about }]);
    },
  );

  it("that repeat in any spelling are united, and keep their preference", () => {
    const spellings = ["ana@münchen.example", "é@x.example", "ANA@xn--mnchen-3ya.example", "e\u0301@x.example"];
    const emails = spellings.map((text, index) => value(text, index === 2 ? 1 : null));
    expect(only({ ...named, emails }).emails).toEqual([
      { value: "ana@münchen.example", type: "home", preferred: true },
      { value: "é@x.example", type: "home", preferred: false },
    ]);
  });
});

describe("lists", () => {
  it("keep ten values, with an issue about the others", () => {
    const numbers = Array.from({ length: 13 }, (_, index) => value(`+3461234567${index}`));
    const origin = { property: "P", line: 3 };
    const days = Array.from({ length: 13 }, (_, index) => ({
      ...origin,
      type: "other" as const,
      date: `2001-01-${index + 10}`,
      note: "",
    }));
    const contact = only({ ...named, phones: numbers.slice(0, 10).concat(value("+44 20 7946 0123")), dates: days });
    expect([contact.phones.length, contact.importantDates.length]).toEqual([10, 10]);
    expect(contact.issues.map(({ message }) => message)).toEqual([
      "1 more than the 10 that a contact can have stand in the notes.",
      "3 more than the 10 that a contact can have are left out.",
    ]);
  });

  it("have a phone number once in any spelling", () => {
    const phones = [value("+44 20 7946 0123"), value("0044 (0)20 7946 0123", 1), value("020 7946 0123")];
    expect(only({ ...named, phones }).phones).toEqual([
      { prefix: "+44", value: "2079460123", type: "home", preferred: true },
      { prefix: "", value: "02079460123", type: "home", preferred: false },
    ]);
  });
});

describe("important dates", () => {
  it.each([
    ["are kept as other dates beside the first birthday", ["1988-05-12", "1990-01-01"], ["important_date_further"]],
    ["get their year from a repeat that has it", ["1904-05-12", "1988-05-12"], []],
    ["without a year repeat the same day with a year", ["1988-05-12", "1904-05-12"], []],
    ["that are no days are left out with a warning", ["1988-05-12", "2023-02-29"], ["date_unreadable"]],
  ])("%s", (_what, days, codes) => {
    const dates = days.map((date) => ({ property: "BDAY", line: 3, note: "", type: "birthday" as const, date }));
    const { importantDates, issues } = only({ ...named, dates });
    expect(importantDates[0]).toMatchObject({ type: "birthday", date: "1988-05-12", note: "" });
    const further = codes.includes("important_date_further") ? [["other", "1990-01-01", "birthday"]] : [];
    expect(importantDates.slice(1).map(({ type, date, note }) => [type, date, note])).toEqual(further);
    expect(issues.map(({ code }) => code)).toEqual(codes);
  });
});

describe("handles", () => {
  it("are kept for the first of a platform, and the others as lines of the notes", () => {
    const handles = ["ana", "@ANA", "ben", "no handle!"].map((text) => ({
      platform: "network_b" as const,
      value: text,
      property: "P",
      line: 3,
    }));
    const contact = only({ ...named, handles });
    expect([contact.network_b, contact.notes]).toEqual(["ana", "network_b: ben"]);
    expect(contact.issues.map(({ code }) => code)).toEqual(["handle_invalid"]);
  });
});

describe("rows", () => {
  it("that are no people are counted and skipped, and rows without a name, address or number are invalid", () => {
    const website = { platform: "website" as const, value: "example.org", property: "URL", line: 2 };
    const file = normaliseRows([row(named), row({ noPerson: true }), row({ notes: ["who?"], handles: [website] })]);
    expect(file).toMatchObject({ totalCount: 2, validCount: 1, invalidCount: 1, skippedCount: 1 });
    const error = expect.objectContaining({ severity: "error", code: "name_missing" });
    expect(file.contacts[1]).toMatchObject({ isValid: false, issues: [error] });
  });

  it.each<[Partial<RawRow>, string, string]>([
    [{ formattedName: "\u200b", givenName: "\u2800", familyName: "Ruiz" }, "Ruiz", ""],
    [{ formattedName: "\u200b Ruiz", familyName: "Ruiz" }, "\u200b Ruiz", ""],
    [{ formattedName: "\u200b", organisation: "\u00ad", emails: [value("ana@example.org")] }, "ana", ""],
    [{ givenName: "\u200b".repeat(150).concat("Ana") }, "", ""],
  ])("never have a first name that shows nothing: %j", (fields, firstName, lastName) => {
    const contact = only(fields);
    expect(contact).toMatchObject({ firstName, lastName, isValid: firstName !== "" });
  });

  it("have the share of values that are not lost as their coverage", () => {
    const rows = [row({ ...named, valuesSeen: 4, valuesLost: 1 }), row({ ...named, valuesSeen: 4 })];
    expect(normaliseRows(rows).coverage).toBe(0.875);
    expect(normaliseRows([]).coverage).toBe(1);
  });
});

describe("a value that is not just one phone number", () => {
  it.each([
    ["+12125550102 / +12125550103", ["+1 2125550102", "+1 2125550103"], []],
    ["+49 30 123 oder 456", ["+49 30123"], ["phone_changed"]],
    ["7yy-zzz-xxx", [], ["phone_invalid"]],
    ["110 (police)", ["110"], ["words_left_out"]],
    ["sip:+123@x", [], ["phone_invalid"]],
  ])("gives its numbers, and an issue about the remainder: %s", (text, numbers, codes) => {
    const { phones, issues } = only({ ...named, phones: [value(text)] });
    expect(phones.map(({ prefix, value }) => `${prefix} ${value}`.trim())).toEqual(numbers);
    expect(issues.map(({ code }) => code)).toEqual(codes);
    for (const { message } of issues) expect(message).toContain(codes[0] === "words_left_out" ? "police" : `"${text}"`);
  });
});

describe("tempId", () => {
  const people = [row({ formattedName: "Ana" }), row({ formattedName: "Ben" }), row({ formattedName: "Ana" })];

  it("is the same whenever the same file is parsed, and different for every row", () => {
    const ids = normaliseRows(people).contacts.map(({ tempId }) => tempId);
    expect(normaliseRows(people).contacts.map(({ tempId }) => tempId)).toEqual(ids);
    expect(new Set(ids).size).toBe(3);
  });

  it("of equal rows shows the first of them, but not of rows without a name", () => {
    const [ana, , second, third] = normaliseRows([...people, row({ formattedName: "Ana" })]).contacts;
    expect([second?.tempId, third?.tempId]).toEqual([`${ana?.tempId}.1`, `${ana?.tempId}.2`]);
    expect([ana, second, third].map((each) => rowMark("vcard", each?.tempId ?? ""))).toEqual(
      Array.from({ length: 3 }, () => `vcard#${ana?.tempId.slice(0, 12)}`),
    );
    const nameless = normaliseRows([row({ notes: ["x"] }), row({ notes: ["x"] })]).contacts;
    expect(nameless.map(({ isValid }) => isValid)).toEqual([false, false]);
    expect(new Set(nameless.map(({ tempId }) => rowMark("vcard", tempId))).size).toBe(2);
  });

  it("of different people of one name and day counts those before, and marks depend on the content only", () => {
    const john = (fields: Partial<RawRow>) => row({ formattedName: "John Smith", connectedAt: day, ...fields });
    const day = "2018-01-01T00:00:00.000Z";
    const handle = (slug: string) => ({ platform: "network_a" as const, value: slug, property: "P", line: 1 });
    const rows = [
      john({ jobTitle: "Cook" }),
      john({ jobTitle: "Baker", formattedName: "SMITH, Jöhn", connectedAt: "2018-01-01T23:00:00.000Z" }),
      john({ jobTitle: "Cook" }),
      john({ jobTitle: "Baker", connectedAt: "2018-01-10T00:00:00.000Z" }),
      john({ handles: [handle("js")] }),
      john({ handles: [handle("js")], jobTitle: "Miller" }),
      john({ jobTitle: "Smith", connectedAt: null }),
      john({ jobTitle: "Baker", formattedName: "SMITH, Jöhn", connectedAt: "2018-01-01T23:00:00.000Z" }),
      john({ formattedName: "John" }),
      john({ handles: [handle("other")] }),
    ];
    const ids = normaliseRows(rows).contacts.map(({ tempId }) => tempId);
    expect(ids.map((id) => id.slice(22))).toEqual(["", "~1", ".1", "", "~2", "~2", "", ".1~1", "", "~3"]);
    const alone = rows.map((each) => normaliseRows([each]).contacts[0]?.tempId);
    expect(ids.map((id) => rowMark("network_a", id))).toEqual(alone.map((id) => `network_a#${id?.slice(0, 12)}`));
  });

  it("of people of one name and day counts them in each file separately", () => {
    const day = "2018-01-01T00:00:00.000Z";
    const john = (file: number, jobTitle: string) =>
      row({ formattedName: "John Smith", connectedAt: day, jobTitle, ...(file > 0 && { file }) });
    const rows = [john(0, "Cook"), john(0, "Baker"), john(1, "Chef"), john(1, "Baker"), john(2, "Miller")];
    const ids = normaliseRows(rows).contacts.map(({ tempId }) => tempId.slice(22));
    expect(ids).toEqual(["", "~1", "", ".1~1", ""]);
  });

  it("that a client invents is used as it is, whatever it ends in", () => {
    for (const id of ["mine.1", "mine~1"]) expect(rowMark("vcard", id)).toBe(`vcard#${id}`);
  });

  it("does not depend on the row's position, its issues or other rows", () => {
    const [ana] = normaliseRows(people).contacts;
    const moved = { ...row({ formattedName: "Ana" }), lines: { first: 50, last: 60 }, photo: true };
    const [, later] = normaliseRows([row({ formattedName: "Zoe" }), moved]).contacts;
    expect(later?.tempId).toBe(ana?.tempId);
  });

  it("changes with any field, also if the same texts are in other fields", () => {
    const origin = { property: "P", line: 1, type: "", preference: null };
    const email = (text: string) => ({ givenName: "Ana", emails: [{ value: text, ...origin }] });
    const pictured = (text: string) => ({ givenName: "Ana", photo: true, picture: Buffer.from(text) });
    const different: Partial<RawRow>[] = [
      ...[{ givenName: "Ana" }, { givenName: "Ana", notes: ["x"] }, { givenName: "Ana", groups: ["x"] }],
      ...[
        { givenName: "Ana", familyName: "1:B" },
        { givenName: "Ana1:", familyName: "B" },
      ],
      ...[
        { givenName: "Ana", jobTitle: "Cook", headline: "" },
        { givenName: "Ana", location: "Cook" },
      ],
      ...[email("a\ud800b@x.example"), email("a\ud801b@x.example"), pictured("one"), pictured("two")],
    ];
    expect(new Set(different.map((fields) => only(fields).tempId)).size).toBe(different.length);
    expect(only(pictured("one")).tempId).toBe(only(pictured("one")).tempId);
  });
});

it("duplicateInFile names the earlier of equal rows, also of namesakes, and no row for rows without a name", async () => {
  const connected = { ...named, connectedAt: "2018-01-01T00:00:00.000Z" };
  const baker = { ...connected, jobTitle: "Baker" };
  const duplicates = async (rows: Partial<RawRow>[]) =>
    duplicatesIn(await previewFile(normaliseRows(rows.map(row)).contacts));
  expect(await duplicates([named, {}, {}, named, named])).toEqual([-1, -1, -1, 0, 0]);
  expect(await duplicates([connected, baker, baker])).toEqual([-1, -1, 1]);
});

describe("every row", () => {
  it("that is valid is accepted and stored unchanged by the API, whatever the file has", () => {
    fc.assert(
      fc.property(fc.array(anyRow(), { maxLength: 4 }), (rows) => {
        const file = normaliseRows(rows);
        expect(file.validCount + file.invalidCount).toBe(file.totalCount);
        expect(file.coverage).toBeGreaterThanOrEqual(0);
        expect(file.coverage).toBeLessThanOrEqual(1);
        for (const contact of file.contacts) {
          expect(parsedContactSchema().parse(contact)).toEqual(contact);
          expect(contact.isValid).toBe(contact.firstName !== "");
          if (!contact.isValid) continue;
          const accepted = contactCreateSchema().parse(writable(contact));
          const addresses = contact.addresses.map((address) => ({ ...address, granularity: null }));
          expect(accepted).toEqual({ ...writable(contact), addresses });
          expect(() => createContact("", "", accepted, writeContext)).not.toThrow();
        }
      }),
      { numRuns: tries(50, 2_000) },
    );
  });
});

const writeContext = {
  now: new Date("2026-01-01T00:00:00Z"),
  newId: () => "00000000-0000-7000-8000-000000000000",
  defaults: { timezone: "UTC", language: "en" },
  findPlace: findNothing,
};

function anyRow(): fc.Arbitrary<RawRow> {
  const text = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 20 }),
    fc.string({ unit: "binary", maxLength: 20 }),
    fc.constantFrom("", " ", "Ana", "\ud800", "\u0000", "a".repeat(400), "🎻".repeat(400), "Ana Beltrán"),
  );
  const preference = fc.option(fc.integer({ min: 1, max: 100 }));
  const origin = { property: fc.constantFrom("A", "B"), line: fc.nat() };
  const listValue = (content: fc.Arbitrary<string>) => fc.record({ value: content, type: text, preference, ...origin });
  const number = fc.oneof(text, fc.string({ unit: fc.constantFrom(..."+0123456789 ()x#*,;p/.-"), maxLength: 40 }));
  const coordinate = fc.option(fc.double({ min: -90, max: 90, noNaN: true }));
  const day = fc.oneof(
    text,
    fc
      .date({ min: new Date("0001-01-01"), max: new Date("9999-01-01"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    fc.constantFrom("1904-02-29", "1988-02-29", "1904-05-12", "1988-05-12"),
  );
  const link = fc.oneof(
    text,
    fc.webUrl(),
    fc.constantFrom("linkedin.com/in/ana", "@ana", "+34612345678", "example.org"),
  );
  const empty = emptyRawRow({ first: 1, last: 1 });
  const texts = Object.entries(empty).filter(([, content]) => content === "");
  return fc.record({
    ...Object.fromEntries(Object.entries(empty).map(([name, content]) => [name, fc.constant(content)])),
    ...Object.fromEntries(texts.map(([name]) => [name, text])),
    valuesSeen: fc.nat(20),
    valuesLost: fc.nat(5),
    timezone: fc.oneof(text, fc.constantFrom("Europe/Paris", "europe/paris", "PST", "UTC")),
    language: fc.oneof(text, fc.constantFrom("fr", "pt-br", "x")),
    emails: fc.array(listValue(fc.oneof(text, fc.emailAddress())), { maxLength: 12 }),
    phones: fc.array(listValue(number), { maxLength: 12 }),
    dates: fc.array(
      fc.record({
        type: fc.constantFrom("birthday", "anniversary", "nameday", "graduation", "other"),
        date: day,
        note: text,
        ...origin,
      }),
      { maxLength: 12 },
    ),
    addresses: fc.array(
      fc.record({
        type: fc.constantFrom("home", "work", "other"),
        preference,
        latitude: coordinate,
        longitude: coordinate,
        ...Object.fromEntries(addressFields.map((name) => [name, text])),
        ...origin,
      }),
      { maxLength: 12 },
    ),
    handles: fc.array(fc.record({ platform: fc.constantFrom(...platforms), value: link, ...origin }), { maxLength: 4 }),
    latitude: coordinate,
    longitude: coordinate,
    notes: fc.array(text, { maxLength: 3 }),
    groups: fc.array(text, { maxLength: 3 }),
  }) as unknown as fc.Arbitrary<RawRow>;
}

const addressFields =
  "label street extended postOfficeBox city region postalCode country countryCode formatted timezone".split(" ");
