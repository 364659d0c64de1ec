/** Days in the digest: their distance from today, their text in a language, and the years that have passed. */
import { unknownYear } from "../../contact/limits.ts";
import { daysBetween } from "../../platform/time/calendar.ts";
import type { DateType, DigestTexts } from "../digest-texts.ts";

/** "today", "tomorrow", "in 5 days"; "" for a past day. */
export function whenOf(texts: DigestTexts, today: string, day: string): string {
  const days = daysBetween(today, day);
  if (days < 0) return "";
  if (days === 0) return texts.today;
  return days === 1 ? texts.tomorrow : texts.inDays(days);
}

export interface DayWriter {
  /** With the weekday; with the year if it is not the year of `today`. */
  day: (day: string, today: string) => string;
  /** Day and month; with the year if it is known. */
  date: (date: string) => string;
  /** Day, month and year. */
  wholeDate: (date: string) => string;
}

/** By locale. Making the formatters costs more than the rest of a small mail. */
const writers = new Map<string, DayWriter>();

/** Formats days for a locale. A day has no zone, so it is formatted as midnight in UTC. */
export function dayWriter(locale: string): DayWriter {
  const writer = writers.get(locale) ?? makeDayWriter(locale);
  writers.set(locale, writer);
  return writer;
}

function makeDayWriter(locale: string): DayWriter {
  const base = { timeZone: "UTC", day: "numeric", month: "long" } as const;
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(locale, { ...base, ...options });
    return (day: string) => formatter.format(instantOf(day));
  };
  const [near, far] = [format({ weekday: "long" }), format({ weekday: "long", year: "numeric" })];
  const [short, whole] = [format({}), format({ year: "numeric" })];
  return {
    day: (day, today) => (yearOf(day) === yearOf(today) ? near(day) : far(day)),
    date: (date) => (yearOf(date) === unknownYear ? short(date) : whole(date)),
    wholeDate: whole,
  };
}

/** The years from a date to its occurrence, in words; undefined if the year is unknown or the occurrence is the first. */
export function yearsOf(texts: DigestTexts, type: DateType, date: string, occurrence: string): string | undefined {
  const years = yearOf(occurrence) - yearOf(date);
  if (yearOf(date) === unknownYear || years < 1 || type === "nameday") return undefined;
  return type === "birthday" ? texts.age(years) : texts.years(years);
}

function yearOf(day: string): number {
  return Number(day.slice(0, 4));
}

function instantOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}
