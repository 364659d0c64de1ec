/** The marks of imported rows that a contact keeps. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addMarks, personMark } from "../../shared/imports/row-marks.ts";

const day = "2019-05-04T00:00:00.000Z";
const row = { tempId: "abcdefghijklmnopqrst-_", connectedAt: day };
const on = (connectedAt: string | null | undefined) => ({ ...row, connectedAt });
const ann = { firstName: "Ann", middleName: "Marie", lastName: "Smith" };

describe("the mark of a person", () => {
  it("is that of the day and the words of the name, in any order, case and accents", () => {
    const mark = personMark("network_a", row, ann);
    expect(mark).toMatch(/^network_a#@[\w-]{22}$/);
    expect(personMark("network_a", on("2019-05-04T23:59:59Z"), { firstName: "SMITH, Änn", lastName: "marie" })).toBe(
      mark,
    );
    expect(personMark("network_a", on("2019-05-05T00:00:00.000Z"), ann)).not.toBe(mark);
    expect(personMark("network_a", row, { ...ann, middleName: null })).not.toBe(mark);
  });

  it("is another one for each of those whom a file names so, whatever else of the row is equal", () => {
    const marks = ["", "~1", "~2", "~12"].map((end) =>
      personMark("network_a", { ...row, tempId: row.tempId + end }, ann),
    );
    expect(new Set(marks).size).toBe(4);
    const again = { ...row, tempId: `${[...row.tempId].reverse().join("")}.3~2` };
    expect(personMark("network_a", again, ann)).toBe(marks[2]);
    expect(personMark("network_a", { ...row, tempId: "mine~2" }, ann)).toBe(marks[0]);
  });

  it("is made of rows of network_a alone, with a day and a name", () => {
    expect(personMark("network_b", row, ann)).toBeUndefined();
    expect(personMark("vcard", row, ann)).toBeUndefined();
    for (const none of [null, undefined, ""]) expect(personMark("network_a", on(none), ann)).toBeUndefined();
    expect(personMark("network_a", row, { firstName: " - " })).toBeUndefined();
  });
});

describe("the marks of a contact", () => {
  const rows = (count: number) => Array.from({ length: count }, (_, index) => `network_a#t${index}`);
  const persons = (count: number) => Array.from({ length: count }, (_, index) => `network_a#@p${index}`);

  it("are that of the creating row first, those of persons, and the newest of the others", () => {
    const all = [...rows(22), "network_a#@p0"].reduce<string[]>(
      (marks, mark) => addMarks(marks, [mark], "network_a#t0"),
      [],
    );
    expect(all).toEqual(["network_a#t0", "network_a#@p0", ...rows(22).slice(4)]);
  });

  it("are never more than 20, each there once, and keep what created the contact and the newest of each kind", () => {
    const mark = fc.constantFrom(...rows(40), ...persons(12));
    fc.assert(
      fc.property(fc.array(mark, { minLength: 1, maxLength: 80 }), fc.boolean(), (added, isCreated) => {
        const createdByRow = isCreated ? "network_a#t0" : null;
        const given = createdByRow === null ? added : [createdByRow, ...added];
        const marks = given.reduce<string[]>((before, each) => addMarks(before, [each], createdByRow), []);
        expect(marks.length).toBeLessThanOrEqual(20);
        expect(new Set(marks).size).toBe(marks.length);
        if (createdByRow !== null) expect(marks[0]).toBe(createdByRow);
        expect(marks).toContain(added.at(-1));
      }),
    );
  });
});
