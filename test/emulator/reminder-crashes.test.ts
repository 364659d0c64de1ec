/** The sender, stopped before and after every single call: nobody is forgotten, and nobody gets a mail twice but in one window. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Mailer, SendOutcome } from "../../shared/mail/ses.ts";
import { writeAccount } from "../../shared/table/account-write.ts";
import { planDueAnew } from "../../shared/table/due-index.ts";
import { listDatedContacts } from "../../shared/table/important-dates.ts";
import { findLastClaim } from "../../shared/table/mail-claim.ts";
import type { Store } from "../../shared/table/store.ts";
import { contactCalls } from "../support/contact-calls.ts";
import { dueEntriesOf } from "../support/due-accounts.ts";
import { accountWithDates, type Mortal, mortal, reminderSender, type Sender } from "../support/reminders.ts";
import { freshTable } from "../support/stack.ts";

let store: Store;
let whole: string[];

const start = "2026-03-10T08:20:00.000Z";
const never = Number.POSITIVE_INFINITY;

beforeAll(async () => {
  ({ store } = await freshTable());
  const { life } = await liveUntil(never, "after");
  whole = life.calls;
});

it("an account with a date takes three reads, a claim, the mail, its record, and one transaction", () => {
  const account = whole.slice(whole.indexOf("GetCommand"), whole.lastIndexOf("TransactWriteCommand") + 1);
  expect(account).toEqual([
    "GetCommand",
    "QueryCommand",
    "QueryCommand",
    "PutCommand",
    "send",
    "UpdateCommand",
    "GetCommand",
    "QueryCommand",
    "TransactWriteCommand",
  ]);
});

describe.each(["before", "after"] as const)("stopped %s each call", (moment) => {
  it("the mail comes once when the send event comes", async () => {
    for (let last = 1; last <= whole.length; last++) {
      const { sender, accountId } = await liveUntil(last, moment);
      for (const mail of sender.mailsOf(accountId)) await sender.tell(mail, "Send");
      await liveOn(sender);
      await expectTold(sender, accountId);
      expect(sender.mailsOf(accountId), `${moment} ${last}`).toHaveLength(1);
    }
  });

  it("the mail comes twice without the send event where its acceptance was not recorded, and nowhere else", async () => {
    const twice: number[] = [];
    for (let last = 1; last <= whole.length; last++) {
      const { sender, accountId } = await liveUntil(last, moment);
      const before = sender.mailsOf(accountId).length;
      sender.pass(14);
      await sender.run();
      // Within the time in which the event may come nobody sends again.
      if (before === 1) expect(sender.mailsOf(accountId)).toHaveLength(1);
      await liveOn(sender);
      await expectTold(sender, accountId);
      if (sender.mailsOf(accountId).length > 1) twice.push(last);
    }
    const sending = whole.indexOf("send") + 1;
    expect(twice).toEqual([moment === "after" ? sending : sending + 1]);
  });

  it("two that die one after the other lose nothing either", async () => {
    for (let last = 1; last <= whole.length; last += 2) {
      const { sender, accountId } = await liveUntil(last, moment);
      for (const mail of sender.mailsOf(accountId)) await sender.tell(mail, "Send");
      sender.pass(60);
      await die(sender, Math.max(1, whole.length - last), moment);
      for (const mail of sender.mailsOf(accountId)) await sender.tell(mail, "Delivery");
      await liveOn(sender);
      await expectTold(sender, accountId);
      expect(sender.mailsOf(accountId), `${moment} ${last}`).toHaveLength(1);
    }
  });
});

describe.each<[string, SendOutcome]>([
  ["refuses the mail", { kind: "refused", code: "MessageRejected" }],
  ["is at its quota", { kind: "throttled", limit: "quota" }],
  ["does not know the sender", { kind: "misconfigured", code: "MessageRejected" }],
  ["is not heard of, and did not take it", { kind: "unknown", code: "TimeoutError" }],
])("while SES %s", (_, outcome) => {
  it.each(["before", "after"] as const)(
    "stopped %s each call, the mail comes once as soon as it can",
    async (moment) => {
      for (let last = 1; ; last++) {
        const sender = reminderSender(store, start);
        const { accountId } = await accountWithDates(sender, {}, [{ date: "1990-03-12", notifyDaysBefore: 2 }]);
        sender.pass(5);
        const { calls, store: mortalStore, mailer } = mortal(store, { send: async () => outcome }, last, moment);
        await sender.run({ store: mortalStore, mailer }).catch(() => {});
        await writeAccount(store, accountId, async (head) => {
          return { ...(await planDueAnew(store, { ...head, mailFault: null }, sender.now())), result: undefined };
        });
        await liveOn(sender);
        expect(sender.mailsOf(accountId), `${moment} ${last}`).toHaveLength(1);
        expect(await findLastClaim(store, accountId)).toMatchObject({ state: "settled" });
        expect(await dueEntriesOf(store, accountId)).toEqual(["2027-03-10T08:00:00.000Z"]);
        if (calls.length < last) break;
      }
    },
  );
});

it("a mail of more dates than fit into a transaction is settled by whoever comes next", async () => {
  // The others' accounts are due again in the years to come.
  ({ store } = await freshTable());
  const sender = reminderSender(store, start);
  const dates = [{ date: "1990-03-12", notifyDaysBefore: 2 }];
  const { accountId } = await accountWithDates(sender, {}, ...Array.from({ length: 95 }, () => dates));
  let last = 1;
  for (let year = 2026; ; last++, year++) {
    sender.setTime(`${year}-03-10T08:20:00.000Z`);
    const { calls } = await die(sender, last, "after");
    for (const mail of sender.mailsOf(accountId)) await sender.tell(mail, "Send");
    await liveOn(sender);
    expect(sender.mailsOf(accountId), `after ${last}`).toHaveLength(year - 2025);
    expect(await dueEntriesOf(store, accountId)).toEqual([`${year + 1}-03-10T08:00:00.000Z`]);
    const occurrences = new Set<unknown>();
    for await (const { sent } of listDatedContacts(store, accountId)) {
      for (const told of Object.values(sent)) occurrences.add(told.occurrence);
    }
    expect([...occurrences]).toEqual([`${year}-03-12`]);
    if (calls.length < last) break;
  }
  expect(last).toBeGreaterThan(whole.length + 2);
});

/** A due account whose sender dies at its call number `last`. */
async function liveUntil(
  last: number,
  moment: "before" | "after",
): Promise<{ sender: Sender; accountId: string; life: Mortal }> {
  const sender = reminderSender(store, start);
  const { accountId } = await accountWithDates(sender, {}, [{ date: "1990-03-12", notifyDaysBefore: 2 }]);
  sender.pass(5);
  const life = await die(sender, last, moment);
  return { sender, accountId, life };
}

async function die(sender: Sender, last: number, moment: "before" | "after"): Promise<Mortal> {
  const mailer: Mailer = {
    send: async (mail) => {
      const messageId = `message-${sender.mails.length}`;
      sender.mails.push({ ...mail, messageId, at: sender.now() });
      return { kind: "accepted", messageId };
    },
  };
  const life = mortal(store, mailer, last, moment);
  await sender.run({ store: life.store, mailer: life.mailer }).catch(() => {});
  return life;
}

/** Two hourly runs: one of them finds whatever was left behind. */
async function liveOn(sender: Sender): Promise<void> {
  for (const _ of [1, 2]) {
    sender.pass(60);
    await sender.run();
  }
}

async function expectTold({ now }: Sender, accountId: string): Promise<void> {
  expect(await findLastClaim(store, accountId)).toMatchObject({ state: "settled", number: 1 });
  expect(await dueEntriesOf(store, accountId)).toEqual(["2027-03-10T08:00:00.000Z"]);
  const { body } = await contactCalls(store, accountId, { now }).upcoming();
  expect(body).toMatchObject({ reminders: [{ notificationSent: true }] });
}
