/** Places in an array in the order of their geohashes, read as DynamoDB reads an index: a model of it, and fast. */
import geohash from "ngeohash";
import type { Located } from "../../shared/map/bounds.ts";
import type { GeohashRange } from "../../shared/map/cover.ts";
import type { PlaceSource } from "../../shared/map/read-box.ts";

export interface SortedPlaces<Place extends Located> {
  source: PlaceSource<Place, number>;
  /** In the order of their geohashes. */
  places: readonly Place[];
  /** Where the places of a range lie in `places`; `end` lies behind the last. */
  find: (range: GeohashRange) => { start: number; end: number };
}

/** `watch` is told of every page that was read, by where its places lie. */
export function sortPlaces<Place extends Located>(
  unsorted: readonly Place[],
  precision: number,
  watch: (start: number, end: number) => void = () => {},
): SortedPlaces<Place> {
  const sorted = unsorted
    .map((place) => ({ place, hash: geohash.encode(place.latitude, place.longitude, precision) }))
    .sort((one, other) => (one.hash < other.hash ? -1 : one.hash > other.hash ? 1 : 0));
  const places = sorted.map(({ place }) => place);
  const hashes = sorted.map(({ hash }) => hash);
  const find = ({ from, to }: GeohashRange) => ({
    start: partitionPoint(hashes, (hash) => hash < from),
    end: partitionPoint(hashes, (hash) => hash <= to),
  });
  const readPage: PlaceSource<Place, number>["readPage"] = async (range, limit, after) => {
    const found = find(range);
    const start = after === undefined ? found.start : after + 1;
    const end = Math.min(found.end, start + limit);
    watch(start, end);
    // As DynamoDB does: who reads up to the limit is told to go on, even where nothing follows.
    const last = end - start === limit ? { geohash: hashes[end - 1] ?? "", key: end - 1 } : undefined;
    return { places: places.slice(start, end), ...(last && { end: last }) };
  };
  return { source: { precision, readPage }, places, find };
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
