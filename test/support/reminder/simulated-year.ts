/**
 * A year of the reminder sender, hour by hour: runs that crash, lost answers of SES, events that come late or not at all,
 * and people who change everything, compared with a plain model of which account gets which mail when.
 */
import { randomUUID } from "node:crypto";
import { recordMailEvent } from "../../../functions/mail-events/operations.ts";
import { runReminders } from "../../../functions/reminder-sender/operations.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import type { Mailer } from "../../../shared/platform/mail/ses.ts";
import { dueShards, listDueAccounts } from "../../../shared/reminder/store/due-index.ts";
import { Chance } from "../files/mutate.ts";
import { forecastDue, type NextMail, textsIn, textsOf } from "./forecasts.ts";
import { mailEvent, type SentMail, unsubscribeUrl } from "./reminders.ts";
import { changeSomething } from "./year-changes.ts";
import { anyFault, type Fault, faultyParts } from "./year-faults.ts";
import { dayOfAccount, dueAt, getsMail, mailDayOf, type YearAccount } from "./year-oracle.ts";
import { describe, watchYear } from "./year-watch.ts";
import { makeYearAccounts } from "./year-world.ts";

interface YearPlan {
  seed: number;
  accounts: number;
  dates: number;
  days: number;
  /** Changes by people, spread over the days. */
  changes: number;
  /** The percentage of runs with due accounts in which something fails. */
  faultyRuns: number;
  /** Also starts the sender in hours without due accounts. The due index is read after every write. */
  everyHour: boolean;
}

interface YearReport {
  /** The first differences from the model. */
  faults: string[];
  hours: number;
  /** Occurrences that were mailed. */
  mailed: number;
  /** Accounts that got their mail at least an hour late, because of a faulty run. */
  late: number;
  accounts: YearAccount[];
}

/** From here on, 379 days have the ends of two Februaries, one of them in a leap year, and all changes of clocks between. */
const start = Date.parse("2027-02-20T00:00:00Z");
const [minute, hour] = [60_000, 3_600_000];
/** The minutes of the hour at which a run starts, and is started again after it failed. */
const attempts = [5, 6, 8];
const mostFaults = 10;

export async function simulateYear(innerStore: Store, plan: YearPlan): Promise<YearReport> {
  // Streams of chance of their own: what people do does not depend on what becomes of runs and mails.
  const people = new Chance(plan.seed);
  const events = new Chance(plan.seed + 1);
  let time = start - hour;
  const now = () => new Date(time);
  const accounts = await makeYearAccounts(innerStore, people, { ...plan, now: now() });
  const watch = watchYear(innerStore, accounts, () => time);
  const { store, faults } = watch;
  const counts = { faults, hours: 0, late: 0 };
  let mails = 0;
  /** What the next mails of the accounts that are due were to say before the runs began. */
  let forecasts = new Map<string, NextMail>();
  /** The log of this hour's runs. */
  let lines: object[] = [];
  const log = (line: object) => void lines.push(line);
  const reportEvent = async (mail: SentMail, type = "Send", more = {}) => {
    await recordMailEvent({ store, now, log }, mailEvent(mail, type, more), "event");
    watch.noteEvent(mail);
  };

  let pendingEvents: { mail: SentMail; at: number }[] = [];
  const mailer: Mailer = {
    async send(mail) {
      const sent = { ...mail, messageId: randomUUID(), at: now() };
      await watch.take(sent);
      mails++;
      const forecast = forecasts.get(mail.tags.lease?.slice(0, 36) ?? "");
      const texts = JSON.stringify(await textsOf(mail));
      if (!forecast || texts !== JSON.stringify(textsIn(forecast)) || String(forecast.sendAt) > now().toISOString()) {
        faults.push(
          `${now().toISOString()} ${mail.tags.lease}: ${texts}, and the forecast was ${JSON.stringify(forecast)}`,
        );
      }
      if (events.below(20) === 0) await reportEvent(sent);
      for (const delay of events.from(eventDelays)) pendingEvents.push({ mail: sent, at: time + delay });
      return { kind: "accepted", messageId: sent.messageId };
    },
  };
  const bounce = async (mail: SentMail) => {
    const bounced = { bounceType: "Permanent", bouncedRecipients: [{ emailAddress: mail.to }] };
    await reportEvent(mail, "Bounce", { bounce: bounced });
    const account = accounts.find(({ id }) => mail.tags.lease?.startsWith(id));
    if (account && account.email === mail.to) account.bounced = true;
  };
  const reportEventsUntil = async (instant: number) => {
    const ready = pendingEvents.filter(({ at }) => at <= instant);
    pendingEvents = pendingEvents.filter(({ at }) => at > instant);
    for (const { mail } of ready) {
      await (events.below(100) === 0 ? bounce(mail) : reportEvent(mail, events.from(["Send", "Delivery"])));
    }
    return ready.length > 0;
  };

  const run = async (fault: Fault): Promise<{ isDone: boolean; affected: Iterable<string> }> => {
    const faulty = faultyParts(fault, store, mailer);
    const parts = {
      ...{ store: faulty.store, mailer: faulty.mailer, perSecond: 100, now, log },
      sender: { name: "Contacts", address: "no-reply@contacts.example" },
      unsubscribeUrl,
      pause: async (milliseconds: number) => {
        time += milliseconds;
      },
    };
    const isDone = await runReminders(parts, { requestId: "run", remainingTime: () => 900_000 }).then(
      () => !faulty.hasCrashed(),
      () => false,
    );
    return { isDone, affected: faulty.affected() };
  };

  /** The hour's run, and again when it failed, or by chance; sometimes two at once. */
  const runHour = async (hourStart: number, waiting: number) => {
    const chance = new Chance(plan.seed + hourStart / hour);
    const affected = new Set<string>();
    let isDone = false;
    for (const [attempt, at] of attempts.entries()) {
      time = Math.max(time, hourStart + at * minute);
      await reportEventsUntil(time);
      const count = waiting > 0 && chance.below(6) === 0 ? 2 : 1;
      const runs = Array.from({ length: count }, (): Fault => {
        const isFaulty = waiting > 0 && chance.below(100) < (attempt === 0 ? plan.faultyRuns : 50);
        return isFaulty ? anyFault(chance, waiting) : { kind: "none", at: 0, moment: "before" };
      });
      if (waiting > 0) forecasts = await forecastDue(innerStore, now);
      const ends = await Promise.all(runs.map(run));
      for (const each of ends) for (const id of each.affected) affected.add(id);
      isDone ||= ends.some((each) => each.isDone);
      if (isDone && (waiting === 0 || chance.below(3) > 0)) break;
    }
    return { affected, isDone };
  };

  /** Often an account that has had its mail of the day. */
  const anyAccount = () => {
    const mailed = accounts.filter((account) => mailDayOf(account) >= dayOfAccount(account, time));
    return people.from(mailed.length > 0 && people.below(2) === 0 ? mailed : accounts);
  };

  let isWritten = true;
  let nextDue: string | undefined;
  let changed = 0;
  const end = start + plan.days * 24 * hour;
  for (let hourStart = start; hourStart < end && faults.length < mostFaults; hourStart += hour) {
    const runAt = hourStart + (attempts[0] ?? 0) * minute;
    time = Math.max(time, runAt);
    if (await reportEventsUntil(time)) isWritten = true;
    if (isWritten && !plan.everyHour) nextDue = await firstDue(store);
    isWritten = false;
    lines = [];
    const mailsBefore = mails;
    const expected = accounts.filter((account) => dueAt(account, runAt).length > 0);
    const open = new Set(accounts.filter((account) => watch.openLease(account)));
    let outcome = { affected: new Set<string>(), isDone: true };
    if (plan.everyHour || (nextDue !== undefined && nextDue <= now().toISOString())) {
      outcome = await runHour(hourStart, expected.length + open.size);
      isWritten = true;
    }
    counts.hours++;
    for (const account of accounts) {
      if (!getsMail(account) || (!expected.includes(account) && !open.has(account))) continue;
      const isOpen = watch.openLease(account) !== undefined;
      const isLate = isOpen || (!open.has(account) && dueAt(account, runAt).length > 0);
      if (!isLate) continue;
      counts.late++;
      if (!outcome.isDone || outcome.affected.has(account.id)) continue;
      const names = dueAt(account, runAt).map(({ date, occurrence }) => `${date.note} ${occurrence}`);
      const why = isOpen ? "its mail was not sent again" : `got no mail about ${names}`;
      faults.push(`${new Date(runAt).toISOString()} ${describe(account, runAt)}: ${why}; ${JSON.stringify(lines)}`);
    }
    // Changes directly after mails are the interesting ones: some new dates must wait for the next day, and some must not.
    const due = ((hourStart + hour - start) / (end - start)) * plan.changes - changed;
    const ready = mails > mailsBefore || due >= 5 ? Math.floor(due) : 0;
    for (let count = 0; count < ready; count++, changed++) {
      time = Math.max(time, hourStart + 35 * minute);
      await changeSomething({ store, chance: people, now }, anyAccount());
      isWritten = true;
    }
  }
  const mailed = accounts.reduce((sum, account) => sum + account.mailed.size, 0);
  return { ...counts, mailed, accounts };
}

/** The delays of the events of a mail: most come at once, some twice, late or not at all. */
const eventDelays: readonly number[][] = [
  ...Array.from({ length: 12 }, () => [minute / 2]),
  [minute / 2, 2 * minute],
  [50 * minute],
  [10 * minute],
  [70 * minute],
  [minute, 26 * hour],
  [],
  [],
];

/** The first instant in the due index; undefined for an empty one. */
export async function firstDue(store: Store): Promise<string | undefined> {
  const firsts = dueShards.map(async (shard) => {
    const { value } = await listDueAccounts(store, shard, new Date("9999-12-31T23:59:59.999Z")).next();
    return value ? [value.dueAt] : [];
  });
  return (await Promise.all(firsts)).flat().toSorted()[0];
}
