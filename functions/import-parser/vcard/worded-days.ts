/** Days whose month is a word, as people and some programs write them, in the languages of months.ts. */
import { fold } from "../../../shared/text/fold.ts";
import { monthOf } from "../months.ts";

export interface DayParts {
  year: number | null;
  month: number;
  day: number;
}

/**
 * "Tue, 22 Dec 2009", "22-Dec-2009", "December 22, 2009" (Entourage and others), "12. Mai 1980", "12 de mayo de 1980",
 * "le 12 mars"; null for all else, also where other words stand beside. Without a year the day must come first:
 * "Mar 12" may be a month of 2012.
 */
export function wordedDay(text: string): DayParts | null {
  const plain = fold(text).replace(weekday, "");
  const dayFirst = dayMonthYear.exec(plain);
  if (dayFirst) return ofWords(dayFirst[3], dayFirst[2], dayFirst[1]);
  const monthFirst = monthDayYear.exec(plain);
  return monthFirst ? ofWords(monthFirst[3], monthFirst[1], monthFirst[2]) : null;
}

export function dayParts(year: string | undefined, month: string | undefined, day: string | undefined): DayParts {
  return { year: year === undefined ? null : Number(year), month: Number(month), day: Number(day) };
}

/** In French without a comma. */
const weekday = /^(?:\p{L}{2,12}\.?,\s?|(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|le)\s)+(?=[\p{L}\d])/u;
const month = String.raw`([^\s\d.,/-]{3,20})\.?`;
const day = String.raw`(\d{1,2})(?:st|nd|rd|th|er|o|\.)?`;
/** Folding leaves single blanks. */
const dayMonthYear = new RegExp(String.raw`^${day}[ -]?(?:de |of )?${month}(?:,?[ -](?:de |del )?(\d{4}))?$`);
const monthDayYear = new RegExp(String.raw`^${month} ${day},? (\d{4})$`);

function ofWords(year: string | undefined, word: string | undefined, day: string | undefined): DayParts | null {
  const found = monthOf(word ?? "");
  return found === null ? null : { ...dayParts(year, undefined, day), month: found };
}
