/** The card on the map: it tells of the pins of a mark. */
import { entryOf, textElement } from "./map-details.js";

/** Pins that it names at most before it only counts. */
const most = 4;
/** Pixels that it leaves free at the edges of the map, and between itself and the middle of its mark. */
const margin = 8;
const lift = 18;

/** `size` is always the map's, `point` the pixel of the mark. */
export function createCard(card) {
  return {
    hide() {
      card.hidden = true;
    },

    /**
     * Names as many of the pins as there is room for beside the mark, one at least, and counts the others. `oneSpot`: no
     * zooming parts them. Gives how many it names.
     */
    tell(pins, { point, size, oneSpot }) {
      card.hidden = false;
      const entries = pins.slice(0, most).map((pin) => entryOf(pin, "p"));
      const room = Math.max(roomAbove(point), roomBelow(point, size));
      let named = entries.length + 1;
      do {
        named -= 1;
        card.replaceChildren(...entries.slice(0, named), ...restOf(pins.length, named, oneSpot));
      } while (named > 1 && card.offsetHeight > room);
      return named;
    },

    /** Above its mark, or below where there is more room; always within the map. */
    place(point, size) {
      if (card.hidden) return;
      const { offsetWidth: width, offsetHeight: height } = card;
      const isAbove = height <= roomAbove(point) || roomAbove(point) > roomBelow(point, size);
      const left = within(point.x - width / 2, size.width - width);
      const top = within(isAbove ? point.y - lift - height : point.y + lift, size.height - height);
      card.style.translate = `${left}px ${top}px`;
      // Its mark was moved out of sight.
      const isSeen = point.x >= 0 && point.y >= 0 && point.x <= size.width && point.y <= size.height;
      card.style.visibility = isSeen ? "visible" : "hidden";
    },
  };
}

function restOf(count, named, oneSpot) {
  if (count === named) return [];
  const words = oneSpot ? `${count} on one spot: see the list` : `and ${count - named} more: zoom in`;
  return [textElement("p", words, "quiet")];
}

const roomAbove = ({ y }) => y - lift - margin;
const roomBelow = ({ y }, { height }) => height - y - lift - margin;
const within = (start, room) => Math.max(margin, Math.min(start, room - margin));
