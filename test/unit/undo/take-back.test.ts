/** What of changes is taken back, without storage. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { valueHash } from "../../../shared/account/change.ts";
import { takeBackAll, type WholeChange } from "../../../shared/undo/take-back.ts";
import { tries } from "../../support/seed.ts";

type Values = Readonly<Record<string, unknown>>;
const noDeletion = { deletedValues: () => null };

/** The change that an author leaves. */
function updateOf(before: Values, after: Values, id: string): WholeChange {
  const fields = Object.keys(after).filter((field) => before[field] !== after[field]);
  return {
    ...{ id, kind: "updated" },
    fields: fields.map((field) => ({ field, before: before[field], hash: valueHash(after[field]) })),
  };
}

const blank: Values = { a: 0, b: 0, c: 0 };
const patch = fc.record({ a: fc.nat(2), b: fc.nat(2), c: fc.nat(2) }, { requiredKeys: [] });
const write = fc.record({ patch, isAgent: fc.boolean() });

describe("taking changes back", () => {
  it("leaves each field as it was before the last changes of an author that nobody wrote over", () => {
    return fc.assert(
      fc.asyncProperty(fc.array(write, { maxLength: 12 }), async (writes) => {
        let values = blank;
        const changes: WholeChange[] = [];
        for (const [at, { patch, isAgent }] of writes.entries()) {
          const after = { ...values, ...patch };
          if (isAgent) changes.unshift(updateOf(values, after, String(at)));
          values = after;
        }
        const { values: left, undone, kept } = await takeBackAll(values, changes, noDeletion);
        // Each field by itself, as the oracle: a stack of the values that the agent wrote.
        const expected = Object.keys(blank).map((field) => {
          let value = values[field];
          for (const change of changes) {
            const own = change.fields.find((each) => each.field === field);
            if (own && own.hash === valueHash(value)) value = own.before;
          }
          return [field, value];
        });
        expect(left).toEqual(Object.fromEntries(expected));
        if (writes.every(({ isAgent }) => isAgent)) expect([left, kept]).toEqual([blank, []]);
        // Every change is taken back, or says what it kept.
        const fully = changes.filter(({ id, fields }) => {
          const [own] = kept.filter(({ changeId }) => changeId === id);
          return fields.length > 0 && own?.fields?.length === fields.length;
        });
        expect(undone + fully.length).toBe(changes.length);
      }),
      { numRuns: tries(100, 5_000) },
    );
  });

  const made = (values: Values): WholeChange => ({
    id: "made",
    kind: "created",
    fields: [],
    madeHash: valueHash(values),
  });
  const deletion: WholeChange = { id: "gone", kind: "deleted", fields: [] };
  const ann = { name: "Ann" };
  const update = updateOf(ann, { name: "Anna" }, "new");
  const refused = (reason: string, fields?: string[]) => ({ reason, ...(fields && { fields }) });
  const cases: [string, Values | null, WholeChange[], object, Values | null, object[]][] = [
    ["a new subject goes", ann, [made(ann)], {}, null, []],
    ["a new subject goes with its later changes", { name: "Anna" }, [update, made(ann)], {}, null, []],
    [
      "one that somebody changed stays",
      { name: "Bo" },
      [update, made(ann)],
      {},
      { name: "Bo" },
      [refused("changed_since", ["name"]), refused("changed_since")],
    ],
    ["one that others use stays", ann, [made(ann)], { isUsed: true }, ann, [refused("changed_since")]],
    ["a deleted one comes back", null, [deletion], { deletedValues: () => ann }, ann, []],
    ["one that is gone for good does not", null, [deletion], {}, null, [refused("permanent")]],
    [
      "one that was deleted again stays deleted",
      null,
      [deletion],
      { deletedValues: () => "changed_since" },
      null,
      [refused("changed_since")],
    ],
    ["one that came back stays", ann, [deletion], { deletedValues: () => ann }, ann, [refused("changed_since")]],
    [
      "one that was made and deleted stays deleted",
      null,
      [deletion, made(ann)],
      { deletedValues: () => ann },
      null,
      [],
    ],
    [
      "one that came back and was deleted before stays with the values before its later changes",
      { name: "Anna" },
      [update, { ...made(ann), kind: "restored" }, deletion],
      {},
      ann,
      [],
    ],
    [
      "a field that is only named stays",
      ann,
      [{ ...update, fields: [{ field: "name" }] }],
      {},
      ann,
      [refused("not_undoable", ["name"])],
    ],
    [
      "a value that is refused stays",
      { name: "Anna" },
      [update],
      { refuses: () => "not_undoable" },
      { name: "Anna" },
      [refused("not_undoable", ["name"])],
    ],
    [
      "fields that are one value stay together",
      { a: 1, b: 5, c: 1 },
      [updateOf(blank, { a: 1, b: 1, c: 1 }, "x")],
      { together: ["a", "b"] },
      { a: 1, b: 5, c: 0 },
      [refused("changed_since", ["a", "b"])],
    ],
  ];
  it.each(cases)("%s", async (_, current, changes, rules, after, kept) => {
    const outcome = await takeBackAll(current, changes, { ...noDeletion, ...rules });
    expect(outcome.values).toEqual(after);
    expect(outcome.kept.map(({ reason, fields }) => ({ reason, ...(fields && { fields }) }))).toEqual(kept);
  });
});
