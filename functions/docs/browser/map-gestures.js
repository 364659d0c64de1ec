/** Dragging, pinching, wheel and keys on the map. */

/** Pixels that a finger may tremble while it taps. */
const tremor = 4;
const arrows = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const zooms = { "+": 2, "=": 2, "-": 0.5, _: 0.5 };

/**
 * `move(by)` pixels, `zoom(factor, point)` around a pixel of the map, `tap(target)` an element that was pressed and not
 * dragged.
 */
export function followGestures(svg, { move, zoom, tap }) {
  const fingers = new Map();
  let dragged = false;

  svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    if (fingers.size === 0) dragged = false;
    fingers.set(event.pointerId, { ...pointOf(event), from: pointOf(event) });
  });

  svg.addEventListener("pointermove", (event) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    const point = pointOf(event);
    if (!dragged && distance(finger.from, point) < tremor) return;
    dragged = true;
    // Only now: a press that does not move belongs to what was pressed.
    svg.setPointerCapture(event.pointerId);
    const other = [...fingers.values()].find((each) => each !== finger);
    if (other) pinch(finger, point, other);
    else move({ x: point.x - finger.x, y: point.y - finger.y });
    Object.assign(finger, point);
  });

  svg.addEventListener("pointerup", (event) => {
    if (fingers.delete(event.pointerId) && !dragged) tap(event.target);
  });
  svg.addEventListener("pointercancel", (event) => fingers.delete(event.pointerId));
  // Released outside before it was a drag.
  svg.addEventListener("pointerleave", (event) => dragged || fingers.delete(event.pointerId));

  svg.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      // Lines or pages instead of pixels, as some browsers count.
      const pixels = event.deltaY * [1, 16, 400][event.deltaMode];
      if (pixels !== 0) zoom(2 ** (-Math.max(-300, Math.min(300, pixels)) / 250), pointOf(event));
    },
    { passive: false },
  );
  svg.addEventListener("dblclick", (event) => zoom(2, pointOf(event)));

  svg.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [x, y] = arrows[event.key] ?? [0, 0];
    if (x !== 0 || y !== 0) move({ x: (x * svg.clientWidth) / 5, y: (y * svg.clientHeight) / 5 });
    else if (zooms[event.key]) zoom(zooms[event.key]);
    else return;
    event.preventDefault();
  });

  function pinch(finger, point, other) {
    const factor = distance(point, other) / Math.max(distance(finger, other), 1);
    const middle = { x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 };
    move({ x: (point.x - finger.x) / 2, y: (point.y - finger.y) / 2 });
    zoom(factor, middle);
  }

  function pointOf({ clientX, clientY }) {
    const { left, top } = svg.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }
}

function distance(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
