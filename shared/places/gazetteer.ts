/** Reads the file of the gazetteer (see gazetteer-format.ts). */
import {
  blockEntryBytes,
  type Country,
  headerBytes,
  magic,
  type Reference,
  type Region,
  type Section,
  scoreOf,
  sections,
  type Tables,
  townBytes,
  unitsPerDegree,
  unpackReference,
} from "./gazetteer-format.ts";
import { TopScores } from "./top-scores.ts";

export interface Town {
  id: number;
  name: string;
  latitude: number;
  longitude: number;
  population: number;
  /** A quarter, or another part of a town. */
  isPart: boolean;
  /** Its places in the tables. */
  region: number;
  country: number;
}

/** Keys that are remembered, as many as the parts of a text have. */
const maxFound = 32;

/** A file of the gazetteer, held in memory. */
export class Gazetteer {
  readonly countries: readonly Country[];
  readonly regions: readonly Region[];
  readonly #sections: Readonly<Record<Section, Buffer>>;
  readonly #blockCount: number;
  /** What was found last: reading one text asks for the same keys again and again. */
  readonly #found = new Map<string, readonly Reference[]>();

  /** Throws when the bytes are not a whole file of this version. */
  constructor(bytes: Uint8Array) {
    this.#sections = readSections(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    const { blocks, tables } = this.#sections;
    const { countries, regions } = JSON.parse(tables.toString("utf8")) as Tables;
    this.countries = countries;
    this.regions = regions;
    this.#blockCount = blocks.length / blockEntryBytes;
  }

  /** What is found under exactly this key, the largest town first. */
  find(key: string): readonly Reference[] {
    const known = this.#found.get(key);
    if (known) return known;
    if (this.#found.size >= maxFound) this.#found.clear();
    const found = this.#lookUp(key);
    this.#found.set(key, found);
    return found;
  }

  #lookUp(key: string): Reference[] {
    const wanted = Buffer.from(key);
    for (const { key: found, packed } of this.#entries(this.#blockOf(wanted))) {
      const order = Buffer.compare(found, wanted);
      if (order === 0) return packed.map(unpackReference);
      if (order > 0) break;
    }
    return [];
  }

  /**
   * The towns of which a name starts with this key, by their scores; a whole name counts for more, the start of another
   * than the main name for less. `accept` is asked of those that may be among them. Blocks are read by their best
   * scores, so most of a long range is never touched.
   */
  startingWith(prefix: string, limit: number, accept: (town: Town) => boolean): Town[] {
    const wanted = Buffer.from(prefix);
    const best = new TopScores(limit);
    for (const { block, score: highest } of this.#blocksOf(wanted)) {
      if (highest <= best.floor) break;
      for (const { key, packed } of this.#entries(block)) {
        if (!startsWith(key, wanted)) continue;
        const isWhole = key.length === wanted.length;
        for (const { kind, id } of packed.map(unpackReference)) {
          if (kind !== "town" && kind !== "alias") continue;
          const weight = isWhole ? wholeNameWeight : startWeights[kind];
          const score = (1 + scoreOf(kind, this.#populationOf(id))) * weight;
          if (best.wouldTake(id, score) && accept(this.town(id))) best.take(id, score);
        }
      }
    }
    return best.ids().map((id) => this.town(id));
  }

  /** Throws when there is no such town. */
  town(id: number): Town {
    const { towns, names } = this.#sections;
    const at = id * townBytes;
    const nameAt = towns.readUInt32LE(at + 12);
    const region = towns.readUInt16LE(at + 16);
    return {
      id,
      latitude: towns.readInt32LE(at) / unitsPerDegree,
      longitude: towns.readInt32LE(at + 4) / unitsPerDegree,
      population: this.#populationOf(id),
      name: names.toString("utf8", nameAt + 1, nameAt + 1 + names.readUInt8(nameAt)),
      region,
      country: this.regions[region]?.country ?? 0,
      isPart: towns.readUInt8(at + 18) === 1,
    };
  }

  #populationOf(id: number): number {
    return this.#sections.towns.readUInt32LE(id * townBytes + 8);
  }

  /** The only block that may hold the key: the last that does not begin after it. */
  #blockOf(key: Buffer): number {
    let low = 0;
    let high = this.#blockCount - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#compareFirst(middle, key) <= 0) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /**
   * Compares a block's first key, which stands there whole, after one byte each for what it shares and for its length.
   */
  #compareFirst(block: number, key: Buffer): number {
    const { keys } = this.#sections;
    const at = this.#startOf(block) + 1;
    return keys.compare(key, 0, key.length, at + 1, at + 1 + keys.readUInt8(at));
  }

  #startOf(block: number): number {
    const { blocks, keys } = this.#sections;
    return block < this.#blockCount ? blocks.readUInt32LE(block * blockEntryBytes) : keys.length;
  }

  /**
   * The blocks with keys that start so: the one in which the key itself would lie first, as it counts for more, then
   * the best first.
   */
  #blocksOf(prefix: Buffer): { block: number; score: number }[] {
    const first = this.#blockOf(prefix);
    const last = this.#blockOf(Buffer.concat([prefix, afterEveryText]));
    const others = Array.from({ length: last - first }, (_, index) => {
      const block = first + 1 + index;
      return { block, score: this.#sections.blocks.readUInt32LE(block * blockEntryBytes + 4) + 1 };
    });
    return [{ block: first, score: Infinity }, ...others.sort((a, b) => b.score - a.score)];
  }

  #entries(block: number): Generator<Entry> {
    return entriesOf(this.#sections.keys.subarray(this.#startOf(block), this.#startOf(block + 1)));
  }
}

/** A byte that no UTF-8 text has, above all that it has. */
const afterEveryText = Buffer.from([0xff]);

const wholeNameWeight = 4;
const startWeights = { town: 1, alias: 1 / 3 };

interface Entry {
  /** Valid until the next entry is asked for. */
  key: Buffer;
  /** References, packed. */
  packed: number[];
}

function* entriesOf(block: Buffer): Generator<Entry> {
  const key = Buffer.alloc(256);
  let at = 0;
  const readVarint = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = block.readUInt8(at++);
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < block.length) {
    const shared = readVarint();
    const own = readVarint();
    block.copy(key, shared, at, at + own);
    at += own;
    const length = shared + own;
    const count = readVarint();
    const packed: number[] = [];
    for (let last = 0; packed.length < count; packed.push(last)) last += readVarint();
    yield { key: key.subarray(0, length), packed };
  }
}

function startsWith(key: Buffer, prefix: Buffer): boolean {
  return key.length >= prefix.length && key.compare(prefix, 0, prefix.length, 0, prefix.length) === 0;
}

function readSections(file: Buffer): Record<Section, Buffer> {
  if (file.length < headerBytes || file.toString("latin1", 0, magic.length) !== magic) {
    throw new Error("this is no gazetteer of a version that can be read");
  }
  const entries = sections.map((name, index) => {
    const at = magic.length + 8 * index;
    const offset = file.readUInt32LE(at);
    const length = file.readUInt32LE(at + 4);
    if (offset < headerBytes || offset + length > file.length) throw new Error("the gazetteer is cut short");
    return [name, file.subarray(offset, offset + length)] as const;
  });
  const found = Object.fromEntries(entries) as Record<Section, Buffer>;
  const whole = found.blocks.length % blockEntryBytes === 0 && found.towns.length % townBytes === 0;
  if (!whole || found.blocks.length === 0) throw new Error("the gazetteer is not whole");
  return found;
}
