/** Normalises the important dates of a row. The result has no repeats, and at most one birthday and one nameday. */
import { contactLimits as limits, unknownYear } from "../../../shared/contact/limits.ts";
import type { ParsedDate } from "../../../shared/import/row/parsed-contact.ts";
import type { RawDate } from "../../../shared/import/row/raw-row.ts";
import { cleanLine, quote, type RowIssues } from "../../../shared/import/row/row-issues.ts";
import { isCalendarDay } from "../../../shared/platform/time/calendar.ts";

export function normaliseDates(issues: RowIssues, raw: readonly RawDate[]): ParsedDate[] {
  const dates: ParsedDate[] = [];
  const leftOut: RawDate[] = [];
  for (const rawDate of raw) {
    const date = normaliseDate(issues, rawDate);
    if (date === null || isRepeat(dates, date)) continue;
    const distinct = asFurther(issues, dates, date, rawDate);
    if (isRepeat(dates, distinct)) continue;
    if (dates.length < limits.importantDates) dates.push(distinct);
    else leftOut.push(rawDate);
  }
  const [first] = leftOut;
  if (first) {
    const message = `${leftOut.length} more than the ${limits.importantDates} that a contact can have are left out.`;
    const about = { field: "importantDates", origin: { property: first.property, line: first.line } };
    issues.dropped("warning", "important_dates_left_out", message, about, leftOut.length);
  }
  return dates;
}

function normaliseDate(issues: RowIssues, rawDate: RawDate): ParsedDate | null {
  const about = { field: "importantDates", origin: { property: rawDate.property, line: rawDate.line } };
  if (!isCalendarDay(rawDate.date)) {
    issues.dropped("warning", "date_unreadable", `${quote(rawDate.date)} is no day of the calendar.`, about);
    return null;
  }
  const note = cleanLine(issues, rawDate.note, limits.importantDateNote, about);
  const { type, date, notifyDaysBefore: days = null } = rawDate;
  return { type, date, note, notifyDaysBefore: days === null ? null : Math.min(days, limits.notifyDaysBefore) };
}

/** A day with its year and the same day without a year are one date. The list keeps the year. */
function isRepeat(dates: ParsedDate[], date: ParsedDate): boolean {
  const index = dates.findIndex(
    (known) =>
      known.type === date.type &&
      known.note === date.note &&
      known.date.slice(4) === date.date.slice(4) &&
      (known.date === date.date || isYearless(known) || isYearless(date)),
  );
  const known = dates[index];
  if (known && isYearless(known)) dates[index] = { ...known, date: date.date };
  return known !== undefined;
}

/** Keeps a second birthday or nameday as a date of type "other" whose note states the original type. */
function asFurther(issues: RowIssues, dates: readonly ParsedDate[], date: ParsedDate, rawDate: RawDate): ParsedDate {
  const once = date.type === "birthday" || date.type === "nameday";
  if (!once || !dates.some(({ type }) => type === date.type)) return date;
  const about = { field: "importantDates", origin: { property: rawDate.property, line: rawDate.line } };
  const message = `A contact has one ${date.type}: ${quote(date.date)} is kept as another date.`;
  issues.add("warning", "important_date_further", message, about);
  return { ...date, type: "other", note: date.note || date.type };
}

function isYearless({ date }: ParsedDate): boolean {
  return date.startsWith(`${unknownYear}-`);
}
