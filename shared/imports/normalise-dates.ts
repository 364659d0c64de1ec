/** Important dates of a row: real days, each once, and one birthday and one nameday a contact. */
import { contactLimits as limits, unknownYear } from "../contact/limits.ts";
import { isCalendarDay } from "../time/calendar.ts";
import type { ParsedDate } from "./parsed-contact.ts";
import type { RawDate } from "./raw-row.ts";
import { cleanLine, lose, quote, type Remarks, remark } from "./remarks.ts";

export function normaliseDates(remarks: Remarks, raw: readonly RawDate[]): ParsedDate[] {
  const dates: ParsedDate[] = [];
  const leftOut: RawDate[] = [];
  for (const given of raw) {
    const date = normaliseDate(remarks, given);
    if (date === null || isRepeat(dates, date)) continue;
    const distinct = asFurther(remarks, dates, date, given);
    if (isRepeat(dates, distinct)) continue;
    if (dates.length < limits.importantDates) dates.push(distinct);
    else leftOut.push(given);
  }
  const [first] = leftOut;
  if (first) {
    remarks.lost += leftOut.length - 1;
    const message = `${leftOut.length} more than the ${limits.importantDates} that a contact can have are left out.`;
    const about = { field: "importantDates", origin: { property: first.property, line: first.line } };
    lose(remarks, "warning", "important_dates_left_out", message, about);
  }
  return dates;
}

function normaliseDate(remarks: Remarks, given: RawDate): ParsedDate | null {
  const about = { field: "importantDates", origin: { property: given.property, line: given.line } };
  if (!isCalendarDay(given.date)) {
    lose(remarks, "warning", "date_unreadable", `${quote(given.date)} is no day of the calendar.`, about);
    return null;
  }
  const note = cleanLine(remarks, given.note, limits.importantDateNote, about);
  const { type, date, notifyDaysBefore: days = null } = given;
  return { type, date, note, notifyDaysBefore: days === null ? null : Math.min(days, limits.notifyDaysBefore) };
}

/** The same day, once with its year and once without, is one date: the year is kept. */
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

/** A second birthday or nameday is kept as another date whose note says what it is. */
function asFurther(remarks: Remarks, dates: readonly ParsedDate[], date: ParsedDate, given: RawDate): ParsedDate {
  const once = date.type === "birthday" || date.type === "nameday";
  if (!once || !dates.some(({ type }) => type === date.type)) return date;
  const about = { field: "importantDates", origin: { property: given.property, line: given.line } };
  const message = `A contact has one ${date.type}: ${quote(date.date)} is kept as another date.`;
  remark(remarks, "warning", "important_date_further", message, about);
  return { ...date, type: "other", note: date.note || date.type };
}

function isYearless({ date }: ParsedDate): boolean {
  return date.startsWith(`${unknownYear}-`);
}
