/** The sender is killed after each of its writes: every account gets its mail, and only after one of the writes it may come twice. */
import { beforeAll, describe, expect, it } from "vitest";
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import { listDatedContacts } from "../../../shared/important-date/store/important-dates.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import type { Mailer, SendOutcome } from "../../../shared/platform/mail/ses.ts";
import { planDueAnew } from "../../../shared/reminder/store/due-index.ts";
import { findLastLease } from "../../../shared/reminder/store/mail-lease.ts";
import { contactCalls } from "../../support/contact/contact-calls.ts";
import { KilledProcess } from "../../support/process/killed-process.ts";
import { freshTable } from "../../support/process/stack.ts";
import { dueEntriesOf } from "../../support/reminder/due-accounts.ts";
import { accountWithDates, reminderSender, type Sender } from "../../support/reminder/reminders.ts";

let store: Store;
let whole: KilledProcess;

const start = "2026-03-10T08:20:00.000Z";
const never = Number.POSITIVE_INFINITY;

beforeAll(async () => {
  ({ store } = await freshTable());
  ({ killed: whole } = await runKilledAfter(never));
});

it("an account with a date needs four reads, a lease, another read of the head, the mail, its record, and one transaction", () => {
  const { calls } = whole;
  const account = calls.slice(calls.indexOf("GetCommand"), calls.lastIndexOf("TransactWriteCommand") + 1);
  expect(account).toEqual([
    "GetCommand",
    "QueryCommand",
    "QueryCommand",
    "BatchGetCommand",
    "PutCommand",
    "GetCommand",
    "send",
    "UpdateCommand",
    "GetCommand",
    "QueryCommand",
    "TransactWriteCommand",
  ]);
});

describe("killed after each of its writes", () => {
  it("the mail is sent once if its event is delivered", async () => {
    for (let last = 1; last <= whole.writes.length; last++) {
      const { sender, accountId } = await runKilledAfter(last);
      for (const mail of sender.mailsOf(accountId)) await sender.reportEvent(mail, "Send");
      await runTwice(sender);
      await expectReminded(sender, accountId);
      expect(sender.mailsOf(accountId), `after ${last}`).toHaveLength(1);
    }
  });

  it("the mail is sent twice only if its event is lost and its acceptance was not recorded", async () => {
    const twice: number[] = [];
    for (let last = 1; last <= whole.writes.length; last++) {
      const { sender, accountId } = await runKilledAfter(last);
      const before = sender.mailsOf(accountId).length;
      sender.pass(14);
      await sender.run();
      // While the event may still come, the mail is not sent again.
      if (before === 1) expect(sender.mailsOf(accountId)).toHaveLength(1);
      await runTwice(sender);
      await expectReminded(sender, accountId);
      if (sender.mailsOf(accountId).length > 1) twice.push(last);
    }
    expect(twice).toEqual([whole.writes.indexOf("send") + 1]);
  });
});

describe.each<[string, SendOutcome]>([
  ["refuses the mail", { kind: "refused", code: "MessageRejected" }],
  ["is at its quota", { kind: "throttled", limit: "quota" }],
  ["has not verified the sender", { kind: "misconfigured", code: "MessageRejected" }],
  ["does not answer, and has not accepted it", { kind: "unknown", code: "TimeoutError" }],
])("while SES %s", (_, outcome) => {
  it("and the sender is killed after each of its writes, the mail is sent once later", async () => {
    for (let last = 1, isKilled = true; isKilled; last++) {
      const sender = reminderSender(store, start);
      const { accountId } = await accountWithDates(sender, {}, [{ date: "1990-03-12", notifyDaysBefore: 2 }]);
      sender.pass(5);
      const killed = new KilledProcess(last);
      const mailer: Mailer = { send: () => killed.call("send", async () => outcome) };
      await sender.run({ store: killed.storeOf(store), mailer }).catch(() => {});
      ({ isKilled } = killed);
      await writeAccount(store, accountId, async (head) => {
        return { ...(await planDueAnew(store, { ...head, mailFault: null }, sender.now())), result: undefined };
      });
      await runTwice(sender);
      expect(sender.mailsOf(accountId), `after ${last}`).toHaveLength(1);
      expect(await findLastLease(store, accountId)).toMatchObject({ state: "done" });
      expect(await dueEntriesOf(store, accountId)).toEqual(["2027-03-10T08:00:00.000Z"]);
    }
  });
});

it("a lease with more dates than fit into a transaction is finished by the next run", async () => {
  // The accounts of other tests are due again in later years.
  ({ store } = await freshTable());
  const sender = reminderSender(store, start);
  const dates = [{ date: "1990-03-12", notifyDaysBefore: 2 }];
  const { accountId } = await accountWithDates(sender, {}, ...Array.from({ length: 95 }, () => dates));
  let last = 1;
  for (let year = 2026; ; last++, year++) {
    sender.setTime(`${year}-03-10T08:20:00.000Z`);
    const killed = await runKilled(sender, last);
    for (const mail of sender.mailsOf(accountId)) await sender.reportEvent(mail, "Send");
    await runTwice(sender);
    expect(sender.mailsOf(accountId), `after ${last}`).toHaveLength(year - 2025);
    expect(await dueEntriesOf(store, accountId)).toEqual([`${year + 1}-03-10T08:00:00.000Z`]);
    const occurrences = new Set<unknown>();
    for await (const { sent } of listDatedContacts(store, accountId)) {
      for (const { occurrence } of Object.values(sent)) occurrences.add(occurrence);
    }
    expect([...occurrences]).toEqual([`${year}-03-12`]);
    if (!killed.isKilled) break;
  }
  expect(last).toBeGreaterThan(whole.writes.length + 1);
});

/** A due account whose sender is killed after its write of this number. */
async function runKilledAfter(last: number): Promise<{ sender: Sender; accountId: string; killed: KilledProcess }> {
  const sender = reminderSender(store, start);
  const { accountId } = await accountWithDates(sender, {}, [{ date: "1990-03-12", notifyDaysBefore: 2 }]);
  sender.pass(5);
  const killed = await runKilled(sender, last);
  return { sender, accountId, killed };
}

async function runKilled(sender: Sender, last: number): Promise<KilledProcess> {
  const killed = new KilledProcess(last);
  const send: Mailer["send"] = async (mail) => {
    const messageId = `message-${sender.mails.length}`;
    sender.mails.push({ ...mail, messageId, at: sender.now() });
    return { kind: "accepted", messageId };
  };
  const mailer: Mailer = { send: (mail) => killed.call("send", () => send(mail)) };
  await sender.run({ store: killed.storeOf(store), mailer }).catch(() => {});
  return killed;
}

/** Two hourly runs, of which one finds the account again. */
async function runTwice(sender: Sender): Promise<void> {
  for (const _ of [1, 2]) {
    sender.pass(60);
    await sender.run();
  }
}

async function expectReminded({ now }: Sender, accountId: string): Promise<void> {
  expect(await findLastLease(store, accountId)).toMatchObject({ state: "done", number: 1 });
  expect(await dueEntriesOf(store, accountId)).toEqual(["2027-03-10T08:00:00.000Z"]);
  const { body } = await contactCalls(store, accountId, { now }).upcoming();
  expect(body).toMatchObject({ reminders: [{ notificationSent: true }] });
}
