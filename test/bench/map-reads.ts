/** What a box of the map costs in read units, in several ways, by DynamoDB's rules of rounding. */
import geohash from "ngeohash";
import { type Bounds, isInside, type Located, splitAtAntimeridian } from "../../shared/map/bounds.ts";
import type { GeohashRange } from "../../shared/map/cover.ts";
import { readBox } from "../../shared/map/read-box.ts";
import { geohashPrecision } from "../../shared/table/contact-derived.ts";
import { sortPlaces } from "../support/sorted-places.ts";
import { unitBytes } from "./floor.ts";

/** A pin with the bytes of its entry in the index. */
export interface SizedPin extends Located {
  bytes: number;
}

export interface BoxCost {
  units: number;
  queries: number;
  /** Pins that were read. */
  read: number;
  /** Pins that were answered. */
  returned: number;
  /** Pins that lie in the box. */
  held: number;
  /** Units of the bytes of the answered pins: no way of reading them costs less. */
  floor: number;
  /** The same answer from one range between the geohashes of the corners, two across the antimeridian. */
  cornerUnits: number;
}

export interface PinAccount {
  /** What it costs to read every pin. */
  everyPin: number;
  measure: (bounds: Bounds, limit: number) => Promise<BoxCost>;
}

/** Pins that an answer has at most where the caller says nothing. */
export const pinLimit = 500;

export function pinAccount(pins: readonly SizedPin[]): PinAccount {
  const none = { units: 0, queries: 0, read: 0 };
  let cost = none;
  const { source, places, find } = sortPlaces(pins, geohashPrecision, (start, end) => {
    cost = {
      units: cost.units + queryUnits(bytesOf(start, end)),
      queries: cost.queries + 1,
      read: cost.read + end - start,
    };
  });
  const sums = [0];
  for (const { bytes } of places) sums.push((sums.at(-1) ?? 0) + bytes);
  const bytesOf = (start: number, end: number) => (sums[end] ?? 0) - (sums[start] ?? 0);

  /** Everything in the box lies between its corners. Leaves off when one more than the limit is found. */
  function readCorners(bounds: Bounds, limit: number) {
    let [units, found] = [0, 0];
    for (const range of splitAtAntimeridian(bounds).map(cornerRange)) {
      const { start, end } = find(range);
      let at = start;
      for (; at < end && found <= limit; at++) if (isInside(bounds, places[at] as SizedPin)) found++;
      units += queryUnits(bytesOf(start, at));
    }
    return { units, found };
  }

  return {
    everyPin: queryUnits(bytesOf(0, places.length)),
    async measure(bounds, limit) {
      cost = none;
      const { places: returned, truncated } = await readBox(source, bounds, limit);
      const bytes = returned.reduce((sum, pin) => sum + pin.bytes, 0);
      return {
        ...cost,
        returned: returned.length,
        held: truncated ? readCorners(bounds, places.length).found : returned.length,
        floor: Math.ceil(bytes / unitBytes) / 2,
        cornerUnits: readCorners(bounds, limit).units,
      };
    },
  };
}

/** What these boxes cost, one by one. */
export async function measureBoxes(account: PinAccount, boxes: readonly Bounds[]): Promise<BoxCost[]> {
  const costs: BoxCost[] = [];
  for (const bounds of boxes) costs.push(await account.measure(bounds, pinLimit));
  return costs;
}

/** Of a page that is not consistently read: half a unit for the bytes of one, and at least that. */
function queryUnits(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / unitBytes)) / 2;
}

function cornerRange({ minLat, maxLat, minLon, maxLon }: Bounds): GeohashRange {
  return {
    from: geohash.encode(minLat, minLon, geohashPrecision),
    to: geohash.encode(maxLat, maxLon, geohashPrecision),
  };
}
