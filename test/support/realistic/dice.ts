/** Chance that falls the same for the same seed. */

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
  const chance = randomOf(seed);
  const below = (limit: number) => Math.floor(chance() * limit);
  const at = <Value>(list: readonly Value[], index: number): Value => {
    const value = list[index];
    if (value === undefined) throw new Error("nothing to pick from");
    return value;
  };
  return {
    chance,
    below,
    pick: (list) => at(list, below(list.length)),
    common: (list) => at(list, Math.floor((list.length + 1) ** chance()) - 1),
    sometimes: (share, value) => (chance() < share ? value() : null),
    digits: (pattern) => pattern.replace(/#/g, () => String(below(10))),
  };
}

/** Mulberry32, a generator of 32 bits by Tommy Ettinger. */
function randomOf(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b9);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
