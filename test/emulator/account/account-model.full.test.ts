import fc from "fast-check";
import { it } from "vitest";
import { type AccountStep, accountStep, undoableStep } from "../../support/account/account-steps.ts";
import { RememberedAccount } from "../../support/account/remembered-account.ts";
import { freshTable } from "../../support/process/stack.ts";

const { store } = await freshTable();

/** `HISTORIES=300` tries as many as after a change of what the history or an undo does, which takes five minutes. */
const histories = Number(process.env.HISTORIES ?? 30);
/** Far above the half a second that a history takes alone. */
const timeout = 60_000 + 10_000 * histories;

it("an account shows what a model of the contract has, and remembers who changed what, whoever dies", {
  timeout,
}, async () => {
  const steps = fc.array(accountStep, { minLength: 20, maxLength: 40, size: "max" });
  const run = async (taken: AccountStep[]) => {
    const account = await RememberedAccount.open(store);
    for (const step of taken) await account.take(step);
    await account.finishDeletions();
    await account.expectHistories();
    await account.expectPages();
  };
  await fc.assert(fc.asyncProperty(steps, run), { numRuns: histories, endOnFailure: true });
});

it("an account is as in the beginning after the undo of everything, whoever dies", { timeout }, async () => {
  const steps = fc.array(undoableStep, { minLength: 8, maxLength: 16, size: "max" });
  const run = async (taken: AccountStep[], dies: number) => {
    const account = await RememberedAccount.open(store);
    for (const step of taken) await account.take(step);
    await account.expectWayBack(dies);
  };
  await fc.assert(fc.asyncProperty(steps, fc.nat(3), run), { numRuns: histories, endOnFailure: true });
});
