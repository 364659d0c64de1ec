/**
 * Reads the places of a box from whatever keeps them in the order of their geohashes, with little of what lies outside.
 *
 * How many ranges are best depends on how densely the ground is settled, which only reading tells: each query costs at
 * least its minimum, so on thinly settled ground a few ranges that read some places in vain are cheapest, and where a
 * city lies just outside the box, many narrow ones. So the box is covered coarsely, each range is looked into side by
 * side, and where one holds more than a look takes in, the rest of it is covered anew, finer, from where the look ended:
 * what lies between there and the next place of the box is skipped. Measured by `npm run bench -- --only map`.
 */
import { type Bounds, isInside, type Located } from "./bounds.ts";
import { coverBox, type GeohashRange } from "./cover.ts";

/** Where a page ended and places may follow. */
export interface PageEnd<Key> {
  /** Of the last place. */
  geohash: string;
  /** What the source goes on from. */
  key: Key;
}

export interface PlacePage<Place, Key> {
  places: readonly Place[];
  /** Absent: the range has no more. */
  end?: PageEnd<Key>;
}

export interface PlaceSource<Place extends Located, Key> {
  /** Characters of its geohashes. */
  precision: number;
  /** Up to `limit` places of the range in the order of their geohashes, from its start or behind `after`. */
  readPage: (range: GeohashRange, limit: number, after: Key | undefined) => Promise<PlacePage<Place, Key>>;
}

/** The first cover, which takes all ground for thinly settled: about two ranges, of most boxes one to four. */
const coarse = { maxRanges: 8, minGap: 2 };
/** The cover of what a look left over, which is densely settled. */
const fine = { maxRanges: 3, minGap: 0.1 };
/** What comes after so many queries is read without leaving gaps out, in long pages: round trips have their price, too. */
const patience = { queries: 10, page: 400 };
const whole = { maxRanges: 1, minGap: 2 };
/** Places that a look takes in; half a unit carries about a dozen pins. */
const look = { least: 12, most: 32 };
/** A page has at least this share of the places that were read in vain, so that their number grows and pages stay few. */
const growth = 0.25;

/**
 * The first `limit` places of the box in the order of their geohashes, and whether there are more. What it costs depends
 * on the places in the cover of the box alone.
 */
export async function readBox<Place extends Located, Key>(
  source: PlaceSource<Place, Key>,
  bounds: Bounds,
  limit: number,
): Promise<{ places: Place[]; truncated: boolean }> {
  const { precision } = source;
  const lookSize = Math.min(look.most, Math.max(look.least, Math.ceil(limit / 16)));
  const found: Place[] = [];
  let readInVain = 0;
  let queries = 0;

  /** `end`: where the reading of these ranges ended before. Leaves off when one more than the limit is found. */
  async function read(ranges: readonly GeohashRange[], end?: PageEnd<Key>): Promise<void> {
    // Only the first range is sure to be wanted, so only there a page may be long.
    const least = queries < patience.queries ? look.least : patience.page;
    const wanted = Math.max(limit + 1 - found.length, Math.ceil(readInVain * growth), least);
    queries += ranges.length;
    const pages = await Promise.all(
      ranges.map((range, index) => {
        const goesOn = index === 0 && end !== undefined;
        const after = goesOn && range.from === end.geohash ? end.key : undefined;
        return source.readPage(range, goesOn ? wanted : lookSize, after);
      }),
    );
    for (const [index, range] of ranges.entries()) {
      const page = pages[index];
      if (!page || found.length > limit) return;
      const inside = page.places.filter((place) => isInside(bounds, place));
      found.push(...inside);
      readInVain += page.places.length - inside.length;
      if (page.end && found.length <= limit) {
        const within = { from: page.end.geohash, to: range.to };
        const cover = queries < patience.queries ? fine : whole;
        await read(coverBox(bounds, { precision, ...cover, within }), page.end);
      }
    }
  }

  await read(coverBox(bounds, { precision, ...coarse }));
  return { places: found.slice(0, limit), truncated: found.length > limit };
}
