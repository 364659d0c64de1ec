/** Converts the outlines of Natural Earth (1:110 million, public domain), which a package contains, to SVG paths. */
import { feature, mesh } from "topojson-client";
import world from "world-atlas/countries-110m.json" with { type: "json" };

export interface WorldOutline {
  /** The coasts as closed shapes. */
  land: string;
  /** The lines between countries. */
  borders: string;
}

type Line = readonly (readonly [longitude: number, latitude: number])[];
type Point = readonly [x: number, y: number];

const fullCircle = 36_000;

/**
 * The unit is a hundredth of a degree, which is finer than the data. x grows eastwards from Greenwich, y southwards from
 * the equator. A shape that crosses the antimeridian is not cut, so it extends beyond 180 degrees, but never beyond 360.
 * The map therefore draws the earth three times side by side.
 */
export function worldOutline(): WorldOutline {
  return {
    land: feature(world, world.objects.land)
      .features.flatMap(({ geometry }) => geometry.coordinates.flat())
      .map((ring) => `${pathOf(closeAtPole(unroll(ring)))}z`)
      .join(""),
    borders: mesh(world, world.objects.countries, (one, other) => one !== other)
      .coordinates.map((line) => pathOf(unroll(line)))
      .join(""),
  };
}

/** Connects the points by the shorter way around the earth, and moves the line as near to Greenwich as possible. */
function unroll(line: Line): Point[] {
  let turns = 0;
  let before = 0;
  const points = line.map(([longitude, latitude], at): Point => {
    const x = Math.round(longitude * 100);
    if (at > 0) turns -= Math.round((x - before) / fullCircle);
    before = x;
    return [x + turns * fullCircle, Math.round(-latitude * 100)];
  });
  const all = points.map(([x]) => x);
  const shift = Math.round((Math.min(...all) + Math.max(...all)) / 2 / fullCircle) * fullCircle;
  return points.map(([x, y]) => [x - shift, y]);
}

/**
 * A ring that ends a full circle from its start goes around a pole (Antarctica). The edge of the map closes it. Others are closed by
 * their command, without the first point again.
 */
function closeAtPole(ring: Point[]): Point[] {
  const [[first, y] = [0, 0]] = ring;
  const [last] = ring.at(-1) ?? [0];
  const pole = Math.sign(y) * 9_000;
  return first === last ? ring.slice(0, -1) : [...ring, [last, pole], [first, pole]];
}

/** Relative coordinates make the text shorter. */
function pathOf(points: readonly Point[]): string {
  const steps = points.map(([x, y], at) => {
    const [fromX, fromY] = points[at - 1] ?? [0, 0];
    return `${at === 1 ? "l" : ""}${x - fromX} ${y - fromY}`;
  });
  return `M${steps.join(" ")}`.replaceAll(" l", "l").replaceAll(" -", "-");
}
