/** A year of a few accounts; `reminder-year.full.test.ts` is that of many. */
import { expect, it } from "vitest";
import { getAccountHead } from "../../shared/table/account.ts";
import { dueEntriesOf } from "../support/due-accounts.ts";
import { simulateYear } from "../support/simulated-year.ts";
import { freshTable } from "../support/stack.ts";

it("all year everybody is told of every date once, at their hour, whatever dies and changes on the way", async () => {
  const { store } = await freshTable();
  const plan = { seed: 10, accounts: 12, dates: 150, changes: 150, faultyRuns: 50, everyHour: false };
  const { accounts, ...report } = await simulateYear(store, plan);
  expect(report).toMatchObject({ faults: [], hours: 379 * 24 });
  for (const { id } of accounts) {
    const { dueAt } = await getAccountHead(store, id);
    expect(await dueEntriesOf(store, id)).toEqual(dueAt === null ? [] : [dueAt]);
  }
});
