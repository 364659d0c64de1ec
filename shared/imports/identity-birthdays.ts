/** What birthdays say of two who share a name, an address or a number: whether they can be one person. */
import { unknownYear } from "../contact/limits.ts";
import { addDays } from "../time/calendar.ts";

/** The dates among which birthdays may be. */
export interface Dated {
  importantDates?: readonly { type: string; date: string; note?: string }[] | undefined;
}

/**
 * All that are told, as YYYY-MM-DD, in the year 1904 where it is unknown. A second one of a card is kept as another
 * date whose note is `birthday` (normalise-dates.ts).
 */
export function birthdaysOf({ importantDates = [] }: Dated): string[] {
  const isBirthday = (type: string, note?: string) => type === "birthday" || (type === "other" && note === "birthday");
  return importantDates.filter(({ type, note }) => isBirthday(type, note)).map(({ date }) => date);
}

/**
 * Whether both tell birthdays and no two of these can be one person's. Of two with the same full name only those of
 * different generations are others: everybody else's birthday may have been corrected, or was typed wrong. Of others who
 * share a part of a name each day counts.
 */
export function tellOtherBirthdays(left: Dated, right: Dated, haveSameName: () => boolean): boolean {
  const [ones, others] = [left, right].map((dated) => birthdaysOf(dated).filter((day) => !placeholders.has(day)));
  if (!ones?.length || !others?.length || ones.some((day) => others.includes(day))) return false;
  const areOther = haveSameName() ? isGenerationApart : isOtherDay;
  return ones.every((one) => others.every((other) => areOther(one, other)));
}

/** What programs write where they know none. */
const placeholders: ReadonlySet<string> = new Set(["1900-01-01", "1970-01-01"]);
/** Years between parents and children. */
const generation = 15;

function isGenerationApart(one: string, other: string): boolean {
  if (!haveYears(one, other)) return false;
  const [earlier, later] = one < other ? [one, other] : [other, one];
  const grown = String(Number(earlier.slice(0, 4)) + generation).padStart(4, "0") + earlier.slice(4);
  return grown <= later;
}

/**
 * Whether it is not the same day, as far as both years are known. A day more or less is what programs make of midnight
 * in another time zone, and day and month change places where a table is read by another country's habit: neither tells
 * of another person.
 */
function isOtherDay(one: string, other: string): boolean {
  const known = (day: string) => (haveYears(one, other) ? day : day.slice(5));
  // From both sides: the day after 28 February is another one in the year that stands for an unknown one.
  const mayBe = (day: string, wanted: string) => spellings(day).some((each) => known(each) === known(wanted));
  return !mayBe(one, other) && !mayBe(other, one);
}

function spellings(day: string): string[] {
  const [year, month, date] = day.split("-");
  return [day, addDays(day, -1), addDays(day, 1), `${year}-${date}-${month}`];
}

function haveYears(...days: string[]): boolean {
  return !days.some((day) => day.startsWith(`${unknownYear}-`));
}
