/** Days of the sender with deaths, overlaps, late events and people who change things, against what should have come. */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Mailer } from "../../shared/mail/ses.ts";
import { contactCalls } from "../support/contact-calls.ts";
import { accountWithDates, addContact, type GivenDate, mortal, reminderSender } from "../support/reminders.ts";
import { freshTable } from "../support/stack.ts";

const hours = 60;
const zones = ["UTC", "Asia/Kathmandu", "America/St_Johns", "Pacific/Kiritimati", "Australia/Lord_Howe"];

const anyDate: fc.Arbitrary<GivenDate> = fc.record({
  date: fc.constantFrom("1990-03-09", "1904-03-10", "1990-03-11", "2000-03-12", "1990-03-13"),
  notifyDaysBefore: fc.constantFrom(null, 0, 1, 2, 30),
});
const anyLife = fc.record({
  last: fc.integer({ min: 1, max: 60 }),
  moment: fc.constantFrom("before" as const, "after" as const),
});
const anyHour = fc.record({
  lives: fc.array(anyLife, { minLength: 1, maxLength: 3 }),
  /** Whether the events of the mails so far come now, or later. */
  told: fc.boolean(),
  added: fc.option(fc.record({ account: fc.nat(), date: anyDate }), { freq: 8 }),
});

it("everybody is told once of every date, whoever dies when", async () => {
  const world = fc.record({
    accounts: fc.array(fc.record({ timezone: fc.constantFrom(...zones), dates: fc.array(anyDate, { maxLength: 3 }) }), {
      minLength: 2,
      maxLength: 5,
    }),
    hours: fc.array(anyHour, { minLength: hours, maxLength: hours }),
  });
  await fc.assert(fc.asyncProperty(world, live), { numRuns: 4, endOnFailure: true });
}, 120_000);

interface World {
  accounts: { timezone: string; dates: GivenDate[] }[];
  hours: {
    lives: { last: number; moment: "before" | "after" }[];
    told: boolean;
    added: { account: number; date: GivenDate } | null;
  }[];
}

async function live({ accounts, hours: days }: World): Promise<void> {
  const { store } = await freshTable();
  const sender = reminderSender(store, "2026-03-09T00:10:00.000Z");
  const people: { accountId: string; name: string; date: GivenDate; timezone: string; addedAt: Date }[] = [];
  const made: { accountId: string; timezone: string }[] = [];
  const add = async ({ accountId, timezone }: { accountId: string; timezone: string }, date: GivenDate) => {
    const name = `P${people.length}x`;
    await addContact(contactCalls(store, accountId, { now: sender.now }), name, [date]);
    people.push({ accountId, name, date, timezone, addedAt: sender.now() });
  };
  for (const { timezone, dates } of accounts) {
    const account = { ...(await accountWithDates(sender, { timezone })), timezone };
    made.push(account);
    for (const date of dates) await add(account, date);
  }
  let messages = 0;
  const mailer: Mailer = {
    send: async (mail) => {
      const messageId = `m-${messages++}`;
      sender.mails.push({ ...mail, messageId, at: sender.now() });
      return { kind: "accepted", messageId };
    },
  };
  let told = 0;
  const tellAll = async () => {
    for (; told < sender.mails.length; told++) {
      const mail = sender.mails[told];
      if (mail) await sender.tell(mail, "Send");
    }
  };
  for (const hour of days) {
    const account = hour.added && made[hour.added.account % made.length];
    if (hour.added && account) await add(account, hour.added.date);
    await Promise.all(
      hour.lives.map(({ last, moment }) => {
        const life = mortal(store, mailer, last, moment);
        return sender.run({ store: life.store, mailer: life.mailer }).catch(() => {});
      }),
    );
    if (hour.told) await tellAll();
    sender.pass(12);
    await tellAll();
    sender.pass(48);
  }
  for (const _ of [1, 2, 3]) {
    await sender.run({ mailer });
    await tellAll();
    sender.pass(60);
  }
  const texts = sender.mails.map(({ raw }) => Buffer.from(raw).toString());
  const count = (name: string) => texts.filter((text) => text.includes(`- ${name}:`)).length;
  // In every zone the time of reminders came on 11 March, and in none on the day after.
  for (const { name, date, addedAt } of people) {
    const [first, day] = [notifyDay(date), date.date.slice(5)];
    if (date.notifyDaysBefore === null || first > "03-11") expect(count(name)).toBe(0);
    else if (day >= "03-11" && addedAt < lastChance) expect(count(name)).toBe(1);
    // What falls on the day on which it came, or before, may have been over.
    else expect(count(name)).toBeLessThanOrEqual(1);
  }
}

/** What comes by then is told of on 11 March at the latest. */
const lastChance = new Date("2026-03-10T12:00:00.000Z");

/** Month and day from which it is to be told, of those that lie in March. */
function notifyDay({ date, notifyDaysBefore }: GivenDate): string {
  const day = Number(date.slice(8)) - (notifyDaysBefore ?? 0);
  return `03-${String(Math.max(1, day)).padStart(2, "0")}`;
}
