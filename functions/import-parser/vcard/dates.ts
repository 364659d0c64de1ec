/** Days as vCards write them: RFC 6350 (section 4.3), ISO 8601, and what vendors made of it. */
import { unknownYear } from "../../../shared/contact/limits.ts";
import { isCalendarDay } from "../../../shared/time/calendar.ts";
import { type DayParts, dayParts, wordedDay } from "./worded-days.ts";

/**
 * YYYY-MM-DD with the year 1904 where it is unknown, or null when the text is no whole day. A time and its zone are
 * passed over: the day is the one that was written. `omittedYear` is the year that stands for none (X-APPLE-OMIT-YEAR).
 */
export function readDay(text: string, omittedYear: string): string | null {
  const day = text
    .slice(0, longestDay)
    .trim()
    .replace(/(?:T\d{2}|,?\s\d{1,2}:\d{2}).*$/s, "");
  const parts = numericDay(day) ?? wordedDay(day);
  if (parts === null) return null;
  const isNobodys = omittedYear === "" ? yearsOfNobody.has(parts.year ?? 0) : parts.year === Number(omittedYear);
  const known = parts.year !== null && parts.year !== 0 && !isNobodys;
  const year = String(known ? parts.year : unknownYear).padStart(4, "0");
  const date = `${year}-${pad(parts.month)}-${pad(parts.day)}`;
  return isCalendarDay(date) ? date : null;
}

const longestDay = 100;

/** What programs write where there is no date: the first day of .NET's calendar, and the one that Outlook takes. */
export function standsForNone(date: string): boolean {
  return date === "0001-01-01" || date === "4501-01-01";
}

/** Written for "no year" by Apple (1604), by some mail programs (1111), and as plain zeros. */
const yearsOfNobody = new Set([0, 1111, 1604]);

function numericDay(text: string): DayParts | null {
  const yearFirst = zonedDay.exec(text) ?? /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (yearFirst) return dayParts(yearFirst[1], yearFirst[2], yearFirst[3]);
  const yearless = /^--?(\d{2})-?(\d{2})$/.exec(text) ?? /^--(\d{1,2})-(\d{1,2})$/.exec(text);
  if (yearless) return dayParts(undefined, yearless[1], yearless[2]);
  const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(text);
  if (dotted) return dayParts(dotted[3], dotted[2], dotted[1]);
  const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text);
  return slashed ? unambiguous(Number(slashed[1]), Number(slashed[2]), slashed[3]) : null;
}

/** Some write a zone without a time. */
const zonedDay = /^(\d{4})(?:-(?=\d\d-))?(\d{2})-?(\d{2})(?:Z|[+-]\d{2}:?\d{2})?$/;

/** 25/12 is a day and a month whichever comes first; of 03/04 nobody knows. */
function unambiguous(first: number, second: number, year: string | undefined): DayParts | null {
  if (first > 12) return { year: Number(year), month: second, day: first };
  if (second > 12 || first === second) return { year: Number(year), month: first, day: second };
  return null;
}

function pad(number: number): string {
  return String(number).padStart(2, "0");
}
