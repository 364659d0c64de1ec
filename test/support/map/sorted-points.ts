/** A fast model of a geohash index in DynamoDB: points in an array in the order of their geohashes. */
import geohash from "ngeohash";
import { geohashPrecision } from "../../../shared/contact/store/contact-derived.ts";
import type { Located } from "../../../shared/map/bounds.ts";
import type { GeohashRange } from "../../../shared/map/cover.ts";
import type { PointSource } from "../../../shared/map/read-box.ts";

export interface SortedPoints<Point extends Located> {
  source: PointSource<Point, number>;
  /** The points in the order of their geohashes. */
  points: readonly Point[];
  /** The indexes in `points` of the points in a range. `end` is exclusive. */
  find: (range: GeohashRange) => { start: number; end: number };
}

/** `watch` is called with the indexes of every page that is read. */
export function sortPoints<Point extends Located>(
  unsorted: readonly Point[],
  watch: (start: number, end: number) => void = () => {},
): SortedPoints<Point> {
  const sorted = unsorted
    .map((point) => ({ point, hash: geohash.encode(point.latitude, point.longitude, geohashPrecision) }))
    .sort((one, other) => (one.hash < other.hash ? -1 : one.hash > other.hash ? 1 : 0));
  const points = sorted.map(({ point }) => point);
  const hashes = sorted.map(({ hash }) => hash);
  const find = ({ from, to }: GeohashRange) => ({
    start: partitionPoint(hashes, (hash) => hash < from),
    end: partitionPoint(hashes, (hash) => hash <= to),
  });
  const readPage: PointSource<Point, number>["readPage"] = async (range, limit, after) => {
    const found = find(range);
    const start = after === undefined ? found.start : after + 1;
    const end = Math.min(found.end, start + limit);
    watch(start, end);
    // DynamoDB returns a key to continue from whenever the limit is reached, even if nothing follows.
    const last = end - start === limit ? { geohash: hashes[end - 1] ?? "", key: end - 1 } : undefined;
    return { points: points.slice(start, end), ...(last && { end: last }) };
  };
  return { source: { readPage }, points, find };
}

/** The first index from which on `before` is false. */
function partitionPoint(values: readonly string[], before: (value: string) => boolean): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (before(values[middle] ?? "")) low = middle + 1;
    else high = middle;
  }
  return low;
}
