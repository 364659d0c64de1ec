/** Writes important dates as BDAY, ANNIVERSARY, and the labelled X-ABDATE of Apple's and Google's address books. */
import { unknownYear } from "../contact/limits.ts";
import type { ImportantDate } from "../contact/record.ts";
import {
  builtInLabelLine,
  type CardEntry,
  type CardLine,
  labelled,
  type Parameters,
  verbatimLine,
} from "./content-lines.ts";
import { type CardVersion, ownParameters } from "./own-names.ts";

/** Keeps the order of the dates. A 4.0 card has at most one ANNIVERSARY (RFC 6350, section 6.2.6), a 3.0 card has none. */
export function dateLines(dates: readonly ImportantDate[], version: CardVersion): CardEntry[] {
  const anniversary = version === "4.0" ? dates.find(({ type }) => type === "anniversary") : undefined;
  return dates.map((date) => {
    if (date.type === "birthday") return labelled(standardLine("BDAY", date, version), date.note);
    if (date === anniversary) return labelled(standardLine("ANNIVERSARY", date, version), date.note);
    return labelledDate(date);
  });
}

/** The label of a date is its note, or the name of its type if it has no note. */
function labelledDate(date: ImportantDate): CardEntry {
  if (date.note !== "" || date.type === "other") {
    return labelled(appleLine("X-ABDATE", date, { [ownParameters.dateType]: date.type }), date.note);
  }
  if (date.type === "anniversary") return [appleLine("X-ABDATE", date), builtInLabelLine("Anniversary")];
  return labelled(appleLine("X-ABDATE", date), date.type === "nameday" ? "Nameday" : "Graduation");
}

/** Version 4.0 uses the basic format of ISO 8601, and `--MMDD` for an unknown year (RFC 6350, section 4.3). */
function standardLine(name: string, date: ImportantDate, version: CardVersion): CardLine {
  if (version === "3.0") return appleLine(name, date);
  const { year, month, day } = dayOf(date);
  const value = year === unknownYear ? `--${month}${day}` : date.date.replaceAll("-", "");
  return verbatimLine(name, value, { ...notify(date), ...omittedYear(year) });
}

/** Apple writes a fixed year for an unknown year, and names it in a parameter. */
function appleLine(name: string, date: ImportantDate, more: Parameters = {}): CardLine {
  const { year, month, day } = dayOf(date);
  const parameters = { ...more, ...notify(date) };
  if (year === unknownYear) {
    return verbatimLine(name, `${yearOfApple}-${month}-${day}`, {
      ...parameters,
      "X-APPLE-OMIT-YEAR": String(yearOfApple),
    });
  }
  return verbatimLine(name, date.date, { ...parameters, ...omittedYear(year) });
}

/** Like 1904, this is a leap year, so that 29 February is valid. */
const yearOfApple = 1604;
/** Importers read these years as an unknown year or as no date, unless X-APPLE-OMIT-YEAR names another year. */
const yearsOfNone = new Set([1, 1111, yearOfApple, 4501]);

function omittedYear(year: number): Parameters {
  return yearsOfNone.has(year) ? { "X-APPLE-OMIT-YEAR": String(unknownYear) } : {};
}

function notify({ notifyDaysBefore }: ImportantDate): Parameters {
  return { [ownParameters.notifyDays]: notifyDaysBefore === null ? undefined : String(notifyDaysBefore) };
}

function dayOf({ date }: ImportantDate): { year: number; month: string; day: string } {
  const [year, month = "", day = ""] = date.split("-");
  return { year: Number(year), month, day };
}
