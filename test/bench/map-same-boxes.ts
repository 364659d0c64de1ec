/** That a box costs the same however many pins an account has elsewhere. */
import { boxesOver, peopleAt } from "./map-people.ts";
import { sizePins } from "./map-pins.ts";
import { measureBoxes, pinAccount } from "./map-reads.ts";

/** Boxes over the same pins in two accounts, and by how many units the cost of one differs at most. */
export interface SameBoxes {
  /** Of the account before and after the others came. */
  pins: { before: number; after: number };
  boxes: number;
  difference: number;
}

const [few, many] = [1_000, 100_000] as const;
const boxCount = 1_000;
/**
 * In degrees east: up to where the account's people live, and from where on the others do. The first meridian parts
 * cells of the curve, so that what a cover passes beside a box west of it lies west of it, too, but for large boxes.
 */
const [border, elsewhere] = [45, 60] as const;

/** Boxes over a thousand pins, before and after 99,000 others come to the other side of the earth. */
export async function compareSameBoxes(sizes: readonly number[]): Promise<SameBoxes> {
  const near = peopleAt(2 * few)
    .filter(({ longitude }) => longitude < border)
    .slice(0, few);
  const far = peopleAt(many - few, 2).map(({ latitude }, n) => ({
    latitude: -latitude,
    longitude: elsewhere + ((n * 0.7) % 120),
  }));
  // Of larger ones, the cover has some of the others in it.
  const boxes = boxesOver(near, boxCount).filter(({ minLat, maxLat, minLon, maxLon }) => {
    return minLon <= maxLon && maxLon < border && maxLat - minLat < 20;
  });
  const alone = await measureBoxes(pinAccount(sizePins(near, sizes)), boxes);
  const among = await measureBoxes(pinAccount(sizePins([...near, ...far], sizes)), boxes);
  const differences = alone.map(({ units }, index) => Math.abs(units - (among[index]?.units ?? Number.NaN)));
  return { pins: { before: few, after: many }, boxes: boxes.length, difference: Math.max(...differences) };
}
