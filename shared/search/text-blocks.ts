/**
 * Many texts, joined to blocks: looking through some long strings takes a fraction of the time that as many short ones
 * take, which lie all over the memory. Each text has a place, a number.
 */

/** Places of a block. A change costs the joining of one block, and larger ones are hardly quicker to search. */
const blockSize = 128;

/** A blank that the texts do not hold. */
const between = "\r";

interface Block {
  text: string;
  /** Of each place, and where the last one ends. */
  starts: number[];
  /** Length of the longest of the texts. */
  longest: number;
}

export class TextBlocks {
  /** By place; empty where a place is free. */
  private readonly texts: string[] = [];
  /** Null until joined. */
  private readonly blocks: (Block | null)[] = [];
  /** One character above U+00FF lets all of a string take two bytes each, so texts with and without keep apart. */
  private readonly free: { narrow: number[]; wide: number[] } = { narrow: [], wide: [] };

  /** How many places there are, with those that are free. */
  get places(): number {
    return this.texts.length;
  }

  /** Gives the place. */
  add(text: string): number {
    const free = this.freeFor(text);
    const place = free.pop() ?? this.addBlock(free);
    this.set(place, text);
    return place;
  }

  remove(place: number): void {
    this.freeFor(this.texts[place] ?? "").push(place);
    this.set(place, "");
  }

  /**
   * Lowers the numbers of places whose texts include the needle to `to`; texts whose number is not above it are passed
   * over. With a mark, which all texts have, only what is behind the last one counts. Neither is empty.
   */
  lower(numbers: Uint8Array, to: number, needle: string, mark: string | null = null): void {
    for (let block = 0; block < this.blocks.length; block++) {
      const { longest, starts, text } = this.block(block);
      if (needle.length > longest) continue;
      const first = block * blockSize;
      let within = 0;
      let from = 0;
      for (;;) {
        while (within < blockSize && (numbers[first + within] ?? 0) <= to) within++;
        if (within === blockSize) break;
        const at = text.indexOf(needle, Math.max(from, starts[within] ?? 0));
        if (at < 0) break;
        while ((starts[within + 1] ?? 0) <= at) within++;
        if (mark !== null) from = text.lastIndexOf(mark, starts[within + 1]);
        if (at >= from && (numbers[first + within] ?? 0) > to) numbers[first + within] = to;
      }
    }
  }

  private set(place: number, text: string): void {
    this.texts[place] = text;
    this.blocks[Math.floor(place / blockSize)] = null;
  }

  /** Gives the first of the new places. */
  private addBlock(free: number[]): number {
    const first = this.texts.length;
    for (let place = first + blockSize - 1; place > first; place--) free.push(place);
    for (let step = 0; step < blockSize; step++) this.texts.push("");
    return first;
  }

  private freeFor(text: string): number[] {
    return /[\u0100-\uffff]/.test(text) ? this.free.wide : this.free.narrow;
  }

  private block(number: number): Block {
    this.blocks[number] ??= join(this.texts.slice(number * blockSize, (number + 1) * blockSize));
    return this.blocks[number];
  }
}

function join(texts: readonly string[]): Block {
  const starts = [0];
  for (const text of texts) starts.push((starts.at(-1) ?? 0) + text.length + between.length);
  const longest = texts.reduce((most, text) => Math.max(most, text.length), 0);
  return { text: texts.join(between), starts, longest };
}
