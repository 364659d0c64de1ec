/**
 * A table of bits that says which contacts can't have a text inside of their searched texts, so that a search reads few of
 * them. It has a row for every three digits, rows that other groups of three characters share, and a column for each contact.
 */
import type { SearchEntry } from "./entry.ts";

const digitRows = 1_000;
/** A text of 300 characters has about 150 groups without blanks, so each row has a tenth of the contacts, and two rows a hundredth. */
const sharedRows = 1_048;
const rows = digitRows + sharedRows;
/** The bytes of a contact in the table. */
export const filterBytes = rows / 8;
/** The contacts of a block. A row of it is a cache line. Smaller accounts have no table. */
const blockSize = 512;
const cellsInRow = blockSize / 32;
/** A search adds this number of blocks at most, in about 12 ms, so that no search waits for the whole table of a large account. */
const blocksAtOnce = 8;

/** The contacts, by slot, that may have a text, in the bits of numbers from the lowest on. */
export interface Selection {
  bits: Uint32Array;
  /** The contacts before this slot do have it. */
  exactBefore: number;
}

export class TextFilter {
  private readonly blocks: Uint32Array[] = [];
  private readonly entries: readonly (SearchEntry | undefined)[];

  constructor(entries: readonly (SearchEntry | undefined)[]) {
    this.entries = entries;
  }

  add({ text }: SearchEntry, slot: number): void {
    const [block, cell, bit] = this.columnOf(slot);
    if (block)
      for (const row of rowsOf(text)) block[row * cellsInRow + cell] = (block[row * cellsInRow + cell] ?? 0) | bit;
  }

  remove({ text }: SearchEntry, slot: number): void {
    const [block, cell, bit] = this.columnOf(slot);
    if (block)
      for (const row of rowsOf(text)) block[row * cellsInRow + cell] = (block[row * cellsInRow + cell] ?? 0) & ~bit;
  }

  /** Selects the contacts that may have one of these texts. */
  select(texts: readonly string[]): Selection {
    const bits = new Uint32Array(Math.ceil(this.entries.length / 32)).fill(0xffffffff);
    const sought = texts.map(rowsOf);
    if (sought.some(({ length }) => length === 0)) return { bits, exactBefore: 0 };
    for (const [at, block] of this.blocks.entries()) {
      for (let cell = 0; cell < cellsInRow; cell++) {
        let any = 0;
        for (const rowsOfText of sought) {
          let all = -1;
          for (const row of rowsOfText) all &= block[row * cellsInRow + cell] ?? 0;
          any |= all;
        }
        bits[at * cellsInRow + cell] = any;
      }
    }
    const isExact = texts.every((text) => /^\d{3}$/.test(text));
    return { bits, exactBefore: isExact ? this.blocks.length * blockSize : 0 };
  }

  /** Adds columns of contacts that have none. Must be called before each search. */
  extend(): void {
    const whole = Math.floor(this.entries.length / blockSize);
    const most = Math.min(whole, this.blocks.length + blocksAtOnce);
    while (this.blocks.length < most) {
      const first = this.blocks.length * blockSize;
      this.blocks.push(new Uint32Array(rows * cellsInRow));
      for (let slot = first; slot < first + blockSize; slot++) {
        const entry = this.entries[slot];
        if (entry) this.add(entry, slot);
      }
    }
  }

  private columnOf(slot: number): [block: Uint32Array | undefined, cell: number, bit: number] {
    const inBlock = slot % blockSize;
    return [this.blocks[(slot - inBlock) / blockSize], inBlock >>> 5, 1 << (inBlock & 31)];
  }
}

/** The rows of the groups of three characters without blanks in a text. */
function rowsOf(text: string): number[] {
  const found: number[] = [];
  let first = 0;
  let second = 0;
  /** Of the group that the character ends. */
  let length = 0;
  let digits = 0;
  for (let at = 0; at < text.length; at++) {
    const third = text.charCodeAt(at);
    length = third > 0x20 ? length + 1 : 0;
    digits = third >= 48 && third <= 57 ? digits + 1 : 0;
    // 48 is the code of 0.
    if (digits > 2) found.push(100 * first + 10 * second + third - 111 * 48);
    else if (length > 2) found.push(digitRows + sharedRow(first, second, third));
    first = second;
    second = third;
  }
  return found;
}

function sharedRow(first: number, second: number, third: number): number {
  const mixed = Math.imul(Math.imul(Math.imul(first, 0x9e3779b1) + second, 0x85ebca6b) + third, 0xc2b2ae35);
  return ((mixed >>> 16) * sharedRows) >>> 16;
}

export function hasBit({ bits }: Selection, slot: number): boolean {
  return ((bits[slot >>> 5] ?? 0) & (1 << (slot & 31))) !== 0;
}
