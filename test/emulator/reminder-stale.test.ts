/** A mail of which nobody knows whether it came, while reminders were off: what is over by then is not told. */
import { expect, it } from "vitest";
import type { SendOutcome } from "../../shared/mail/ses.ts";
import { planSettings } from "../../shared/table/account-settings.ts";
import { writeAccount } from "../../shared/table/account-write.ts";
import { dueEntriesOf } from "../support/due-accounts.ts";
import { accountWithDates, reminderSender } from "../support/reminders.ts";
import { freshTable } from "../support/stack.ts";

it.each([
  ["2026-03-11T08:30:00.000Z", 1],
  ["2026-03-13T08:30:00.000Z", 1],
  ["2026-03-14T08:30:00.000Z", 0],
  ["2026-05-10T08:30:00.000Z", 0],
])("a claim of a mail about 12 March that is taken up again at %s leads to %i mails", async (turnedOn, count) => {
  const { store } = await freshTable();
  const answers: SendOutcome[] = [{ kind: "unknown", code: "TimeoutError" }];
  const sender = reminderSender(store, "2026-03-10T07:30:00.000Z", () => answers.shift());
  const { accountId } = await accountWithDates(sender, {}, [{ date: "1990-03-12", notifyDaysBefore: 2 }]);
  const turn = (remindersEnabled: boolean) =>
    writeAccount(store, accountId, (head) => planSettings(store, head, { remindersEnabled }, sender.now()));
  sender.pass(60);
  await sender.run();
  await turn(false);
  sender.setTime(turnedOn);
  await turn(true);
  for (let hour = 0; hour < 30; hour++) {
    sender.pass(60);
    await sender.run();
  }
  expect(sender.mails).toHaveLength(count);
  expect(await dueEntriesOf(store, accountId)).toEqual(["2027-03-10T08:00:00.000Z"]);
});
