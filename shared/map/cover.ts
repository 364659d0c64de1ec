/**
 * Covers a box of the map by a few ranges of geohashes.
 *
 * A geohash is a place on the Z-order curve: its bits take turns in halving longitude and latitude (G. M. Morton, 1966;
 * G. Niemeyer, geohash.org, 2008). So the cells of a box are stretches of the curve, and between them lie gaps, as long
 * as the ground outside of the box that they pass is large. The box is halved again and again, as the curve does it,
 * until its outline is known well; then the longest gaps are left out, and what lies between two of them is one range.
 * Geohashes of equal length sort as texts as their cells lie on the curve.
 */
import geohash from "ngeohash";
import { type Bounds, splitAtAntimeridian } from "./bounds.ts";

/** First and last geohash, both included. */
export interface GeohashRange {
  from: string;
  to: string;
}

export interface CoverOptions {
  /** Characters of the geohashes, at most 10: five bits each, and a number counts 53 exactly. */
  precision: number;
  /** At least 1. */
  maxRanges: number;
  /** Gaps are left out that pass more ground than this many of the box; the others are not worth a query. */
  minGap: number;
  /** Only what the box has in this stretch of the curve. */
  within?: GeohashRange;
}

/** Cells of one size on the outline of a box, beyond which they are not halved any more. */
const maxOutlineCells = 128;

/**
 * The ranges in the order of the curve, none touching another. They hold every geohash, of the given length, of a place
 * in the box, its bounds included, and few others. None when the box has nothing in `within`.
 *
 * The corners are encoded as places are. Encoding is monotone in either coordinate, so the cell of whatever lies between
 * two corners lies between theirs, exactly: on edges of cells, on bounds, at the poles and for a box that is a point.
 */
export function coverBox(bounds: Bounds, { precision, maxRanges, minGap, within }: CoverOptions): GeohashRange[] {
  const bits = precision * 5;
  const boxes = splitAtAntimeridian(bounds).map((box) => cellsOf(box, bits));
  const window = within && { start: curvePlace(within.from, bits), end: curvePlace(within.to, bits) + 1 };
  const stretches = stretchesOf(boxes, bits, window ?? { start: 0, end: 2 ** bits });
  const ground = boxes.reduce((sum, { west, east, south, north }) => sum + (east - west) * (north - south), 0);
  return joinShortGaps(stretches, maxRanges, ground * minGap).map(({ start, end }) => ({
    from: geohashAt(start, bits),
    to: geohashAt(end - 1, bits),
  }));
}

/** A box in cells of the smallest size, counted from the south-west; `east` and `north` lie behind the last. */
interface CellBox {
  west: number;
  east: number;
  south: number;
  north: number;
}

/** Places on the curve; `end` lies behind the last. */
interface Stretch {
  start: number;
  end: number;
}

/** A square or half of one that the curve passes in one go, by its corner and its first place on the curve. */
interface Block {
  west: number;
  south: number;
  start: number;
}

/** Stretches that together hold the boxes, in the order of the curve, none touching another. */
function stretchesOf(boxes: readonly CellBox[], bits: number, window: Stretch): Stretch[] {
  const found: Stretch[] = [];
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

function uniteTouching(stretches: readonly Stretch[]): Stretch[] {
  const united: Stretch[] = [];
  for (const { start, end } of stretches.toSorted((one, other) => one.start - other.start)) {
    const last = united.at(-1);
    if (last?.end === start) last.end = end;
    else united.push({ start, end });
  }
  return united;
}

/** Each of the given reaches into the window. */
function clip(stretches: readonly Stretch[], window: Stretch): Stretch[] {
  return stretches.map(({ start, end }) => ({
    start: Math.max(start, window.start),
    end: Math.min(end, window.end),
  }));
}

/** Leaves out the longest gaps, as many as there may be, and joins what lies around the others. */
function joinShortGaps(stretches: readonly Stretch[], maxRanges: number, shortest: number): Stretch[] {
  const gaps = stretches
    .slice(1)
    .map((next, index) => ({ next, length: next.start - (stretches[index]?.end ?? 0) }))
    .filter(({ length }) => length > shortest)
    .toSorted((one, other) => other.length - one.length);
  const heads = new Set(gaps.slice(0, maxRanges - 1).map(({ next }) => next));
  const joined: Stretch[] = [];
  for (const stretch of stretches) {
    const last = joined.at(-1);
    if (last && !heads.has(stretch)) last.end = stretch.end;
    else joined.push({ ...stretch });
  }
  return joined;
}

function cellsOf({ minLat, maxLat, minLon, maxLon }: Bounds, bits: number): CellBox {
  const first = cellAt(geohash.encode_int(minLat, minLon, bits), bits);
  const last = cellAt(geohash.encode_int(maxLat, maxLon, bits), bits);
  return { west: first.column, east: last.column + 1, south: first.row, north: last.row + 1 };
}

/** Takes the turns of the bits apart; the first is of the longitude. */
function cellAt(place: number, bits: number): { column: number; row: number } {
  const cell = { column: 0, row: 0 };
  for (let bit = bits - 1; bit >= 0; bit--) {
    const axis = (bits - bit) % 2 === 1 ? "column" : "row";
    // No bitwise operators: those have 32 bits.
    cell[axis] = cell[axis] * 2 + (Math.floor(place / 2 ** bit) % 2);
  }
  return cell;
}

function curvePlace(hash: string, bits: number): number {
  const { latitude, longitude } = geohash.decode(hash);
  return geohash.encode_int(latitude, longitude, bits);
}

function geohashAt(place: number, bits: number): string {
  const { latitude, longitude } = geohash.decode_int(place, bits);
  return geohash.encode(latitude, longitude, bits / 5);
}
