/** The marks of imported rows that a contact keeps. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addMarks, exportedId, isRowUid, personMark, rowUid } from "../../../shared/import/identity/row-marks.ts";

const day = "2019-05-04T00:00:00.000Z";
const row = { tempId: "abcdefghijklmnopqrst-_", connectedAt: day };
const on = (connectedAt: string | null | undefined) => ({ ...row, connectedAt });
const accountId = "5d1f3f5e-5a00-4000-8000-000000000001";
const ann = { firstName: "Ann", middleName: "Marie", lastName: "Smith" };

describe("the mark of a person", () => {
  it("depends on the day and the words of the name, in any order, case and accents", () => {
    const mark = personMark("network_a", row, ann);
    expect(mark).toMatch(/^network_a#@[\w-]{12}$/);
    expect(personMark("network_a", on("2019-05-04T23:59:59Z"), { firstName: "SMITH, Änn", lastName: "marie" })).toBe(
      mark,
    );
    expect(personMark("network_a", on("2019-05-05T00:00:00.000Z"), ann)).not.toBe(mark);
    expect(personMark("network_a", row, { ...ann, middleName: null })).not.toBe(mark);
  });

  it("differs between people with the same name and day in a file", () => {
    const marks = ["", "~1", "~2", "~12"].map((end) =>
      personMark("network_a", { ...row, tempId: row.tempId + end }, ann),
    );
    expect(new Set(marks).size).toBe(4);
    const again = { ...row, tempId: `${[...row.tempId].reverse().join("")}.3~2` };
    expect(personMark("network_a", again, ann)).toBe(marks[2]);
    expect(personMark("network_a", { ...row, tempId: "mine~2" }, ann)).toBe(marks[0]);
  });

  it("exists only for rows of network_a with a day and a name", () => {
    expect(personMark("network_b", row, ann)).toBeUndefined();
    expect(personMark("vcard", row, ann)).toBeUndefined();
    for (const none of [null, undefined, ""]) expect(personMark("network_a", on(none), ann)).toBeUndefined();
    expect(personMark("network_a", row, { firstName: " - " })).toBeUndefined();
  });
});

describe("the UID of a card", () => {
  const own = "0195561e-5a00-7000-8000-000000000002";

  it("is a UUID in any spelling, or a hash of another text", () => {
    expect(rowUid(own)).toBe(own);
    expect(rowUid(` URN:UUID:${own.toUpperCase()} `)).toBe(own);
    for (const text of ["ada@x.example", "x".repeat(100_000), "\ud800", `${own}:ABPerson`]) {
      expect(rowUid(text)).toMatch(/^[\w-]{22}$/);
    }
    expect(rowUid("a")).not.toBe(rowUid("b"));
    for (const blank of ["", " ", "urn:uuid:"]) expect(rowUid(blank)).toBeUndefined();
  });

  it("is recognised in a commit, and nothing else", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.uuid()), (text) => {
        const uid = rowUid(text);
        expect(uid === undefined || isRowUid(uid)).toBe(true);
      }),
    );
    for (const other of [undefined, null, 7, "", "ada@x.example", own.toUpperCase(), "x".repeat(23)]) {
      expect(isRowUid(other)).toBe(false);
    }
  });

  it("is the mark of a person in vCards, with any name and row", () => {
    const mark = personMark("vcard", { tempId: "a", uid: own }, ann);
    expect(mark).toMatch(/^vcard#@[\w-]{12}$/);
    expect(personMark("vcard", { tempId: "b", uid: own, connectedAt: day }, { firstName: "Bob" })).toBe(mark);
    expect(personMark("vcard", { tempId: "a", uid: accountId }, ann)).not.toBe(mark);
    expect(personMark("network_b", { tempId: "a", uid: own }, ann)).toBeUndefined();
  });

  it("may be the id of a contact in vCards, if it has the form of one", () => {
    expect(exportedId("vcard", accountId, { tempId: "a", uid: own })).toBe(own);
    expect(exportedId("vcard", accountId, { tempId: "a", uid: accountId })).toBe(accountId);
    expect(exportedId("network_a", accountId, { tempId: "a", uid: own })).toBeUndefined();
    for (const uid of [undefined, rowUid("a"), "b4c0ffee-5a00-4000-8000-000000000001"]) {
      expect(exportedId("vcard", accountId, { tempId: "a", uid })).toBeUndefined();
    }
  });
});

describe("the marks of a contact", () => {
  const rows = (count: number) => Array.from({ length: count }, (_, index) => `network_a#t${index}`);
  const persons = (count: number) => Array.from({ length: count }, (_, index) => `network_a#@p${index}`);

  const added = (marks: string[], createdByRow: string | null) =>
    marks.reduce<string[]>((before, mark) => addMarks(before, [mark], createdByRow), []);

  it("are that of the creating row, those of persons, and the newest others", () => {
    const all = added([...rows(22), "network_a#@p0"], "network_a#t0");
    expect(all).toEqual(["network_a#t0", "network_a#@p0", ...rows(22).slice(4)]);
  });

  it("lose the oldest persons of each source separately", () => {
    const uids = Array.from({ length: 7 }, (_, index) => `vcard#@u${index}`);
    expect(added([...persons(2), ...uids], null)).toEqual([...persons(2), ...uids.slice(2)]);
  });

  it("are at most 20 different ones, with the creating row and the newest of each kind", () => {
    const mark = fc.constantFrom(...rows(40), ...persons(12), "vcard#@u0", "vcard#@u1");
    fc.assert(
      fc.property(fc.array(mark, { minLength: 1, maxLength: 80 }), fc.boolean(), (given, isCreated) => {
        const createdByRow = isCreated ? "network_a#t0" : null;
        const marks = added(createdByRow === null ? given : [createdByRow, ...given], createdByRow);
        expect(marks.length).toBeLessThanOrEqual(20);
        expect(new Set(marks).size).toBe(marks.length);
        if (createdByRow !== null) expect(marks[0]).toBe(createdByRow);
        expect(marks).toContain(given.at(-1));
      }),
    );
  });
});
