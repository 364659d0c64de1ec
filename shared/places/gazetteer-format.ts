/**
 * The file of the gazetteer: towns, countries and regions, found by the keys of their names. Made by `infra/places`,
 * read as it lies by `gazetteer.ts`: nothing is parsed but the short tables, so that a function that has just started
 * can use it at once.
 *
 * All numbers are little-endian. The header is the magic text and, for each section in order, its offset and its length
 * in bytes (both 32 bits). A varint has seven bits a byte, lowest first, the high bit set on all but the last byte.
 *
 * - `blocks`: of every block of keys, where it begins in `keys`, and the score of its best town (32 bits each)
 * - `keys`, in the order of their UTF-8 bytes, in blocks of sixteen: the number of bytes shared with the key before
 *   (none for a block's first), that of the others, these; the number of references, these by their distances (all
 *   numbers varints)
 * - `towns`: records of 20 bytes, the largest population first: latitude and longitude in 1e-5 degrees (signed),
 *   population, where the name begins in `names` (32 bits each), the number of the region (16 bits), 1 for a part of a
 *   town (8 bits), and a byte of nothing
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
/** Coordinates are whole numbers of this part of a degree, about a metre. */
export const unitsPerDegree = 1e5;
/** Bytes of a key, and of a name: longer keys are left out, longer names cut. */
export const maxNameBytes = 127;

/** What is found under a key, by the position in this list; a reference is `id * 8 + kind`. */
export const kinds = ["town", "alias", "country", "countryCode", "region", "regionCode"] as const;
export type Kind = (typeof kinds)[number];

export interface Reference {
  /** `alias`: another name of the town; the codes are those of ISO 3166. */
  kind: Kind;
  id: number;
}

export function packReference({ kind, id }: Reference): number {
  return id * 8 + kinds.indexOf(kind);
}

/** Throws on what no writer of ours makes. */
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
  /** Its place in the countries. */
  country: number;
  /** Empty for towns of which only the country is known. */
  name: string;
  /** What follows the country in its ISO 3166-2 code. */
  code?: string;
  /** Of its towns, all together. */
  population: number;
}

export interface Tables {
  countries: Country[];
  regions: Region[];
}

/** Another name says less than the main one: it may be old, or shared with a larger town of that very name. */
const aliasWeight = 0.15;

/** How likely a town is meant by one of its names, as a whole number that grows with its people. */
export function scoreOf(kind: Kind, population: number): number {
  return Math.round(kind === "alias" ? population * aliasWeight : population);
}
