/** Chance that falls the same for the same seed. */
import { Chance } from "../files/mutate.ts";

export interface Dice {
  /** At least 0, below 1. */
  chance: () => number;
  /** A whole number from 0 to below `limit`. */
  below: (limit: number) => number;
  pick: <Value>(list: readonly Value[]) => Value;
  /** The nth of the list comes up in proportion to 1/n (Zipf's law). */
  common: <Value>(list: readonly Value[]) => Value;
  /** Null but for this share. */
  sometimes: <Value>(share: number, value: () => Value) => Value | null;
  /** The pattern with a digit for each `#`. */
  digits: (pattern: string) => string;
}

export function diceOf(seed: number): Dice {
  const source = new Chance(Math.imul(seed + 1, 0x9e3779b9));
  const chance = () => source.next();
  const below = (limit: number) => source.below(limit);
  return {
    chance,
    below,
    pick: (list) => source.from(list),
    common: (list) => source.at(list, Math.floor((list.length + 1) ** chance()) - 1),
    sometimes: (share, value) => (chance() < share ? value() : null),
    digits: (pattern) => pattern.replace(/#/g, () => String(below(10))),
  };
}
