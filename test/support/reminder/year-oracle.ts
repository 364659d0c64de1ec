/**
 * A plain model of which dates an account gets a mail about at an instant. It knows no lease and no index. The calendar and the
 * reminder clock are the service's own, which have tests of their own.
 */
import { addDays, type LeapDay, localDay, nextOccurrence } from "../../../shared/platform/time/calendar.ts";
import { reminderClock } from "../../../shared/reminder/reminder-clock.ts";

export interface YearDate {
  id: string;
  type: string;
  /** `YYYY-MM-DD` */
  date: string;
  /** Unique, and new with every change, so that a mail shows which version of the date it has. */
  note: string;
  notifyDaysBefore: number | null;
}

export interface YearAccount {
  id: string;
  timezone: string;
  language: string;
  leapDay: LeapDay;
  /** `HH:MM` */
  reminderSendTime: string;
  remindersEnabled: boolean;
  email: string | null;
  /** Whether a mail to `email` came back. */
  bounced: boolean;
  /** By id of the contact. */
  contacts: Map<string, YearDate[]>;
  /** The occurrences that were mailed (`occurrenceName`). */
  mailed: Set<string>;
  /** When its last mail was sent, in milliseconds; null for none. */
  mailAt: number | null;
  /** When its settings or its address last changed, in milliseconds; 0 for never. */
  movedAt: number;
}

export interface DueDate {
  contactId: string;
  date: YearDate;
  /** `YYYY-MM-DD` */
  occurrence: string;
}

/** An occurrence of 29 February has one name, whichever day it falls on. */
export function occurrenceName({ date, occurrence }: DueDate): string {
  return `${date.id} ${date.date.slice(5)} ${occurrence.slice(0, 4)}`;
}

export function getsMail({ email, remindersEnabled, bounced }: YearAccount): boolean {
  return email !== null && remindersEnabled && !bounced;
}

/** The dates in the mail that the account should get at this instant; empty when it should get none. */
export function dueAt(account: YearAccount, instant: number): DueDate[] {
  if (!getsMail(account)) return [];
  const day = dayToMail(account, instant);
  if (day === undefined) return [];
  const due: DueDate[] = [];
  for (const [contactId, dates] of account.contacts) {
    for (const date of dates) {
      const found = { contactId, date, occurrence: nextOccurrence(date.date, day, account.leapDay) };
      if (!isDueOn(day, found)) continue;
      if (!account.mailed.has(occurrenceName(found))) due.push(found);
    }
  }
  return due.length > 0 && mailDayOf(account) >= day && due.every(({ occurrence }) => occurrence > day) ? [] : due;
}

/** Whether it is time for a mail about this occurrence. */
export function isTimeToMail(account: YearAccount, date: DueDate, instant: number): boolean {
  const day = dayToMail(account, instant);
  return day !== undefined && isDueOn(day, date);
}

function isDueOn(day: string, { date: { notifyDaysBefore }, occurrence }: DueDate): boolean {
  return notifyDaysBefore !== null && addDays(occurrence, -notifyDaysBefore) <= day;
}

/** The last of the account's days, as its settings are now, on which there was a mail; "" for none. */
export function mailDayOf(account: YearAccount): string {
  if (account.mailAt === null) return "";
  return dayToMail(account, account.mailAt) ?? dayOfAccount(account, account.mailAt);
}

/** The earliest day of an occurrence that a late mail may still be about. */
export function firstDayToMail(account: YearAccount, instant: number): string {
  const day = dayToMail(account, instant) ?? dayOfAccount(account, instant);
  return addDays(day, -1);
}

/** The account's day, `YYYY-MM-DD`. */
export function dayOfAccount({ timezone }: Pick<YearAccount, "timezone">, instant: number): string {
  return localDay(new Date(instant), timezone);
}

function dayToMail(account: YearAccount, instant: number): string | undefined {
  const { day, isTime } = reminderClock(account, new Date(instant));
  return isTime ? day : undefined;
}
