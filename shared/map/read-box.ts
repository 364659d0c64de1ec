/**
 * Reads the points of a box from a source in the order of their geohashes, with few points outside the box.
 *
 * The best number of ranges depends on the density of the points, which is only known after reading. Each query has a
 * minimum price, so in areas with few points a few ranges with some points outside the box are cheapest. If a city is just
 * outside the box, many narrow ranges are cheaper. So the box is covered coarsely, and the start of each range is read in
 * parallel. If a range has more points, the rest of it is covered again more finely, which skips areas outside the box.
 * `npm run bench -- --only map` measures the costs.
 */
import { type Bounds, isInside, type Located } from "./bounds.ts";
import { coverBox, type GeohashRange } from "./cover.ts";

/** The end of a page that other points may follow. */
export interface PageEnd<Key> {
  /** The geohash of the last point. */
  geohash: string;
  /** The key after which the source continues. */
  key: Key;
}

export interface PointPage<Point, Key> {
  points: readonly Point[];
  /** Missing if the range has no other points. */
  end?: PageEnd<Key>;
}

export interface PointSource<Point extends Located, Key> {
  /** Reads up to `limit` points of the range in the order of their geohashes, from its start or after `after`. */
  readPage: (range: GeohashRange, limit: number, after: Key | undefined) => Promise<PointPage<Point, Key>>;
}

/** The first cover, for areas with few points. Most boxes get one to four ranges. */
const coarse = { maxRanges: 8, minGap: 2 };
/** The cover of the rest of a range, for areas with many points. */
const fine = { maxRanges: 3, minGap: 0.1 };
/** After this number of queries, the rest is read without gaps and in long pages, because round trips take time. */
const maxFineQueries = 10;
const longPage = 400;
const whole = { maxRanges: 1, minGap: 2 };
/** The number of points in the first page of a range. Half a capacity unit has about a dozen pins. */
const firstPage = { min: 12, max: 32 };
/** A page has at least this share of the points outside the box that were read so far, so that the number of pages stays small. */
const growth = 0.25;

/**
 * The first `limit` points of the box in the order of their geohashes, and whether there are more. The costs only depend
 * on the points in the cover of the box.
 */
export async function readBox<Point extends Located, Key>(
  source: PointSource<Point, Key>,
  bounds: Bounds,
  limit: number,
): Promise<{ points: Point[]; truncated: boolean }> {
  const firstPageSize = Math.min(firstPage.max, Math.max(firstPage.min, Math.ceil(limit / 16)));
  const found: Point[] = [];
  let outsideCount = 0;
  let queries = 0;

  /** `end` is the end of the previous page of these ranges. Stops when one more point than the limit is found. */
  async function read(ranges: readonly GeohashRange[], end?: PageEnd<Key>): Promise<void> {
    // Only the points of the first range are needed for certain, so only its page may be long.
    const minPage = queries < maxFineQueries ? firstPage.min : longPage;
    const pageSize = Math.max(limit + 1 - found.length, Math.ceil(outsideCount * growth), minPage);
    queries += ranges.length;
    const pages = await Promise.all(
      ranges.map((range, index) => {
        const continues = index === 0 && end !== undefined;
        const after = continues && range.from === end.geohash ? end.key : undefined;
        return source.readPage(range, continues ? pageSize : firstPageSize, after);
      }),
    );
    for (const [index, range] of ranges.entries()) {
      const page = pages[index];
      if (!page || found.length > limit) return;
      const inside = page.points.filter((point) => isInside(bounds, point));
      found.push(...inside);
      outsideCount += page.points.length - inside.length;
      if (page.end && found.length <= limit) {
        const within = { from: page.end.geohash, to: range.to };
        const cover = queries < maxFineQueries ? fine : whole;
        await read(coverBox(bounds, { ...cover, within }), page.end);
      }
    }
  }

  await read(coverBox(bounds, coarse));
  return { points: found.slice(0, limit), truncated: found.length > limit };
}
