/** The card on the map, which shows the pins of a mark. */
import { entryOf, textElement } from "./map-details.js";

/** The pins that the card lists at most. It shows the number of the others. */
const maxListed = 4;
/** The pixels between the card and the edges of the map. */
const margin = 8;
/** The pixels between the card and the middle of its mark. */
const lift = 18;

/** `size` is the size of the map, and `point` the pixel of the mark. */
export function createCard(card) {
  return {
    hide() {
      card.hidden = true;
    },

    /**
     * Lists as many pins as there is room for, at least one, and shows the number of the others. `oneSpot` means that
     * zooming does not separate the pins. Returns how many pins are listed.
     */
    show(pins, { point, size, oneSpot }) {
      card.hidden = false;
      const entries = pins.slice(0, maxListed).map((pin) => entryOf(pin, "p"));
      const room = Math.max(roomAbove(point), roomBelow(point, size));
      let listed = entries.length + 1;
      do {
        listed -= 1;
        card.replaceChildren(...entries.slice(0, listed), ...restOf(pins.length, listed, oneSpot));
      } while (listed > 1 && card.offsetHeight > room);
      return listed;
    },

    /** Places the card above its mark, or below it if there is more room. The card stays within the map. */
    place(point, size) {
      if (card.hidden) return;
      const { offsetWidth: width, offsetHeight: height } = card;
      const isAbove = height <= roomAbove(point) || roomAbove(point) > roomBelow(point, size);
      const left = within(point.x - width / 2, size.width - width);
      const top = within(isAbove ? point.y - lift - height : point.y + lift, size.height - height);
      card.style.translate = `${left}px ${top}px`;
      const isMarkVisible = point.x >= 0 && point.y >= 0 && point.x <= size.width && point.y <= size.height;
      card.style.visibility = isMarkVisible ? "visible" : "hidden";
    },
  };
}

function restOf(count, listed, oneSpot) {
  if (count === listed) return [];
  const text = oneSpot ? `${count} on one spot: see the list` : `and ${count - listed} more: zoom in`;
  return [textElement("p", text, "quiet")];
}

const roomAbove = ({ y }) => y - lift - margin;
const roomBelow = ({ y }, { height }) => height - y - lift - margin;
const within = (start, room) => Math.max(margin, Math.min(start, room - margin));
