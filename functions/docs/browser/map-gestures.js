/** Handles dragging, pinching, the wheel and keys on the map. */

/** The pixels that a finger may move during a tap. */
const tapTolerance = 4;
const arrows = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const zooms = { "+": 2, "=": 2, "-": 0.5, _: 0.5 };

/**
 * Calls `move(by)` with pixels, `zoom(factor, point)` with a pixel of the map, and `tap(target)` with an element that was
 * pressed but not dragged.
 */
export function handleGestures(svg, { move, zoom, tap }) {
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
    if (!dragged && distance(finger.from, point) < tapTolerance) return;
    dragged = true;
    // The capture starts with the movement, because a press without movement is a tap on the element under it.
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
  // A press that leaves the map before it becomes a drag ends there.
  svg.addEventListener("pointerleave", (event) => dragged || fingers.delete(event.pointerId));

  svg.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      // Some browsers report lines or pages instead of pixels.
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
