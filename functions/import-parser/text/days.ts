/** Reads days in the formats that people and programs write. */
import { fold } from "../../../shared/platform/text/fold.ts";
import { isCalendarDay } from "../../../shared/platform/time/calendar.ts";

export interface WrittenDay {
  /** The digits as written; null if the text has no year. */
  year: string | null;
  month: number;
  day: number;
  /** Whether the day could be the month. The separator then determined the order. */
  isAmbiguous: boolean;
}

/** Returns null if the text is not a whole day. Ignores a time and its zone, so the day stays as written. */
export function dayIn(text: string): WrittenDay | null {
  const folded = fold(text.slice(0, longestDay));
  const plain = folded.replace(clock, "").replace(weekday, "").trim();
  for (const form of forms) {
    const groups = form.exec(plain)?.groups;
    if (groups) return readParts(groups, /[ap]\.?\s?m\.?$/.test(folded));
  }
  return null;
}

/** Returns YYYY-MM-DD, or null if the calendar has no such day. */
export function calendarDay(year: number, { month, day }: Pick<WrittenDay, "month" | "day">): string | null {
  const pad = (number: number, length: number) => String(number).padStart(length, "0");
  const date = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
  return isCalendarDay(date) ? date : null;
}

const longestDay = 100;

/** Matches `T201243+04:00`, ` 22:10:05` and `, 10:35 AM`. A zone may occur without a time. */
const clock = /(?:(?<=\d)t\d{2}|,?\s\d{1,2}:\d{2}).*$|(?<=^\d{4}-?\d{2}-?\d{2})(?:z|[+-]\d{2}:?\d{2})$/;
/** Matches a weekday before a day. French has no comma after it. */
const weekday = /^(?:\p{L}{2,12}\.?,\s?|(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|le)\s)+(?=[\p{L}\d])/u;

const word = String.raw`(?<word>[^\s\d.,/-]{3,20})\.?`;
const day = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th|er|o|º|\.)?`;

const forms: readonly RegExp[] = [
  /^(?<year>\d{4})-?(?<month>\d{2})-?(?<day>\d{2})$/,
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/,
  // Chinese and Japanese, Korean.
  /^(?<year>\d{4})(?:年|년 ?)(?<month>\d{1,2})(?:月|월 ?)(?<day>\d{1,2})[日일]?$/,
  // RFC 6350, section 4.3, allows dates without a year.
  /^--?(?<month>\d{2})-?(?<day>\d{2})$/,
  /^--(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.\s?(?<year>\d{4}|\d{2})$/,
  /^(?<one>\d{1,2})(?<separator>[/-])(?<other>\d{1,2})\k<separator>(?<year>\d{4}|\d{2})$/,
  // "22 Dec 2009", "22-Sep-21", "12. Mai 1980", "12 de mayo de 1980", "12 mars", "15 янв. 2026 г.".
  new RegExp(String.raw`^${day}[ /-]?(?:de |of )?${word}(?:,?[ /-](?:de |del )?(?<year>\d{4}|\d{2})(?: ?[гр]\.?)?)?$`),
  // Hungarian: "2026. január 15."
  new RegExp(String.raw`^(?<year>\d{4})\. ${word} ${day}$`),
  // "December 22, 2009". The year is required, because "Mar 12" may mean March 2012.
  new RegExp(String.raw`^${word}[ /-]${day},?[ /-]?(?<year>\d{4})$`),
];

function readParts(groups: Readonly<Record<string, string | undefined>>, hasHalves: boolean): WrittenDay | null {
  const { word: name, one, other, separator, year = null } = groups;
  if (one === undefined || other === undefined) {
    const month = name === undefined ? Number(groups.month) : monthOf(name);
    return month === null ? null : { year, month, day: Number(groups.day), isAmbiguous: false };
  }
  // 25/12 is unambiguous in any order. A 12-hour clock is American, and Americans write the month before the day.
  const [first, second] = [Number(one), Number(other)];
  const isMonthFirst = second > 12 || (first <= 12 && (separator === "/" || hasHalves));
  const isAmbiguous = first <= 12 && second <= 12 && first !== second && !hasHalves;
  return { year, month: isMonthFirst ? first : second, day: isMonthFirst ? second : first, isAmbiguous };
}

/** Returns 1 to 12, or null if the word means no month or several months. `word` is folded (fold.ts). */
export function monthOf(word: string): number | null {
  const english = word.length < 3 ? -1 : englishNames.findIndex((name) => name.startsWith(word));
  if (english !== -1) return english + 1;
  translated ??= collectNames();
  return translated.get(word) ?? null;
}

const englishNames = "january february march april may june july august september october november december".split(" ");

/** The first word that is not an English month creates this map, because that takes a tenth of a second. */
let translated: ReadonlyMap<string, number | null> | undefined;

/** Languages other than English in which spreadsheets and address books write dates. */
const languages = "de de-AT fr es it pt nl pl cs sv da nb fi tr ru uk ro hu el id ar".split(" ");

/** Collects the full and short month names of the runtime, both alone and within a date. */
function collectNames(): ReadonlyMap<string, number | null> {
  const names = new Map<string, number | null>();
  for (const language of languages) {
    for (const month of ["long", "short"] as const) {
      for (const day of [undefined, "numeric"] as const) {
        const format = new Intl.DateTimeFormat(language, { month, day, timeZone: "UTC" });
        for (const number of englishNames.keys()) {
          const part = format.formatToParts(Date.UTC(2021, number, 1)).find(({ type }) => type === "month");
          const name = fold(part?.value ?? "").replace(/\.$/, "");
          names.set(name, (names.get(name) ?? number + 1) === number + 1 ? number + 1 : null);
        }
      }
    }
  }
  return names;
}
