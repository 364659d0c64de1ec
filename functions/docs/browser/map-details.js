/** The texts about pins, and the list of pins beside the map. Texts of contacts are never inserted as HTML. */

/** Identifies a pin across answers. */
export function keyOf({ id, addressId, personId }) {
  return id ?? `${personId} ${addressId}`;
}

export function countText({ length }) {
  return `${length || "No"} ${length === 1 ? "pin" : "pins"}`;
}

/** Describes an answer. `closest` means that the map can't zoom in; `oneSpot`, that zooming does not separate the pins. */
export function answerText({ pins, truncated }, { closest, oneSpot }) {
  const count = countText(pins);
  if (!truncated) return `${count} in this view.`;
  if (closest) return `${count}, and there are more ${oneSpot ? "on this spot" : "here"} than are shown.`;
  // Zooming in on these pins would show them again, and the position of the others is not known.
  return oneSpot ? `${count} on one spot, and there are more.` : `${count}, and there are more: zoom in.`;
}

/**
 * The list of the pins. It calls `hint(pin)` while a pin is under the pointer or has the focus, `hint()` after that, and
 * `choose(pin)`. The Tab key stops at one pin of the list; arrow keys, Home and End move to others (the roving tab index of
 * the ARIA Authoring Practices).
 */
export function createPinList(list, { hint, choose }) {
  let rows = [];
  /** The row that the Tab key reaches. */
  let stop = 0;

  function stopAt(at) {
    // An empty list has the focus itself.
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
      // If the list has the focus, it keeps the focus, on the same pin if that is still shown.
      const kept = list.contains(document.activeElement) ? rows[stop]?.pin : undefined;
      rows = pins.map((pin) => ({ pin, button: newRow(pin) }));
      list.replaceChildren(...rows.map(({ button }) => wrap("li", button)));
      stopAt(Math.max(0, kept ? pins.findIndex((pin) => keyOf(pin) === keyOf(kept)) : 0));
      if (kept) (rows[stop]?.button ?? list).focus({ preventScroll: true });
      for (const { pin, button } of rows) {
        button.addEventListener("click", () => choose(pin));
        // `pointerenter` would also fire when rows scroll under a pointer that does not move.
        for (const begin of ["pointermove", "focus"]) button.addEventListener(begin, () => hint(pin));
        for (const end of ["pointerleave", "blur"]) button.addEventListener(end, () => hint());
      }
    },

    /** Marks the rows of these pins. */
    mark(pins) {
      const marked = new Set(pins);
      for (const { pin, button } of rows) button.ariaCurrent = marked.has(pin) ? "true" : null;
    },

    /** Scrolls the list, but not the page, to the first marked row. */
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

/** An element with this tag that shows the name and the place of a pin. */
export function entryOf(pin, tag) {
  const name = `${pin.firstName} ${pin.lastName}`.trim() || "Without a name";
  const details = pin.id === undefined ? addressText(pin) : [pin.headline, pin.location].filter(Boolean).join(" · ");
  const coordinates = `${pin.latitude}, ${pin.longitude}`;
  const entry = wrap(tag, textElement("strong", name, "name"));
  entry.append(textElement("span", details || coordinates, "details"));
  return entry;
}

function addressText({ addressType, addressFormatted, addressCity, addressCountry }) {
  const address = addressFormatted || [addressCity, addressCountry].filter(Boolean).join(", ");
  return [addressType, address].filter(Boolean).join(" · ");
}

function wrap(tag, child) {
  const outer = document.createElement(tag);
  outer.append(child);
  return outer;
}

export function textElement(tag, text, className) {
  const element = document.createElement(tag);
  element.textContent = text;
  element.className = className;
  return element;
}
