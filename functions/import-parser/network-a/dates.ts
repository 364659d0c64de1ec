/**
 * Days as connections files have them: the network's own forms since 2012, what spreadsheets of many countries made of
 * them, and what people type.
 */
import { fold } from "../../../shared/text/fold.ts";
import { isCalendarDay } from "../../../shared/time/calendar.ts";
import { monthOf } from "../months.ts";

/** Which of two small numbers is the day. */
export type DateOrder = "dayFirst" | "monthFirst";

/** Both ways to read `4/5/18`; of `25/12/18` only one is a day of the calendar. */
export interface NumericDate {
  dayFirst: string | null;
  monthFirst: string | null;
  /** A clock of twelve hours is American, as is the month before the day. */
  hint: DateOrder | null;
  /** What is likelier where nothing else tells: with slashes the network's own form, with dashes most countries'. */
  likelier: DateOrder;
}

/** A day, YYYY-MM-DD; a text that may be two days; or null for one that is none. */
export type ReadDate = string | NumericDate | null;

/** A clock may follow, which is passed over: the day is the one that was written, unless the clock names an offset. */
export function readDate(text: string, centuryOf: (year: number) => number): ReadDate {
  const usual = usualDay(text);
  if (usual !== null) return usual;
  if (text.length > longestDate) return null;
  return instant(text) ?? written(text, centuryOf);
}

/** Of the network: a file of connections has no year before it, and no year far ahead. */
export function thisCentury(year: number): number {
  return 2000 + year;
}

/** What spreadsheets make of two digits: 1930 to 2029. */
export function spreadsheetCentury(year: number): number {
  return year < 30 ? 2000 + year : 1900 + year;
}

const longestDate = 60;

/** `05 Jan 2026` or `5 Jan 2026`, as the network writes it, of a day that every month has; null for all others. */
function usualDay(text: string): string | null {
  const at = text.length - 9;
  const [day, month, year] = [text.slice(0, at), usualMonths[text.slice(at, at + 5)], text.slice(at + 5)];
  if (month === undefined || !usualDays.has(day) || !/^20\d\d$/.test(year)) return null;
  return `${year}-${month}-${day.length === 1 ? `0${day}` : day}`;
}

const usualMonths: Readonly<Record<string, string>> = Object.fromEntries(
  "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"
    .split(" ")
    .map((name, index) => [` ${name} `, String(index + 1).padStart(2, "0")]),
);

const usualDays = new Set(
  Array.from({ length: 28 }, (_, index) => String(index + 1)).flatMap((day) => [day, day.padStart(2, "0")]),
);

/** ISO 8601 with an offset: the day that it was in UTC. */
function instant(text: string): string | null {
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)? ?[+-]\d\d:?\d\d$/.test(text)) return null;
  const time = new Date(
    text
      .replace(/ (?=[+-])/, "")
      .replace(" ", "T")
      .replace(/(\d\d)(\d\d)$/, "$1:$2"),
  );
  return Number.isNaN(time.getTime()) ? null : valid(time.toISOString().slice(0, 10));
}

function written(text: string, centuryOf: (year: number) => number): ReadDate {
  const clock = clockBehind.exec(text);
  const day = fold(withAsciiDigits(clock ? text.slice(0, clock.index) : text)).replace(weekday, "");
  const yearFirst = /^(\d{4})(?:([-/.])(\d{1,2})\2|\. ?(\d{1,2})\. ?|[年년] ?(\d{1,2})[月월] ?)(\d{1,2})[.日일]?$/.exec(
    day,
  );
  if (yearFirst)
    return dayOf(yearFirst[1], Number(yearFirst[3] ?? yearFirst[4] ?? yearFirst[5]), yearFirst[6], centuryOf);
  const numeric = /^(\d{1,2})([-/.]) ?(\d{1,2})\2 ?(\d{4}|\d{2})\.?$/.exec(day);
  if (numeric) return numericDate(numeric, clock?.[1] !== undefined, centuryOf);
  return worded(day, centuryOf);
}

/** `, 10:35 AM`, ` 22:10:05`, `T10:35:00.000Z`; the first group is the half of the day. */
const clockBehind =
  /(?:,? |, ?|(?<=\d)T)\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:\.\d{1,9})?)?(?:\s?([ap]\.?\s?m\.?))?\s?(?:Z|UTC|GMT)?$/i;

/** A day's name, before what is still a date without it. */
const weekday = /^\p{L}{2,12}\.?,? (?=\d{1,2}(?![\p{L}\d]).*\p{L}|\d{1,4}[-/.]\d{1,2}[-/.]|\p{L}+\.? \d)/u;

function numericDate(parts: RegExpExecArray, hasHalves: boolean, centuryOf: (year: number) => number): ReadDate {
  const [, first, separator, second, year] = parts;
  const dayFirst = dayOf(year, Number(second), first, centuryOf);
  const monthFirst = dayOf(year, Number(first), second, centuryOf);
  if (dayFirst === monthFirst) return dayFirst;
  if (separator === "." && dayFirst !== null) return dayFirst;
  return {
    dayFirst,
    monthFirst,
    hint: hasHalves ? "monthFirst" : null,
    likelier: separator === "-" ? "dayFirst" : "monthFirst",
  };
}

/** `15 Jan 2026`, `22-Sep-21`, `15. Januar 2026`, `15 de enero de 2026`, `Jan 15, 2026`, `2026. január 15.` */
function worded(day: string, centuryOf: (year: number) => number): string | null {
  const dayFirst = dayMonthYear.exec(day);
  if (dayFirst) return dayOf(dayFirst[3], monthOf(dayFirst[2] ?? ""), dayFirst[1], centuryOf);
  const monthFirst = monthDayYear.exec(day);
  if (monthFirst) return dayOf(monthFirst[3], monthOf(monthFirst[1] ?? ""), monthFirst[2], centuryOf);
  const yearFirst = yearMonthDay.exec(day);
  return yearFirst ? dayOf(yearFirst[1], monthOf(yearFirst[2] ?? ""), yearFirst[3], centuryOf) : null;
}

/** A month's name, with the dot of an abbreviation. */
const month = String.raw`([^\s\d./-]{2,20})\.?`;
const day = String.raw`(\d{1,2})(?:st|nd|rd|th|º|\.)?`;
const dayMonthYear = new RegExp(
  String.raw`^${day}[ /-]?(?:de |of )?${month},?[ /-]?(?:de |del )?(\d{4}|\d{2})(?: ?г\.?| р\.?)?$`,
);
const monthDayYear = new RegExp(String.raw`^${month}[ /-](\d{1,2})(?:st|nd|rd|th)?(?:, ?|[ /-])(\d{4}|\d{2})$`);
const yearMonthDay = new RegExp(String.raw`^(\d{4})\.?[ /-]${month}[ /-](\d{1,2})\.?$`);

function dayOf(
  year: string | undefined,
  month: number | null,
  day: string | undefined,
  centuryOf: (year: number) => number,
): string | null {
  if (year === undefined || month === null || day === undefined) return null;
  const whole = year.length === 2 ? centuryOf(Number(year)) : Number(year);
  return valid(`${String(whole).padStart(4, "0")}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`);
}

/** Nobody living was born before, and no file is from after. */
function valid(day: string): string | null {
  return day >= "1850" && day < "2100" && isCalendarDay(day) ? day : null;
}

/** Arabic and Persian digits. */
function withAsciiDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 15));
}
