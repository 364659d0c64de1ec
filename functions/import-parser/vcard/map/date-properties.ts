/** Maps properties that are dates: BDAY, ANNIVERSARY, and the properties of Apple, Android, Outlook and others. */
import { unknownYear } from "../../../../shared/contact/limits.ts";
import type { RawDate } from "../../../../shared/import/row/raw-row.ts";
import { quote } from "../../../../shared/import/row/row-issues.ts";
import { ownParameters } from "../../../../shared/vcard/own-names.ts";
import { calendarDay, dayIn } from "../../text/days.ts";
import type { Property } from "../decode/property.ts";
import { type CardDraft, originOf } from "./card-draft.ts";

/** Maps a date of a known type. Without a note, the note is the user's label for the date. */
export function mapDate(draft: CardDraft, property: Property, type: RawDate["type"], ownNote?: string): void {
  const label = ownNote === undefined ? draft.useWord(property) : undefined;
  const note = ownNote ?? (label?.builtIn ? "" : (label?.text ?? ""));
  const isGregorian = /^(?:gregorian)?$/i.test(property.parameter("CALSCALE"));
  const date = isGregorian ? readDay(property.text, property.parameter("X-APPLE-OMIT-YEAR")) : null;
  if (date === null) {
    draft.row.valuesLost += 1;
    const message = `${property.name} ${quote(property.text)} is no day of the calendar.`;
    draft.warn(property, "date_unreadable", message, "importantDates");
    if (note !== "") draft.leaveBeside(property, `the label of ${property.name}`, note);
  } else draft.add(draft.row.dates, property, { ...originOf(property), type, date, note, ...notice(property) });
}

/**
 * Returns YYYY-MM-DD, with the year 1904 for an unknown year, or null when the text is not a complete date (RFC 6350,
 * section 4.3, ISO 8601, and vendor formats). `omittedYear` is the year that stands for an unknown year.
 */
export function readDay(text: string, omittedYear: string): string | null {
  const day = dayIn(text);
  if (day === null || day.isAmbiguous || day.year?.length === 2) return null;
  const year = day.year === null ? 0 : Number(day.year);
  if (omittedYear === "" && yearsOfNoDate.has(year)) return null;
  const isUnknown = year === 0 || (omittedYear === "" ? yearsOfNobody.has(year) : year === Number(omittedYear));
  return calendarDay(isUnknown ? unknownYear : year, day);
}

/** Apple and some mail programs write these years for an unknown year. */
const yearsOfNobody = new Set([1111, 1604]);
/** .NET programs (1) and Outlook (4501) write dates in these years when there is no date. */
const yearsOfNoDate = new Set([1, 4501]);

/** Maps X-ABDATE. Its label names the type of the date, or becomes the note if the type is unknown. */
export function mapLabelledDate(draft: CardDraft, property: Property): void {
  const type = dateTypes.get(property.parameter(ownParameters.dateType).toLowerCase());
  if (type) mapDate(draft, property, type);
  else mapNamedDate(draft, property, draft.useWord(property)?.text ?? "");
}

/** Maps a date with the type that the word names, or else with the type `other` and the word as its note. */
export function mapNamedDate(draft: CardDraft, property: Property, word: string): void {
  const type = dateTypes.get(word.toLowerCase().replace(/\s/g, "")) ?? "other";
  mapDate(draft, property, type, type === "other" ? word : "");
}

const dateTypes = new Map(
  (["anniversary", "birthday", "nameday", "graduation", "other"] as const).map((type) => [type as string, type]),
);

/** Reads how many days before the date the user is reminded. Only cards of this service have it. */
function notice(property: Property): Pick<RawDate, "notifyDaysBefore"> {
  const days = property.parameter(ownParameters.notifyDays);
  return /^\d{1,3}$/.test(days) ? { notifyDaysBefore: Number(days) } : {};
}
