/** What the reminder sender was to reach, and whether it does. */
import type { ReminderFigures } from "./bench-reminders.ts";
import { thousands } from "./table.ts";
import type { Target } from "./targets.ts";

const hour = 3600;
const maxMegabytes = 256;
/** What the pace may lose at the beginning and the end of a run. */
const tolerance = 1.02;

export function judgeReminderTargets({ accounts, rate, seconds, realSeconds, memory }: ReminderFigures): Target[] {
  const least = accounts / rate;
  const access = `reminders of ${thousands(accounts)} accounts`;
  return [
    {
      access,
      wanted: `within ${Math.round(least)} s, which the rate asks for, and within an hour`,
      found: `${Math.round(seconds)} s`,
      reached: seconds <= Math.min(least * tolerance, hour) && realSeconds < seconds,
    },
    { access, wanted: `less than ${maxMegabytes} MB of memory`, found: `${memory} MB`, reached: memory < maxMegabytes },
  ];
}
