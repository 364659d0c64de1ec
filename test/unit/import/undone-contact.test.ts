/** The undo of imports of one contact: what goes, what stays because someone changed it, and any order of undos. */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fieldNames } from "../../../shared/contact/fields.ts";
import type { ContactRecord } from "../../../shared/contact/record.ts";
import { contactDigest, contentOf } from "../../../shared/import/undo/contact-digest.ts";
import { keepAll } from "../../../shared/import/undo/undone-contact.ts";
import { arbitraryContactBody, arbitraryContactPatch } from "../../support/contact/arbitrary-contact.ts";
import { ImportedContact } from "../../support/import/imported-contact.ts";
import { findAnywhere } from "../../support/map/places.ts";

const notes = fc.option(
  fc
    .tuple(
      fc.array(fc.constantFrom("Met in Rome.", "Likes tea.\nAnd cake.", "Role: not one", "kept"), { maxLength: 2 }),
      fc.uniqueArray(fc.constantFrom("Role: Head", "Nickname: Al", "Suffix: Jr.", "role: head"), { maxLength: 3 }),
    )
    .map(([texts, lines]) => [...texts, ...(lines.length > 0 ? [lines.join("\n")] : [])].join("\n\n")),
);
/** Rows about one person often have the same values, so that imports complete each other's. */
const alike = fc.record(
  {
    lastName: fc.constantFrom("", "Bell"),
    middleName: fc.constantFrom(null, "May"),
    location: fc.constantFrom(null, "Rome", "Oslo"),
    emails: fc
      .subarray([{ value: "a@example.com" }, { value: "A@example.com", type: "work" }])
      .map((all) => all.slice(0, 1)),
    phones: fc.constantFrom([], [{ value: "+49 30 1234567" }], [{ value: "+49 30 1234567", type: "work" }]),
    importantDates: fc.constantFrom(
      [],
      [{ type: "birthday", date: "1980-12-31" }],
      [{ type: "birthday", date: "1980-12-31", note: "at home" }],
    ),
    notes,
  },
  { requiredKeys: [] },
);
const row = fc.oneof(
  arbitraryContactBody(),
  fc.tuple(arbitraryContactBody(), alike).map(([body, same]) => ({ ...body, ...same, firstName: "Ann" })),
  alike.map((same) => ({ ...same, firstName: "Ann" })),
);
const receipts = ["r1", "r2", "r3"] as const;
const order = fc.shuffledSubarray([...receipts], { minLength: 3 });

function importAll(person: ImportedContact, rows: readonly object[]): void {
  for (const [index, receiptId] of receipts.entries())
    person.importRow(receiptId, rows[index] ?? {}, [index, index + 1]);
}

/** The fields that the edit changed, and, of lists, the entries that it wrote. */
function written(before: ContactRecord, after: ContactRecord) {
  return fieldNames.flatMap((field) => {
    const [old, value] = [contentOf(before[field]), contentOf(after[field])];
    // Imports take their own lines out of notes that a person wrote around them.
    if (isDeepStrictEqual(old, value) || field === "notes") return [];
    if (!Array.isArray(value) || !Array.isArray(old)) return [{ field, value }];
    return value
      .filter((entry) => !old.some((each) => isDeepStrictEqual(each, entry)))
      .map((entry) => ({ field, value: entry }));
  });
}

function isWritten({ contact }: ImportedContact, field: keyof ContactRecord, value: unknown): boolean {
  const present = contentOf(contact?.[field]);
  if (Array.isArray(present)) return present.some((each) => isDeepStrictEqual(each, value));
  return isDeepStrictEqual(present ?? null, value);
}

describe("the undo of imports of a contact", () => {
  it("removes a contact that only imports wrote, in whatever order they are undone", () => {
    fc.assert(
      fc.property(fc.tuple(row, row, row), order, (rows, undos) => {
        const person = new ImportedContact();
        importAll(person, rows);
        for (const receiptId of undos) person.undo(receiptId);
        expect(person).toMatchObject({ contact: null, labels: [], leftovers: [] });
      }),
    );
  });

  it("leaves what the first import created when the later ones are undone, so that it can go as well", () => {
    fc.assert(
      fc.property(fc.tuple(row, row, row), fc.shuffledSubarray(["r2", "r3"], { minLength: 2 }), (rows, undos) => {
        const person = new ImportedContact();
        person.importRow("r1", rows[0]);
        const created = person.contact && contactDigest(person.contact);
        person.importRow("r2", rows[1]);
        person.importRow("r3", rows[2]);
        for (const receiptId of undos) expect(person.undo(receiptId)?.undo).toBeDefined();
        expect(person.contact && contactDigest(person.contact)).toBe(created);
        expect(person.leftovers).toEqual([]);
      }),
    );
  });

  it("gives a contact that a person wrote back as it was, in whatever order imports are undone", () => {
    fc.assert(
      fc.property(row, fc.tuple(row, row, row), order, (body, rows, undos) => {
        const person = new ImportedContact();
        person.write(body);
        person.labels = [2, 7];
        const before = person.contact && contactDigest(person.contact);
        importAll(person, rows);
        for (const receiptId of undos) person.undo(receiptId);
        expect(person.contact && contactDigest(person.contact)).toBe(before);
        expect(person).toMatchObject({ contact: { importedRows: [] }, labels: [2, 7], leftovers: [] });
      }),
    );
  });

  it("keeps everything that a person wrote between and after imports", () => {
    const edit = fc.oneof(arbitraryContactPatch(), alike);
    fc.assert(
      fc.property(row, fc.tuple(row, row, row), edit, order, fc.boolean(), (body, rows, patch, undos, isImported) => {
        const person = new ImportedContact();
        if (!isImported) person.write(body);
        person.importRow("r1", rows[0]);
        const before = person.contact as ContactRecord;
        person.edit(patch);
        const changes = written(before, person.contact as ContactRecord);
        person.importRow("r2", rows[1]);
        person.importRow("r3", rows[2]);
        // What the later imports completed again is no longer what the person wrote.
        const present = changes.filter(({ field, value }) => isWritten(person, field, value));
        for (const receiptId of undos) person.undo(receiptId);
        for (const { field, value } of present)
          expect([field, value, isWritten(person, field, value)]).toEqual([field, value, true]);
      }),
    );
  });

  it.each<[string, (person: ImportedContact) => void]>([
    ["is in a group of somebody", (person) => Object.assign(person, { labels: [1, 9] })],
    ["has an interaction or a relationship", (person) => Object.assign(person, { isReferenced: true })],
    ["has a part that was merged into it", (person) => Object.assign(person, { mergedAt: 99 })],
    ["has the mark of another row", ({ contact }) => contact?.importedRows.push("vcard#other")],
  ])("leaves a contact that only the import wrote as it is, because it %s", (_why, use) => {
    const person = new ImportedContact();
    person.importRow("r1", { firstName: "Ann", headline: "Head" }, [1]);
    use(person);
    const { contact, labels } = person;
    expect(person.undo("r1")).toEqual({ undo: "kept" });
    expect({ ...person.contact, version: 0 }).toEqual({ ...contact, version: 0 });
    expect(person.labels).toEqual(labels);
  });

  it("keeps a value that a merge may have brought, too", () => {
    const person = new ImportedContact();
    person.write({ firstName: "Ann" });
    person.importRow("r1", { firstName: "Ann", headline: "Head" });
    person.mergedAt = 99;
    expect(person.undo("r1")).toEqual({ undo: "kept", fields: ["headline"] });
    expect(person.contact?.headline).toBe("Head");
  });

  it("keeps the coordinates of a location that a person wrote, also if they are those of the imported one", () => {
    const person = new ImportedContact();
    person.findPlace = () => findAnywhere({ text: "Oslo" });
    person.write({ firstName: "Ann" });
    person.importRow("r1", { firstName: "Ann", location: "Oslo" });
    person.edit({ location: "Oslo, Norway" });
    expect(person.undo("r1")).toEqual({ undo: "kept", fields: ["location", "latitude", "longitude"] });
    expect(person.contact).toMatchObject({
      location: "Oslo, Norway",
      latitude: expect.any(Number),
      granularity: "city",
    });
  });

  it("keeps a whole name of which a person changed a part", () => {
    const person = new ImportedContact();
    const emails = [{ value: "pp@x.example" }];
    person.importRow("r1", { firstName: "pp", emails });
    person.importRow("r2", { firstName: "Peter", lastName: "Pan", emails });
    person.edit({ lastName: "Panov" });
    expect(person.undo("r2")).toEqual({ undo: "kept", fields: ["firstName", "lastName"] });
    expect(person.contact).toMatchObject({ firstName: "Peter", lastName: "Panov" });
  });

  it("takes back what an earlier undo kept only because of a value of this import", () => {
    const person = new ImportedContact();
    person.write({ firstName: "Ann" });
    person.importRow("r1", { firstName: "Ann", notes: "Role: Boss" });
    person.importRow("r2", { firstName: "Ann", notes: "Role: Head" });
    person.edit({ notes: "Role: Boss" });
    expect(person.undo("r2")).toEqual({ undo: "kept", fields: ["notes"] });
    expect(person.undo("r1")).toEqual({ undo: "restored" });
    expect(person).toMatchObject({ contact: { notes: null }, leftovers: [] });
  });

  it("leaves what it could not take back newest first, because the oldest is forgotten when it is too much", () => {
    const person = new ImportedContact();
    person.write({ firstName: "Ann" });
    person.importRow("r1", { firstName: "Ann", headline: "Head" });
    person.importRow("r2", { firstName: "Ann", position: "Head" });
    person.edit({ headline: "Mine", position: "Mine" });
    for (const receiptId of ["r2", "r1"]) person.undo(receiptId);
    expect(person.leftovers.map(({ receiptId }) => receiptId)).toEqual(["r2", "r1"]);
  });

  it("keeps a line of the notes that a person wrote, also if a text of the row begins with it", () => {
    const person = new ImportedContact();
    person.write({ firstName: "Ann", notes: "Nickname: Al" });
    person.importRow("r1", { firstName: "Ann", notes: "Nickname: Al is rare.\nNickname: Al\n\nRole: Head" });
    expect(person.undo("r1")).toEqual({ undo: "restored" });
    expect(person.contact?.notes).toBe("Nickname: Al");
  });

  it("keeps a text of the notes that a person changed", () => {
    const person = new ImportedContact();
    person.write({ firstName: "Ann" });
    person.importRow("r1", { firstName: "Ann", notes: "Met in Rome." });
    person.edit({ notes: "Met in Rome, 2019." });
    expect(person.undo("r1")).toEqual({ undo: "kept", fields: ["notes"] });
    expect(person.contact?.notes).toBe("Met in Rome, 2019.");
  });

  it("keeps both of two numbers with the same digits", () => {
    const person = new ImportedContact();
    person.write({ firstName: "Ann", phones: [{ value: "+1 202 555 0123" }] });
    person.importRow("r1", { firstName: "Ann", phones: [{ value: "+1 202 555 01x23" }] });
    person.importRow("r2", { firstName: "Ann", headline: "Head" });
    expect(person.undo("r2")).toEqual({ undo: "restored" });
    expect(person.contact?.phones.length).toBe(2);
  });
});

it("an undo is a change of a contact only if it takes something back, and of the notes only if they differ", () => {
  const person = new ImportedContact();
  const timesAfter = (receiptId: string) => {
    const { updatedAt, notesUpdatedAt } = person.contact as ContactRecord;
    person.undo(receiptId);
    return [person.contact?.updatedAt === updatedAt, person.contact?.notesUpdatedAt === notesUpdatedAt];
  };
  person.write({ firstName: "Ann" });
  person.importRow("r1", { firstName: "Ann", notes: "Met in Rome." });
  person.importRow("r2", { firstName: "Ann", headline: "Head" });
  person.importRow("r3", { firstName: "Ann" });
  expect(["r3", "r2", "r1"].map(timesAfter)).toEqual([
    [true, true],
    [false, true],
    [false, false],
  ]);
});

it("what an earlier undo left of a merged contact is no longer held by a later import that is undone meanwhile", () => {
  const changesAt = (txid: number) => [{ row: 0, contactId: "ann", txid }];
  const left = [{ receiptId: "r1", changes: changesAt(3), heldBy: ["r2", "r3"] }];
  const second = keepAll({ receiptId: "r2", changes: changesAt(5) }, left).leftovers;
  expect(second).toMatchObject([{ receiptId: "r2" }, { receiptId: "r1", heldBy: ["r3"] }]);
  const [, , first] = keepAll({ receiptId: "r3", changes: changesAt(7) }, second).leftovers;
  expect(first).toEqual({ receiptId: "r1", changes: changesAt(3) });
});
