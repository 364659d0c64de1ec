/** What a run of the reminder sender costs when many accounts are due at once. */
import { reminderSender } from "../../functions/reminder-sender/function.ts";
import { accountHeadToItem, newAccountHead } from "../../shared/account/store/account.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import { planDue } from "../../shared/reminder/store/due-index.ts";
import { newContact } from "../support/contact/new-contact.ts";
import { createIds, putItems } from "./account.ts";
import { runBundled } from "./bundled-process.ts";
import { contactItems } from "./floor.ts";
import { onGround, openGround } from "./ground.ts";
import { processorPerMegabyte } from "./prices/request-price.ts";
import type { Report } from "./process-tasks.ts";
import { type Target, thousands } from "./table.ts";

/** The time at which all accounts are due. */
const dueTime = "2026-03-10T08:00:00.000Z";
/** The accounts that one run must manage, at the rate that SES gives to an account outside its sandbox. */
const accounts = 10_000;
const rate = 14;
/** Counting is slow, and every account costs the same. */
const counted = 200;
/** The pace may lose this share at the beginning and the end of a run. */
const tolerance = 1.02;
const maxMegabytes = 256;
/** Mails a second for which the processor of the function is enough. infra/README.md says so. */
export const mostMailsPerSecond = 50;

/** Throws when an account does not get its mail. */
export async function benchReminders(): Promise<Target[]> {
  const { cost } = await remind(counted, true);
  const { seconds, realSeconds, processorSeconds, memory } = await remind(accounts, false);
  const [reads, writes, calls] = [cost.readUnits, cost.writeUnits, cost.roundTrips].map((sum) =>
    (sum / counted).toFixed(1),
  );
  console.log(`\nreminders of ${thousands(accounts)} accounts that are due at once, ${rate} mails a second:`);
  console.log(`${seconds.toFixed(0)} s by the rate, ${realSeconds.toFixed(0)} s of work here, ${memory} MB`);
  console.log(`an account: ${reads} read and ${writes} write units, ${calls} calls of the table`);
  const processorTime = processorSeconds / accounts;
  const fastest = Math.min(1, reminderSender.memory * processorPerMegabyte) / processorTime;
  console.log(
    `a mail: ${(processorTime * 1000).toFixed(1)} ms of a whole processor, so with ${reminderSender.memory} MB ${fastest.toFixed(0)} mails a second at most`,
  );
  const least = accounts / rate;
  const access = `reminders of ${thousands(accounts)} accounts`;
  return [
    {
      access,
      limit: `within ${Math.round(least)} s, which the rate asks for, and within an hour`,
      measured: `${Math.round(seconds)} s`,
      isReached: seconds <= Math.min(least * tolerance, 3600) && realSeconds < seconds,
    },
    {
      access,
      limit: `less than ${maxMegabytes} MB of memory`,
      measured: `${memory} MB`,
      isReached: memory < maxMegabytes,
    },
    {
      access,
      limit: `processor for ${mostMailsPerSecond} mails a second, if mailRate allows them`,
      measured: `${fastest.toFixed(0)} mails`,
      isReached: fastest >= mostMailsPerSecond,
    },
  ];
}

function remind(count: number, metered: boolean): Promise<Report> {
  return onGround(async (address) => {
    await writeDueAccounts(openGround(address).store, count);
    const start = "2026-03-10T08:01:00.000Z";
    const report = await runBundled({ work: "reminders", address, start, rate, metered });
    if (report.count !== count) throw new Error(`${report.count} of ${count} accounts got their mail`);
    return report;
  });
}

/** Writes accounts with one contact, whose birthday is due, directly into the table. */
async function writeDueAccounts(store: Store, count: number): Promise<void> {
  const before = new Date("2026-02-01T00:00:00.000Z");
  const newId = createIds("due accounts", before.getTime());
  const items = Array.from({ length: count }, () => {
    const accountId = newId();
    const importantDates = [{ type: "birthday", date: "1990-03-12", note: "likes cake", notifyDaysBefore: 2 }];
    const body = { firstName: "Johanna", lastName: "Musterfrau", importantDates };
    const contact = { ...newContact(accountId, body, { id: newId(), now: before, newId }), version: 1 };
    const head = { ...newAccountHead(accountId, "ann@example.org", before), name: "Ann", contactCount: 1 };
    const due = planDue(store, head, dueTime);
    const dueEntries = due.actions.flatMap(({ Put }) => (Put?.Item ? [Put.Item] : []));
    return [accountHeadToItem(due.head), ...contactItems(store, contact).values(), ...dueEntries];
  });
  await putItems(store, items.flat());
}
