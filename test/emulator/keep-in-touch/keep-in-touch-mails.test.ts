/** The reminder mails name the contacts that have become due, each once, whatever fails. */
import fc from "fast-check";
import PostalMime from "postal-mime";
import { beforeEach, describe, expect, it } from "vitest";
import { type AccountHead, getAccountHead } from "../../../shared/account/store/account.ts";
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import { dueDay } from "../../../shared/keep-in-touch/tracked-contact.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import type { Mailer, RawMail, SendOutcome } from "../../../shared/platform/mail/ses.ts";
import { localDay } from "../../../shared/platform/time/calendar.ts";
import { planAddress, planSettings, type Settings } from "../../../shared/reminder/account-settings.ts";
import { findLastLease } from "../../../shared/reminder/store/mail-lease.ts";
import { contactCalls } from "../../support/contact/contact-calls.ts";
import { interactionCalls } from "../../support/interaction/interaction-calls.ts";
import { KilledProcess } from "../../support/process/killed-process.ts";
import { freshTable } from "../../support/process/stack.ts";
import { watchedStore } from "../../support/process/watched-store.ts";
import { accountWith, dueEntriesOf } from "../../support/reminder/due-accounts.ts";
import { addContact, reminderSender, type Sender } from "../../support/reminder/reminders.ts";
import { isFull, tries } from "../../support/seed.ts";

let store: Store;
let sender: Sender;
let answers: SendOutcome[];
let accountId: string;
let calls: ReturnType<typeof contactCalls>;

const hour = 3_600_000;

beforeEach(async () => {
  ({ store } = await freshTable());
  answers = [];
  sender = reminderSender(store, "2026-03-10T07:30:00.000Z", () => answers.shift());
  accountId = await accountWith(store, { name: "Zoë" });
  calls = contactCalls(store, accountId, { now: sender.now });
});

/** A contact that is due `daysAgo` days before the sender's day, or after it if negative. */
async function track(firstName: string, daysAgo: number, more: object = {}): Promise<string> {
  const id = await addContact(calls, firstName, []);
  await changeDue(id, daysAgo, more);
  return id;
}

function changeDue(id: string, daysAgo: number, more: object = {}) {
  const lastInteraction = new Date(sender.now().getTime() - (daysAgo + 40) * 24 * hour).toISOString();
  return calls.patch(id, { keepFrequencyDays: 40, lastInteraction, ...more });
}

function set(change: Partial<Settings>) {
  return writeAccount(store, accountId, (head) => planSettings(store, head, change, sender.now()));
}

async function runAt(instant: string): Promise<void> {
  sender.setTime(instant);
  await sender.run();
}

async function readMails(): Promise<{ subject: string; text: string }[]> {
  const read = await Promise.all(sender.mailsOf(accountId).map(({ raw }) => PostalMime.parse(raw)));
  return read.map(({ subject = "", text = "" }) => ({ subject, text: text.replaceAll("\r\n", "\n") }));
}

function namesIn(text: string): string[] {
  return Array.from(text.matchAll(/^- (\w+)/gm), ([, name = ""]) => name);
}

async function namesOfMails(): Promise<string[][]> {
  return (await readMails()).map(({ text }) => namesIn(text));
}

describe("a mail about contacts to be in touch with", () => {
  it("names the five that are due for the longest time, and counts the others, without any date", async () => {
    for (const [n, name] of ["G", "F", "E", "D", "C", "B", "A"].entries()) await track(name, n);
    await calls.create({ firstName: "New", keepFrequencyDays: 1 });
    await runAt("2026-03-10T08:10:00.000Z");
    const [mail, ...others] = await readMails();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("A, B and 5 more are due to hear from you");
    expect(mail?.text).toContain(`Hello Zoë,

you wanted to be in touch with these people again.

Keep in touch

- A: last contact on January 23, 2026
- B: last contact on January 24, 2026
- C: last contact on January 25, 2026
- D: last contact on January 26, 2026
- E: last contact on January 27, 2026

2 further contacts are due.

You get this mail`);
    expect(await dueEntriesOf(store, accountId)).toEqual(["2026-03-11T08:00:00.000Z"]);
  });

  it("is the mail about dates, if there are any", async () => {
    await track("Ann", 2);
    await addContact(calls, "Ben", [{ date: "1990-03-12", notifyDaysBefore: 2 }]);
    await runAt("2026-03-10T08:10:00.000Z");
    const [mail] = await readMails();
    expect(mail?.subject).toBe("Ben has a birthday in 2 days");
    expect(mail?.text).toMatch(/\n- Ben: birthday, turns 36\n\nKeep in touch\n\n- Ann: last contact on /);
    expect(sender.mails).toHaveLength(1);
  });

  it("waits for the next day after the mail of the day, except if a date falls on this day", async () => {
    await track("Ann", 0);
    await runAt("2026-03-10T08:10:00.000Z");
    await track("Ben", 300);
    await runAt("2026-03-10T09:10:00.000Z");
    expect(await namesOfMails()).toEqual([["Ann"]]);
    await runAt("2026-03-11T08:10:00.000Z");
    expect(await namesOfMails()).toEqual([["Ann"], ["Ben"]]);
    await track("Cy", 0);
    await addContact(calls, "Dan", [{ date: "1990-03-11", notifyDaysBefore: 0 }]);
    await runAt("2026-03-11T09:10:00.000Z");
    expect(await namesOfMails()).toEqual([["Ann"], ["Ben"], ["Dan", "Cy"]]);
  });

  it("names a contact again after an edit or an interaction moves its due day, and not after a new name", async () => {
    const id = await track("Ann", 5);
    await runAt("2026-03-10T08:10:00.000Z");
    await calls.patch(id, { firstName: "Anna", notes: "x" });
    await runAt("2026-03-11T08:10:00.000Z");
    expect(await namesOfMails()).toEqual([["Ann"]]);
    await changeDue(id, 100);
    await runAt("2026-03-12T08:10:00.000Z");
    await calls.patch(id, { keepFrequencyDays: 2, lastInteraction: "2026-03-12T10:00:00Z" });
    for (const day of ["13", "14", "15"]) await runAt(`2026-03-${day}T08:10:00.000Z`);
    expect(await namesOfMails()).toEqual([["Ann"], ["Anna"], ["Anna"]]);
    expect(sender.mails.at(-1)?.at.toISOString()).toBe("2026-03-14T08:10:00.000Z");
  });

  it("is one mail after reminders were off, about all who have become due meanwhile", async () => {
    await set({ remindersEnabled: false });
    for (let n = 0; n < 9; n++) await track(`P${n}`, -n);
    await runAt("2026-03-20T08:10:00.000Z");
    expect(sender.mails).toEqual([]);
    await set({ remindersEnabled: true });
    await runAt("2026-03-20T09:10:00.000Z");
    await runAt("2026-03-21T09:10:00.000Z");
    expect(await namesOfMails()).toEqual([["P0", "P1", "P2", "P3", "P4"]]);
    expect((await readMails())[0]?.text).toContain("4 further contacts are due.");
  });

  it("is sent later if SES refuses the address", async () => {
    await track("Ann", 0);
    answers = [{ kind: "refused", code: "MessageRejected" }];
    await runAt("2026-03-10T08:10:00.000Z");
    await writeAccount(store, accountId, (head) => planAddress(store, head, "new@example.org", sender.now()));
    await runAt("2026-03-10T09:10:00.000Z");
    expect(await namesOfMails()).toEqual([["Ann"]]);
  });

  it("names nobody who was deleted or met before it was sent again, and ends without them", async () => {
    const [ann, ben] = [await track("Ann", 1), await track("Ben", 1)];
    await track("Cy", 1);
    answers = Array.from({ length: 2 }, () => ({ kind: "unknown", code: "TimeoutError" }));
    await runAt("2026-03-10T08:10:00.000Z");
    await calls.remove(ann);
    await runAt("2026-03-10T09:10:00.000Z");
    await calls.patch(ben, { lastInteraction: "2026-03-10T09:30:00Z" });
    await track("Dan", 1);
    await runAt("2026-03-10T10:10:00.000Z");
    await runAt("2026-03-11T10:10:00.000Z");
    expect(await namesOfMails()).toEqual([["Cy"], ["Dan"]]);
  });

  it("does not name a contact whose planned interaction has come", async () => {
    const [ann, ben] = [await track("Ann", 0), await track("Ben", 0)];
    const planned = { type: "Coffee", date: "2026-03-10T07:45:00Z" };
    const interactions = interactionCalls(store, accountId, { now: sender.now });
    await interactions.create({ ...planned, participantIds: [ann] });
    await runAt("2026-03-10T08:10:00.000Z");
    expect(await namesOfMails()).toEqual([["Ben"]]);
    await interactions.create({ ...planned, date: "2026-03-11T07:45:00Z", participantIds: [ann, ben] });
    await runAt("2026-03-11T08:10:00.000Z");
    await runAt("2026-04-19T08:10:00.000Z");
    expect(await namesOfMails()).toEqual([["Ben"]]);
    await runAt("2026-04-20T08:10:00.000Z");
    expect((await namesOfMails()).map((names) => names.toSorted())).toEqual([["Ben"], ["Ann", "Ben"]]);
  });

  it("is made again if a contact is tracked while it is made", async () => {
    await track("Ann", 0);
    let isFirst = true;
    const overtaken = watchedStore(store, async (command, send) => {
      if (command.name === "TransactWriteCommand" && isFirst) {
        isFirst = false;
        await track("Ben", 3);
      }
      return send();
    });
    sender.setTime("2026-03-10T08:10:00.000Z");
    await sender.run({ store: overtaken });
    await runAt("2026-03-10T09:10:00.000Z");
    expect(await namesOfMails()).toEqual([["Ben", "Ann"]]);
  });
});

/** Runs with a process that is killed after its write of this number. The mails are kept. */
async function runKilled(last: number): Promise<boolean> {
  const killed = new KilledProcess(last);
  const send = async (mail: RawMail): Promise<SendOutcome> => {
    const messageId = `message-${sender.mails.length}`;
    sender.mails.push({ ...mail, messageId, at: sender.now() });
    return { kind: "accepted", messageId };
  };
  const mailer: Mailer = { send: (mail) => killed.call("send", () => send(mail)) };
  await sender.run({ store: killed.storeOf(store), mailer }).catch(() => {});
  return killed.isKilled;
}

it("a sender that is killed after each of its writes names everybody once, if SES reports its mails", async () => {
  for (let last = 1, isKilled = true; isKilled; last++) {
    accountId = await accountWith(store);
    calls = contactCalls(store, accountId, { now: sender.now });
    sender.setTime("2026-03-10T07:30:00.000Z");
    await track("Ann", 3);
    await track("Ben", -1);
    sender.setTime("2026-03-10T08:10:00.000Z");
    isKilled = await runKilled(last);
    await track("Cy", 3);
    for (const mail of sender.mailsOf(accountId)) await sender.reportEvent(mail, "Send");
    for (const at of ["10T09", "10T10", "11T08", "11T09", "12T08"]) await runAt(`2026-03-${at}:10:00.000Z`);
    const names = await namesOfMails();
    expect(names.flat().sort(), `after ${last}`).toEqual(["Ann", "Ben", "Cy"]);
    expect(await findLastLease(store, accountId)).toMatchObject({ state: "done" });
    expect(await dueEntriesOf(store, accountId)).toEqual([]);
  }
});

const zones = ["UTC", "Europe/Berlin", "America/New_York", "Pacific/Kiritimati", "Pacific/Pago_Pago"];
const who = fc.nat(3);
const happening = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant("track" as const), who, daysAgo: fc.integer({ min: -4, max: 6 }) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("remove" as const), who }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("move" as const), timezone: fc.constantFrom(...zones) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("turn" as const), remindersEnabled: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant("wait" as const),
      hours: fc.integer({ min: 1, max: 40 }),
      /** The writes after which the runs of these hours are killed. */
      kills: fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 3 }),
    }),
  },
);
type Happening = typeof happening extends fc.Arbitrary<infer Of> ? Of : never;

it.runIf(isFull)(
  "over weeks of edits, moves and crashes, everybody is named once for each due day, and never too early",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 8, maxLength: 25 }), async (story) => {
        sender.setTime("2026-03-20T07:30:00.000Z");
        accountId = await accountWith(store);
        calls = contactCalls(store, accountId, { now: sender.now });
        const ids: (string | undefined)[] = [];
        /** The due days by the name that the contact has got with each. */
        const due = new Map<string, { lastInteraction: string; createdAt: string; keepFrequencyDays: number }>();
        const current = new Map<string, string>();
        let [seen, named] = [0, 0];
        const checked: string[] = [];

        const check = async (head: AccountHead) => {
          const mails = sender.mailsOf(accountId);
          for (const mail of mails.slice(seen)) {
            await sender.reportEvent(mail, "Send");
            const { text = "" } = await PostalMime.parse(mail.raw);
            for (const name of namesIn(text)) {
              const contact = due.get(name) ?? expect.fail(name);
              expect(checked).not.toContain(name);
              expect(dueDay(contact, head.timezone) <= localDay(mail.at, head.timezone), name).toBe(true);
              checked.push(name);
            }
          }
          seen = mails.length;
        };
        const passHour = async (kill: number | undefined) => {
          sender.pass(60);
          const head = await getAccountHead(store, accountId);
          if (head.dueAt === null || head.dueAt > sender.now().toISOString()) return;
          await (kill === undefined ? sender.run() : runKilled(kill));
          await check(head);
        };
        const take = async (next: Happening) => {
          switch (next.does) {
            case "track": {
              const name = `N${named++}`;
              const id = ids[next.who] ?? (await addContact(calls, name, []));
              ids[next.who] = id;
              await changeDue(id, next.daysAgo, { firstName: name });
              const lastInteraction = new Date(sender.now().getTime() - (next.daysAgo + 40) * 24 * hour).toISOString();
              due.set(name, { lastInteraction, createdAt: "", keepFrequencyDays: 40 });
              current.set(id, name);
              return;
            }
            case "remove": {
              const id = ids[next.who];
              if (!id) return;
              await calls.remove(id);
              ids[next.who] = undefined;
              current.delete(id);
              return;
            }
            case "move":
              await set({ timezone: next.timezone });
              return;
            case "turn":
              await set({ remindersEnabled: next.remindersEnabled });
              return;
            case "wait":
              for (let n = 0; n < next.hours; n++) await passHour(next.kills[n % 7]);
          }
        };
        for (const next of story) await take(next);
        await set({ remindersEnabled: true });
        for (let n = 0; n < 24 * 9; n++) await passHour(undefined);
        expect(checked).toEqual(expect.arrayContaining([...current.values()]));
        expect(await dueEntriesOf(store, accountId)).toEqual([]);
      }),
      { numRuns: tries(5, 75) },
    );
  },
  600_000,
);
