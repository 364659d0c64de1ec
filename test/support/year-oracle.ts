/**
 * Who is to be told of what at an instant: a plain model of accounts, which walks through days and looks at clocks, and
 * knows neither claims nor indexes nor days to look.
 */
import type { LeapDay } from "../../shared/time/calendar.ts";
import type { ReminderSettings } from "../../shared/time/reminder-clock.ts";
import { clockOf, daysOf, occurrenceWalker } from "./every-day.ts";

export interface YearDate {
  id: string;
  type: string;
  /** `YYYY-MM-DD` */
  date: string;
  /** Of this date only, and new with every change: what mails are known by. */
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
  /** Occurrences of which its owner was told (`occurrenceName`). */
  told: Set<string>;
  /** When its last mail went, in milliseconds; null for none. */
  mailAt: number | null;
  /** When its settings or its address were changed last, in milliseconds; 0 for never. */
  movedAt: number;
}

export interface DueDate {
  contactId: string;
  date: YearDate;
  /** `YYYY-MM-DD` */
  occurrence: string;
}

const walk = occurrenceWalker(daysOf(1920, 2035));
const dayNumbers = new Map(daysOf(2020, 2035).map((day, number) => [day, number]));
const minute = 60_000;

/** 29 February is one occurrence, wherever it falls. */
export function occurrenceName({ date, occurrence }: DueDate): string {
  return `${date.id} ${date.date.slice(5)} ${occurrence.slice(0, 4)}`;
}

export function getsMail({ email, remindersEnabled, bounced }: YearAccount): boolean {
  return email !== null && remindersEnabled && !bounced;
}

/** What a mail to the account would tell of at this instant; nothing when none is to be sent. */
export function dueAt(account: YearAccount, instant: number): DueDate[] {
  if (!getsMail(account)) return [];
  const day = dayToTell(account, instant);
  if (day === undefined) return [];
  const due: DueDate[] = [];
  for (const [contactId, dates] of account.contacts) {
    for (const date of dates) {
      const found = { contactId, date, occurrence: nextOf(date, day, account.leapDay) };
      if (!isDueOn(day, found)) continue;
      if (!account.told.has(occurrenceName(found))) due.push(found);
    }
  }
  return due.length > 0 && mailDayOf(account) >= day && due.every(({ occurrence }) => occurrence > day) ? [] : due;
}

/** Whether it is time for a mail, and one would tell of this occurrence, had its owner not been told. */
export function isTimeToTell(account: YearAccount, date: DueDate, instant: number): boolean {
  const day = dayToTell(account, instant);
  return day !== undefined && isDueOn(day, date);
}

function isDueOn(day: string, { date: { notifyDaysBefore }, occurrence }: DueDate): boolean {
  return notifyDaysBefore !== null && numberOf(occurrence) - numberOf(day) <= notifyDaysBefore;
}

/** The last of the account's days, as its settings are now, on which there was a mail; "" for none. */
export function mailDayOf(account: YearAccount): string {
  if (account.mailAt === null) return "";
  return dayToTell(account, account.mailAt) ?? dayOfAccount(account, account.mailAt);
}

/** A claim tells of nothing that falls on an earlier day than this, however late it is. */
export function firstDayToTell(account: YearAccount, instant: number): string {
  const day = dayToTell(account, instant) ?? dayOfAccount(account, instant);
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
}

/** The account's day, `YYYY-MM-DD`. */
export function dayOfAccount({ timezone }: Pick<YearAccount, "timezone">, instant: number): string {
  return clockOf(timezone)(instant).slice(0, 10);
}

/**
 * The day of whose reminders it is time: today, when the zone's clocks have shown the time or a later one; yesterday for
 * two hours after they did, as no run of that day may have come after a time shortly before midnight.
 */
function dayToTell({ timezone: zone, reminderSendTime: time }: ReminderSettings, instant: number): string | undefined {
  const { shown, before, wasPutBack } = look(zone, instant);
  const day = shown.slice(0, 10);
  const isPassed = (those: readonly string[], on: string) =>
    those.some((text) => text.startsWith(on) && text >= `${on} ${time}:00`);
  if (isPassed([shown], day)) return day;
  const clock = clockOf(zone);
  const minutes = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, count) => clock(instant - (from + count) * minute));
  // Clocks that were put back showed it before.
  if (wasPutBack && isPassed(minutes(0, grace + hour), day)) return day;
  const yesterday = before.slice(0, 10);
  if (yesterday === day || isPassed([before], yesterday)) return undefined;
  return wasPutBack && isPassed(minutes(grace, grace + 2 * hour), yesterday) ? undefined : yesterday;
}

/** Minutes. */
const hour = 60;
const grace = 2 * hour;

interface Look {
  instant: number;
  /** What clocks show: now, and when the grace began. */
  shown: string;
  before: string;
  wasPutBack: boolean;
}

/** Of each zone the last one: accounts are asked about in turn at the same instant. */
const looks = new Map<string, Look>();

function look(zone: string, instant: number): Look {
  const known = looks.get(zone);
  if (known?.instant === instant) return known;
  const clock = clockOf(zone);
  const [shown, before, long] = [0, grace, 2 * grace].map((minutes) => clock(instant - minutes * minute)) as [
    string,
    string,
    string,
  ];
  const wasPutBack = wallOf(shown) - wallOf(long) < 2 * grace * minute;
  const found = { instant, shown, before, wasPutBack };
  looks.set(zone, found);
  return found;
}

function wallOf(text: string): number {
  return Date.parse(`${text.replace(" ", "T")}Z`);
}

function numberOf(day: string): number {
  const number = dayNumbers.get(day);
  if (number === undefined) throw new RangeError(`${day} is no day of these years`);
  return number;
}

/** Walks of which it is known that they end at the same day from any day between. */
const walks = new WeakMap<YearDate, { date: string; leapDay: string; from: string; to: string }>();

function nextOf(date: YearDate, day: string, leapDay: LeapDay): string {
  const known = walks.get(date);
  if (known?.date === date.date && known.leapDay === leapDay && known.from <= day && day <= known.to) return known.to;
  const to = walk(date.date, day, leapDay);
  walks.set(date, { date: date.date, leapDay, from: day, to });
  return to;
}
