/** What a box of the map costs in read units, in several ways, by DynamoDB's rules of rounding. */
import geohash from "ngeohash";
import { type Bounds, isInside, type Located, splitAtAntimeridian } from "../../shared/map/bounds.ts";
import type { GeohashRange } from "../../shared/map/cover.ts";
import { readBox } from "../../shared/map/read-box.ts";
import { geohashPrecision } from "../../shared/table/contact-derived.ts";
import { sortPlaces } from "../support/sorted-places.ts";

/** A pin with the bytes of its entry in the index. */
export interface SizedPin extends Located {
  bytes: number;
}

export interface BoxCost {
  units: number;
  queries: number;
  /** Queries that found nothing. */
  emptyQueries: number;
  /** Pins that were read. */
  read: number;
  /** Pins that were answered. */
  returned: number;
  /** Units of the bytes of the answered pins: no way of reading them costs less. */
  floor: number;
  /** The same answer from one range between the geohashes of the corners, two across the antimeridian. */
  cornerUnits: number;
}

export interface PinAccount {
  /** What it costs to read every pin. */
  allUnits: number;
  pins: number;
  measure: (bounds: Bounds, limit: number) => Promise<BoxCost>;
}

export function pinAccount(pins: readonly SizedPin[]): PinAccount {
  const none = { units: 0, queries: 0, emptyQueries: 0, read: 0 };
  let cost = none;
  const { source, places, find } = sortPlaces(pins, geohashPrecision, (start, end) => {
    cost = {
      units: cost.units + queryUnits(bytesOf(start, end)),
      queries: cost.queries + 1,
      emptyQueries: cost.emptyQueries + (start === end ? 1 : 0),
      read: cost.read + end - start,
    };
  });
  const sums = [0];
  for (const { bytes } of places) sums.push((sums.at(-1) ?? 0) + bytes);
  const bytesOf = (start: number, end: number) => (sums[end] ?? 0) - (sums[start] ?? 0);

  function cornerUnits(bounds: Bounds, limit: number): number {
    let [units, found] = [0, 0];
    for (const range of splitAtAntimeridian(bounds).map(cornerRange)) {
      const { start, end } = find(range);
      let at = start;
      for (; at < end && found <= limit; at++) if (isInside(bounds, places[at] as SizedPin)) found++;
      units += queryUnits(bytesOf(start, at));
    }
    return units;
  }

  return {
    allUnits: queryUnits(bytesOf(0, places.length)),
    pins: places.length,
    async measure(bounds, limit) {
      cost = none;
      const { places: returned } = await readBox(source, bounds, limit);
      const bytes = returned.reduce((sum, pin) => sum + pin.bytes, 0);
      return {
        ...cost,
        returned: returned.length,
        floor: Math.ceil(bytes / 4096) / 2,
        cornerUnits: cornerUnits(bounds, limit),
      };
    },
  };
}

/** Of a page that is not consistently read: half a unit for each 4 KB that it passes, and at least that. */
function queryUnits(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / 4096)) / 2;
}

function cornerRange({ minLat, maxLat, minLon, maxLon }: Bounds): GeohashRange {
  return {
    from: geohash.encode(minLat, minLon, geohashPrecision),
    to: geohash.encode(maxLat, maxLon, geohashPrecision),
  };
}
