/** What an undo has in memory at once. */
import { expect, it } from "vitest";
import type { StoredChange } from "../../../shared/account/store/history.ts";
import { endOfPart } from "../../../shared/undo/selected-changes.ts";
import { wholeChanges } from "../../../shared/undo/subject-plan.ts";

function changeOf(more: Partial<StoredChange>): StoredChange {
  return {
    ...{ id: "1_", subject: "contact", subjectId: "c", kind: "updated", txid: 1, at: "2026-03-01T10:00:00.000Z" },
    ...{ by: { kind: "session", id: "session", label: null }, agent: false, fields: [], isListed: true },
    ...more,
  };
}

it("long values are read a few changes before they are taken back", async () => {
  let read = 0;
  const files = { read: async () => Buffer.from(JSON.stringify(`note ${read++}`)) };
  const changes = Array.from({ length: 50 }, () => changeOf({ fields: [{ n: "notes", b: "n", h: "x", o: "key" }] }));
  let taken = 0;
  for await (const { fields } of wholeChanges({ files }, changes)) {
    expect(fields).toEqual([{ field: "notes", before: `note ${taken++}`, hash: "x" }]);
    expect(read - taken).toBeLessThan(4);
  }
  expect([taken, read]).toEqual([50, 50]);
});

const long = "x".repeat(2_000);
const members = { added: 10_000, removed: 0, ids: ["key"] };
const parts: [string, Partial<StoredChange>, number][] = [
  ["usual changes", { fields: [{ n: "notes", b: long, a: long }] }, 2_000],
  ["changes with many long lists", { fields: Array(25).fill({ n: "emails", b: long, a: long }) }, 198],
  ["changes of many members", { subject: "members", members }, 19],
];
it.each(parts)("a part of %s has 2,000 changes and 20 MB at most", (_what, change, end) => {
  expect(endOfPart(Array(2_500).fill(changeOf(change)))).toBe(end);
});
