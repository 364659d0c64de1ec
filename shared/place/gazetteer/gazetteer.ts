/** Reads the file of the gazetteer (see gazetteer-format.ts). */
import {
  blockEntryBytes,
  type Country,
  type Entry,
  entriesOf,
  type Reference,
  type Region,
  readSections,
  type Section,
  scoreOf,
  type Tables,
  townBytes,
  unitsPerDegree,
  unpackReference,
} from "./gazetteer-format.ts";

export interface Town {
  id: number;
  name: string;
  latitude: number;
  longitude: number;
  population: number;
  /** It is a quarter, or another part of a town. */
  isPart: boolean;
  /** The indexes in the tables. */
  region: number;
  country: number;
}

/** The gazetteer in memory. */
export class Gazetteer {
  readonly countries: readonly Country[];
  readonly regions: readonly Region[];
  readonly #sections: Readonly<Record<Section, Buffer>>;
  readonly #blockCount: number;

  /** Throws if the bytes are not a complete file of this version. */
  constructor(bytes: Uint8Array) {
    this.#sections = readSections(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    const { blocks, tables } = this.#sections;
    const { countries, regions } = JSON.parse(tables.toString("utf8")) as Tables;
    this.countries = countries;
    this.regions = regions;
    this.#blockCount = blocks.length / blockEntryBytes;
  }

  /** The references of exactly this key, the largest town first. */
  find(key: string): readonly Reference[] {
    const sought = Buffer.from(key);
    for (const { key: found, packed } of this.#entries(this.#blockOf(sought))) {
      const order = Buffer.compare(found, sought);
      if (order === 0) return packed.map(unpackReference);
      if (order > 0) break;
    }
    return [];
  }

  /**
   * The towns that have a name which starts with this key, in the order of their scores. A whole name has a higher score,
   * and the start of a name other than the main one has a lower score. Blocks are read in the order of their best scores,
   * so most of a long range is not read.
   */
  startingWith(prefix: string, limit: number, accept: (town: Town) => boolean): Town[] {
    const sought = Buffer.from(prefix);
    const best = new TopScores(limit);
    for (const { block, score: highest } of this.#blocksOf(sought)) {
      if (highest <= best.floor) break;
      for (const { key, packed } of this.#entries(block)) {
        if (!startsWith(key, sought)) continue;
        const isWhole = key.length === sought.length;
        for (const { kind, id } of packed.map(unpackReference)) {
          if (kind !== "town" && kind !== "alias") continue;
          const weight = isWhole ? wholeNameWeight : startWeights[kind];
          const score = (1 + scoreOf(kind, this.#populationOf(id))) * weight;
          if (best.accepts(id, score) && accept(this.town(id))) best.add(id, score);
        }
      }
    }
    return best.ids().map((id) => this.town(id));
  }

  /** Throws if there is no such town. */
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

  /** The only block that may have the key: the last one that does not begin after it. */
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

  /** Compares the first key of a block, which is complete, after one byte each for the shared bytes and its length. */
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
   * The blocks with keys that have this prefix. The first one may have the prefix itself, which has a higher score. The
   * others are in the order of their best scores.
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

/** A byte above all bytes of UTF-8 texts. */
const afterEveryText = Buffer.from([0xff]);

const wholeNameWeight = 4;
const startWeights = { town: 1, alias: 1 / 3 };

function startsWith(key: Buffer, prefix: Buffer): boolean {
  return key.length >= prefix.length && key.compare(prefix, 0, prefix.length, 0, prefix.length) === 0;
}

/** Keeps the ids with the best scores, up to a limit. */
class TopScores {
  readonly #limit: number;
  #scores = new Map<number, number>();
  /** Once the limit is reached, only higher scores have an effect. */
  floor = -1;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether the score is high enough, and higher than the known one of this id. */
  accepts(id: number, score: number): boolean {
    return score > this.floor && score > (this.#scores.get(id) ?? -1);
  }

  add(id: number, score: number): void {
    this.#scores.set(id, score);
    if (this.#scores.size <= this.#limit) return;
    const kept = this.#sorted().slice(0, this.#limit);
    this.#scores = new Map(kept);
    this.floor = kept.at(-1)?.[1] ?? -1;
  }

  /** The best first, equal ones in the order of the ids. */
  ids(): number[] {
    return this.#sorted().map(([id]) => id);
  }

  #sorted(): [id: number, score: number][] {
    return [...this.#scores].sort(([idA, a], [idB, b]) => b - a || idA - idB);
  }
}
