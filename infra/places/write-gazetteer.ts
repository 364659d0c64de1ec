/**
 * Writes the file of the gazetteer (see shared/place/gazetteer/gazetteer-format.ts). The same contents always become the same
 * bytes.
 */
import {
  blockEntryBytes,
  headerBytes,
  keysInBlock,
  magic,
  maxNameBytes,
  packReference,
  type Reference,
  type Section,
  scoreOf,
  sections,
  type Tables,
  townBytes,
  unitsPerDegree,
} from "../../shared/place/gazetteer/gazetteer-format.ts";
import { cutToBytes } from "../../shared/platform/text/cut.ts";

export interface TownEntry {
  name: string;
  latitude: number;
  longitude: number;
  population: number;
  isPart: boolean;
  /** The index in the list of regions. */
  region: number;
}

export interface GazetteerContents extends Tables {
  /** The towns by descending population. The id of a town is its index. */
  towns: readonly TownEntry[];
  /** By the keys of names. */
  references: ReadonlyMap<string, readonly Reference[]>;
}

export function writeGazetteer(contents: GazetteerContents): Buffer {
  const { countries, regions, towns } = contents;
  const names = writeNames(towns);
  const parts: Record<Section, Buffer> = {
    ...writeKeys(contents),
    towns: writeTowns(towns, names.offsets),
    names: names.bytes,
    tables: Buffer.from(JSON.stringify({ countries, regions } satisfies Tables)),
  };
  const header = Buffer.alloc(headerBytes);
  header.write(magic, "latin1");
  let offset = headerBytes;
  for (const [index, section] of sections.entries()) {
    header.writeUInt32LE(offset, magic.length + 8 * index);
    header.writeUInt32LE(parts[section].length, magic.length + 8 * index + 4);
    offset += parts[section].length;
  }
  return Buffer.concat([header, ...sections.map((section) => parts[section])]);
}

function writeKeys({ references, towns }: GazetteerContents): { blocks: Buffer; keys: Buffer } {
  const sorted = [...references]
    .map(([key, list]) => ({ key: Buffer.from(key), list }))
    .filter(({ key }) => key.length <= maxNameBytes)
    .sort((a, b) => Buffer.compare(a.key, b.key));
  const bytes: number[] = [];
  const blocks: { start: number; score: number }[] = [];
  for (const [index, { key, list }] of sorted.entries()) {
    const isFirst = index % keysInBlock === 0;
    const shared = isFirst ? 0 : sharedLength(sorted[index - 1]?.key ?? key, key);
    if (isFirst) blocks.push({ start: bytes.length, score: 0 });
    writeVarint(bytes, shared);
    writeVarint(bytes, key.length - shared);
    bytes.push(...key.subarray(shared));
    const packed = list.map(packReference).sort((a, b) => a - b);
    writeVarint(bytes, packed.length);
    for (const [at, reference] of packed.entries()) writeVarint(bytes, reference - (packed[at - 1] ?? 0));
    const block = blocks.at(-1);
    if (block) block.score = Math.max(block.score, ...list.map((reference) => scoreIn(towns, reference)));
  }
  return { blocks: writeBlocks(blocks), keys: Buffer.from(bytes) };
}

/** Only towns are suggested. */
function scoreIn(towns: readonly TownEntry[], { kind, id }: Reference): number {
  return kind === "town" || kind === "alias" ? scoreOf(kind, towns[id]?.population ?? 0) : 0;
}

function writeBlocks(blocks: readonly { start: number; score: number }[]): Buffer {
  const bytes = Buffer.alloc(blocks.length * blockEntryBytes);
  for (const [index, { start, score }] of blocks.entries()) {
    bytes.writeUInt32LE(start, index * blockEntryBytes);
    bytes.writeUInt32LE(score, index * blockEntryBytes + 4);
  }
  return bytes;
}

function writeTowns(towns: readonly TownEntry[], nameOffsets: readonly number[]): Buffer {
  const bytes = Buffer.alloc(towns.length * townBytes);
  for (const [id, { latitude, longitude, population, region, isPart }] of towns.entries()) {
    const at = id * townBytes;
    bytes.writeInt32LE(Math.round(latitude * unitsPerDegree), at);
    bytes.writeInt32LE(Math.round(longitude * unitsPerDegree), at + 4);
    bytes.writeUInt32LE(population, at + 8);
    bytes.writeUInt32LE(nameOffsets[id] ?? 0, at + 12);
    bytes.writeUInt16LE(region, at + 16);
    bytes.writeUInt8(isPart ? 1 : 0, at + 18);
  }
  return bytes;
}

function writeNames(towns: readonly TownEntry[]): { bytes: Buffer; offsets: number[] } {
  const bytes: number[] = [];
  const offsets = towns.map(({ name }) => {
    const offset = bytes.length;
    const text = Buffer.from(cutToBytes(name, maxNameBytes));
    bytes.push(text.length, ...text);
    return offset;
  });
  return { bytes: Buffer.from(bytes), offsets };
}

function sharedLength(one: Buffer, other: Buffer): number {
  let length = 0;
  while (length < one.length && length < other.length && one[length] === other[length]) length++;
  return length;
}

function writeVarint(bytes: number[], value: number): void {
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  bytes.push(rest);
}
