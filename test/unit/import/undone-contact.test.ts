/** The undo of imports of one contact: what goes, what stays because someone changed it, and any order of undos. */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fieldNames } from "../../../shared/contact/fields.ts";
import type { ContactRecord } from "../../../shared/contact/record.ts";
import { contactDigest, contentOf } from "../../../shared/import/undo/contact-digest.ts";
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

  it("keeps a line of the notes that a person wrote, also if a text of the row begins with it", () => {
    const person = new ImportedContact();
    person.write({ firstName: "Ann", notes: "Nickname: Al" });
    person.importRow("r1", { firstName: "Ann", notes: "Nickname: Al is rare.\nNickname: Al\n\nRole: Head" });
    expect(person.undo("r1")).toEqual({ undo: "restored" });
    expect(person.contact?.notes).toBe("Nickname: Al");
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
