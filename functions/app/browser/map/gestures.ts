/** Dragging, pinching, the wheel and keys on the map. */
import type { Point } from "./map-view.ts";

interface Gestures {
  /** By pixels. */
  move: (by: Point) => void;
  /** Around a pixel of the map, or its middle. */
  zoom: (factor: number, point?: Point) => void;
  /** An element was pressed, and not dragged. */
  tap: (target: EventTarget | null) => void;
}

interface Finger extends Point {
  from: Point;
}

/** The pixels that a finger may move during a tap. */
const tapTolerance = 4;
const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: 1, y: 0 },
  ArrowRight: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
};
const zooms: Readonly<Record<string, number>> = { "+": 2, "=": 2, "-": 0.5, _: 0.5 };

/** `gestures` answers the present functions. The listeners go away with the element. */
export function listenToGestures(svg: SVGSVGElement, gestures: () => Gestures): void {
  const fingers = new Map<number, Finger>();
  let isDragged = false;

  svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    if (fingers.size === 0) isDragged = false;
    fingers.set(event.pointerId, { ...pointOf(event), from: pointOf(event) });
  });
  svg.addEventListener("pointermove", (event) => {
    const finger = fingers.get(event.pointerId);
    const point = pointOf(event);
    if (!finger || (!isDragged && distance(finger.from, point) < tapTolerance)) return;
    isDragged = true;
    // The capture starts with the movement, because a press without movement is a tap on the element under it.
    svg.setPointerCapture(event.pointerId);
    const other = fingers.values().find((each) => each !== finger);
    // Each of two fingers moves the middle between them by half its own way.
    const share = other ? 2 : 1;
    gestures().move({ x: (point.x - finger.x) / share, y: (point.y - finger.y) / share });
    if (other) {
      const middle = { x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 };
      gestures().zoom(distance(point, other) / Math.max(distance(finger, other), 1), middle);
    }
    Object.assign(finger, point);
  });
  svg.addEventListener("pointerup", (event) => {
    if (fingers.delete(event.pointerId) && !isDragged) gestures().tap(event.target);
  });
  svg.addEventListener("pointercancel", (event) => fingers.delete(event.pointerId));
  // A press that leaves the map before it becomes a drag ends there.
  svg.addEventListener("pointerleave", (event) => isDragged || fingers.delete(event.pointerId));
  svg.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      // Some browsers report lines or pages instead of pixels.
      const pixels = event.deltaY * ([1, 16, 400][event.deltaMode] ?? 1);
      if (pixels !== 0) gestures().zoom(2 ** (-Math.max(-300, Math.min(300, pixels)) / 250), pointOf(event));
    },
    { passive: false },
  );
  svg.addEventListener("dblclick", (event) => gestures().zoom(2, pointOf(event)));
  svg.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [arrow, factor] = [arrows[event.key], zooms[event.key]];
    if (arrow) gestures().move({ x: (arrow.x * svg.clientWidth) / 5, y: (arrow.y * svg.clientHeight) / 5 });
    else if (factor) gestures().zoom(factor);
    else return;
    event.preventDefault();
  });

  function pointOf({ clientX, clientY }: MouseEvent): Point {
    const { left, top } = svg.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
