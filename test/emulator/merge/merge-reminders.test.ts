import { describe, expect, it } from "vitest";
import { accountWithMerges } from "../../support/merge/merge-accounts.ts";
import { freshTable } from "../../support/process/stack.ts";
import { expectDatesInStep, markSent } from "../../support/reminder/due-accounts.ts";

const { store } = await freshTable();

const now = new Date("2026-03-18T10:00:00.000Z");
const at = "2026-03-14T08:00:00.000Z";
const birthday = { type: "birthday", date: "1990-03-20" };
const nameday = { type: "nameday", date: "1904-03-25", notifyDaysBefore: 14 };
const anniversary = { type: "anniversary", date: "2015-03-22", notifyDaysBefore: 10 };

async function datedPair() {
  const account = await accountWithMerges(store, [], () => now);
  const create = async (body: object) => (await account.calls.create(body)).body.contact.id;
  const left = await create({ firstName: "Ann", importantDates: [birthday, nameday] });
  const dates = [{ ...birthday, notifyDaysBefore: 7 }, anniversary];
  const right = await create({ firstName: "Anna", importantDates: dates });
  /** The types of the reminders of each contact, and whether each was sent. */
  const reminders = async () => {
    await expectDatesInStep(store, account.accountId, now);
    const { body } = await account.calls.upcoming();
    return body.reminders
      .map(
        ({ person, importantDate, notificationSent }) =>
          `${person.firstName} ${importantDate.type} ${notificationSent}`,
      )
      .toSorted();
  };
  return { ...account, left, right, reminders };
}

describe("the reminders of merged contacts", () => {
  it("that were sent before a merge are not sent again after it, nor after its undo", async () => {
    const { accountId, merges, left, right, reminders } = await datedPair();
    await markSent(store, accountId, right, "2026-03-20", at);
    expect(await reminders()).toEqual(["Ann nameday false", "Anna anniversary false", "Anna birthday true"]);
    const { mergeId } = await merges.merge(left, right);
    expect(await reminders()).toEqual(["Ann anniversary false", "Ann birthday true", "Ann nameday false"]);
    await merges.undo(mergeId);
    expect(await reminders()).toEqual(["Ann nameday false", "Anna anniversary false", "Anna birthday true"]);
  });

  it("that were sent after a merge are not sent again after its undo", async () => {
    const { accountId, merges, left, right, reminders } = await datedPair();
    const { mergeId } = await merges.merge(left, right);
    await markSent(store, accountId, left, "2026-03-20", at);
    expect(await reminders()).toEqual(["Ann anniversary false", "Ann birthday true", "Ann nameday false"]);
    await merges.undo(mergeId);
    expect(await reminders()).toEqual(["Ann nameday false", "Anna anniversary false", "Anna birthday true"]);
  });
});
