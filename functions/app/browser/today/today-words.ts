/** What Today says about dates, people who are due, the next mail and the months. */
import type { NextReminderMail, Reminder, TrackedContact } from "../../../../shared/client/types.ts";
import { daysBetween, type LeapDay, nextOccurrence } from "../../../../shared/platform/time/calendar.ts";
import { countText } from "../parts/shared-words.ts";
import { labelOf } from "../parts/value-lines.ts";

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** The day of a moment in a time zone, such as `2026-11-27`. */
export function dayIn(timeZone: string, moment: string): string {
  return new Date(moment).toLocaleDateString("en-CA", { timeZone });
}

const unknownYear = 1904;

/** The day of the account, and on which day 29 February falls in years without it. */
export interface AccountDay {
  today: string;
  leapDay: LeapDay;
}

/** A date that comes, such as "turns 40 in 12 days". `today` is the day of the account. */
export function occasionOf({ importantDate }: Pick<Reminder, "importantDate">, { today, leapDay }: AccountDay) {
  const { type, date, note } = importantDate;
  const day = nextOccurrence(date, today, leapDay);
  const next = new Date(day);
  const when = relative.format(daysBetween(today, day), "day");
  const year = Number(date.slice(0, 4));
  const years = year === unknownYear ? 0 : next.getUTCFullYear() - year;
  const what = note || (type === "other" ? "Date" : labelOf(type));
  const age = type === "birthday" ? `turns ${years} ${when}` : `${what} ${when}, ${countText(years, "year")}`;
  return {
    day,
    text: years > 0 ? age : `${what} ${when}`,
    exact: next.toLocaleDateString([], { dateStyle: "full", timeZone: "UTC" }),
  };
}

/** Since when somebody is due. */
export function dueText({ overdueDays }: Pick<TrackedContact, "overdueDays">): string {
  return overdueDays === 0 ? "due today" : `due for ${countText(overdueDays, "day")}`;
}

const reasons: Readonly<Record<NonNullable<NextReminderMail["reason"]>, string>> = {
  not_configured: "this service sends no mails",
  reminders_off: "reminders are off",
  unverified: "your address is not verified",
  refused: "the mail service refused your address",
  bounced: "the last mail came back",
  complained: "a mail was reported as unsolicited",
  nothing_due: "no date has a reminder, and nobody is left to be in touch with",
};

/** Why no mail goes. */
export function noMailText(reason: NextReminderMail["reason"]): string {
  return `No mail will go, because ${reasons[reason ?? "nothing_due"]}.`;
}

export interface MonthCount {
  /** The first day. */
  iso: string;
  count: number;
}

const shownMonths = 12;

/**
 * How many of `moments` are in each of the last months, the earliest first, in the time zone of the browser. Without all of them, only
 * the months after the earliest one are shown.
 */
export function countMonths(moments: readonly string[], now: string, areAll: boolean): MonthCount[] {
  const end = new Date(now);
  const months = Array.from({ length: shownMonths }, (_, index) => {
    return new Date(end.getFullYear(), end.getMonth() - shownMonths + 1 + index);
  });
  const isOf = (moment: string, month: Date) => {
    const { time, year, index } = { time: new Date(moment), year: month.getFullYear(), index: month.getMonth() };
    return time <= end && time.getFullYear() === year && time.getMonth() === index;
  };
  const earliest = areAll ? -1 : months.findLastIndex((month) => isOf(moments.at(-1) ?? now, month));
  return months.slice(earliest + 1).map((month) => ({
    iso: month.toISOString(),
    count: moments.filter((moment) => isOf(moment, month)).length,
  }));
}
