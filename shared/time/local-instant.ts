/** From what a clock on a wall shows to the instant: the way back from `localParts`. */
import { localParts } from "./calendar.ts";

/** No zone was ever farther from UTC, in milliseconds (the IANA database; local mean time of Manila before 1845). */
const farthestOffset = 16 * 3600 * 1000;

/**
 * The first instant at which a clock in the zone shows `time` (`HH:MM`) or later on `day`. A time that the clock jumps
 * over is the instant of the jump; of one that it shows twice it is the first. A day that a zone left out altogether
 * (Samoa's 30 December 2011) begins with the next.
 */
export function localInstant(day: string, time: string, timeZone: string): Date {
  const wall = new Date(`${day}T${time}:00Z`).getTime();
  const [from, to] = [wall - farthestOffset, wall + farthestOffset];
  const [before, after] = [offsetAt(from, timeZone), offsetAt(to, timeZone)];
  if (before === after) return new Date(wall - before);
  const change = changeBetween(from, to, before, timeZone);
  return new Date(wall - before < change ? wall - before : Math.max(change, wall - after));
}

/** Milliseconds by which the zone's clocks are ahead of UTC; to the second, as zones had seconds once. */
function offsetAt(instant: number, timeZone: string): number {
  const seconds = Math.floor(instant / 1000) * 1000;
  const { day, time } = localParts(new Date(seconds), timeZone);
  return new Date(`${day}T${time}Z`).getTime() - seconds;
}

/** When the zone left the offset that it has at `from` and no more at `to`. Zones change on whole seconds. */
function changeBetween(from: number, to: number, before: number, timeZone: string): number {
  let [last, first] = [from, to];
  while (first - last > 1000) {
    const middle = last + Math.floor((first - last) / 2000) * 1000;
    if (offsetAt(middle, timeZone) === before) last = middle;
    else first = middle;
  }
  return first;
}
