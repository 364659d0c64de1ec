/** A moment as a person says it, with the exact time on hover and for screen readers. */
import { dayName, localDay, relativeText } from "./time-text.ts";

export function Moment({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={new Date(iso).toLocaleString()}>
      {relativeText(iso, Date.now())}
    </time>
  );
}

/** The day of a moment, as a heading of what happened then. */
export function Day({ iso, level: Heading = "h2" }: { iso: string; level?: "h2" | "h3" | "p" | undefined }) {
  return <Heading>{dayName(iso, Date.now())}</Heading>;
}

/** Today in the time zone of the browser, as `2026-11-27`. */
export function localToday(): string {
  return localDay(Date.now());
}
