/** The world as SVG paths, from the outlines that a package has of Natural Earth (1:110 million, public domain). */
import { feature, mesh } from "topojson-client";
import world from "world-atlas/countries-110m.json" with { type: "json" };

export interface WorldOutline {
  /** Closed shapes: every coast. */
  land: string;
  /** Lines between countries. */
  borders: string;
}

type Line = readonly (readonly [longitude: number, latitude: number])[];
type Point = readonly [x: number, y: number];

const round = 36_000;
let outline: WorldOutline | undefined;

/**
 * Paths in hundredths of a degree, which is finer than the data are: x grows eastwards from Greenwich, y southwards from
 * the equator. A shape across the antimeridian is whole, so it passes 180 degrees on one side, but never 360: whoever
 * draws the earth three times side by side sees all of it around every longitude. Made once, in some milliseconds.
 */
export function worldOutline(): WorldOutline {
  outline ??= {
    land: feature(world, world.objects.land)
      .features.flatMap(({ geometry }) => geometry.coordinates.flat())
      .map((ring) => `${pathOf(closeAtPole(unroll(ring)))}z`)
      .join(""),
    borders: mesh(world, world.objects.countries, (one, other) => one !== other)
      .coordinates.map((line) => pathOf(unroll(line)))
      .join(""),
  };
  return outline;
}

/** From place to place by the shorter way, and then as near to Greenwich as it gets. */
function unroll(line: Line): Point[] {
  let turns = 0;
  let before = 0;
  const points = line.map(([longitude, latitude], at): Point => {
    const x = Math.round(longitude * 100);
    if (at > 0) turns -= Math.round((x - before) / round);
    before = x;
    return [x + turns * round, Math.round(-latitude * 100)];
  });
  const all = points.map(([x]) => x);
  const shift = Math.round((Math.min(...all) + Math.max(...all)) / 2 / round) * round;
  return points.map(([x, y]) => [x - shift, y]);
}

/** A ring that ends a turn from where it began goes round a pole (Antarctica): the map's edge closes it. */
function closeAtPole(ring: Point[]): Point[] {
  const [[first, y] = [0, 0]] = ring;
  const [last] = ring.at(-1) ?? [0];
  const pole = Math.sign(y) * 9_000;
  return first === last ? ring : [...ring, [last, pole], [first, pole]];
}

/** Whole numbers from point to point make the shortest text. */
function pathOf(points: readonly Point[]): string {
  const steps = points.map(([x, y], at) => {
    const [fromX, fromY] = points[at - 1] ?? [0, 0];
    return `${at === 1 ? "l" : ""}${x - fromX} ${y - fromY}`;
  });
  return `M${steps.join(" ")}`.replaceAll(" l", "l").replaceAll(" -", "-");
}
