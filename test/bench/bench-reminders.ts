/** The part of the bench about the reminder sender: one run over everyone who is due at once. */
import { mapCost } from "./cost.ts";
import { writeDueAccounts } from "./due-world.ts";
import { onGround, openGround } from "./ground.ts";
import type { ReminderReport, ReminderTask } from "./reminders-process.ts";
import { runBundled } from "./run-bundled.ts";
import { thousands } from "./table.ts";

export interface ReminderFigures {
  accounts: number;
  /** Mails a second that SES takes. */
  rate: number;
  /** Of an account with one date that is due. */
  readUnits: number;
  writeUnits: number;
  roundTrips: number;
  /** Of the run by the clock that the rate keeps to, and how long the same took without waiting for turns. */
  seconds: number;
  realSeconds: number;
  /** MB of the process at its largest. */
  memory: number;
}

/** As many as one run must manage, at the rate that SES gives to whoever leaves its sandbox. */
const accounts = 10_000;
const rate = 14;
/** Counting takes long, and each costs the same. */
const counted = 200;

/** Throws when somebody does not get their mail. */
export async function benchReminders(): Promise<ReminderFigures> {
  const few = await remind(counted, true);
  const all = await remind(accounts, false);
  const { readUnits, writeUnits, roundTrips } = mapCost(few.cost, (value) => value / counted);
  const { seconds, realSeconds, memory } = all;
  const figures = { accounts, rate, readUnits, writeUnits, roundTrips, seconds, realSeconds, memory };
  console.log(`\nreminders of ${thousands(accounts)} accounts that are due at once, ${rate} mails a second:`);
  console.log(`${seconds.toFixed(0)} s by the rate, ${realSeconds.toFixed(0)} s of work here, ${memory} MB`);
  const units = `${readUnits.toFixed(1)} read and ${writeUnits.toFixed(1)} write units`;
  console.log(`an account: ${units}, ${roundTrips.toFixed(1)} calls of the table`);
  return figures;
}

async function remind(count: number, metered: boolean): Promise<ReminderReport> {
  return onGround(async (address) => {
    await writeDueAccounts(openGround(address).store, count);
    const task: ReminderTask = { address, rate, metered };
    const report = await runBundled<ReminderReport>("reminders-process.ts", task);
    if (report.sent !== count) throw new Error(`${report.sent} of ${count} accounts got their mail`);
    return report;
  });
}

if (import.meta.main) await benchReminders();
