/**
 * A year of the reminder sender, hour by hour: runs that die, mails of which nobody hears, events that come late or not
 * at all, and people who change everything on the way, against the plain model of who is to be told when.
 */
import { randomUUID } from "node:crypto";
import { takeMailEvent } from "../../functions/mail-events/operations.ts";
import { runReminders } from "../../functions/reminder-sender/operations.ts";
import type { Mailer } from "../../shared/mail/ses.ts";
import { dueShards, listDueAccounts } from "../../shared/table/due-index.ts";
import type { Store } from "../../shared/table/store.ts";
import { Chance } from "./mutate.ts";
import { mailEvent, type SentMail } from "./reminders.ts";
import { changeSomething } from "./year-changes.ts";
import { anyFault, type Fault, type FaultKind, liveWith } from "./year-faults.ts";
import { dayOfAccount, dueAt, getsMail, mailDayOf, type YearAccount } from "./year-oracle.ts";
import { describe, watchYear } from "./year-watch.ts";
import { makeYearAccounts } from "./year-world.ts";

export interface YearPlan {
  seed: number;
  accounts: number;
  dates: number;
  /** Changes of people, over the year. */
  changes: number;
  /** Of a hundred runs that find somebody, those in which something goes wrong. */
  faultyRuns: number;
  /** Start the sender also in hours in which the due index, looked at after every write, has nobody. */
  everyHour: boolean;
}

export interface YearReport {
  /** What is wrong; the first of it. */
  faults: string[];
  hours: number;
  runs: number;
  mails: number;
  told: number;
  doubles: number;
  /** Accounts that were told an hour late or more, because of a run in trouble. */
  late: number;
  troubles: Partial<Record<FaultKind, number>>;
  accounts: YearAccount[];
}

/** The ends of two Februaries, the one of which has a day more, and all changes of clocks that lie between them. */
const [start, end] = [Date.parse("2027-02-20T00:00:00Z"), Date.parse("2028-03-05T00:00:00Z")];
const [minute, hour] = [60_000, 3_600_000];
/** Minutes past the hour of a run, and of the further attempts at one that failed. */
const firstAttempt = 5;
const attempts = [firstAttempt, 6, 8];
const mostFaults = 10;

export async function simulateYear(given: Store, plan: YearPlan): Promise<YearReport> {
  // People do the same whatever becomes of runs, and runs come to the same grief whatever becomes of mails.
  const people = new Chance(plan.seed);
  const post = new Chance(plan.seed + 1);
  let time = start - hour;
  const now = () => new Date(time);
  const accounts = await makeYearAccounts(given, people, { ...plan, now: now() });
  const watch = watchYear(given, accounts, () => time);
  const { store, faults } = watch;
  const report: YearReport = {
    ...{ faults, hours: 0, runs: 0, mails: 0, told: 0, doubles: 0, late: 0, troubles: {}, accounts },
  };
  /** What the runs of this hour had to say. */
  let lines: object[] = [];
  const log = (line: object) => void lines.push(line);
  const tell = async (mail: SentMail, type = "Send", more = {}) => {
    await takeMailEvent({ store, now, log }, mailEvent(mail, type, more), "event");
    watch.hearOf(mail);
  };

  /** Mails of which an event is still to come, and when. */
  let untold: { mail: SentMail; at: number }[] = [];
  const mailer: Mailer = {
    async send(mail) {
      const sent = { ...mail, messageId: randomUUID(), at: now() };
      watch.take(sent);
      report.mails++;
      if (post.below(20) === 0) await tell(sent);
      for (const after of post.from(eventDelays)) untold.push({ mail: sent, at: time + after });
      return { kind: "accepted", messageId: sent.messageId };
    },
  };
  const bounce = async (mail: SentMail) => {
    const bounced = { bounceType: "Permanent", bouncedRecipients: [{ emailAddress: mail.to }] };
    await tell(mail, "Bounce", { bounce: bounced });
    const account = accounts.find(({ id }) => mail.tags.claim?.startsWith(id));
    if (account && account.email === mail.to) account.bounced = true;
  };
  const tellUntil = async (instant: number) => {
    const ready = untold.filter(({ at }) => at <= instant);
    untold = untold.filter(({ at }) => at > instant);
    for (const { mail } of ready) {
      await (post.below(100) === 0 ? bounce(mail) : tell(mail, post.from(["Send", "Delivery"])));
    }
    return ready.length > 0;
  };

  const run = async (fault: Fault): Promise<{ isDone: boolean; troubled: Iterable<string> }> => {
    const life = liveWith(fault, store, mailer);
    report.runs++;
    const parts = {
      ...{ store: life.store, mailer: life.mailer, perSecond: 100, now, log },
      sender: { name: "Contacts", address: "no-reply@contacts.example" },
      unsubscribeUrl: async (accountId: string) => `https://api.example/unsubscribe/${accountId}`,
      pause: async (milliseconds: number) => {
        time += milliseconds;
      },
    };
    const running = runReminders(parts, { requestId: "run", remainingTime: () => 900_000 });
    const isDone = await running.then(
      () => true,
      () => false,
    );
    return { isDone: isDone && !life.isDead(), troubled: life.troubled() };
  };

  /** The hour's run, and again when it failed, or by chance; sometimes two at once. */
  const runHour = async (hourStart: number, waiting: number) => {
    const chance = new Chance(plan.seed + hourStart / hour);
    const troubled = new Set<string>();
    let isDone = false;
    for (const at of attempts) {
      time = Math.max(time, hourStart + at * minute);
      await tellUntil(time);
      const count = waiting > 0 && chance.below(6) === 0 ? 2 : 1;
      const fates = Array.from({ length: count }, (): Fault => {
        const isFaulty = waiting > 0 && chance.below(100) < (at === firstAttempt ? plan.faultyRuns : 50);
        return isFaulty ? anyFault(chance, waiting) : { kind: "none", at: 0, moment: "before" };
      });
      for (const { kind } of fates) report.troubles[kind] = (report.troubles[kind] ?? 0) + 1;
      const ends = await Promise.all(fates.map(run));
      for (const each of ends) for (const id of each.troubled) troubled.add(id);
      isDone ||= ends.some((each) => each.isDone);
      if (isDone && (waiting === 0 || chance.below(3) > 0)) break;
    }
    return { troubled, isDone };
  };

  /** Often somebody who has had their mail of the day. */
  const somebody = () => {
    const mailed = accounts.filter((account) => mailDayOf(account) >= dayOfAccount(account, time));
    return people.from(mailed.length > 0 && people.below(2) === 0 ? mailed : accounts);
  };

  let isWritten = true;
  let nextDue: string | undefined;
  let changed = 0;
  for (let hourStart = start; hourStart < end && faults.length < mostFaults; hourStart += hour) {
    const runAt = hourStart + firstAttempt * minute;
    time = Math.max(time, runAt);
    if (await tellUntil(time)) isWritten = true;
    if (isWritten && !plan.everyHour) nextDue = await firstDue(store);
    isWritten = false;
    lines = [];
    const mailsBefore = report.mails;
    const expected = accounts.filter((account) => dueAt(account, runAt).length > 0);
    const open = new Set(accounts.filter((account) => watch.openClaim(account)));
    const isQuiet = !plan.everyHour && (nextDue === undefined || nextDue > now().toISOString());
    let trouble = { troubled: new Set<string>(), isDone: true };
    if (!isQuiet) {
      trouble = await runHour(hourStart, expected.length + open.size);
      isWritten = true;
    }
    report.hours++;
    for (const account of accounts) {
      if (!getsMail(account) || (!expected.includes(account) && !open.has(account))) continue;
      const isOpen = watch.openClaim(account) !== undefined;
      const isLate = open.has(account) ? isOpen : isOpen || dueAt(account, runAt).length > 0;
      if (!isLate) continue;
      report.late++;
      if (!trouble.isDone || trouble.troubled.has(account.id)) continue;
      const names = dueAt(account, runAt).map(({ date, occurrence }) => `${date.note} ${occurrence}`);
      const why = isOpen ? "its mail did not come again" : `was not told of ${names}`;
      faults.push(`${new Date(runAt).toISOString()} ${describe(account, runAt)}: ${why}; ${JSON.stringify(lines)}`);
    }
    // As soon as there were mails, rather than at any time: what comes then must wait, or must not.
    const due = ((hourStart + hour - start) / (end - start)) * plan.changes - changed;
    const ready = report.mails > mailsBefore || due >= 5 ? Math.floor(due) : 0;
    for (let count = 0; count < ready; count++, changed++) {
      time = Math.max(time, hourStart + 35 * minute);
      await changeSomething({ store, chance: people, now }, somebody());
      isWritten = true;
    }
  }
  report.told = accounts.reduce((sum, { told }) => sum + told.size, 0);
  report.doubles = watch.doubles;
  return report;
}

/** Of a mail, its events: most come at once, some twice, late or not at all. */
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

/** When somebody is due first; undefined for never. */
async function firstDue(store: Store): Promise<string | undefined> {
  const firsts = dueShards.map(async (shard) => {
    const { value } = await listDueAccounts(store, shard, new Date("9999-12-31T23:59:59.999Z")).next();
    return value ? [value.dueAt] : [];
  });
  return (await Promise.all(firsts)).flat().toSorted()[0];
}
