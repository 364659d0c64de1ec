import { expect, it } from "vitest";
import { mainTable } from "../../../shared/platform/dynamodb/definition.ts";
import { newPerson } from "../../bench/commit-accesses.ts";
import { Meter, meteredStore } from "../../support/capacity/meter.ts";
import { createImportStand } from "../../support/import/import-work.ts";
import { accountOf } from "../../support/import/imports.ts";
import { freshTable } from "../../support/process/stack.ts";

const { store } = await freshTable();

/** The units and calls of a commit of as many new people on the server, for each of them. */
async function costOfEach(count: number, groups: string[]) {
  const stand = createImportStand(store, Date.parse("2026-03-01T10:00:00.000Z"));
  const rows = Array.from({ length: count }, (_, n) => ({ ...newPerson(n), groups }));
  const begun = await stand.begin(await accountOf(store, { firstName: "Me" }), rows);
  const meter = new Meter();
  await stand.serve(begun.key, { store: meteredStore(meter, store, mainTable) });
  expect(await stand.receiptOf(begun)).toMatchObject({ status: "done", imported: count });
  const { readUnits, writeUnits, roundTrips } = meter.cost;
  return { reads: readUnits / count, writes: writeUnits / count, calls: roundTrips / count };
}

it("a commit on the server costs the same for each person in a small import and in a large one", async () => {
  const figures = [await costOfEach(100, []), await costOfEach(500, [])];
  for (const { reads, writes, calls } of figures) {
    expect(reads).toBeLessThan(1.5);
    // Two of them are its change, which no index has.
    expect(writes).toBeLessThan(25.2 + 2);
    expect(calls).toBeLessThan(0.4);
  }
});

it("a group for all of them costs little more, as long as the account is small", async () => {
  const { reads, writes } = await costOfEach(500, ["Climbing"]);
  expect(reads).toBeLessThan(2.2);
  expect(writes).toBeLessThan(27.5);
});
