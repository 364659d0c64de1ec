/** Damaged files for fuzzing: the same ones for the same seed. */

interface MutationOptions {
  seed: number;
  /** Files that are made. */
  count: number;
}

/**
 * `count` files, each made of one of the seed files by one to six changes: bytes flipped, overwritten or inserted,
 * ranges removed, repeated elsewhere or taken from another file, ends cut off, lines joined, lengths multiplied by
 * repetition. Each is at most `longestGrowth` bytes longer than what it was made of.
 */
export function* mutations(seedFiles: readonly Uint8Array[], { seed, count }: MutationOptions): Generator<Uint8Array> {
  const chance = new Chance(seed);
  for (let made = 0; made < count; made += 1) {
    let bytes = chance.from(seedFiles);
    const longest = bytes.length + longestGrowth;
    for (let changes = chance.below(6); changes >= 0; changes -= 1) {
      const changed = chance.from(changesOfBytes)(bytes, chance, seedFiles);
      if (changed.length <= longest) bytes = changed;
    }
    yield bytes;
  }
}

/** The file in pieces of 1 byte to 300, or of up to a quarter of it: as a stream may bring it. */
export function inPieces(bytes: Uint8Array, seed: number): Uint8Array[] {
  const chance = new Chance(seed);
  const longest = chance.from([1, 7, 300, 1 + (bytes.length >> 2)]);
  const pieces: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; ) {
    const length = 1 + chance.below(longest);
    pieces.push(bytes.subarray(start, start + length));
    start += length;
  }
  return pieces;
}

const longestGrowth = 64 * 1024;

/** A stream of numbers that is the same for the same seed (mulberry32, by T. Ettinger). */
export class Chance {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** At least 0, below 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to before `bound`. */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  from<Item>(items: readonly Item[]): Item {
    return this.at(items, this.below(items.length));
  }

  at<Item>(items: readonly Item[], index: number): Item {
    const item = items[index];
    if (item === undefined) throw new RangeError("nothing to choose from");
    return item;
  }
}

type Change = (bytes: Uint8Array, chance: Chance, seedFiles: readonly Uint8Array[]) => Uint8Array;

/** Characters that mean something in one format or another, and byte sequences that end encodings early. */
const awkward = [
  ...["\0", "\u0001", "\u001b", "\r", "\n", "\r\r\n", "\t", " ", '"', "'", "\\", "=", "=\n", ",", ";", ":", "%", "#"],
  ...["{", "}", "[", "]", "<", ">", "&", "-", "\u00a0", "\u202d", "\ufeff", "\ud7ff", "🎻", "99999999999999999999"],
].map((text) => new TextEncoder().encode(text));
const brokenLetters = [[0x80], [0xc3], [0xe2, 0x82], [0xf0, 0x9f], [0xff, 0xfe], [0xfe, 0xff], [0xed, 0xa0, 0x80]].map(
  (bytes) => Uint8Array.from(bytes),
);

/** Changes do not write to their input: `slice` of a Buffer would share its memory. */
const changesOfBytes: readonly Change[] = [
  function flipBit(bytes, chance) {
    const changed = Uint8Array.from(bytes);
    for (let flips = chance.below(4); flips >= 0 && bytes.length > 0; flips -= 1) {
      const at = chance.below(bytes.length);
      changed[at] = (changed[at] ?? 0) ^ (1 << chance.below(8));
    }
    return changed;
  },
  function overwriteByte(bytes, chance) {
    const changed = Uint8Array.from(bytes);
    if (bytes.length > 0) changed[chance.below(bytes.length)] = chance.below(256);
    return changed;
  },
  function insert(bytes, chance) {
    const at = chance.below(bytes.length + 1);
    return joined(bytes.subarray(0, at), chance.from([...awkward, ...brokenLetters]), bytes.subarray(at));
  },
  function remove(bytes, chance) {
    const { start, end } = range(bytes, chance);
    return joined(bytes.subarray(0, start), bytes.subarray(end));
  },
  function repeatElsewhere(bytes, chance) {
    const { start, end } = range(bytes, chance);
    const at = chance.below(bytes.length + 1);
    return joined(bytes.subarray(0, at), bytes.subarray(start, end), bytes.subarray(at));
  },
  function multiply(bytes, chance) {
    const { start, end } = range(bytes, chance, 64);
    const copies = Array.from({ length: chance.from([2, 10, 100, 500]) }, () => bytes.subarray(start, end));
    return joined(bytes.subarray(0, start), ...copies, bytes.subarray(end));
  },
  function spliceOther(bytes, chance, seedFiles) {
    const other = chance.from(seedFiles);
    const { start, end } = range(other, chance);
    const at = chance.below(bytes.length + 1);
    return joined(bytes.subarray(0, at), other.subarray(start, end), bytes.subarray(at));
  },
  function cutEnd(bytes, chance) {
    return bytes.subarray(0, chance.below(bytes.length + 1));
  },
  function cutStart(bytes, chance) {
    return bytes.subarray(chance.below(1 + Math.min(bytes.length, 200)));
  },
  function joinLines(bytes, chance) {
    const at = bytes.indexOf(lineFeed, chance.below(bytes.length + 1));
    if (at === -1) return bytes;
    return joined(bytes.subarray(0, at > 0 && bytes[at - 1] === carriageReturn ? at - 1 : at), bytes.subarray(at + 1));
  },
];

const lineFeed = 10;
const carriageReturn = 13;

/** Mostly short, sometimes of any length. */
function range(bytes: Uint8Array, chance: Chance, longest = bytes.length): { start: number; end: number } {
  const start = chance.below(bytes.length + 1);
  const length = chance.below(1 + (chance.below(4) === 0 ? longest : Math.min(longest, 40)));
  return { start, end: Math.min(bytes.length, start + length) };
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
