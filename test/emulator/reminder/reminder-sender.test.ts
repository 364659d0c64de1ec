/** The reminder sender with a real table: which account gets which mail when, and how it handles faults. */
import PostalMime from "postal-mime";
import { beforeEach, describe, expect, it } from "vitest";
import { RemindersUnfinishedError } from "../../../functions/reminder-sender/operations.ts";
import { MailMisconfiguredError, MailQuotaError } from "../../../functions/reminder-sender/post-mail.ts";
import { type AccountHead, getAccountHead } from "../../../shared/account/store/account.ts";
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import { mainTable } from "../../../shared/platform/dynamodb/definition.ts";
import { accountPartition, type Store } from "../../../shared/platform/dynamodb/store.ts";
import { meterCapacity } from "../../../shared/platform/log/capacity.ts";
import type { SendOutcome } from "../../../shared/platform/mail/ses.ts";
import { planDueAnew } from "../../../shared/reminder/store/due-index.ts";
import { findLastLease, leaseMail } from "../../../shared/reminder/store/mail-lease.ts";
import { Meter, meteredStore } from "../../support/capacity/meter.ts";
import { contactCalls } from "../../support/contact/contact-calls.ts";
import { billsAsAws, freshTable } from "../../support/process/stack.ts";
import { watchedStore } from "../../support/process/watched-store.ts";
import { dueEntriesOf } from "../../support/reminder/due-accounts.ts";
import { accountWithDates, addContact, reminderSender, type Sender } from "../../support/reminder/reminders.ts";
import { isFull } from "../../support/seed.ts";

let store: Store;
let sender: Sender;
let answers: SendOutcome[];
/** Resolves when the first mail is handed to SES. */
let asked: PromiseWithResolvers<void>;

beforeEach(async () => {
  ({ store } = await freshTable());
  answers = [];
  asked = Promise.withResolvers();
  sender = reminderSender(store, "2026-03-10T07:30:00.000Z", () => {
    asked.resolve();
    return answers.shift();
  });
});

const soon = { date: "1990-03-12", notifyDaysBefore: 2 };

describe("who gets a mail", () => {
  it("one mail contains all dates that are due, in the language of the account", async () => {
    const dates = [
      { date: "1904-03-10", notifyDaysBefore: 0 },
      { ...soon, type: "nameday" },
    ];
    const { accountId } = await accountWithDates(
      sender,
      { language: "de", name: "Ann" },
      dates,
      [soon],
      [{ date: "1990-03-13", notifyDaysBefore: 2 }],
    );
    sender.pass(60);
    await sender.run();
    const [mail, ...others] = sender.mailsOf(accountId);
    expect(others).toEqual([]);
    expect(mail?.tags).toEqual({ lease: `${accountId}_2026-03-10_1` });
    const text = Buffer.from(mail?.raw ?? []).toString();
    expect(text).toContain(`List-Unsubscribe: <https://api.example/unsubscribe/${accountId}>`);
    const lease = await findLastLease(store, accountId);
    expect(lease?.occurrences.map(({ occurrence }) => occurrence)).toEqual(["2026-03-10", "2026-03-12", "2026-03-12"]);
    expect(await dueEntriesOf(store, accountId)).toEqual(["2026-03-11T08:00:00.000Z"]);
  });

  it("a mail has the phone number and the e-mail address of each contact that it names", async () => {
    const { accountId, contactIds } = await accountWithDates(sender, {}, [soon], [soon]);
    const calls = contactCalls(store, accountId, { now: sender.now });
    const [dated = "", other = ""] = contactIds;
    await calls.patch(dated, { phones: [{ value: "+44 20 7946 0958" }], emails: [{ value: "ann@example.com" }] });
    await calls.patch(other, {
      keepFrequencyDays: 1,
      lastInteraction: "2026-03-01T08:00:00Z",
      emails: [{ value: "ben@example.com" }],
    });
    sender.pass(60);
    await sender.run();
    const { text = "", html } = await PostalMime.parse(sender.mailsOf(accountId)[0]?.raw ?? "");
    expect(text).toMatch(/^- Person 0: .+\s+\+44 2079460958\s+ann@example\.com\s+- Person 1: .+\s+ben@example\.com$/m);
    expect(text).toMatch(/^Keep in touch\s+- Person 1: .+\s+ben@example\.com$/m);
    expect(html).toContain('<a href="tel:+442079460958">');
    expect(html?.match(/<a href="mailto:ben@example\.com">/g)).toHaveLength(2);
  });

  it.each<[string, Partial<AccountHead>]>([
    ["without an address", { email: null }],
    ["that turned reminders off", { remindersEnabled: false }],
    ["whose mails bounced", { mailFault: { state: "bounced", at: "2026-03-09T08:00:00.000Z" } }],
  ])("not an account %s, and its due entry is removed", async (_, change) => {
    const { accountId } = await accountWithDates(sender, {}, [soon]);
    await writeAccount(store, accountId, (head) => ({ actions: [], head: { ...head, ...change }, result: undefined }));
    sender.pass(60);
    await sender.run();
    expect(sender.mails).toEqual([]);
    expect(await dueEntriesOf(store, accountId)).toEqual([]);
  });

  it("after days without a run, dates that have not passed are mailed", async () => {
    const { accountId } = await accountWithDates(sender, {}, [soon], [{ date: "1990-03-11", notifyDaysBefore: 2 }]);
    sender.setTime("2026-03-12T21:00:00.000Z");
    await sender.run();
    expect((await findLastLease(store, accountId))?.occurrences).toHaveLength(1);
    expect(sender.mailsOf(accountId)).toHaveLength(1);
    // The missed date is due next year again, not every hour until then.
    expect(await dueEntriesOf(store, accountId)).toEqual(["2026-03-13T08:00:00.000Z"]);
    sender.setTime("2026-03-13T08:10:00.000Z");
    await sender.run();
    expect(await dueEntriesOf(store, accountId)).toEqual(["2027-03-09T08:00:00.000Z"]);
  });

  it("a lease whose dates are all gone ends without a mail", async () => {
    const { accountId, contactIds } = await accountWithDates(sender, {}, [soon]);
    answers = [{ kind: "unknown", code: "TimeoutError" }];
    sender.pass(60);
    await sender.run();
    await contactCalls(store, accountId, { now: sender.now }).remove(contactIds[0] ?? "");
    sender.pass(60);
    await sender.run();
    expect(sender.mails).toEqual([]);
    expect(await findLastLease(store, accountId)).toMatchObject({ state: "done" });
    expect(await dueEntriesOf(store, accountId)).toEqual([]);
  });

  it("a new date that is due beside such a lease is mailed in the same run", async () => {
    const { accountId, contactIds } = await accountWithDates(sender, {}, [soon]);
    answers = [{ kind: "unknown", code: "TimeoutError" }];
    sender.pass(60);
    await sender.run();
    await contactCalls(store, accountId, { now: sender.now }).remove(contactIds[0] ?? "");
    await addContact(contactCalls(store, accountId, { now: sender.now }), "Zoe", [soon]);
    sender.pass(60);
    await sender.run();
    expect(sender.mails).toHaveLength(1);
    expect(await findLastLease(store, accountId)).toMatchObject({ number: 2, state: "done", attempts: 1 });
    expect(await dueEntriesOf(store, accountId)).toEqual(["2027-03-10T08:00:00.000Z"]);
  });
});

it.each([
  ["2026-03-13T08:30:00.000Z", 1],
  ["2026-03-14T08:30:00.000Z", 0],
])(
  "a lease about 12 March that is resumed at %s, after reminders were off, leads to %i mails",
  async (resumed, count) => {
    answers = [{ kind: "unknown", code: "TimeoutError" }];
    const { accountId } = await accountWithDates(sender, {}, [soon]);
    sender.pass(60);
    await sender.run();
    await change(accountId, { remindersEnabled: false });
    sender.setTime(resumed);
    await change(accountId, { remindersEnabled: true });
    for (let hour = 0; hour < 30; hour++) {
      sender.pass(60);
      await sender.run();
    }
    expect(sender.mails).toHaveLength(count);
    expect(await dueEntriesOf(store, accountId)).toEqual(["2027-03-10T08:00:00.000Z"]);
  },
);

describe("several accounts", () => {
  it("one account that fails does not stop the others", async () => {
    const broken = (await accountWithDates(sender, {}, [soon])).accountId;
    const others = [await accountWithDates(sender, {}, [soon]), await accountWithDates(sender, {}, [soon])];
    sender.pass(60);
    const failing = watchedStore(store, ({ input }, send) => {
      if (JSON.stringify(input).includes(accountPartition(broken))) throw new Error("this partition is away");
      return send();
    });
    await sender.run({ store: failing });
    for (const { accountId } of others) expect(sender.mailsOf(accountId)).toHaveLength(1);
    expect(sender.mailsOf(broken)).toEqual([]);
    expect(sender.lines).toContainEqual(
      expect.objectContaining({ event: "reminders.accountFailed", accountId: broken }),
    );
    expect(sender.lines.at(-1)).toMatchObject({ event: "reminders.done", level: "error", sent: 2, failed: 1 });
    await sender.run();
    expect(sender.mailsOf(broken)).toHaveLength(1);
  });

  it("a run that is out of time throws and leaves the others to the next one", async () => {
    for (let count = 0; count < 8; count++) await accountWithDates(sender, {}, [soon]);
    sender.pass(60);
    const end = sender.now().getTime() + 33_000;
    const run = sender.run({ perSecond: 1 }, () => end - sender.now().getTime());
    await expect(run).rejects.toBeInstanceOf(RemindersUnfinishedError);
    expect(sender.mails.length).toBeGreaterThan(0);
    expect(sender.mails.length).toBeLessThan(8);
    await sender.run();
    expect(sender.mails).toHaveLength(8);
    expect(new Set(sender.mails.map(({ to }) => to)).size).toBe(8);
  });
});

describe("while a mail waits for the rate limiter", () => {
  it.each<[string, Partial<AccountHead>]>([
    ["turns reminders off", { remindersEnabled: false }],
    ["takes another address", { email: "new@example.org" }],
    ["moves to another zone", { timezone: "Europe/Paris" }],
  ])("an account that %s gets no mail by its old settings", async (_, settings) => {
    const waiting = await twoWaiting();
    await waiting.run(() => change(waiting.second(), settings));
    expect(sender.mailsOf(waiting.second())).toEqual([]);
    expect(sender.lines.at(-1)).toMatchObject({ event: "reminders.done", sent: 1, skipped: 1 });
    expect(await findLastLease(store, waiting.second())).toBeUndefined();
  });

  it("the lease of another run is respected", async () => {
    const waiting = await twoWaiting();
    const occurrences = [{ contactId: "c", dateId: "d", occurrence: "2026-03-12" }];
    const content = { occurrences, positions: null };
    const read = { keepTxid: 0, keptInTouchUntil: "" };
    await waiting.run(async () => {
      await leaseMail(store, { accountId: waiting.second(), day: "2026-03-09", number: 1 }, content, {
        read,
        now: sender.now(),
      });
    });
    expect(sender.mailsOf(waiting.second())).toEqual([]);
    expect(sender.lines.at(-1)).toMatchObject({ event: "reminders.done", sent: 1, waiting: 1 });
  });

  it("an unchanged account gets its mail", async () => {
    const waiting = await twoWaiting();
    await waiting.run(async () => {});
    expect(sender.mails).toHaveLength(2);
  });
});

describe("answers of SES", () => {
  it.runIf(isFull)("an account that is throttled for minutes gets its mail in the next run", async () => {
    answers = Array.from({ length: 10_000 }, () => ({ kind: "throttled", limit: "rate" }) as const);
    const { accountId } = await accountWithDates(sender, {}, [soon]);
    sender.pass(60);
    await sender.run();
    expect(sender.lines.at(-1)).toMatchObject({ event: "reminders.done", delayed: 1 });
    expect(await findLastLease(store, accountId)).toMatchObject({ state: "released" });
    answers = [];
    await sender.run();
    expect(sender.mailsOf(accountId)).toHaveLength(1);
  });

  it("the daily quota ends the run", async () => {
    answers = Array.from({ length: 99 }, () => ({ kind: "throttled", limit: "quota" }) as const);
    for (let count = 0; count < 8; count++) await accountWithDates(sender, {}, [soon]);
    sender.pass(60);
    await expect(sender.run()).rejects.toBeInstanceOf(MailQuotaError);
    answers = [];
    await sender.run();
    expect(sender.mails).toHaveLength(8);
  });

  it.runIf(isFull)("many misconfigured mails in a row end the run, a single one does not", async () => {
    const wrong = { kind: "misconfigured", code: "MessageRejected" } as const;
    for (let count = 0; count < 12; count++) await accountWithDates(sender, {}, [soon]);
    sender.pass(60);
    answers = [wrong];
    await sender.run({ perSecond: 4 });
    expect(sender.mails).toHaveLength(11);
    const { code } = wrong;
    expect(sender.lines).toContainEqual(expect.objectContaining({ event: "reminders.accountFailed", code }));
    for (let count = 0; count < 11; count++) await accountWithDates(sender, {}, [soon]);
    answers = Array.from({ length: 99 }, () => wrong);
    await expect(sender.run({ perSecond: 4 })).rejects.toBeInstanceOf(MailMisconfiguredError);
    expect(sender.lines.at(-1)).toMatchObject({ event: "reminders.stopped", code });
    answers = [];
    await sender.run();
    expect(sender.mails).toHaveLength(23);
  });

  it.each([
    ["an address that SES refuses", "ann@example.org", 1, "MessageRejected"],
    ["an address that no mail can go to", '"a b"@example.org', 0, "AddressError"],
  ])("%s sets the account's fault, and the date is mailed after a repair", async (_, email, asked, code) => {
    answers = [{ kind: "refused", code: "MessageRejected" }];
    const { accountId } = await accountWithDates(sender, { email }, [soon]);
    sender.pass(60);
    await sender.run();
    expect(answers).toHaveLength(1 - asked);
    answers = [];
    expect(await getAccountHead(store, accountId)).toMatchObject({ mailFault: { state: "refused" }, dueAt: null });
    expect(sender.lines).toContainEqual({ level: "warn", event: "mail.refused", accountId, code });
    await change(accountId, { email: "new@example.org", mailFault: null });
    await sender.run();
    expect(sender.mailsOf(accountId).map(({ to }) => to)).toEqual(["new@example.org"]);
  });
});

describe("the cost", () => {
  it.runIf(billsAsAws)("an account with a date that is due, and nothing for those that are not", async () => {
    sender.setTime("2026-03-09T00:00:00.000Z");
    for (let count = 0; count < 5; count++) await accountWithDates(sender, {}, [{ ...soon, date: "1990-09-09" }]);
    const idle = await meterCapacity(async (units) => {
      await sender.run();
      return { ...units };
    });
    await accountWithDates(sender, {}, [soon]);
    sender.setTime("2026-03-10T08:10:00.000Z");
    const meter = new Meter();
    await sender.run({ store: meteredStore(meter, store, mainTable) });
    expect(sender.mails).toHaveLength(1);
    expect(idle).toEqual({ readUnits: 0, writeUnits: 0 });
    // The four partitions of the due index are half a unit each.
    const { readUnits, writeUnits } = meter.cost;
    expect({ readUnits, writeUnits }).toEqual({ readUnits: 6.5 + 4 * 0.5, writeUnits: 15 });
  });
});

/** Two accounts, and one mail in ten seconds, so that something can happen to the second account while it waits. */
async function twoWaiting() {
  const both = [await accountWithDates(sender, {}, [soon]), await accountWithDates(sender, {}, [soon])];
  sender.pass(60);
  const second = () => both.find(({ accountId }) => sender.mails[0]?.tags.lease?.startsWith(accountId) === false);
  const idOfSecond = () => second()?.accountId ?? "";
  const run = async (happen: () => Promise<void>) => {
    let happened = false;
    const pause = async (milliseconds: number) => {
      // The first mail may not have reached SES yet.
      await asked.promise;
      if (!happened) await happen();
      happened = true;
      sender.pass(milliseconds / 60_000);
    };
    await sender.run({ perSecond: 0.1, pause });
    expect(happened).toBe(true);
  };
  return { second: idOfSecond, run };
}

/** Changes settings like their routes. */
async function change(accountId: string, some: Partial<AccountHead>): Promise<void> {
  await writeAccount(store, accountId, async (head) => {
    const plan = await planDueAnew(store, { ...head, ...some }, sender.now());
    return { ...plan, result: undefined };
  });
}
