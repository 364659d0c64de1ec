/** What the next reminder mails will say, beside the reminder sender: both run on the same accounts through weeks or a year. */
import { expect, it } from "vitest";
import type { ReminderMail } from "../../../functions/account/schemas.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { findLastLease } from "../../../shared/reminder/store/mail-lease.ts";
import { contactCalls } from "../../support/contact/contact-calls.ts";
import { Chance } from "../../support/files/mutate.ts";
import { interactionCalls } from "../../support/interaction/interaction-calls.ts";
import { freshTable } from "../../support/process/stack.ts";
import { forecastCalls, forecastDue, textsIn, textsOf } from "../../support/reminder/forecasts.ts";
import { reminderSender } from "../../support/reminder/reminders.ts";
import { firstDue } from "../../support/reminder/simulated-year.ts";
import { changeSomething } from "../../support/reminder/year-changes.ts";
import type { YearAccount } from "../../support/reminder/year-oracle.ts";
import { makeYearAccounts } from "../../support/reminder/year-world.ts";
import { isFull } from "../../support/seed.ts";

const [minute, hour, day] = [60_000, 3_600_000, 24 * 3_600_000];

/** From these days on, there are the end of a February in a leap year, and changes of clocks. */
const weeks = { start: "2028-02-18T00:00:00.000Z", days: 44, accounts: 8, dates: 150 };
const year = { start: "2027-02-20T00:00:00.000Z", days: 379, accounts: 15, dates: 450 };

it.each(isFull ? [weeks, year] : [weeks])(
  "over $days days, every mail was forecast with its moment, its dates and its texts, and no other mail was",
  { timeout: 300_000 },
  async ({ start, days, ...plan }) => {
    const { store } = await freshTable();
    const sender = reminderSender(store, start);
    const { now } = sender;
    const chance = new Chance(plan.dates);
    const accounts = await makeYearAccounts(store, chance, { ...plan, now: now() });
    for (const account of accounts) await addTracked(store, chance, account, now);
    const [begin, middle, end] = [0, days / 2, days].map((count) => Date.parse(start) + Math.floor(count) * day);
    let mails = 0;
    for (const [from, to] of [
      [begin, middle],
      [middle, end],
    ] as [number, number][]) {
      sender.setTime(new Date(from).toISOString());
      const expected = new Map<string, ReminderMail[]>();
      for (const { id } of accounts) expected.set(id, await allBetween(forecastCalls(store, id, now), from, to));
      for (let runAt = from + 5 * minute; runAt < to; runAt += hour) {
        const first = Date.parse((await firstDue(store)) ?? start);
        while (runAt < first) runAt += hour;
        if (runAt >= to) break;
        sender.setTime(new Date(runAt).toISOString());
        mails += await compareRun(sender, expected);
      }
      expect([...expected.values()].flat()).toEqual([]);
      for (const account of accounts) await changeSomething({ store, chance, now }, account);
    }
    expect(mails).toBeGreaterThan(plan.accounts * (days / 15));
  },
);

type Sender = ReturnType<typeof reminderSender>;

/** Forecasts the mails of the accounts that are due, runs the sender, and compares. The number of its mails. */
async function compareRun(sender: Sender, expected: ReadonlyMap<string, ReminderMail[]>): Promise<number> {
  const { store, now, mails } = sender;
  const bodies = await forecastDue(store, now);
  const before = mails.length;
  await sender.run();
  const sent = mails.slice(before);
  for (const [id, body] of bodies) {
    const ofAccount = sent.filter(({ tags }) => tags.lease?.startsWith(id));
    const isNow = body.sendAt !== null && body.sendAt <= now().toISOString();
    expect(ofAccount).toHaveLength(isNow ? 1 : 0);
    const [mail] = ofAccount;
    if (!mail) continue;
    expect(await textsOf(mail)).toEqual(textsIn(body));
    const lease = await findLastLease(store, id);
    expect(lease?.occurrences.map(({ dateId }) => dateId)).toEqual(body.dates.map((date) => date.importantDate.id));
    const { sendAt, ...content } = expected.get(id)?.shift() ?? expect.fail();
    const { dates, dateCount, due, dueCount } = body;
    expect(content).toEqual({ dates, dateCount, due, dueCount });
    expect(now().getTime() - Date.parse(sendAt)).toBeLessThan(hour);
  }
  return sent.length;
}

async function allBetween(
  { between }: ReturnType<typeof forecastCalls>,
  from: number,
  to: number,
): Promise<ReminderMail[]> {
  const { mails, next } = await between(new Date(from).toISOString(), new Date(to - hour).toISOString());
  expect(next).toBeNull();
  return mails;
}

/** Contacts to be in touch with, some of whom the owner plans to meet. */
async function addTracked(store: Store, chance: Chance, { id }: YearAccount, now: () => Date): Promise<void> {
  for (let count = chance.below(8); count > 0; count--) {
    const body = { firstName: `Kim ${count}`, keepFrequencyDays: 1 + chance.below(60) };
    const lastInteraction = new Date(now().getTime() - chance.below(60) * day - chance.below(day)).toISOString();
    const created = await contactCalls(store, id, { now }).create(
      chance.below(2) === 0 ? body : { ...body, lastInteraction },
    );
    const { contact } = created.body as { contact: { id: string } };
    for (let meetings = chance.below(3); meetings > 0; meetings--) {
      // Just after a run: a meeting between the moment of a mail and its run would be known to the run alone.
      const date = new Date(now().getTime() + chance.below(60 * 24) * hour + 5.5 * minute).toISOString();
      await interactionCalls(store, id, { now }).create({ type: "Call", date, participantIds: [contact.id] });
    }
  }
}
