/** A list of many rows of one height, of which only those in view are in the page. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PreviewRow } from "./preview-rows.ts";

interface RowListProps {
  rows: readonly PreviewRow[];
  label: string;
  isBusy: boolean;
  toggle: (row: PreviewRow) => void;
  open: (row: PreviewRow) => void;
  children: (row: PreviewRow) => ComponentChildren;
}

/** The rows above and below the visible ones that are in the page too. */
const margin = 6;

/**
 * The Tab key stops at one row; arrow keys, Page Up, Page Down, Home and End move to others (the grid of the ARIA Authoring
 * Practices). Space chooses a row, and Enter opens it.
 */
export function RowList({ rows, label, isBusy, toggle, open, children }: RowListProps) {
  const list = useRef<HTMLTableElement>(null);
  const [size, setSize] = useState({ row: 72, view: 600 });
  const [scrollTop, setScrollTop] = useState(0);
  const [focus, setFocus] = useState({ at: 0, isMoved: false });
  const at = Math.min(focus.at, rows.length - 1);

  // Heights depend on the width and on the font size of the user.
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => setSize({ row: element.querySelector("tr")?.offsetHeight ?? 72, view: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (!focus.isMoved) return;
    const top = at * size.row;
    if (top < scrollTop) list.current?.scrollTo({ top });
    else if (top + size.row > scrollTop + size.view) list.current?.scrollTo({ top: top + size.row - size.view });
    list.current?.querySelector<HTMLElement>(`[aria-rowindex="${at + 1}"]`)?.focus({ preventScroll: true });
  }, [focus]);

  function useKey(event: KeyboardEvent): void {
    const { key, target } = event;
    const row = rows[at];
    if (event.ctrlKey || event.metaKey || event.altKey || !row) return;
    const page = Math.max(1, Math.floor(size.view / size.row) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -rows.length, End: rows.length };
    const step = steps[key as keyof typeof steps];
    const isOnRow = target instanceof HTMLTableRowElement;
    if (step !== undefined) setFocus({ at: Math.max(0, Math.min(rows.length - 1, at + step)), isMoved: true });
    else if (isOnRow && key === " ") toggle(row);
    else if (isOnRow && key === "Enter") open(row);
    else return;
    event.preventDefault();
  }

  const first = Math.max(0, Math.floor(scrollTop / size.row) - margin);
  const end = Math.min(rows.length, Math.ceil((scrollTop + size.view) / size.row) + margin);
  const indexes = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
  // The row with the focus stays in the page, because the focus would go away with it.
  if (at < first) indexes.unshift(at);
  if (at >= end) indexes.push(at);
  return (
    <table
      ref={list}
      class="import-rows"
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is the role of a table with which people interact.
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length}
      aria-busy={isBusy}
      aria-describedby="row-keys"
      onScroll={({ currentTarget }) => setScrollTop(currentTarget.scrollTop)}
      onKeyDown={useKey}
    >
      <tbody style={{ height: `${rows.length * size.row}px` }}>
        {indexes.map((index) => (
          <tr
            key={rows[index]?.tempId}
            aria-rowindex={index + 1}
            tabIndex={index === at ? 0 : -1}
            style={{ top: `${index * size.row}px` }}
            onFocusIn={() => index !== focus.at && setFocus({ at: index, isMoved: false })}
          >
            {rows[index] && children(rows[index])}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
