/** A moment as a person says it, with the exact time on hover and for screen readers. */
import { relativeText } from "./time-text.ts";

export function Moment({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={new Date(iso).toLocaleString()}>
      {relativeText(iso, Date.now())}
    </time>
  );
}
