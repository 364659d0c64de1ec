/** Draws the earth and the pins in the SVG of the page. */
import { markOf, pixelOf, radiusOf } from "./map-view.js";

/** The possible degrees between two lines of the grid. */
const steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 90];
/** The pixels between two lines at least. */
const minGap = 60;

/** `svg` contains the earth as `#world`, in hundredths of a degree. */
export function createDrawing(svg) {
  const sea = svg.appendChild(element("rect", { class: "sea", width: "100%" }));
  const worlds = [-1, 0, 1].map((turn) => ({ turn, use: svg.appendChild(element("use", { href: "#world" })) }));
  const grid = svg.appendChild(element("path", { class: "grid" }));
  const labels = svg.appendChild(element("g", { class: "degrees" }));
  const layer = svg.appendChild(element("g", {}));
  let drawn = [];

  return {
    /** Moves everything to its position in this view. */
    place(view, size) {
      const { width, height } = size;
      const y = height / 2 + view.lat * view.scale;
      attributes(sea, { y: y - 90 * view.scale, height: 180 * view.scale });
      for (const { turn, use } of worlds) {
        const x = width / 2 + (turn * 360 - view.lon) * view.scale;
        // The shapes extend beyond the edges of the earth by at most half a turn.
        const seen = x + 360 * view.scale > 0 && x - 360 * view.scale < width;
        attributes(use, {
          transform: `translate(${x} ${y}) scale(${view.scale / 100})`,
          display: seen ? null : "none",
        });
      }
      drawGrid({ grid, labels }, view, size);
      for (const { group, mark } of drawn) {
        const point = markOf(view, size, group);
        mark.setAttribute("transform", `translate(${point.x} ${point.y})`);
      }
    },

    /** Replaces the pins. The mark of each group has the index of the group as `data-group`. */
    showGroups(groups) {
      drawn = groups.map((group, at) => ({ group, mark: newMark(group.pins.length, at) }));
      layer.replaceChildren(...drawn.map(({ mark }) => mark));
    },

    /** Shows the groups with these indexes as chosen. */
    highlight(chosen) {
      for (const [at, { mark }] of drawn.entries()) mark.classList.toggle("chosen", chosen.includes(at));
      // The last element is on top. It is not appended again, because that would cause another pointer event.
      for (const at of chosen) if (layer.lastChild !== drawn[at].mark) layer.append(drawn[at].mark);
    },
  };
}

function newMark(count, at) {
  const mark = element("g", { class: "pin", "data-group": at });
  // An invisible circle makes the mark large enough for fingers.
  mark.append(element("circle", { r: 14 }));
  mark.append(element("circle", { class: "dot", r: radiusOf(count) }));
  if (count > 1) {
    const number = element("text", { class: "number", dy: "0.35em" });
    number.textContent = String(count);
    mark.append(number);
  }
  return mark;
}

/** Draws lines at round degrees, with labels at the left and at the bottom. */
function drawGrid({ grid, labels }, view, size) {
  const { width, height } = size;
  const { y: top } = pixelOf(view, size, { latitude: 90, longitude: 0 });
  const bottom = top + 180 * view.scale;
  const step = steps.find((degrees) => degrees * view.scale >= minGap) ?? steps.at(-1);
  const lines = [];
  const texts = [];
  for (const degrees of multiples(step, view.lon, width / view.scale)) {
    const x = width / 2 + (degrees - view.lon) * view.scale;
    lines.push(`M${x} ${Math.max(top, 0)}V${Math.min(bottom, height)}`);
    if (x > 60 && x < width - 50) texts.push(newLabel(x + 4, Math.min(bottom, height) - 6, degrees, "EW"));
  }
  for (const degrees of multiples(step, view.lat, height / view.scale)) {
    const y = height / 2 - (degrees - view.lat) * view.scale;
    if (Math.abs(degrees) < 90) lines.push(`M0 ${y}H${width}`);
    if (Math.abs(degrees) < 90 && y > 16 && y < height - 24) texts.push(newLabel(4, y - 4, degrees, "NS"));
  }
  grid.setAttribute("d", lines.join(""));
  labels.replaceChildren(...texts);
}

/** The multiples of `step` on a line of this length. */
function multiples(step, middle, length) {
  const first = Math.ceil((middle - length / 2) / step);
  const last = Math.floor((middle + length / 2) / step);
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
}

function newLabel(x, y, degrees, [plus, minus]) {
  const label = element("text", { x, y });
  const once = ((((degrees + 180) % 360) + 360) % 360) - 180;
  const amount = Number(Math.abs(once).toFixed(2));
  const side = amount === 0 || amount === 180 ? "" : ` ${once > 0 ? plus : minus}`;
  label.textContent = `${amount}°${side}`;
  return label;
}

function element(name, values) {
  return attributes(document.createElementNS("http://www.w3.org/2000/svg", name), values);
}

function attributes(target, values) {
  for (const [name, value] of Object.entries(values)) {
    if (value === null) target.removeAttribute(name);
    else target.setAttribute(name, String(value));
  }
  return target;
}
