/** A list of many rows, of which only those in view are in the page. One row at a time is open and shows its details. */
import { html, useLayoutEffect, useRef, useState } from "./import-elements.js";

/** The rows above and below the visible ones that are in the page too. */
const margin = 6;

/**
 * `row(row, at)` is the content of a closed row, `details(row)` that of the open one. The Tab key stops at one row; arrow
 * keys, Page Up, Page Down, Home and End move to others (the grid of the ARIA Authoring Practices). Space calls
 * `toggle(row)`, and Enter opens and closes a row.
 */
export function RowList({ rows, label, isBusy, row, details, toggle }) {
  const list = useRef();
  const open = useRef();
  const ruler = useRef();
  const [size, setSize] = useState({ row: 80, view: 600, open: 0 });
  const [scrollTop, setScrollTop] = useState(0);
  const [openId, setOpenId] = useState();
  const [focus, setFocus] = useState({ at: 0, isMoved: false });

  const openAt = openId === undefined ? -1 : rows.findIndex(({ tempId }) => tempId === openId);
  const at = Math.min(focus.at, rows.length - 1);
  const topOf = (index) => index * size.row + (openAt >= 0 && index > openAt ? size.open : 0);
  const indexAt = (pixel) => {
    const closed = Math.floor(pixel / size.row);
    if (openAt < 0 || closed <= openAt) return closed;
    return Math.max(openAt, Math.floor((pixel - size.open) / size.row));
  };

  // Heights depend on the width and on the font size of the user.
  useLayoutEffect(() => {
    const measure = () => {
      const next = {
        row: ruler.current.offsetHeight,
        view: list.current.clientHeight,
        open: open.current?.offsetHeight ?? 0,
      };
      setSize((known) => (Object.keys(next).every((key) => next[key] === known[key]) ? known : next));
    };
    const observer = new ResizeObserver(measure);
    for (const element of [ruler, list, open]) if (element.current) observer.observe(element.current);
    measure();
    return () => observer.disconnect();
  }, [openAt]);

  useLayoutEffect(() => {
    if (!focus.isMoved) return;
    const { current } = list;
    const top = topOf(at);
    if (top < current.scrollTop) current.scrollTop = top;
    else if (top + size.row > current.scrollTop + size.view) current.scrollTop = top + size.row - size.view;
    current.querySelector(`[aria-rowindex="${at + 1}"]`)?.focus({ preventScroll: true });
  }, [focus]);

  // Details that don't fit below their row move it up.
  useLayoutEffect(() => {
    const end = topOf(openAt + 1);
    if (openAt >= 0 && end > list.current.scrollTop + size.view) {
      list.current.scrollTop = Math.min(topOf(openAt), end - size.view);
    }
  }, [openId, size.open]);

  function keydown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && openAt >= 0) {
      setOpenId(undefined);
      return setFocus({ at: openAt, isMoved: true });
    }
    if (open.current?.contains(event.target)) return;
    const page = Math.max(1, Math.floor(size.view / size.row) - 1);
    const last = rows.length - 1;
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -rows.length, End: rows.length };
    const isRow = event.target.role === "row";
    if (scrollsDetails(steps[event.key])) {
      list.current.scrollTop +=
        Math.sign(steps[event.key]) * (Math.abs(steps[event.key]) > 1 ? size.view - size.row : size.row);
    } else if (event.key in steps) {
      setFocus({ at: Math.max(0, Math.min(last, at + steps[event.key])), isMoved: true });
    } else if (isRow && event.key === " ") toggle(rows[at]);
    else if (isRow && event.key === "Enter") change(rows[at]);
    else return;
    event.preventDefault();
  }

  /** Whether a step from the open row has to scroll first, because its details are higher than the list. */
  function scrollsDetails(step) {
    if (at !== openAt || step === undefined || Math.abs(step) >= rows.length) return false;
    const { scrollTop: top } = list.current;
    return step > 0 ? topOf(at + 1) > top + size.view + 1 : topOf(at) < top;
  }

  function change({ tempId }) {
    setOpenId(tempId === openId ? undefined : tempId);
  }

  const first = Math.max(0, indexAt(scrollTop) - margin);
  const end = Math.min(rows.length, indexAt(scrollTop + size.view) + 1 + margin);
  const indexes = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
  // The row with the focus stays in the page, because the focus would be lost with it.
  if (at >= 0 && at < first) indexes.unshift(at);
  if (at >= end) indexes.push(at);

  return html`<div class="import-rows" ref=${list} role="grid" aria-label=${label} aria-rowcount=${rows.length}
    aria-busy=${isBusy} aria-describedby="import-keys" onScroll=${() => setScrollTop(list.current.scrollTop)} onKeyDown=${keydown}>
    <div class="import-ruler" ref=${ruler}></div>
    <div class="import-sheet" role="rowgroup" style=${{ "--height": `${rows.length * size.row + (openAt >= 0 ? size.open : 0)}px` }}>
      ${indexes.map((index) => {
        const each = rows[index];
        const isOpen = index === openAt;
        return html`<div key=${each.tempId} class="import-row" role="row" aria-rowindex=${index + 1}
          tabindex=${index === at ? 0 : -1} style=${{ "--top": `${topOf(index)}px` }}
          onFocusIn=${() => index !== focus.at && setFocus({ at: index, isMoved: false })}>
          <div class="import-line">${row(each, { isOpen, open: () => change(each) })}</div>
          ${isOpen && html`<div class="import-open" role="gridcell" ref=${open}>${details(each)}</div>`}
        </div>`;
      })}
    </div>
  </div>`;
}
