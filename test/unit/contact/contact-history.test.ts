import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { v7 as newId } from "uuid";
import { describe, expect, it } from "vitest";
import { changedValues, changeOfValues, isLongValue, shownPart, valueHash } from "../../../shared/account/change.ts";
import { ownValues } from "../../../shared/contact/change/own-values.ts";
import { contactHistory } from "../../../shared/contact-change/contact-history.ts";
import { arbitraryContact } from "../../support/contact/arbitrary-contact.ts";
import { recordOf } from "../../support/contact/contact-calls.ts";
import { patchedContact } from "../../support/contact/new-contact.ts";

const accountId = newId();

describe("the change of a contact", () => {
  it("gives the values before when it is applied backwards", () => {
    fc.assert(
      fc.property(arbitraryContact(accountId), arbitraryContact(accountId), (one, other) => {
        const [before, after] = [ownValues(one), ownValues(other)];
        const values: Record<string, unknown> = { ...after };
        for (const { field, before: earlier, after: later } of changedValues(before, after)) {
          expect(isDeepStrictEqual(values[field], later)).toBe(true);
          values[field] = earlier;
        }
        expect(values).toEqual(before);
      }),
    );
  });

  const body = { firstName: "Ann", headline: "Pilot", location: "Oslo", emails: [{ value: "ann@example.org" }] };
  const ann = recordOf(accountId, body);
  const patched = (patch: object) => patchedContact(ann, patch);

  it.each([
    ["text", patched({ headline: "Captain" }), [{ field: "headline", before: "Pilot", after: "Captain" }]],
    ["picture", { ...ann, photoVersion: "a1" }, [{ field: "avatar", before: null, after: "a1" }]],
    [
      "nothing that somebody wrote",
      { ...ann, updatedAt: "x", version: 7, notesUpdatedAt: "y", importedRows: ["z"] },
      [],
    ],
    ["the latest interaction", { ...ann, lastInteraction: "2026-01-01", lastInteractionActivityId: "i" }, []],
    ["coordinates that were found", { ...ann, latitude: 1, longitude: 2, granularity: "city" as const }, []],
  ])("has only what somebody wrote: %s", (_what, after, fields) => {
    const changes = contactHistory([{ before: ann, after }]);
    expect(changes.map((change) => change.fields)).toEqual(fields.length > 0 ? [fields] : []);
  });

  it("has a list as a whole", () => {
    const [change] = contactHistory([{ before: ann, after: patched({ emails: [{ value: "new@example.org" }] }) }]);
    expect(change?.fields).toMatchObject([
      { field: "emails", before: [{ value: "ann@example.org" }], after: [{ value: "new@example.org" }] },
    ]);
  });

  it("has only the names of the fields that a new or a deleted contact has", () => {
    const fields = ["firstName", "headline", "location", "emails"].map((field) => ({ field }));
    for (const [before, after, kind] of [
      [null, ann, "created"],
      [ann, null, "deleted"],
    ] as const) {
      const [change] = contactHistory([{ before, after }]);
      expect(change).toMatchObject({ kind, subjectId: ann.id, contactId: ann.id });
      expect(change?.fields).toHaveLength(fields.length);
      expect(change?.fields).toEqual(expect.arrayContaining(fields));
    }
  });
});

describe("a value", () => {
  it.each([
    ["a text of 2,000 characters", "x".repeat(2_000), "x".repeat(2_000), false],
    ["a longer text", "x".repeat(2_001), "x".repeat(2_000), true],
    ["a text whose cut would split a pair", `${"x".repeat(1_999)}😀`, "x".repeat(1_999), true],
    ["a long list", ["a".repeat(1_500), "b".repeat(400), "c"], ["a".repeat(1_500), "b".repeat(400), "c"], false],
    ["a longer list", ["a".repeat(1_500), "b".repeat(600), "c"], ["a".repeat(1_500)], true],
    ["no value", null, null, false],
  ])("is shown up to 2,000 characters: %s", (_what, value, shown, isLong) => {
    expect([shownPart(value), isLongValue(value)]).toEqual([shown, isLong]);
  });

  it("has the same hash in any order of its keys, and another one for any other value", () => {
    expect(valueHash([{ a: 1, b: null }])).toBe(valueHash([{ b: null, a: 1 }]));
    const others = [null, "", [], "a", ["a"], { a: "" }, 1, "1"].map(valueHash);
    expect(new Set(others).size).toBe(others.length);
  });

  it("of a deleted subject is there unless it was empty", () => {
    const { fields } = changeOfValues({ title: null, type: "Call" }, null);
    expect(fields).toEqual([{ field: "type", before: "Call", after: null }]);
  });
});
