/** The inside of a process that is one run of the reminder sender. See `bench-reminders.ts`. */
import { randomUUID } from "node:crypto";
import { runReminders } from "../../functions/reminder-sender/operations.ts";
import type { JobLine } from "../../shared/log/request-log.ts";
import { mainTable } from "../../shared/table/definition.ts";
import type { Cost } from "./cost.ts";
import { dueTime } from "./due-world.ts";
import { type GroundAddress, openGround } from "./ground.ts";
import { Meter, meteredStore } from "./meter.ts";

export interface ReminderTask {
  address: GroundAddress;
  /** Mails a second. */
  rate: number;
  /** Count what the table is asked for; it takes time and memory. */
  metered: boolean;
}

export interface ReminderReport {
  sent: number;
  failed: number;
  cost: Cost;
  /** Of the run by its own clock, on which waiting for a turn takes no time of ours. */
  seconds: number;
  /** That went by while it ran. */
  realSeconds: number;
  /** Of the whole process at its largest, in MB. */
  memory: number;
}

async function carryOut({ address, rate, metered }: ReminderTask): Promise<ReminderReport> {
  const { store } = openGround(address);
  const meter = new Meter();
  let skipped = 0;
  const started = performance.now();
  const elapsed = () => performance.now() - started + skipped;
  let last: JobLine | undefined;
  await runReminders(
    {
      store: metered ? meteredStore(meter, store, mainTable) : store,
      mailer: { send: async () => ({ kind: "accepted", messageId: randomUUID() }) },
      sender: { name: "Contacts", address: "no-reply@contacts.example" },
      unsubscribeUrl: async (accountId) => `https://api.example/unsubscribe/${accountId}`,
      perSecond: rate,
      now: () => new Date(Date.parse(dueTime) + 60_000 + elapsed()),
      pause: async (milliseconds) => {
        skipped += milliseconds;
      },
      log: (line) => {
        last = line as JobLine;
      },
    },
    { requestId: "bench", remainingTime: () => Number.POSITIVE_INFINITY },
  );
  return {
    sent: Number(last?.sent),
    failed: Number(last?.failed),
    cost: meter.cost,
    seconds: elapsed() / 1000,
    realSeconds: (elapsed() - skipped) / 1000,
    // In kilobytes, whatever the system.
    memory: Math.ceil(process.resourceUsage().maxRSS / 1000),
  };
}

process.once("message", async (task: ReminderTask) => process.send?.(await carryOut(task)));
