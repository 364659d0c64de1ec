/** Which dates go into a feed that can't grow without end: those that come next. */
import type { DatedContact } from "../../shared/contact/dated-contact.ts";
import { type LeapDay, nextOccurrence } from "../../shared/time/calendar.ts";
import type { Entry } from "./event.ts";

export interface Nearest {
  /** In the order in which they came. */
  kept: Entry[];
  /** How many found no room, and the first day on which one of them falls. */
  left: { count: number; from: string } | undefined;
}

export interface Room {
  /** The account's day. */
  today: string;
  leapDay: LeapDay;
  /** Bytes for all entries together. */
  maxBytes: number;
  /** Bytes that an entry may take, at most. */
  bytesOf: (entry: Entry) => number;
}

interface Kept extends Entry {
  place: number;
  bytes: number;
}

/** Reads all of them, and holds no more than there is room for. */
export async function nearestEntries(contacts: AsyncIterable<DatedContact>, room: Room): Promise<Nearest> {
  const { today, leapDay, maxBytes, bytesOf } = room;
  const byDay = new Map<string, Kept[]>();
  let [bytes, place, count] = [0, 0, 0];
  let from = "";

  /** From the last day there is one that came late goes first. */
  const leaveOne = () => {
    const last = [...byDay.keys()].reduce((one, other) => (other > one ? other : one), "");
    const those = byDay.get(last) ?? [];
    bytes -= those.pop()?.bytes ?? 0;
    if (those.length === 0) byDay.delete(last);
    count++;
    from = last;
  };

  for await (const contact of contacts) {
    for (const date of contact.dates) {
      const day = nextOccurrence(date.date, today, leapDay);
      if (from !== "" && day >= from) {
        count++;
        continue;
      }
      const entry = { contact, date, place: place++, bytes: bytesOf({ contact, date }) };
      const those = byDay.get(day) ?? [];
      those.push(entry);
      byDay.set(day, those);
      bytes += entry.bytes;
      while (bytes > maxBytes) leaveOne();
    }
  }
  const kept = [...byDay.values()].flat().toSorted((one, other) => one.place - other.place);
  return { kept, left: count === 0 ? undefined : { count, from } };
}
