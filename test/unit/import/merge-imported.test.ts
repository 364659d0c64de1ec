/** Merging imported rows into contacts: what is added, what is kept, and in which fields they still differ. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contactOfRow, withoutAddresses } from "../../../functions/import-parser/preview/compared-contact.ts";
import { createContact, type WriteContext } from "../../../shared/contact/change/apply.ts";
import type { ContactRecord } from "../../../shared/contact/record.ts";
import { type ContactCreate, contactCreateSchema } from "../../../shared/contact/schema.ts";
import { isFullerName } from "../../../shared/import/identity/names.ts";
import { differingFields, differingIssues } from "../../../shared/import/merge/differing.ts";
import { exceedsLimits, type ImportedRow, mergeImported, withLocale } from "../../../shared/import/merge/merge.ts";
import { arbitraryContact, arbitraryContactBody } from "../../support/contact/arbitrary-contact.ts";
import { importCard } from "../../support/files/vcard.ts";
import { findAnywhere } from "../../support/map/places.ts";

const accountId = "0195561e-5a00-7000-8000-000000000001";
const before = new Date("2026-03-01T10:00:00.000Z");
const now = new Date("2026-04-01T10:00:00.000Z");

function context(): WriteContext {
  let ids = 0;
  return {
    now,
    newId: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, "0")}`,
    defaults: { timezone: "UTC", language: "en" },
    findPlace: findAnywhere,
  };
}

function contactOf(body: object): ContactRecord {
  return { ...createContact(accountId, "c1", rowOf(body).contact, { ...context(), now: before }), version: 1 };
}

function rowOf(body: object): ImportedRow {
  return { contact: contactCreateSchema().parse({ firstName: "Ada", ...body }), groupLabels: [] };
}

const arbitraryRow = fc.record({
  contact: arbitraryContactBody().map((body) => contactCreateSchema().parse(body)),
  groupLabels: fc.array(fc.constantFrom("Friends", "friends", "Work", "École", "ecole"), { maxLength: 5 }),
});

describe("a new contact", () => {
  it("has all values of its row, so that a merge adds only its locale, and its lists have room", () => {
    fc.assert(
      fc.property(arbitraryRow, (row) => {
        const contact = createContact(accountId, "c1", row.contact, context());
        expect(withLocale(contact, row, context())).toEqual(mergeImported(contact, row, context()));
        expect(exceedsLimits(contact, row)).toBe(false);
      }),
    );
  });
});

/** A file replaces coordinates that the service derived. */
const placeFields = new Set(["latitude", "longitude", "granularity"]);

/** Every entry is at its position, with all of its values except empty ones. */
function expectEntriesKept(before: readonly unknown[], after: readonly unknown[]): void {
  for (const [index, entry] of before.entries()) {
    const kept = (after as typeof before)[index];
    if (typeof entry !== "object") expect(kept).toEqual(entry);
    else {
      const { updatedAt: _time, ...fields } = entry as Record<string, unknown>;
      const isTyped = !("type" in fields) || fields.type !== "other" || "date" in fields || fields.label != null;
      const empty = [...(isTyped ? [] : ["type"]), ...("label" in fields ? placeFields : [])];
      const said = Object.entries(fields).filter(
        ([name, value]) => value != null && value !== "" && !empty.includes(name),
      );
      expect(kept).toMatchObject(Object.fromEntries(said));
    }
  }
}

describe("merging an imported row into a contact", () => {
  it("keeps all values of the contact, adds nothing when it is repeated, and makes a contact that a request could write", () => {
    fc.assert(
      fc.property(arbitraryContact(accountId), arbitraryRow, (contact, row) => {
        const merged = mergeImported(contact, row, context());
        for (const [name, value] of Object.entries(contact)) {
          const result = merged[name as keyof ContactRecord];
          if (Array.isArray(value)) expectEntriesKept(value, result as unknown[]);
          else if (contact.granularity !== null && placeFields.has(name)) continue;
          else if (nameFields.has(name) && isFullerName(row.contact, contact)) continue;
          else if (name === "notes") expect(result ?? "").toContain(value ?? "");
          else if (value !== null && value !== "" && !derived.has(name)) expect(result, name).toEqual(value);
        }
        // A row that brings nothing gives the same object.
        expect(mergeImported(merged, row, context())).toBe(merged);
        expect(merged.updatedAt).toBe(merged === contact ? contact.updatedAt : now.toISOString());
        const importantDates = merged.importantDates.map((date) => ({ ...date, personId: merged.id }));
        const written = Object.fromEntries(Object.entries(merged).filter(([name]) => !privateFields.has(name)));
        expect(contactCreateSchema().safeParse({ ...written, importantDates }).error).toBeUndefined();
      }),
    );
  });

  it("adds the coordinates of an address, unless a user gave them", () => {
    const address = { type: "home", addressCity: "Reading" } as const;
    const located = { ...address, latitude: 51.451, longitude: -0.971 };
    const merged = mergeImported(contactOf({ addresses: [address] }), rowOf({ addresses: [located] }), context());
    expect(merged.addresses).toMatchObject([{ ...located, granularity: null }]);
    const own = contactOf({ addresses: [{ ...address, latitude: 1, longitude: 2 }] });
    expect(mergeImported(own, rowOf({ addresses: [located] }), context())).toBe(own);
  });

  it("keeps derived coordinates when the row has another location", () => {
    const contact = contactOf({ location: "Munich" });
    const elsewhere = rowOf({ location: "Berlin", latitude: 52.5, longitude: 13.4 });
    expect(mergeImported(contact, elsewhere, context())).toBe(contact);
    const same = mergeImported(contact, rowOf({ location: "munich", latitude: 48.1, longitude: 11.5 }), context());
    expect(same).toMatchObject({ latitude: 48.1, granularity: null });
  });

  const full = "x".repeat(19_986);
  it.each([
    ["adds each line once", "Mine.", "Theirs.\n\nNickname: Nan\nRole: X", "Mine.\n\nNickname: Nan\nRole: X"],
    [
      "adds only lines that it lacks",
      "Mine.\n\nNickname: Nan",
      "Nickname: nan\nRole: X",
      "Mine.\n\nNickname: Nan\nRole: X",
    ],
    ["adds no text that only has a colon somewhere", "Mine.", "Nickname: Nan\nand more words", "Mine."],
    [
      "puts a text before notes that are only lines",
      "Suffix: Sr.",
      "Theirs.\n\nSuffix: Sr.\nRole: X",
      "Theirs.\n\nSuffix: Sr.\nRole: X",
    ],
    ["puts no text where it has no room", "Suffix: Sr.", "x".repeat(19_990), "Suffix: Sr."],
    ["leaves out lines that have no room", full, "Nickname: Nan\nRole: Chair", `${full}\n\nRole: Chair`],
  ])("%s", (_case, own, given, notes) => {
    const row = rowOf({ notes: given });
    const merged = mergeImported(contactOf({ notes: own }), row, context());
    expect(merged.notes).toBe(notes);
    expect(mergeImported(merged, row, context())).toBe(merged);
  });

  it.each<[string, [string, string], [string, string], string, string | null]>([
    ["an initial by the name", ["L.", "Frey"], ["Luc", "Frey"], "Luc Frey", null],
    ["a bare first name by the name", ["Noa", ""], ["Noa", "Wyss"], "Noa Wyss", null],
    ["an initial of the last name by the name", ["Otto", "Q."], ["Otto", "Quill"], "Otto Quill", null],
    [
      "no whole name, so that the notes get a fuller one",
      ["Ann", "Bo"],
      ["Ann Lee", "Bo"],
      "Ann Bo",
      "Name: Ann Lee Bo",
    ],
    ["no name by a shorter one", ["Luc", "Frey"], ["L.", "Frey"], "Luc Frey", null],
    ["a nickname by the name", ["Bob", ""], ["Robert", "Miller"], "Robert Miller", null],
    ["no nickname of a whole name", ["Bob", "Miller"], ["Robert", "Miller"], "Bob Miller", "Name: Robert Miller"],
    ["no generation", ["John", "Smith Sr."], ["John", "Smith"], "John Smith Sr.", null],
    [
      "an initial by the name, and keeps the generation",
      ["J.", "Smith Sr."],
      ["John", "Smith"],
      "John Smith",
      "Suffix: Sr.",
    ],
    [
      "no name without a generation, which the notes get",
      ["John", "Smith"],
      ["John", "Smith Jr."],
      "John Smith",
      "Suffix: Jr.",
    ],
    ["no bare name by that of a couple", ["Anna", ""], ["Anna & Peter", "Müller"], "Anna", null],
    ["no first name by another one", ["Noa", ""], ["Nora", "Wyss"], "Noa", null],
  ])("replaces %s", (_case, [first, last], [firstName, lastName], name, notes) => {
    const contact = contactOf({ firstName: first, lastName: last });
    const nickname = firstName === "Robert" ? { nickname: "Bob" } : {};
    const merged = mergeImported(contact, rowOf({ firstName, lastName, ...nickname }), context());
    expect(`${merged.firstName} ${merged.lastName}`.trim()).toBe(name);
    expect(merged.notes).toBe(notes);
  });

  it("gives one of two equal addresses no coordinates that the other one has", () => {
    const addresses = [
      { type: "home", addressLine1: "Kai 7", latitude: 1, longitude: 2 },
      { type: "work", addressLine1: "Kai 7" },
    ];
    const contact = contactOf({ addresses });
    expect(mergeImported(contact, rowOf({ addresses }), context())).toBe(contact);
  });

  it("adds nothing when the row is the contact itself, which then differs in nothing, as after filling a bare one", () => {
    fc.assert(
      fc.property(arbitraryContactBody(), (body) => {
        const [contact, row] = [contactOf(body), rowOf(body)];
        expect(mergeImported(contact, row, context())).toBe(contact);
        expect(differingFields(contact, row.contact)).toEqual([]);
        const bare = contactOf({ firstName: row.contact.firstName });
        expect(differingFields(mergeImported(bare, row, context()), row.contact)).toEqual([]);
      }),
    );
  });

  it("adds entries after the others, none in another spelling and none as preferred", () => {
    const contact = contactOf({
      emails: [{ value: "ada@example.com" }],
      phones: [{ prefix: "+44", value: "20 7946 0018" }],
      addresses: [{ type: "home", addressLine1: "12 St James's Sq", addressCity: "London" }],
      importantDates: [{ type: "birthday", date: "1815-12-10" }],
    });
    const row = rowOf({
      emails: [{ value: "ADA@Example.COM" }, { value: "countess@example.com", preferred: true }],
      phones: [{ value: "+442079460018" }, { value: "+442079460019", preferred: true }],
      addresses: [
        { type: "work", addressLine1: "12 ST JAMES'S SQ", addressCity: "london" },
        { type: "home", addressLine1: "Ockham Park" },
      ],
      importantDates: [
        { type: "birthday", date: "1904-12-10" },
        { type: "anniversary", date: "1835-07-08" },
      ],
    });
    const merged = mergeImported(contact, row, context());
    expect(merged.emails).toMatchObject([
      { value: "ada@example.com" },
      { value: "countess@example.com", preferred: false },
    ]);
    expect(merged.phones).toMatchObject([{ value: "20 7946 0018" }, { value: "2079460019", preferred: false }]);
    expect(merged.addresses).toMatchObject([{ addressLine1: "12 St James's Sq" }, { addressLine1: "Ockham Park" }]);
    expect(merged.importantDates).toMatchObject([{ date: "1815-12-10" }, { date: "1835-07-08" }]);
  });

  it("adds no number that the contact or the row has in another spelling", () => {
    const own = contactOf({ phones: [{ value: "030 1234567" }, { value: "+44 20 7946 0018" }] });
    const known = rowOf({ phones: [{ value: "+49 30 1234567" }, { value: "020 7946 0018" }] });
    expect(mergeImported(own, known, context())).toBe(own);
    const elsewhere = rowOf({ phones: [{ value: "+1 207 946 0018" }, { value: "+33 20 7946 0018" }] });
    expect(mergeImported(own, elsewhere, context()).phones).toHaveLength(4);
    const twice = rowOf({
      phones: [{ value: "+36 1 234 5678" }, { value: "06 1 234 5678" }, { value: "36 1 2345678" }],
    });
    expect(mergeImported(contactOf({}), twice, context()).phones).toMatchObject([{ prefix: "+36", value: "12345678" }]);
  });

  it("adds dates of the same day and type with other notes, and completes a date without a note", () => {
    const date = (note: string, more: object = {}) => ({ type: "other", date: "2015-06-01", note, ...more });
    const own = contactOf({ importantDates: [date("Max"), date("", { date: "2015-06-02", notifyDaysBefore: 3 })] });
    const row = rowOf({
      importantDates: [date("Moritz"), date("MAX"), date(""), date("Lena", { date: "2015-06-02" })],
    });
    const merged = mergeImported(own, row, context());
    expect(merged.importantDates.map(({ date, note }) => [date, note])).toEqual([
      ["2015-06-01", "Max"],
      ["2015-06-02", "Lena"],
      ["2015-06-01", "Moritz"],
    ]);
    expect(merged.importantDates.slice(0, 2).map(({ id }) => id)).toEqual(own.importantDates.map(({ id }) => id));
    expect(merged.importantDates[1]).toMatchObject({ notifyDaysBefore: 3 });
    expect(mergeImported(merged, row, context())).toBe(merged);
  });

  it("adds a number with another extension, but none if one of them has no extension", () => {
    const own = contactOf({ phones: [{ value: "+49 30 1234567 x12" }] });
    const row = rowOf({
      phones: [{ value: "030 1234567 x12" }, { value: "+49301234567" }, { value: "0301234567 x34" }],
    });
    const merged = mergeImported(own, row, context());
    expect(merged.phones.map(({ value }) => value)).toEqual(["301234567 x12", "0301234567 x34"]);
    expect(mergeImported(merged, row, context())).toBe(merged);
  });

  it("takes the type of the row only for a value without a meaningful type", () => {
    const email = (value: string, type?: string) => ({ value, ...(type !== undefined && { type }) });
    const address = (addressCity: string, type: string, label: string | null = null) => ({ type, addressCity, label });
    const own = contactOf({
      emails: [email("a@x.example"), email("b@x.example", "work")],
      phones: [{ value: "+49 30 1234567" }],
      addresses: [
        address("Reading", "other"),
        address("London", "home"),
        address("Bath", "other", "Beach hut"),
        address("York", "home"),
        address("Hull", "other"),
        address("Hull", "home"),
      ],
    });
    const row = rowOf({
      emails: [email("A@x.example", "home"), email("b@x.example", "home")],
      phones: [{ value: "030 1234567", type: "work" }],
      addresses: [
        address("Reading", "work", "Office"),
        address("London", "home", "Flat"),
        address("Bath", "home"),
        address("York", "work", "Office"),
        address("Hull", "home"),
      ],
    });
    const merged = mergeImported(own, row, context());
    expect(merged.emails.map(({ value, type }) => [value, type])).toEqual([
      ["a@x.example", "home"],
      ["b@x.example", "work"],
    ]);
    expect(merged.phones).toMatchObject([{ prefix: "+49", value: "301234567", type: "work" }]);
    expect(merged.addresses.map(({ type, label }) => [type, label])).toEqual([
      ["work", "Office"],
      ["home", "Flat"],
      ["other", "Beach hut"],
      ["home", null],
      ["other", null],
      ["home", null],
    ]);
    expect(merged.addresses.map(({ id }) => id)).toEqual(own.addresses.map(({ id }) => id));
    expect(mergeImported(merged, row, context())).toBe(merged);
  });

  it("uses the preference of the file when the contact has no list", () => {
    const row = rowOf({ emails: [{ value: "a@example.com" }, { value: "b@example.com", preferred: true }] });
    expect(mergeImported(contactOf({}), row, context()).emails.map(({ preferred }) => preferred)).toEqual([
      false,
      true,
    ]);
  });

  it("fills lists up to their limits, and reports when a row exceeds them", () => {
    const emails = (count: number, from = 0) =>
      Array.from({ length: count }, (_, index) => ({ value: `ada${from + index}@example.com` }));
    const contact = contactOf({ emails: emails(8) });
    const [fitting, overflowing] = [rowOf({ emails: emails(4, 6) }), rowOf({ emails: emails(5, 6) })];
    expect(exceedsLimits(contact, fitting)).toBe(false);
    expect(exceedsLimits(contact, overflowing)).toBe(true);
    expect(mergeImported(contact, overflowing, context()).emails.map(({ value }) => value)).toEqual(
      emails(10).map(({ value }) => value),
    );
  });
});

/** Fields that are derived from the others. */
const nameFields = new Set(["firstName", "lastName"]);
const derived = new Set(["updatedAt", "notesUpdatedAt"]);
/** Fields that no request can write. */
const privateFields = new Set([
  ...["id", "accountId", "importedRows", "createdByRow", "photoVersion", "photoKeptUntil"],
  ...["handInteraction", "coveredInteraction", "version", "importantDates"],
]);

const type = fc.constantFrom("other", "home", "work", "Home");
const lists = {
  emails: fc.record({ value: fc.constantFrom("a@x.example", "A@x.example", "b@x.example"), type }),
  phones: fc.record({
    value: fc.constantFrom(
      ...["030 1234567", "+49 30 1234567", "+43 30 1234567"].flatMap((each) => [each, `${each} x1`, `${each} x2`]),
    ),
    type,
  }),
  addresses: fc.record({
    type: fc.constantFrom("home", "work", "other"),
    label: fc.constantFrom(null, "X", "Y"),
    addressCity: fc.constantFrom("A", "B", null),
    addressCountryCode: fc.constantFrom(null, "DE"),
    addressFormatted: fc.constantFrom(null, "A", "X"),
  }),
  importantDates: fc.record({
    type: fc.constantFrom("birthday", "other", "anniversary"),
    date: fc.constantFrom("2000-01-01", "1904-01-01"),
    note: fc.constantFrom("", "X", "x", "Y", "Z"),
  }),
};

/** Lists of similar values that a request may have. */
function arbitraryLists(): fc.Arbitrary<ContactCreate> {
  const all = fc.record({
    emails: fc.array(lists.emails, { maxLength: 4 }),
    phones: fc.array(lists.phones, { maxLength: 14 }),
    addresses: fc.array(lists.addresses, { maxLength: 14 }),
    importantDates: fc.array(lists.importantDates, { maxLength: 14 }),
  });
  return all.map((given) => {
    let body: Record<string, unknown[]> = {};
    for (const [name, items] of Object.entries(given)) {
      for (const item of items) {
        const longer = { ...body, [name]: [...(body[name] ?? []), item] };
        if (accepted(longer)) body = longer;
      }
    }
    return contactCreateSchema().parse({ firstName: "Ada", ...body });
  });
}

function accepted(body: Record<string, unknown[]>): boolean {
  const read = contactCreateSchema().safeParse({ firstName: "Ada", ...body });
  if (!read.success) return false;
  try {
    createContact(accountId, "c1", read.data, context());
    return true;
  } catch {
    return false;
  }
}

it("merging lists of similar values twice has the result of merging them once", () => {
  fc.assert(
    fc.property(arbitraryLists(), arbitraryLists(), (own, row) => {
      const contact = contactOf(own);
      expect(mergeImported(contact, rowOf(own), context())).toBe(contact);
      expect(differingFields(contact, own)).toEqual([]);
      const once = mergeImported(contact, rowOf(row), context());
      expect(mergeImported(once, rowOf(row), context())).toBe(once);
    }),
  );
});

describe("the fields in which a row differs from the merged contact", () => {
  const differing = (contact: object, row: object) =>
    differingFields(mergeImported(contactOf(contact), rowOf(row), context()), rowOf(row).contact);

  it("are not the notes when the contact got their lines, but when it has another text or no room", () => {
    expect(differing({ notes: "Mine" }, { notes: "Nickname: Nan" })).toEqual([]);
    expect(differing({ notes: "Mine" }, { notes: "Theirs\n\nNickname: Nan" })).toEqual(["notes"]);
    expect(differing({ notes: "x".repeat(20_000) }, { notes: "Nickname: Nan" })).toEqual(["notes"]);
  });

  const full = { firstName: "Anna", lastName: "Muster" };
  const babbage = { firstName: "Charles", lastName: "Babbage" };
  const birthday = (date: string, note = "") => ({ importantDates: [{ type: "birthday", date, note }] });
  const anniversary = (date: string) => ({ importantDates: [{ type: "anniversary", date }] });
  const mailed = (value: string) => ({ emails: [{ value }] });

  it.each<[string, object, object, string[]]>([
    ["another headline", { headline: "Countess" }, { headline: "Engineer" }, ["headline"]],
    ["the headline in other letters", { headline: "Café owner" }, { headline: "CAFE OWNER" }, []],
    ["a headline where there is none", {}, { headline: "Engineer" }, []],
    ["no headline", { headline: "Countess" }, {}, []],
    ["other notes", { notes: "Met in London" }, { notes: "Met in Paris" }, ["notes"]],
    ["a part of the notes", { notes: "Met in London\nLikes tea" }, { notes: "likes tea" }, []],
    ["the whole name as one", full, { firstName: "Anna Muster" }, []],
    ["the whole name, last name first", full, { firstName: "Muster, Anna" }, []],
    ["the whole name in parts", { firstName: "Anna M. Muster" }, { ...full, middleName: "M" }, []],
    ["no last name", { lastName: "Byron" }, { lastName: "" }, []],
    ["another name without words", { firstName: "🙂" }, { firstName: "🙃" }, ["firstName"]],
    ["a longer name, which the notes get", { firstName: "Ada" }, { firstName: "Ada Marie" }, []],
    ["a last name that would make half of another", {}, babbage, ["firstName", "lastName"]],
    ["another handle", { network_b: "ada" }, { network_b: "countess" }, ["network_b"]],
    ["the same profile in another spelling", { network_b: "ada" }, { network_b: "@ADA" }, []],
    ["another place", { latitude: 1, longitude: 2 }, { latitude: 1, longitude: 3 }, ["longitude"]],
    ["another zone", { timezone: "Europe/Oslo" }, { timezone: "Europe/Rome" }, ["timezone"]],
    ["another birthday", birthday("1815-12-10"), birthday("1815-12-11"), ["importantDates"]],
    ["the birthday without its year", birthday("1815-12-10"), birthday("1904-12-10"), []],
    ["the year of a birthday", birthday("1904-12-10"), birthday("1815-12-10"), ["importantDates"]],
    ["another note", birthday("1815-12-10", "at home"), birthday("1815-12-10", "in Rome"), ["importantDates"]],
    ["a note where the birthday has none", birthday("1815-12-10"), birthday("1815-12-10", "in Rome"), []],
    ["another anniversary, which is added", anniversary("1835-07-08"), anniversary("1840-07-08"), []],
    ["another address, which is added", mailed("a@x.example"), mailed("b@x.example"), []],
  ])("include %s if it is another value", (_case, contact, row, expected) => {
    expect(differing(contact, row)).toEqual(expected);
  });

  it("are reported with both values, or with that of the row where the contact has none", async () => {
    const [own, row] = [await importCard("FN:Ana Silva"), await importCard("N:Lima;Ana;Maria;;", "FN:Ana Maria Lima")];
    const issues = differingIssues(contactOfRow("c", own, ""), withoutAddresses(row), "The contact");
    expect(issues.map(({ message }) => message)).toEqual([
      'The contact has "Ana Silva" as firstName, and keeps it: "Ana" is left out.',
      'The contact has no lastName, and gets none: "Lima" is left out.',
      'The contact has no middleName, and gets none: "Maria" is left out.',
    ]);
  });
});
