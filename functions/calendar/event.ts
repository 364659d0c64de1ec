/** An important date as an event of a calendar (RFC 5545), in the JSON form that ical.js writes (RFC 7265). */

import { unknownYear } from "../../shared/contact/limits.ts";
import type { ImportantDate } from "../../shared/contact/record.ts";
import type { DatedContact } from "../../shared/important-date/dated-contact.ts";
import { safeLine } from "../../shared/platform/text/safe-text.ts";
import { type LeapDay, occurrenceIn } from "../../shared/platform/time/calendar.ts";
import type { DigestTexts } from "../../shared/reminder/digest-texts.ts";

export type Property = [name: string, parameters: Record<string, string>, type: string, value: unknown];
export type Component = [name: string, properties: Property[], components: Component[]];

/** One date of one contact. */
export interface Entry {
  contact: DatedContact;
  date: ImportantDate;
}

export interface EventSettings {
  texts: DigestTexts;
  leapDay: LeapDay;
  /** `HH:MM` */
  reminderSendTime: string;
  /** When a setting that the feed shows last changed, ISO 8601 in UTC; null if none changed. */
  feedChangedAt: string | null;
}

/** Some calendar programs do not show earlier years. */
const firstYear = 1900;

/** The summary has no age, because it is the same for every occurrence. */
export function eventOf({ contact, date }: Entry, settings: EventSettings): Component {
  const { leapDay, texts } = settings;
  const stamp = dateTime(changedAt({ contact, date }, settings));
  const [summary, note] = [summaryOf({ contact, date }, texts), safeLine(date.note)];
  const properties: Property[] = [
    ...headOf(date.id, stamp),
    ["last-modified", {}, "date-time", stamp],
    ["dtstart", {}, "date", startOf(date, leapDay)],
    ["rrule", {}, "recur", ruleOf(date, leapDay)],
    ["summary", {}, "text", summary],
    ...(note === "" ? [] : ([["description", {}, "text", note]] satisfies Property[])),
    ["transp", {}, "text", "TRANSPARENT"],
  ];
  return ["vevent", properties, alarmsOf(date, summary, settings)];
}

/** When the event last changed. Calendar programs ignore an event that is not newer than the one that they have. */
function changedAt({ contact, date }: Entry, { feedChangedAt }: EventSettings): string {
  const times = [contact.renamedAt ?? "", feedChangedAt ?? ""];
  return times.reduce((latest, time) => (time > latest ? time : latest), date.updatedAt);
}

/** An event that says how many dates from its day on are missing. `today` is in the time zone of the account. */
export function noticeOf(left: { count: number; from: string }, today: string, texts: DigestTexts): Component {
  const properties: Property[] = [
    ...headOf("missing", `${today}T00:00:00Z`),
    ["dtstart", {}, "date", left.from],
    ["summary", {}, "text", texts.left(left.count)],
    ["transp", {}, "text", "TRANSPARENT"],
  ];
  return ["vevent", properties, []];
}

/** The UID does not contain a host, so that a date stays the same event when the service moves. */
function headOf(name: string, stamp: string): Property[] {
  return [
    ["uid", {}, "text", `${name}@important-dates`],
    ["dtstamp", {}, "date-time", stamp],
  ];
}

export function summaryOf({ contact, date }: Entry, texts: DigestTexts): string {
  const name = safeLine(`${contact.firstName} ${contact.lastName}`) || texts.unnamed;
  const year = yearOf(date) === unknownYear || date.type === "nameday" ? "" : ` (${yearOf(date)})`;
  return `${name}${texts.colon}${texts.types[date.type]}${year}`;
}

/** A date without a year begins in the year in which it was created. */
function startOf({ date, createdAt }: ImportantDate, leapDay: LeapDay): string {
  const year = yearOf({ date });
  const from = year === unknownYear ? Number(createdAt.slice(0, 4)) : Math.max(year, firstYear);
  return occurrenceIn(from, date, leapDay);
}

/** 29 February is the last day of February or day 60 of the year, so that common years have the day that the account chose. */
function ruleOf({ date }: ImportantDate, leapDay: LeapDay): Record<string, string | number> {
  if (!date.endsWith("-02-29")) return { freq: "YEARLY" };
  return leapDay === "feb28" ? { freq: "YEARLY", bymonth: 2, bymonthday: -1 } : { freq: "YEARLY", byyearday: 60 };
}

/** The alarm rings when the reminder is sent, by the local time of the calendar program, because a day has no time zone. */
function alarmsOf({ notifyDaysBefore }: ImportantDate, summary: string, { reminderSendTime }: EventSettings) {
  if (notifyDaysBefore === null) return [];
  const properties: Property[] = [
    ["action", {}, "text", "DISPLAY"],
    ["trigger", {}, "duration", triggerOf(notifyDaysBefore, reminderSendTime)],
    ["description", {}, "text", summary],
  ];
  return [["valarm", properties, []] satisfies Component];
}

/** The duration from the start of the day: seven days before at 08:00 is `-P6DT16H`. */
function triggerOf(daysBefore: number, time: string): string {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const before = daysBefore * 24 * 60 - hours * 60 - minutes;
  const [days, rest] = [Math.floor(Math.abs(before) / 1440), Math.abs(before) % 1440];
  const clock = `${part(Math.floor(rest / 60), "H")}${part(rest % 60, "M")}`;
  const duration = `P${part(days, "D")}${clock === "" ? "" : `T${clock}`}`;
  if (duration === "P") return "PT0S";
  return before > 0 ? `-${duration}` : duration;
}

function part(count: number, unit: string): string {
  return count === 0 ? "" : `${count}${unit}`;
}

/** RFC 5545, section 3.3.5 has no fractions of a second. */
function dateTime(timestamp: string): string {
  return timestamp.replace(/\.\d+(?=Z$)/, "");
}

function yearOf({ date }: Pick<ImportantDate, "date">): number {
  return Number(date.slice(0, 4));
}
