/** What is said of pins, and the list of them beside the map. Text of contacts is only ever set as text. */

/** By what a pin is known from one answer to the next. */
export function keyOf({ id, addressId, personId }) {
  return id ?? `${personId} ${addressId}`;
}

export function countWords({ length }) {
  return `${length || "No"} ${length === 1 ? "pin" : "pins"}`;
}

/** What is said of an answer's pins. `closest`: the map shows them as near as it can; `oneSpot`: no zooming parts them. */
export function answerWords({ pins, truncated }, { closest, oneSpot }) {
  const count = countWords(pins);
  if (!truncated) return `${count} in this view.`;
  if (closest) return `${count}, and there are more ${oneSpot ? "on this spot" : "here"} than are shown.`;
  // Whoever zoomed in on these would meet them again; where the others are is not known.
  return oneSpot ? `${count} on one spot, and there are more.` : `${count}, and there are more: zoom in.`;
}

/**
 * The list of the pins; `hint(pin)` while one is under the pointer or has the focus, else `hint()`; `choose(pin)`. It is
 * one stop of the Tab key, however many pins there are: arrow keys, Home and End go from one to another (the roving tab
 * index of the ARIA Authoring Practices).
 */
export function createPinList(list, { hint, choose }) {
  let rows = [];
  /** The row that the Tab key reaches. */
  let stop = 0;

  function stopAt(at) {
    // The list itself has the focus where it is empty.
    if (at < 0) return;
    if (rows[stop]) rows[stop].button.tabIndex = -1;
    stop = at;
    if (rows[stop]) rows[stop].button.tabIndex = 0;
  }

  list.addEventListener("focusin", ({ target }) => stopAt(rows.findIndex(({ button }) => button === target)));
  list.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const last = rows.length - 1;
    const next = { ArrowDown: stop + 1, ArrowUp: stop - 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    rows[Math.max(0, Math.min(next, last))]?.button.focus();
  });

  return {
    show(pins) {
      // Who is in the list stays there, at the same pin if it is still shown.
      const kept = list.contains(document.activeElement) ? rows[stop]?.pin : undefined;
      rows = pins.map((pin) => ({ pin, button: newRow(pin) }));
      list.replaceChildren(...rows.map(({ button }) => wrap("li", button)));
      stopAt(Math.max(0, kept ? pins.findIndex((pin) => keyOf(pin) === keyOf(kept)) : 0));
      if (kept) (rows[stop]?.button ?? list).focus({ preventScroll: true });
      for (const { pin, button } of rows) {
        button.addEventListener("click", () => choose(pin));
        // Not by entering: so would a pointer that rests while rows are scrolled under it.
        for (const begin of ["pointermove", "focus"]) button.addEventListener(begin, () => hint(pin));
        for (const end of ["pointerleave", "blur"]) button.addEventListener(end, () => hint());
      }
    },

    /** Marks these pins' rows. */
    mark(pins) {
      const marked = new Set(pins);
      for (const { pin, button } of rows) button.ariaCurrent = marked.has(pin) ? "true" : null;
    },

    /** Scrolls the list, not the page, to the first row that is marked. */
    scrollToMarked() {
      const first = rows.find(({ button }) => button.ariaCurrent);
      if (first) list.scrollTop = first.button.offsetTop - list.clientHeight / 3;
    },
  };
}

function newRow(pin) {
  const button = entryOf(pin, "button");
  button.type = "button";
  button.className = "row";
  button.tabIndex = -1;
  return button;
}

/** Who is at the pin, and where that is, in an element of this tag. */
export function entryOf(pin, tag) {
  const name = `${pin.firstName} ${pin.lastName}`.trim() || "Without a name";
  const words = pin.id === undefined ? addressWords(pin) : [pin.headline, pin.location].filter(Boolean).join(" · ");
  const place = words || `${pin.latitude}, ${pin.longitude}`;
  const entry = wrap(tag, textElement("strong", name, "name"));
  entry.append(textElement("span", place, "details"));
  return entry;
}

function addressWords({ addressType, addressFormatted, addressCity, addressCountry }) {
  const place = addressFormatted || [addressCity, addressCountry].filter(Boolean).join(", ");
  return [addressType, place].filter(Boolean).join(" · ");
}

function wrap(tag, child) {
  const outer = document.createElement(tag);
  outer.append(child);
  return outer;
}

export function textElement(tag, text, className) {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = className;
  return made;
}
