/** The calendar of an account: one yearly event for each important date. */
import ICAL from "ical.js";
import type { DatedContact } from "../../shared/important-date/dated-contact.ts";
import { textsIn } from "../../shared/platform/text/locale.ts";
import { nextOccurrence } from "../../shared/platform/time/calendar.ts";
import { type DigestTexts, digestTexts } from "../../shared/reminder/digest-texts.ts";
import { type Component, type Entry, type EventSettings, eventOf, noticeOf, summaryOf } from "./event.ts";

export interface FeedSettings extends Omit<EventSettings, "texts"> {
  /** BCP 47 */
  language: string;
}

export interface Feed {
  text: string;
  /** Whether it contains every date. If it does, it does not depend on the day. */
  isWhole: boolean;
}

const refreshInterval = "PT12H";

/**
 * Writes a calendar of at most `maxBytes` as JSON text. If there is not enough room, it contains the dates that come next
 * after `today`, and an event with the number of missing dates.
 */
export async function writeFeed(
  contacts: AsyncIterable<DatedContact>,
  settings: FeedSettings,
  today: string,
  maxBytes: number,
): Promise<Feed> {
  const { texts } = textsIn<DigestTexts>(digestTexts, settings.language);
  const bytesOf = (entry: Entry) => eventBytes(entry, texts);
  const dayOf = ({ date }: Entry) => nextOccurrence(date.date, today, settings.leapDay);
  const { kept, left } = await nearestEntries(contacts, maxBytes - ownBytes, bytesOf, dayOf);
  const [start = "", end = ""] = write(calendarOf(texts)).split(/(?=END:VCALENDAR$)/);
  const events = kept.map((entry) => `${write(eventOf(entry, { ...settings, texts }))}\r\n`);
  const notice = left ? [`${write(noticeOf(left, today, texts))}\r\n`] : [];
  return { text: [start, ...events, ...notice, end, "\r\n"].join(""), isWhole: left === undefined };
}

/** There is no METHOD, because PUBLISH would require an ORGANIZER in every event (RFC 5546, section 3.2.1). */
function calendarOf(texts: DigestTexts): Component {
  return [
    "vcalendar",
    [
      ["version", {}, "text", "2.0"],
      ["prodid", {}, "text", "-//Contact relationship service//Important dates//EN"],
      ["calscale", {}, "text", "GREGORIAN"],
      // With `unknown`, ical.js writes no VALUE parameter.
      ["x-wr-calname", {}, "unknown", texts.calendar],
      ["refresh-interval", {}, "duration", refreshInterval],
      ["x-published-ttl", {}, "unknown", refreshInterval],
    ],
    [],
  ];
}

/** An upper limit for the lines of the calendar and the event for missing dates. */
const ownBytes = 4096;
/** An upper limit for an event without its texts. */
const bareEventBytes = 420;

/** An upper limit: the summary occurs twice, a folded line has 3 more bytes in 74, and JSON escapes some characters. */
function eventBytes(entry: Entry, texts: DigestTexts): number {
  const words = 2 * textBytes(summaryOf(entry, texts)) + textBytes(entry.date.note);
  return bareEventBytes + Math.ceil(words * 1.1);
}

function textBytes(text: string): number {
  return Buffer.byteLength(text) + 3 * (text.match(/[\\;,"]/g)?.length ?? 0);
}

function write(component: Component): string {
  // The space at the start of a folded line counts for its 75 octets (RFC 5545, section 3.1), but not in ical.js.
  ICAL.foldLength = 74;
  return ICAL.stringify.component(component, ICAL.design.getDesignSet("vcalendar"));
}

interface Nearest {
  /** In the order of `contacts`. */
  kept: Entry[];
  /** The number of other entries, and the first day of one of them. */
  left: { count: number; from: string } | undefined;
}

interface KeptEntry extends Entry {
  position: number;
  bytes: number;
}

/** Reads all entries, but keeps only as many in memory as there is room for. */
async function nearestEntries(
  contacts: AsyncIterable<DatedContact>,
  maxBytes: number,
  bytesOf: (entry: Entry) => number,
  dayOf: (entry: Entry) => string,
): Promise<Nearest> {
  const byDay = new Map<string, KeptEntry[]>();
  let [bytes, position, count] = [0, 0, 0];
  let from = "";

  /** Removes the last entry of the last day. */
  const removeLast = () => {
    from = [...byDay.keys()].reduce((one, other) => (other > one ? other : one), "");
    const entries = byDay.get(from) ?? [];
    bytes -= entries.pop()?.bytes ?? 0;
    if (entries.length === 0) byDay.delete(from);
    count++;
  };

  for await (const contact of contacts) {
    for (const date of contact.dates) {
      const day = dayOf({ contact, date });
      if (from !== "" && day >= from) {
        count++;
        continue;
      }
      const entry = { contact, date, position: position++, bytes: bytesOf({ contact, date }) };
      const entries = byDay.get(day);
      if (entries) entries.push(entry);
      else byDay.set(day, [entry]);
      bytes += entry.bytes;
      while (bytes > maxBytes) removeLast();
    }
  }
  const kept = [...byDay.values()].flat().toSorted((one, other) => one.position - other.position);
  return { kept, left: count === 0 ? undefined : { count, from } };
}
