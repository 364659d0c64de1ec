/** Moments as a person says them. */

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** The distance from `now`, in milliseconds, such as "3 days ago" or "in 12 hours". */
export function relativeText(iso: string, now: number): string {
  const distance = Date.parse(iso) - now;
  const unit = units.find(([, length]) => Math.abs(distance) >= length);
  // What ends in 30 days still has nearly all of them a moment later.
  const whole = distance > units[0][1] ? Math.round : Math.trunc;
  if (unit) return relative.format(whole(distance / unit[1]), unit[0]);
  return distance > 0 ? "in less than a minute" : "just now";
}

/** The day in the time zone of the browser, such as "Yesterday" or "Friday, November 27". */
export function dayName(iso: string, now: number): string {
  const dayOf = (time: string | number) => new Date(time).toDateString();
  if (dayOf(iso) === dayOf(now)) return "Today";
  if (dayOf(iso) === dayOf(now - 86_400_000)) return "Yesterday";
  return new Date(iso).toLocaleDateString([], { weekday: "long", month: "long", day: "numeric" });
}

/** The day of a moment in the time zone of the browser, as `2026-11-27`. */
export function localDay(time: number): string {
  return localTime(time).slice(0, 10);
}

/** A moment in the time zone of the browser, as the controls for local times have it: `2026-11-27T18:30`. */
export function localTime(time: number): string {
  return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
