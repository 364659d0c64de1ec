/**
 * The file of the gazetteer: towns, countries and regions, which are found by the keys of their names. `infra/places` makes
 * it. `gazetteer.ts` reads it in place and parses only the short tables, so that a function that has just started can use it
 * at once.
 *
 * All numbers are little-endian. The header is the magic text and, for each section in order, its offset and its length
 * in bytes (both 32 bits). A varint has seven bits a byte, lowest first, the high bit set on all but the last byte.
 *
 * - `blocks`: for every block of keys, its offset in `keys`, and the score of its best town (32 bits each)
 * - `keys`, in the order of their UTF-8 bytes, in blocks of sixteen: the number of bytes shared with the key before (0 for
 *   the first of a block), the number of the other bytes, and these; the number of references, and these as differences
 *   (all numbers are varints)
 * - `towns`: records of 20 bytes, the largest population first: latitude and longitude in 1e-5 degrees (signed),
 *   population, the offset of the name in `names` (32 bits each), the index of the region (16 bits), 1 for a part of a
 *   town (8 bits), and an unused byte
 * - `names`: a byte with the length, then UTF-8
 * - `tables`: JSON, see `Tables`
 */

export const magic = "PLACES01";
export const sections = ["blocks", "keys", "towns", "names", "tables"] as const;
export type Section = (typeof sections)[number];
export const headerBytes = magic.length + 8 * sections.length;

export const keysInBlock = 16;
export const blockEntryBytes = 8;
export const townBytes = 20;
/** The units of coordinates in a degree. A unit is about a metre. */
export const unitsPerDegree = 1e5;
/** The bytes of a key, and of a name. Longer keys are left out, longer names are cut. */
export const maxNameBytes = 127;

/** The kinds of references. A reference is stored as `id * 8` plus the index of its kind. */
export const kinds = ["town", "alias", "country", "countryCode", "region", "regionCode"] as const;
export type Kind = (typeof kinds)[number];

export interface Reference {
  /** `alias`: a name of the town other than the main one. The codes are in ISO 3166. */
  kind: Kind;
  id: number;
}

export function packReference({ kind, id }: Reference): number {
  return id * 8 + kinds.indexOf(kind);
}

/** Throws for an unknown kind. */
export function unpackReference(packed: number): Reference {
  const kind = kinds[packed % 8];
  if (!kind) throw new Error("the gazetteer holds a reference of an unknown kind");
  return { kind, id: Math.floor(packed / 8) };
}

export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string;
  /** English. */
  name: string;
}

export interface Region {
  /** The index of the country. */
  country: number;
  /** Empty for the region of towns of which only the country is known. */
  name: string;
  /** The ISO 3166-2 code without the country. */
  code?: string;
  /** The sum of its towns. */
  population: number;
}

export interface Tables {
  countries: Country[];
  regions: Region[];
}

/** The weight of a name other than the main one, which may be old, or the main name of another town. */
const aliasWeight = 0.15;

/** How likely a name means the town, as an integer that grows with the population. */
export function scoreOf(kind: Kind, population: number): number {
  return Math.round(kind === "alias" ? population * aliasWeight : population);
}

export interface Entry {
  /** Valid until the next entry is read. */
  key: Buffer;
  /** The packed references. */
  packed: number[];
}

/** The keys of a block with their references. */
export function* entriesOf(block: Buffer): Generator<Entry> {
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

/** Throws if the bytes are not a complete file of this version. */
export function readSections(file: Buffer): Record<Section, Buffer> {
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
