/** The calendar of an account: one yearly event for each important date. */
import ICAL from "ical.js";
import type { DatedContact } from "../../shared/contact/dated-contact.ts";
import { type InLanguages, textsIn } from "../../shared/text/languages.ts";
import { type Component, type Entry, type EventSettings, eventOf, noticeOf, summaryOf } from "./event.ts";
import { nearestEntries } from "./nearest.ts";
import { type FeedTexts, feedTexts } from "./texts.ts";

export interface FeedSettings extends Omit<EventSettings, "texts"> {
  /** BCP 47 */
  language: string;
}

export interface Feed {
  text: string;
  /** Whether every date is in it: then the day does not matter. */
  isWhole: boolean;
}

/** Often enough for what is told days before. */
const refreshInterval = "PT12H";

/**
 * The calendar; with its escapes in a JSON text it takes at most `maxBytes`. What finds no room is counted
 * by an event of its own. `today` is the account's day, and matters only then.
 */
export async function writeFeed(
  contacts: AsyncIterable<DatedContact>,
  settings: FeedSettings,
  today: string,
  maxBytes: number,
): Promise<Feed> {
  const { texts } = textsIn(feedTexts as InLanguages<FeedTexts>, settings.language);
  const room = maxBytes - ownBytes;
  const bytesOf = (entry: Entry) => eventBytes(entry, texts);
  const { kept, left } = await nearestEntries(contacts, { ...settings, today, maxBytes: room, bytesOf });
  const [start = "", end = ""] = write(calendarOf(texts)).split(/(?=END:VCALENDAR$)/);
  const events = kept.map((entry) => `${write(eventOf(entry, { ...settings, texts }))}\r\n`);
  const notice = left ? [`${write(noticeOf(left, today, texts))}\r\n`] : [];
  return { text: [start, ...events, ...notice, end, "\r\n"].join(""), isWhole: left === undefined };
}

/** Without a METHOD: PUBLISH would ask for an ORGANIZER in every event (RFC 5546, section 3.2.1), and nobody invites. */
function calendarOf(texts: FeedTexts): Component {
  return [
    "vcalendar",
    [
      ["version", {}, "text", "2.0"],
      ["prodid", {}, "text", "-//Contact relationship service//Important dates//EN"],
      ["calscale", {}, "text", "GREGORIAN"],
      // `unknown`: programs know these two without the type that ical.js would write beside a text.
      ["x-wr-calname", {}, "unknown", texts.name],
      ["refresh-interval", {}, "duration", refreshInterval],
      ["x-published-ttl", {}, "unknown", refreshInterval],
    ],
    [],
  ];
}

/** The calendar's own lines and the notice, roomily. */
const ownBytes = 4096;
/** Of an event, without its texts. */
const bareEventBytes = 420;

/** At most so many bytes: the summary stands there twice, a fold costs 3 of 74, an escape in JSON some more. */
export function eventBytes(entry: Entry, texts: FeedTexts): number {
  const words = 2 * textBytes(summaryOf(entry, texts)) + textBytes(entry.date.note);
  return bareEventBytes + Math.ceil(words * 1.1);
}

function textBytes(text: string): number {
  return Buffer.byteLength(text) + 3 * (text.match(/[\\;,"]/g)?.length ?? 0);
}

function write(component: Component): string {
  // The blank of a folded line counts among its 75 octets (RFC 5545, section 3.1); ical.js counts without it.
  ICAL.foldLength = 74;
  return ICAL.stringify.component(component, ICAL.design.getDesignSet("vcalendar"));
}
