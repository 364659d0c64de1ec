/** Important dates: BDAY, ANNIVERSARY, and X-ABDATE with its label as Apple's and Google's address books have it. */
import { unknownYear } from "../contact/limits.ts";
import type { ImportantDate } from "../contact/record.ts";
import { type CardEntry, type CardLine, type Parameters, verbatimLine } from "./content-lines.ts";
import { builtInLabelLine, labelled } from "./labels.ts";
import { ownParameters } from "./own-names.ts";
import type { CardVersion } from "./versions.ts";

/** In their order. A card of 4.0 has one ANNIVERSARY (RFC 6350, section 6.2.6), and one of 3.0 none. */
export function dateLines(dates: readonly ImportantDate[], version: CardVersion): CardEntry[] {
  const anniversary = version === "4.0" ? dates.find(({ type }) => type === "anniversary") : undefined;
  return dates.map((date) => {
    if (date.type === "birthday") return labelled(standardLine("BDAY", date, version), date.note);
    if (date === anniversary) return labelled(standardLine("ANNIVERSARY", date, version), date.note);
    return labelledDate(date);
  });
}

/** A date without a note is known by the word for its type, one with a note is labelled by it. */
function labelledDate(date: ImportantDate): CardEntry {
  if (date.note !== "" || date.type === "other") {
    return labelled(appleLine("X-ABDATE", date, { [ownParameters.dateType]: date.type }), date.note);
  }
  if (date.type === "anniversary") return [appleLine("X-ABDATE", date), builtInLabelLine("Anniversary")];
  return labelled(appleLine("X-ABDATE", date), date.type === "nameday" ? "Nameday" : "Graduation");
}

/** Of 4.0 the basic format of ISO 8601, `--MMDD` without a year (RFC 6350, section 4.3). */
function standardLine(name: string, date: ImportantDate, version: CardVersion): CardLine {
  if (version === "3.0") return appleLine(name, date);
  const { year, month, day } = dayOf(date);
  const value = year === unknownYear ? `--${month}${day}` : date.date.replaceAll("-", "");
  return verbatimLine(name, value, { ...notify(date), ...omittedYear(year) });
}

/** Apple writes a year for none and says which. */
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

/** A leap year, as 1904 is. */
const yearOfApple = 1604;
/** Years that importers, ours too, take for none, or their first day for no date, unless another one is said to be. */
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
