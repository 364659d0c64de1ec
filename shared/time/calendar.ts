/**
 * Days of the proleptic Gregorian calendar as `YYYY-MM-DD` text, without clock or zone, and the step from an instant to
 * a day.
 */

export type LeapDay = "feb28" | "mar1";

/** Of the years 1 to 9999. */
export function isCalendarDay(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** The day that it is in an IANA zone at an instant. */
export function localDay(instant: Date, timeZone: string): string {
  return localParts(instant, timeZone).day;
}

/** What calendar and clock say in an IANA zone at an instant: `YYYY-MM-DD`, and `HH:MM:SS` from 00:00:00 to 23:59:59. */
export function localParts(instant: Date, timeZone: string): { day: string; time: string } {
  const found: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatterOf(timeZone).formatToParts(instant)) found[type] = value;
  const { year = "", month, day, hour, minute, second } = found;
  return { day: `${year.padStart(4, "0")}-${month}-${day}`, time: `${hour}:${minute}:${second}` };
}

/** Making a formatter costs fifty times what using it does, and every contact of a page asks. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const days = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const times = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const;
  const formatter = new Intl.DateTimeFormat("en-CA-u-ca-iso8601-nu-latn", { timeZone, ...days, ...times });
  formatters.set(timeZone, formatter);
  return formatter;
}

/** `days` may be negative. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/**
 * The first day on or after `today` on which a yearly date falls, never before the date itself: a graduation in three
 * years is no event of this year. 29 February moves by `leapDay` in common years.
 */
export function nextOccurrence(date: string, today: string, leapDay: LeapDay): string {
  const from = date > today ? date : today;
  const year = Number(from.slice(0, 4));
  const thisYear = occurrenceIn(year, date, leapDay);
  return thisYear >= from ? thisYear : occurrenceIn(year + 1, date, leapDay);
}

/** The day on which somebody shall be told of a yearly date next: the next occurrence less so many days. */
export function notifyDay(
  { date, notifyDaysBefore }: { date: string; notifyDaysBefore: number },
  today: string,
  leapDay: LeapDay,
): string {
  return addDays(nextOccurrence(date, today, leapDay), -notifyDaysBefore);
}

/** The day in `year` on which a yearly date falls. */
export function occurrenceIn(year: number, date: string, leapDay: LeapDay): string {
  const prefix = String(year).padStart(4, "0");
  const monthAndDay = date.slice(5);
  if (monthAndDay !== "02-29" || daysInMonth(year, 2) === 29) return `${prefix}-${monthAndDay}`;
  return leapDay === "feb28" ? `${prefix}-02-28` : `${prefix}-03-01`;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
