/** The reminder sender against the table: who gets which mail when, and what keeps nobody from it. */
import { beforeEach, describe, expect, it } from "vitest";
import { RemindersUnfinishedError } from "../../functions/reminder-sender/operations.ts";
import { MailMisconfiguredError, MailQuotaError } from "../../functions/reminder-sender/post-mail.ts";
import { meterCapacity } from "../../shared/log/capacity.ts";
import type { SendOutcome } from "../../shared/mail/ses.ts";
import { type AccountHead, getAccountHead } from "../../shared/table/account.ts";
import { planSettings } from "../../shared/table/account-settings.ts";
import { writeAccount } from "../../shared/table/account-write.ts";
import { mainTable } from "../../shared/table/definition.ts";
import { planDueAnew } from "../../shared/table/due-index.ts";
import { claimMail, findLastClaim } from "../../shared/table/mail-claim.ts";
import type { Store } from "../../shared/table/store.ts";
import { Meter, meteredStore } from "../bench/meter.ts";
import { contactCalls } from "../support/contact-calls.ts";
import { dueEntriesOf } from "../support/due-accounts.ts";
import { accountWithDates, addContact, reminderSender, type Sender } from "../support/reminders.ts";
import { billsAsAws, freshTable } from "../support/stack.ts";
import { watchedStore } from "../support/watched-store.ts";

let store: Store;
let sender: Sender;
let answers: SendOutcome[];
/** SES was asked for the first time. */
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
  it("everyone at their own hour, each once", async () => {
    const zones = ["Asia/Kathmandu", "UTC", "America/St_Johns", "Pacific/Kiritimati", "Pacific/Pago_Pago"];
    const accounts: string[] = [];
    sender.setTime("2026-03-08T00:00:00.000Z");
    for (const timezone of zones) accounts.push((await accountWithDates(sender, { timezone }, [soon])).accountId);
    sender.setTime("2026-03-09T00:05:00.000Z");
    for (let hour = 0; hour < 72; hour++) {
      await sender.run();
      sender.setTime(new Date(sender.now().getTime() + 3600_000).toISOString());
    }
    const hours = accounts.map((accountId) => sender.mailsOf(accountId).map(({ at }) => at.toISOString().slice(5, 16)));
    expect(hours).toEqual([["03-10T03:05"], ["03-10T08:05"], ["03-10T11:05"], ["03-09T18:05"], ["03-10T19:05"]]);
  });

  it("one mail tells of all dates that are due, in the language of the account", async () => {
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
    expect(mail?.tags).toEqual({ claim: `${accountId}_2026-03-10_1` });
    const text = Buffer.from(mail?.raw ?? []).toString();
    expect(text).toContain(`List-Unsubscribe: <https://api.example/unsubscribe/${accountId}>`);
    const claim = await findLastClaim(store, accountId);
    expect(claim?.occurrences.map(({ occurrence }) => occurrence)).toEqual(["2026-03-10", "2026-03-12", "2026-03-12"]);
    expect(await dueEntriesOf(store, accountId)).toEqual(["2026-03-11T08:00:00.000Z"]);
  });

  it.each<[string, Partial<AccountHead>]>([
    ["without an address", { email: null }],
    ["that turned reminders off", { remindersEnabled: false }],
    ["whose mails came back", { mailFault: { state: "bounced", at: "2026-03-09T08:00:00.000Z" } }],
  ])("no account %s, and it is not looked at again", async (_, change) => {
    const { accountId } = await accountWithDates(sender, {}, [soon]);
    await writeAccount(store, accountId, (head) => ({ actions: [], head: { ...head, ...change }, result: undefined }));
    sender.pass(60);
    await sender.run();
    expect(sender.mails).toEqual([]);
    expect(await dueEntriesOf(store, accountId)).toEqual([]);
  });

  it("who was missed for days is told as long as it is not over", async () => {
    const { accountId } = await accountWithDates(sender, {}, [soon], [{ date: "1990-03-11", notifyDaysBefore: 2 }]);
    sender.setTime("2026-03-12T21:00:00.000Z");
    await sender.run();
    expect((await findLastClaim(store, accountId))?.occurrences).toHaveLength(1);
    expect(sender.mailsOf(accountId)).toHaveLength(1);
    // The one that was missed is next year's again; nobody looks every hour until then.
    expect(await dueEntriesOf(store, accountId)).toEqual(["2026-03-13T08:00:00.000Z"]);
    sender.setTime("2026-03-13T08:10:00.000Z");
    await sender.run();
    expect(await dueEntriesOf(store, accountId)).toEqual(["2027-03-09T08:00:00.000Z"]);
  });

  it("a date that comes after the mail of the day waits for the next day, unless it falls on this one", async () => {
    const { accountId } = await accountWithDates(sender, {}, [soon]);
    sender.pass(60);
    await sender.run();
    const calls = contactCalls(store, accountId, { now: sender.now });
    await addContact(calls, "Late", [{ date: "1990-03-12", notifyDaysBefore: 5 }]);
    sender.pass(60);
    await sender.run();
    expect(sender.mailsOf(accountId)).toHaveLength(1);
    expect(await dueEntriesOf(store, accountId)).toEqual(["2026-03-11T08:00:00.000Z"]);
    await addContact(calls, "Later", [{ date: "1990-03-10", notifyDaysBefore: 5 }]);
    sender.pass(60);
    await sender.run();
    expect(sender.mailsOf(accountId).map(({ tags }) => tags.claim?.slice(-12))).toEqual([
      "2026-03-10_1",
      "2026-03-10_2",
    ]);
    sender.setTime("2026-03-11T08:10:00.000Z");
    await sender.run();
    expect(sender.mailsOf(accountId)).toHaveLength(2);
  });

  it("a mail that went a day late is that day's mail, and a claim without a mail is none", async () => {
    const [late, gone] = [await accountWithDates(sender, {}, [soon]), await accountWithDates(sender, {}, [soon])];
    answers = [1, 2].map(() => ({ kind: "unknown", code: "TimeoutError" }));
    sender.pass(60);
    await sender.run();
    expect(sender.lines).toContainEqual({
      ...{ level: "warn", event: "mail.unknown" },
      ...{ accountId: late.accountId, code: "TimeoutError" },
    });
    sender.setTime("2026-03-11T08:10:00.000Z");
    await contactCalls(store, gone.accountId, { now: sender.now }).remove(gone.contactIds[0] ?? "");
    for (const { accountId } of [late, gone]) {
      const calls = contactCalls(store, accountId, { now: sender.now });
      await addContact(calls, "Late", [{ date: "1990-03-13", notifyDaysBefore: 5 }]);
    }
    await sender.run();
    await sender.run();
    expect(sender.mailsOf(late.accountId).map(({ tags }) => tags.claim?.slice(-12))).toEqual(["2026-03-10_1"]);
    expect(sender.mailsOf(gone.accountId).map(({ tags }) => tags.claim?.slice(-12))).toEqual(["2026-03-11_1"]);
    sender.setTime("2026-03-12T08:10:00.000Z");
    await sender.run();
    expect(sender.mailsOf(late.accountId)).toHaveLength(2);
    expect(sender.mailsOf(gone.accountId)).toHaveLength(1);
  });

  it("what is due a year ahead on the day itself costs one look a day", async () => {
    const { accountId } = await accountWithDates(sender, {}, [{ date: "1990-03-10", notifyDaysBefore: 365 }]);
    sender.pass(60);
    await sender.run();
    expect(await dueEntriesOf(store, accountId)).toEqual(["2026-03-11T08:00:00.000Z"]);
    sender.setTime("2026-03-11T08:10:00.000Z");
    await sender.run();
    expect(sender.mailsOf(accountId)).toHaveLength(2);
    sender.setTime("2026-03-12T08:10:00.000Z");
    await sender.run();
    expect(sender.mailsOf(accountId)).toHaveLength(2);
    expect(await dueEntriesOf(store, accountId)).toEqual(["2027-03-11T08:00:00.000Z"]);
  });

  it("settings that change between the runs are followed", async () => {
    const { accountId } = await accountWithDates(sender, {}, [soon]);
    await change(accountId, { timezone: "America/New_York" });
    sender.pass(60);
    await sender.run();
    expect(sender.mails).toHaveLength(0);
    expect(await dueEntriesOf(store, accountId)).toEqual(["2026-03-10T12:00:00.000Z"]);
    await change(accountId, { remindersEnabled: false });
    sender.setTime("2026-03-10T13:00:00.000Z");
    await sender.run();
    await change(accountId, { remindersEnabled: true, reminderSendTime: "09:30" });
    await sender.run();
    expect(sender.mails).toHaveLength(0);
    sender.pass(60);
    await sender.run();
    expect(sender.mails).toHaveLength(1);
    // West of where it was, it is the day before; what falls on neither day comes once.
    await change(accountId, { timezone: "Pacific/Pago_Pago" });
    await sender.run();
    expect(sender.mails).toHaveLength(1);
  });

  it("a choice of the day for 29 February that brings a date forward is followed on the same day", async () => {
    sender.setTime("2027-02-25T07:30:00.000Z");
    const leap = { date: "2000-02-29", notifyDaysBefore: 3 };
    const { accountId } = await accountWithDates(sender, { leapDay: "mar1" }, [leap]);
    sender.pass(60);
    await sender.run();
    expect(sender.mails).toHaveLength(0);
    await writeAccount(store, accountId, (head) => planSettings(store, head, { leapDay: "feb28" }, sender.now()));
    sender.pass(60);
    await sender.run();
    expect(sender.mails).toHaveLength(1);
  });

  it("a claim whose dates changed while nobody knew of its mail tells what is left of them", async () => {
    const { accountId, contactIds } = await accountWithDates(sender, {}, [soon], [soon], [soon]);
    answers = [{ kind: "unknown", code: "TimeoutError" }];
    sender.pass(60);
    await sender.run();
    const calls = contactCalls(store, accountId, { now: sender.now });
    await calls.remove(contactIds[0] ?? "");
    const { body } = await calls.dates(contactIds[1] ?? "");
    const dates = (body as { dates: object[] }).dates;
    await calls.putDates(
      contactIds[1] ?? "",
      dates.map((date) => ({ ...date, date: "1990-03-20" })),
    );
    sender.pass(60);
    await sender.run();
    expect(sender.mails).toHaveLength(1);
    expect(await findLastClaim(store, accountId)).toMatchObject({ state: "settled", attempts: 2 });
    expect(await dueEntriesOf(store, accountId)).toEqual(["2026-03-18T08:00:00.000Z"]);
    await calls.remove(contactIds[2] ?? "");
    sender.setTime("2026-03-18T08:10:00.000Z");
    await sender.run();
    expect(sender.mails).toHaveLength(2);
  });

  it("a claim of which nothing is left ends without a mail", async () => {
    const { accountId, contactIds } = await accountWithDates(sender, {}, [soon]);
    answers = [{ kind: "unknown", code: "TimeoutError" }];
    sender.pass(60);
    await sender.run();
    await contactCalls(store, accountId, { now: sender.now }).remove(contactIds[0] ?? "");
    sender.pass(60);
    await sender.run();
    expect(sender.mails).toEqual([]);
    expect(await findLastClaim(store, accountId)).toMatchObject({ state: "settled" });
    expect(await dueEntriesOf(store, accountId)).toEqual([]);
  });

  it("what has become due beside a claim of which nothing is left is told in the same run", async () => {
    const { accountId, contactIds } = await accountWithDates(sender, {}, [soon]);
    answers = [{ kind: "unknown", code: "TimeoutError" }];
    sender.pass(60);
    await sender.run();
    await contactCalls(store, accountId, { now: sender.now }).remove(contactIds[0] ?? "");
    await addContact(contactCalls(store, accountId, { now: sender.now }), "Zoe", [soon]);
    sender.pass(60);
    await sender.run();
    expect(sender.mails).toHaveLength(1);
    expect(await findLastClaim(store, accountId)).toMatchObject({ number: 2, state: "settled", attempts: 1 });
    expect(await dueEntriesOf(store, accountId)).toEqual(["2027-03-10T08:00:00.000Z"]);
  });
});

describe("side by side", () => {
  it("two runs at once send one mail to each", async () => {
    const accounts: string[] = [];
    for (let count = 0; count < 12; count++) accounts.push((await accountWithDates(sender, {}, [soon])).accountId);
    sender.pass(60);
    await Promise.all([sender.run(), sender.run(), sender.run()]);
    for (const accountId of accounts) expect(sender.mailsOf(accountId)).toHaveLength(1);
    expect(sender.mails).toHaveLength(12);
    sender.pass(60);
    await sender.run();
    expect(sender.mails).toHaveLength(12);
  });

  it("one account's fault costs no other", async () => {
    const broken = (await accountWithDates(sender, {}, [soon])).accountId;
    const others = [await accountWithDates(sender, {}, [soon]), await accountWithDates(sender, {}, [soon])];
    sender.pass(60);
    const failing = watchedStore(store, ({ input }, send) => {
      if (JSON.stringify(input).includes(`A#${broken}`)) throw new Error("this partition is away");
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

  it("a run whose time is over leaves the others to the next, and says so", async () => {
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

  it("mails keep to the rate", async () => {
    for (let count = 0; count < 10; count++) await accountWithDates(sender, {}, [soon]);
    sender.pass(60);
    await sender.run({ perSecond: 2 });
    expect(sender.mails).toHaveLength(10);
    expect(sender.lines.at(-1)).toMatchObject({ event: "reminders.done", durationMs: 4_500 });
  });
});

describe("while a mail waits for its turn", () => {
  it.each<[string, Partial<AccountHead>]>([
    ["turns reminders off", { remindersEnabled: false }],
    ["takes another address", { email: "new@example.org" }],
    ["moves to another zone", { timezone: "Europe/Paris" }],
  ])("an account that %s gets none by its old settings", async (_, settings) => {
    const waiting = await twoInTurn();
    await waiting.run(() => change(waiting.second(), settings));
    expect(sender.mailsOf(waiting.second())).toEqual([]);
    expect(sender.lines.at(-1)).toMatchObject({ event: "reminders.done", sent: 1, passedOver: 1 });
    expect(await findLastClaim(store, waiting.second())).toBeUndefined();
  });

  it("somebody else's claim is left alone", async () => {
    const waiting = await twoInTurn();
    const occurrences = [{ contactId: "c", dateId: "d", occurrence: "2026-03-12" }];
    await waiting.run(async () => {
      await claimMail(store, { accountId: waiting.second(), day: "2026-03-09", number: 1 }, occurrences, sender.now());
    });
    expect(sender.mailsOf(waiting.second())).toEqual([]);
    expect(sender.lines.at(-1)).toMatchObject({ event: "reminders.done", sent: 1, waiting: 1 });
  });

  it("an account that stays as it is gets it", async () => {
    const waiting = await twoInTurn();
    await waiting.run(async () => {});
    expect(sender.mails).toHaveLength(2);
  });
});

describe("what SES says", () => {
  it("throttled mails go later in the same run", async () => {
    answers = Array.from({ length: 3 }, () => ({ kind: "throttled", limit: "rate" }) as const);
    const accounts = [await accountWithDates(sender, {}, [soon]), await accountWithDates(sender, {}, [soon])];
    sender.pass(60);
    await sender.run();
    for (const { accountId } of accounts) expect(sender.mailsOf(accountId)).toHaveLength(1);
    expect(sender.lines.at(-1)).toMatchObject({ event: "reminders.done", sent: 2, failed: 0 });
  });

  it("who is throttled for minutes waits for the next run, and for no event", async () => {
    answers = Array.from({ length: 10_000 }, () => ({ kind: "throttled", limit: "rate" }) as const);
    const { accountId } = await accountWithDates(sender, {}, [soon]);
    sender.pass(60);
    await sender.run();
    expect(sender.lines.at(-1)).toMatchObject({ event: "reminders.done", delayed: 1 });
    expect(await findLastClaim(store, accountId)).toMatchObject({ state: "released" });
    answers = [];
    await sender.run();
    expect(sender.mailsOf(accountId)).toHaveLength(1);
  });

  it("the quota of the day ends the run", async () => {
    answers = Array.from({ length: 99 }, () => ({ kind: "throttled", limit: "quota" }) as const);
    for (let count = 0; count < 8; count++) await accountWithDates(sender, {}, [soon]);
    sender.pass(60);
    await expect(sender.run()).rejects.toBeInstanceOf(MailQuotaError);
    answers = [];
    await sender.run();
    expect(sender.mails).toHaveLength(8);
  });

  it("a sender that SES does not know ends the run, an account with such a mail does not", async () => {
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
  ])("%s shows in the account, and costs nobody a date", async (_, email, asked, code) => {
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

describe("what it costs", () => {
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
    expect({ readUnits, writeUnits }).toEqual({ readUnits: 5 + 4 * 0.5, writeUnits: 15 });
  });
});

/** Two accounts at a mail in ten seconds: something happens to the second while it waits. */
async function twoInTurn() {
  const both = [await accountWithDates(sender, {}, [soon]), await accountWithDates(sender, {}, [soon])];
  sender.pass(60);
  const second = () => both.find(({ accountId }) => sender.mails[0]?.tags.claim?.startsWith(accountId) === false);
  const idOfSecond = () => second()?.accountId ?? "";
  const run = async (happen: () => Promise<void>) => {
    let happened = false;
    const pause = async (milliseconds: number) => {
      // The first mail may still be on its way.
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

/** As the routes of the settings do it. */
async function change(accountId: string, some: Partial<AccountHead>): Promise<void> {
  await writeAccount(store, accountId, async (head) => {
    const plan = await planDueAnew(store, { ...head, ...some }, sender.now());
    return { ...plan, result: undefined };
  });
}
