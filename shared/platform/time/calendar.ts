/**
 * Days of the proleptic Gregorian calendar as `YYYY-MM-DD` text, and the conversion between instants and the local time of
 * a time zone.
 */

export type LeapDay = "feb28" | "mar1";

/** Whether the text is a day of the years 1 to 9999. */
export function isCalendarDay(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** The day in an IANA time zone at an instant. */
export function localDay(instant: Date, timeZone: string): string {
  const key = `${instant.getTime()} ${timeZone}`;
  if (lastDay.key !== key) lastDay = { key, day: localParts(instant, timeZone).day };
  return lastDay.day;
}

/** Every contact of a page asks for the same day. */
let lastDay = { key: "", day: "" };

/** The local day, `YYYY-MM-DD`, and time, from `00:00:00` to `23:59:59`, in an IANA time zone at an instant. */
export function localParts(instant: Date, timeZone: string): { day: string; time: string } {
  const found: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatterOf(timeZone).formatToParts(instant)) found[type] = value;
  const { year = "", month, day, hour, minute, second } = found;
  return { day: `${year.padStart(4, "0")}-${month}-${day}`, time: `${hour}:${minute}:${second}` };
}

/** Creating a formatter takes fifty times as long as using it, and every contact of a page needs one. */
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

/** More milliseconds than any zone's offset from UTC (the largest one: local mean time of Manila before 1845). */
const maxOffset = 16 * 3600 * 1000;

/**
 * The first instant at which a clock in the zone shows `time` (`HH:MM`) or later on `day`. For a time that the clock
 * skips, this is the instant of the change. For a time that the clock shows twice, it is the first instant. A day that a
 * zone skipped (30 December 2011 in Samoa) starts when the next day does.
 */
export function localInstant(day: string, time: string, timeZone: string): Date {
  const wall = new Date(`${day}T${time}:00Z`).getTime();
  const [from, to] = [wall - maxOffset, wall + maxOffset];
  const [before, after] = [offsetAt(from, timeZone), offsetAt(to, timeZone)];
  if (before === after) return new Date(wall - before);
  const change = changeBetween(from, to, before, timeZone);
  return new Date(wall - before < change ? wall - before : Math.max(change, wall - after));
}

/** The milliseconds by which the zone's clocks are ahead of UTC. Historical offsets have seconds. */
function offsetAt(instant: number, timeZone: string): number {
  const seconds = Math.floor(instant / 1000) * 1000;
  const { day, time } = localParts(new Date(seconds), timeZone);
  return new Date(`${day}T${time}Z`).getTime() - seconds;
}

/** The instant between `from` and `to` at which the zone leaves the offset `before`. Zones change on whole seconds. */
function changeBetween(from: number, to: number, before: number, timeZone: string): number {
  let [last, first] = [from, to];
  while (first - last > 1000) {
    const middle = last + Math.floor((first - last) / 2000) * 1000;
    if (offsetAt(middle, timeZone) === before) last = middle;
    else first = middle;
  }
  return first;
}

/** `days` may be negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 24 * 3600_000).toISOString().slice(0, 10);
}

/** Whole days from one day to another; negative if the other one is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / (24 * 3600 * 1000));
}

/**
 * The first day on or after `today` on which a yearly date falls. The first occurrence is the date itself, even if it is
 * in a later year. In common years, `leapDay` says on which day 29 February falls.
 */
export function nextOccurrence(date: string, today: string, leapDay: LeapDay): string {
  const from = date > today ? date : today;
  const year = Number(from.slice(0, 4));
  const thisYear = occurrenceIn(year, date, leapDay);
  return thisYear >= from ? thisYear : occurrenceIn(year + 1, date, leapDay);
}

/** The day of the next reminder of a yearly date. */
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
