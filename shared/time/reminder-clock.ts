/** Of which day it is time to remind somebody, by the clocks of their zone. */
import { addDays, localDay } from "./calendar.ts";
import { localInstant } from "./local-instant.ts";

export interface ReminderSettings {
  /** IANA. */
  timezone: string;
  /** Local time from which the reminders of a day are sent, `HH:MM`. */
  reminderSendTime: string;
}

export interface ReminderClock {
  /** The day of whose reminders it is time or, as long as it is not, today; `YYYY-MM-DD`. */
  day: string;
  isTime: boolean;
}

/**
 * Milliseconds for which a day goes on after its time of reminders, when that comes shortly before midnight: whoever
 * looks once an hour may not come before the day is over, and may come to grief once.
 */
const dayGoesOnFor = 2 * 3600_000;

export function reminderClock({ timezone, reminderSendTime }: ReminderSettings, now: Date): ReminderClock {
  const today = localDay(now, timezone);
  if (localInstant(today, reminderSendTime, timezone) <= now) return { day: today, isTime: true };
  const yesterday = addDays(today, -1);
  const since = now.getTime() - localInstant(yesterday, reminderSendTime, timezone).getTime();
  return since <= dayGoesOnFor ? { day: yesterday, isTime: true } : { day: today, isTime: false };
}
