/**
 * Covers a box of the map with a few ranges of geohashes.
 *
 * A geohash is a position on the Z-order curve. Its bits halve longitude and latitude alternately (G. M. Morton, 1966;
 * G. Niemeyer, geohash.org, 2008). So the cells of a box are sections of the curve. The gap between two sections is as long
 * as the area outside the box through which the curve passes there. The world is halved repeatedly, as the curve does it,
 * until the outline of the box is precise enough. Then the longest gaps are left out, and the sections between two of them
 * become one range. Geohashes of the same length sort as text in the order of the curve.
 */
import geohash from "ngeohash";
import { geohashPrecision } from "../contact/store/contact-derived.ts";
import { type Bounds, splitAtAntimeridian } from "./bounds.ts";

/** The first and the last geohash of a range, both inclusive. */
export interface GeohashRange {
  from: string;
  to: string;
}

export interface CoverOptions {
  /** At least 1. */
  maxRanges: number;
  /** Gaps are left out if their area is larger than this multiple of the box. Smaller gaps don't justify a query. */
  minGap: number;
  /** Restricts the cover to this part of the curve. */
  within?: GeohashRange;
}

/** The bits of a geohash. A character has 5 bits, and a number has 53 exact bits. */
const bits = geohashPrecision * 5;

/** The number of cells on the outline of a box from which on they are not halved any more. */
const maxOutlineCells = 128;

/**
 * The ranges in the order of the curve. They don't touch each other. They have every geohash of the points in the box,
 * including its bounds, and few other geohashes. The result is empty if the box has no cells in `within`.
 *
 * Corners and points are encoded in the same way, and encoding is monotone in both coordinates. So the cell of a point
 * between two corners is between their cells, also on edges of cells, on bounds, at the poles and in a box of one point.
 */
export function coverBox(bounds: Bounds, { maxRanges, minGap, within }: CoverOptions): GeohashRange[] {
  const boxes = splitAtAntimeridian(bounds).map(cellsOf);
  const window = within && { start: curvePosition(within.from), end: curvePosition(within.to) + 1 };
  const sections = sectionsOf(boxes, window ?? { start: 0, end: 2 ** bits });
  const area = boxes.reduce((sum, { west, east, south, north }) => sum + (east - west) * (north - south), 0);
  return joinShortGaps(sections, maxRanges, area * minGap).map(({ start, end }) => ({
    from: geohashAt(start),
    to: geohashAt(end - 1),
  }));
}

/** A box in cells of the smallest size, counted from the south-west. `east` and `north` are exclusive. */
interface CellBox {
  west: number;
  east: number;
  south: number;
  north: number;
}

/** A part of the curve. `end` is exclusive. */
interface Section {
  start: number;
  end: number;
}

/** A square, or half of one, in which the curve stays until it has passed all cells. `start` is its first position. */
interface Block {
  west: number;
  south: number;
  start: number;
}

/** Sections that cover the boxes, in the order of the curve. They don't touch each other. */
function sectionsOf(boxes: readonly CellBox[], window: Section): Section[] {
  const found: Section[] = [];
  let width = 2 ** Math.ceil(bits / 2);
  let height = 2 ** Math.floor(bits / 2);
  let blocks: Block[] = [{ west: 0, south: 0, start: 0 }];
  for (let depth = 0; blocks.length > 0; depth++) {
    const size = width * height;
    const outline: Block[] = [];
    for (const block of blocks) {
      const { west, south, start } = block;
      if (start >= window.end || start + size <= window.start) continue;
      const near = boxes.filter((box) => overlaps(box, west, width, south, height));
      if (near.length === 0) continue;
      if (near.some((box) => contains(box, west, width, south, height))) found.push({ start, end: start + size });
      else outline.push(block);
    }
    if (outline.length > maxOutlineCells) {
      found.push(...outline.map(({ start }) => ({ start, end: start + size })));
      break;
    }
    const halvesLongitude = depth % 2 === 0;
    if (halvesLongitude) width /= 2;
    else height /= 2;
    blocks = outline.flatMap((block) => {
      const start = block.start + size / 2;
      return halvesLongitude
        ? [block, { ...block, west: block.west + width, start }]
        : [block, { ...block, south: block.south + height, start }];
    });
  }
  return clip(uniteTouching(found), window);
}

function overlaps(box: CellBox, west: number, width: number, south: number, height: number): boolean {
  return box.west < west + width && box.east > west && box.south < south + height && box.north > south;
}

function contains(box: CellBox, west: number, width: number, south: number, height: number): boolean {
  return box.west <= west && box.east >= west + width && box.south <= south && box.north >= south + height;
}

function uniteTouching(sections: readonly Section[]): Section[] {
  const united: Section[] = [];
  for (const { start, end } of sections.toSorted((one, other) => one.start - other.start)) {
    const last = united.at(-1);
    if (last?.end === start) last.end = end;
    else united.push({ start, end });
  }
  return united;
}

/** Each section must overlap the window. */
function clip(sections: readonly Section[], window: Section): Section[] {
  return sections.map(({ start, end }) => ({
    start: Math.max(start, window.start),
    end: Math.min(end, window.end),
  }));
}

/** Leaves out the longest gaps and joins the sections around the others. */
function joinShortGaps(sections: readonly Section[], maxRanges: number, shortest: number): Section[] {
  const gaps = sections
    .slice(1)
    .map((next, index) => ({ next, length: next.start - (sections[index]?.end ?? 0) }))
    .filter(({ length }) => length > shortest)
    .toSorted((one, other) => other.length - one.length);
  const heads = new Set(gaps.slice(0, maxRanges - 1).map(({ next }) => next));
  const joined: Section[] = [];
  for (const section of sections) {
    const last = joined.at(-1);
    if (last && !heads.has(section)) last.end = section.end;
    else joined.push({ ...section });
  }
  return joined;
}

function cellsOf({ minLat, maxLat, minLon, maxLon }: Bounds): CellBox {
  const first = cellAt(geohash.encode_int(minLat, minLon, bits));
  const last = cellAt(geohash.encode_int(maxLat, maxLon, bits));
  return { west: first.column, east: last.column + 1, south: first.row, north: last.row + 1 };
}

/** Separates the alternating bits. The first bit belongs to the longitude. */
function cellAt(position: number): { column: number; row: number } {
  const cell = { column: 0, row: 0 };
  for (let bit = bits - 1; bit >= 0; bit--) {
    const axis = (bits - bit) % 2 === 1 ? "column" : "row";
    // Bitwise operators only have 32 bits.
    cell[axis] = cell[axis] * 2 + (Math.floor(position / 2 ** bit) % 2);
  }
  return cell;
}

function curvePosition(hash: string): number {
  const { latitude, longitude } = geohash.decode(hash);
  return geohash.encode_int(latitude, longitude, bits);
}

function geohashAt(position: number): string {
  const { latitude, longitude } = geohash.decode_int(position, bits);
  return geohash.encode(latitude, longitude, geohashPrecision);
}
