/** What is said of pins: in the card on the map and in the list beside it. Text of contacts is only ever set as text. */

/** Pins that a card names before it only counts. */
const named = 4;

/** By what a pin is known from one answer to the next. */
export function keyOf({ id, addressId, personId }) {
  return id ?? `${personId} ${addressId}`;
}

/** Shows the pins in the card. */
export function fillCard(card, pins) {
  const entries = pins.slice(0, named).map((pin) => entryOf(pin, "p"));
  const more = pins.length - named;
  card.replaceChildren(...entries, ...(more > 0 ? [textElement("p", `and ${more} more: zoom in`, "quiet")] : []));
}

/** The list of the pins; `hint(pin)` while one is under the pointer or has the focus, else `hint()`; `choose(pin)`. */
export function createPinList(list, { hint, choose }) {
  let rows = [];
  return {
    show(pins) {
      rows = pins.map((pin) => ({ pin, button: newRow(pin) }));
      list.replaceChildren(...rows.map(({ button }) => wrap("li", button)));
      for (const { pin, button } of rows) {
        button.addEventListener("click", () => choose(pin));
        for (const begin of ["pointerenter", "focus"]) button.addEventListener(begin, () => hint(pin));
        for (const end of ["pointerleave", "blur"]) button.addEventListener(end, () => hint());
      }
    },

    /** Marks these pins' rows, and scrolls the list, never the page, to the first of them. */
    mark(pins, scroll) {
      const marked = rows.filter(({ pin, button }) => {
        button.ariaCurrent = pins.includes(pin) ? "true" : null;
        return pins.includes(pin);
      });
      if (scroll && marked[0]) list.scrollTop = marked[0].button.offsetTop - list.clientHeight / 3;
    },
  };
}

function newRow(pin) {
  const button = entryOf(pin, "button");
  button.type = "button";
  button.className = "row";
  return button;
}

function entryOf(pin, tag) {
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

function textElement(tag, text, className) {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = className;
  return made;
}
