/** An important date as an event of a calendar (RFC 5545), in the JSON form that ical.js writes (RFC 7265). */
import type { DatedContact } from "../../shared/contact/dated-contact.ts";
import { unknownYear } from "../../shared/contact/limits.ts";
import type { ImportantDate } from "../../shared/contact/record.ts";
import { harmless } from "../../shared/mail/harmless.ts";
import { type LeapDay, occurrenceIn } from "../../shared/time/calendar.ts";
import type { FeedTexts } from "./texts.ts";

export type Property = [name: string, parameters: Record<string, string>, type: string, value: unknown];
export type Component = [name: string, properties: Property[], components: Component[]];

/** One date of one contact. */
export interface Entry {
  contact: DatedContact;
  date: ImportantDate;
}

export interface EventSettings {
  texts: FeedTexts;
  leapDay: LeapDay;
  /** `HH:MM` */
  reminderSendTime: string;
  /** When one of the account's settings last changed that shows here, ISO 8601 in UTC; null as long as none did. */
  feedChangedAt: string | null;
}

/** Calendar programs show little, and some nothing, of what lies earlier. */
const firstYear = 1900;

/** No age: the same words stand at every occurrence. The same content is the same bytes. */
export function eventOf({ contact, date }: Entry, settings: EventSettings): Component {
  const { leapDay, texts } = settings;
  const stamp = dateTime(changedAt({ contact, date }, settings));
  const [summary, note] = [summaryOf({ contact, date }, texts), harmless(date.note)];
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

/** When it last came to say something else: calendars pass over what looks no newer than what they have. */
function changedAt({ contact, date }: Entry, { feedChangedAt }: EventSettings): string {
  const times = [contact.renamedAt ?? "", feedChangedAt ?? ""];
  return times.reduce((latest, time) => (time > latest ? time : latest), date.updatedAt);
}

/** Says on a day how many dates from there on are missing. `today` is the account's. */
export function noticeOf(left: { count: number; from: string }, today: string, texts: FeedTexts): Component {
  const properties: Property[] = [
    ...headOf("missing", `${today}T00:00:00Z`),
    ["dtstart", {}, "date", left.from],
    ["summary", {}, "text", texts.left(left.count)],
    ["transp", {}, "text", "TRANSPARENT"],
  ];
  return ["vevent", properties, []];
}

/** The name depends on no host, so that the same date stays the same event wherever the service runs. */
function headOf(name: string, stamp: string): Property[] {
  return [
    ["uid", {}, "text", `${name}@important-dates`],
    ["dtstamp", {}, "date-time", stamp],
  ];
}

export function summaryOf({ contact, date }: Entry, texts: FeedTexts): string {
  const name = harmless(`${contact.firstName} ${contact.lastName}`) || texts.unnamed;
  const year = yearOf(date) === unknownYear || date.type === "nameday" ? "" : ` (${yearOf(date)})`;
  return `${name}${texts.colon}${texts.types[date.type]}${year}`;
}

/** A date whose year nobody knows begins in the year in which it was written down. */
function startOf({ date, createdAt }: ImportantDate, leapDay: LeapDay): string {
  const year = yearOf({ date });
  const from = year === unknownYear ? Number(createdAt.slice(0, 4)) : Math.max(year, firstYear);
  return occurrenceIn(from, date, leapDay);
}

/**
 * 29 February is the last day of its month, or the sixtieth of its year: so calendars show it in common years too, on
 * the day that the account chose.
 */
function ruleOf({ date }: ImportantDate, leapDay: LeapDay): Record<string, string | number> {
  if (!date.endsWith("-02-29")) return { freq: "YEARLY" };
  return leapDay === "feb28" ? { freq: "YEARLY", bymonth: 2, bymonthday: -1 } : { freq: "YEARLY", byyearday: 60 };
}

/** On the day of the reminder at its time; a day has no zone, so it is the clock of whoever looks at the calendar. */
function alarmsOf({ notifyDaysBefore }: ImportantDate, summary: string, { reminderSendTime }: EventSettings) {
  if (notifyDaysBefore === null) return [];
  const properties: Property[] = [
    ["action", {}, "text", "DISPLAY"],
    ["trigger", {}, "duration", triggerOf(notifyDaysBefore, reminderSendTime)],
    ["description", {}, "text", summary],
  ];
  return [["valarm", properties, []] satisfies Component];
}

/** From the midnight with which the day begins: seven days before at 08:00 are six days and sixteen hours. */
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

/** To the second (RFC 5545, section 3.3.5). */
function dateTime(timestamp: string): string {
  return timestamp.replace(/\.\d+(?=Z$)/, "");
}

function yearOf({ date }: Pick<ImportantDate, "date">): number {
  return Number(date.slice(0, 4));
}
