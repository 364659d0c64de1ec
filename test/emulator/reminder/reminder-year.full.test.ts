/** The reminder sender over weeks or a year, in all zones, through changes of clocks and a leap day, against a plain model. */
import { expect, it } from "vitest";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { freshTable } from "../../support/process/stack.ts";
import { dueEntriesOf } from "../../support/reminder/due-accounts.ts";
import { simulateYear } from "../../support/reminder/simulated-year.ts";
import { isFull } from "../../support/seed.ts";

const weeks = { accounts: 10, days: 45, dates: 150, changes: 50, seed: 10, faultyRuns: 50, everyHour: false };
const year = { accounts: 30, days: 379, dates: 900, changes: 900, seed: 1, faultyRuns: 20, everyHour: true };

it.each(isFull ? [weeks, year] : [weeks])(
  "over $days days, $accounts accounts get one mail about every date, whatever fails and changes meanwhile",
  { timeout: 300_000 },
  async (plan) => {
    const { store } = await freshTable();
    const { accounts, ...report } = await simulateYear(store, plan);
    expect(report).toMatchObject({ faults: [], hours: plan.days * 24 });
    // The counts show that enough went wrong to find an error.
    expect(report.mailed).toBeGreaterThan(plan.accounts * (plan.days / 40));
    expect(report.late).toBeGreaterThan(0);
    for (const { id } of accounts) {
      const { dueAt } = await getAccountHead(store, id);
      expect(await dueEntriesOf(store, id)).toEqual(dueAt === null ? [] : [dueAt]);
    }
  },
);
