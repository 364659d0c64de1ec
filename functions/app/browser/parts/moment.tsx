/** A moment as a person says it, with the exact time on hover and for screen readers. */
import { exactText, relativeText } from "./time-text.ts";

export function Moment({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={exactText(iso)}>
      {relativeText(iso, Date.now())}
    </time>
  );
}
