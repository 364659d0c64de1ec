/** The simulated year: 200 accounts in 30 zones, 5,000 dates, a run every hour through changes of clocks and a leap day. */
import { expect, it } from "vitest";
import { getAccountHead } from "../../shared/table/account.ts";
import { dueEntriesOf } from "../support/due-accounts.ts";
import { simulateYear } from "../support/simulated-year.ts";
import { freshTable } from "../support/stack.ts";

const minutes = 60_000;

it("all year 200 accounts are told of every date once, at their hour, whatever dies and changes on the way", {
  timeout: 30 * minutes,
}, async () => {
  const { store } = await freshTable();
  const plan = { seed: 1, accounts: 200, dates: 5_000, changes: 1_500, faultyRuns: 15, everyHour: true };
  const { accounts, ...report } = await simulateYear(store, plan);
  console.log(JSON.stringify(report));
  expect(report).toMatchObject({ faults: [], hours: 379 * 24 });
  // Enough went wrong, so that it might have shown.
  expect(report.told).toBeGreaterThan(3_000);
  expect(Math.min(report.late, report.doubles)).toBeGreaterThan(0);
  for (const { id } of accounts) {
    const { dueAt } = await getAccountHead(store, id);
    expect(await dueEntriesOf(store, id)).toEqual(dueAt === null ? [] : [dueAt]);
  }
});
