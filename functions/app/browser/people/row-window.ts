/** Which rows of a long list exist, and when they are read. */
import { pageRows } from "./people-query.ts";

/** Pixels of a row, as in the sheet. */
export const rowHeight = 60;
/** Rows beyond the edges of the view, so that a key or a short scroll finds them there. */
const [rowsAbove, rowsBelow] = [4, 12];

/** The first row that exists, and the one after the last. `top` and `height` are those of the view in the list, in pixels. */
export function windowOf(top: number, height: number, total: number): { from: number; to: number } {
  const first = Math.floor(top / rowHeight);
  const to = Math.min(total, first + Math.ceil(height / rowHeight) + 1 + rowsBelow);
  return { from: Math.max(0, Math.min(first - rowsAbove, to)), to };
}

/** The pages that have these rows. */
export function pagesOf({ from, to }: { from: number; to: number }): number[] {
  if (to <= from) return [];
  const first = Math.floor(from / pageRows);
  return Array.from({ length: Math.floor((to - 1) / pageRows) - first + 1 }, (_, at) => first + at);
}

/** The part of the rows that lies on a page. */
export function rowsOnPage({ from, to }: { from: number; to: number }, page: number): number[] {
  const [first, end] = [Math.max(from, page * pageRows), Math.min(to, (page + 1) * pageRows)];
  return Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
}

const shortestPause = 120;
const freeRequests = 20;
/** Milliseconds for each further request. Somebody who types waits less than somebody who scrolls. */
const pauses = { scroll: 100, search: 20 };
const minute = 60_000;

/**
 * Makes reads of lists rarer, the more requests there were in the last minute, because their limit is shared with all programs of
 * the account. About fifty reads of somebody who only scrolls fit into a minute.
 */
export function createPace() {
  let times: number[] = [];
  return {
    /** Milliseconds to wait before the next read, at `now` in milliseconds. */
    pause(now: number, reason: keyof typeof pauses): number {
      times = times.filter((time) => now - time < minute);
      return shortestPause + Math.max(0, times.length - freeRequests) * pauses[reason];
    },
    /** Counts a request. */
    note(now: number): void {
      times.push(now);
    },
  };
}
