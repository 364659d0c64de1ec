/** When a follow began, in the forms that exports and the tools around them have. */
import { isCalendarDay } from "../../../shared/time/calendar.ts";

export interface TimeRead {
  /** Milliseconds since 1970 UTC; null when nothing is said or it can't be believed. */
  at: number | null;
  /** The value as text when it can't be believed, else empty. */
  implausible: string;
}

/**
 * Whole seconds UTC as exports have them; milliseconds, microseconds, and RFC 3339 text (the files of 2020), or only its
 * day, too.
 * Missing, empty and 0 say nothing.
 */
export function readTime(value: unknown): TimeRead {
  const said = typeof value === "string" ? value.trim() : value;
  if (said === undefined || said === null || said === "") return { at: null, implausible: "" };
  const at = typeof said === "string" ? timeOfText(said) : typeof said === "number" ? timeOfNumber(said) : null;
  if (at === 0) return { at: null, implausible: "" };
  return at === null ? { at, implausible: shown(said) } : { at, implausible: "" };
}

/** The network opened in October 2010; nothing of today is from 2100. */
const earliest = Date.UTC(2010, 0, 1);
const latest = Date.UTC(2100, 0, 1);

/** Seconds, milliseconds and microseconds of that time have no number in common. */
function timeOfNumber(value: number): number | null {
  if (value === 0) return 0;
  for (const milliseconds of [value * 1000, value, value / 1000]) {
    if (milliseconds >= earliest && milliseconds < latest) return Math.floor(milliseconds);
  }
  return null;
}

function timeOfText(text: string): number | null {
  if (/^\d{1,16}(?:\.0*)?$/.test(text)) return timeOfNumber(Number(text));
  const match = rfc3339.exec(text);
  if (!match) return null;
  const [, day = "", time = "00:00", zone = "Z"] = match;
  if (!isCalendarDay(day)) return null;
  const at = Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}${zone.toUpperCase()}`);
  return at >= earliest && at < latest ? at : null;
}

const rfc3339 = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(z|[+-]\d\d:\d\d)?)?$/i;

function shown(value: unknown): string {
  return typeof value === "object" ? "a list or an object" : String(value).slice(0, 60);
}
