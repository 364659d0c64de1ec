/** The day whose reminders are sent now, by the account's local time. */
import { addDays, localDay, localInstant } from "../platform/time/calendar.ts";

export interface ReminderSettings {
  /** IANA. */
  timezone: string;
  /** The local time from which the reminders of a day are sent, `HH:MM`. */
  reminderSendTime: string;
}

export interface ReminderClock {
  /** The day whose reminders are sent now; today, if it is not time yet. `YYYY-MM-DD`. */
  day: string;
  isTime: boolean;
}

/**
 * Milliseconds for which a day lasts after its send time, even past midnight. Otherwise an hourly run might miss a send time
 * shortly before midnight.
 */
const dayLasts = 2 * 3600_000;

export function reminderClock({ timezone, reminderSendTime }: ReminderSettings, now: Date): ReminderClock {
  const today = localDay(now, timezone);
  if (localInstant(today, reminderSendTime, timezone) <= now) return { day: today, isTime: true };
  const yesterday = addDays(today, -1);
  const since = now.getTime() - localInstant(yesterday, reminderSendTime, timezone).getTime();
  return since <= dayLasts ? { day: yesterday, isTime: true } : { day: today, isTime: false };
}
