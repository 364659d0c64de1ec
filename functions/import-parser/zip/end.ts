/**
 * Where an archive's central directory lies (APPNOTE 4.3.14 to 4.3.16). Real archives have bytes before them and behind
 * them, comments with anything in them, and, from the Mac's own Archive Utility, fields that overflowed instead of
 * zip64: the directory's place is taken from its end, and its stated offset only tells how far all offsets are off.
 */
import type { ImportFile } from "../import-file.ts";
import {
  damagedDirectory,
  emptyArchive,
  emptyFile,
  noArchive,
  split,
  tooLarge,
  tooManyEntries,
  withoutEnd,
} from "./faults.ts";
import { recordBytes } from "./record.ts";
import { endSignature, locatorSignature, recordSignature, startsWith, zip64EndSignature } from "./signatures.ts";
import { bufferOf, tailBytes } from "./tail.ts";

export interface CentralDirectory {
  /** Bytes from the start of the file. */
  start: number;
  end: number;
  /** As stated; `entriesModulo` is 65,536 where the field may have overflowed. */
  entries: number;
  entriesModulo: number;
  /** How much further back the directory lies than stated, and with it the entries. */
  shift: number;
}

export const maxEntries = 200_000;
const maxDirectoryBytes = 64_000_000;

/** Throws ImportFileError. */
export async function findDirectory(file: ImportFile): Promise<CentralDirectory> {
  if (file.size === 0) throw emptyFile();
  const tailStart = Math.max(0, file.size - tailBytes);
  const tail = bufferOf(await file.read(tailStart, file.size));
  const stated = findEnd(tail, tailStart);
  if (!stated) throw await whyWithoutEnd(file, tail);
  if (stated.split) throw split();
  if (stated.entries === 0 && stated.size === 0) throw emptyArchive();
  if (stated.entries > maxEntries) throw tooManyEntries(maxEntries);
  if (stated.size > maxDirectoryBytes) throw tooLarge("its table of contents alone is longer than 64 MB");
  return place(file, stated);
}

interface StatedEnd {
  /** Where the directory has to end, from the start of the file. */
  at: number;
  split: boolean;
  entries: number;
  entriesModulo: number;
  size: number;
  offset: number;
}

/**
 * The last end record that can be one. One whose comment ends with the file goes before one that has other bytes behind
 * it; and any of them before one of no entries, for which no more is needed than some zeros.
 */
function findEnd(tail: Buffer, tailStart: number): StatedEnd | undefined {
  let otherwise: StatedEnd | undefined;
  for (let at = tail.lastIndexOf(endSignature); at >= 0; at = at > 0 ? tail.lastIndexOf(endSignature, at - 1) : -1) {
    const left = tail.length - at - endBytes;
    const comment = left >= 0 ? tail.readUInt16LE(at + 20) : Number.POSITIVE_INFINITY;
    const stated = comment <= left ? readEnd(tail, tailStart, at) : undefined;
    if (!stated || !isPossible(stated, tail, tailStart)) continue;
    if (comment === left && stated.size > 0) return stated;
    if (!otherwise || otherwise.size === 0) otherwise = stated;
  }
  return otherwise;
}

function readEnd(tail: Buffer, tailStart: number, at: number): StatedEnd {
  const stated = {
    at: tailStart + at,
    split: tail.readUInt16LE(at + 4) !== 0 || tail.readUInt16LE(at + 6) !== 0,
    entries: tail.readUInt16LE(at + 10),
    entriesModulo: 2 ** 16,
    size: tail.readUInt32LE(at + 12),
    offset: tail.readUInt32LE(at + 16),
  };
  const zip64 = findZip64End(tail, tailStart, at - locatorBytes);
  return zip64 === undefined ? stated : readZip64End(tail, tailStart, zip64);
}

/** By the locator before the end record; or right before the locator, where bytes in front moved everything. */
function findZip64End(tail: Buffer, tailStart: number, locator: number): number | undefined {
  if (locator < zip64EndBytes || !startsWith(tail, locator, locatorSignature)) return undefined;
  const offset = Number(tail.readBigUInt64LE(locator + 8)) - tailStart;
  return [offset, locator - zip64EndBytes].find(
    (at) => at >= 0 && at <= locator - zip64EndBytes && startsWith(tail, at, zip64EndSignature),
  );
}

function readZip64End(tail: Buffer, tailStart: number, at: number): StatedEnd {
  return {
    at: tailStart + at,
    split: tail.readUInt32LE(at + 16) !== 0 || tail.readUInt32LE(at + 20) !== 0,
    entries: Number(tail.readBigUInt64LE(at + 32)),
    entriesModulo: Number.POSITIVE_INFINITY,
    size: Number(tail.readBigUInt64LE(at + 40)),
    offset: Number(tail.readBigUInt64LE(at + 48)),
  };
}

/** The signature of an end record may also stand in a comment, or in an entry of an archive whose end is missing. */
function isPossible(
  { at, split: ofSeveral, entries, size, offset }: StatedEnd,
  tail: Buffer,
  tailStart: number,
): boolean {
  if (ofSeveral) return true;
  if (size > at || entries * recordBytes > size) return false;
  const starts = [at - size, offset];
  return (
    size === 0 || starts.some((start) => start < tailStart || startsWith(tail, start - tailStart, recordSignature))
  );
}

/**
 * The directory ends where the end record begins; only a writer that put something between them is taken by its word.
 * What both say needs no look.
 */
async function place(file: ImportFile, stated: StatedEnd): Promise<CentralDirectory> {
  const { at, size, offset, entries, entriesModulo } = stated;
  for (const start of [at - size, offset]) {
    if (start + size > at) continue;
    const directory = { start, end: start + size, entries, entriesModulo, shift: start - offset };
    if (at - size === offset) return directory;
    const first = bufferOf(await file.read(start, start + recordSignature.length));
    if (first.equals(recordSignature)) return directory;
  }
  throw damagedDirectory();
}

async function whyWithoutEnd(file: ImportFile, tail: Buffer) {
  const head = bufferOf(await file.read(0, 4)).toString("latin1");
  if (head === "PK\x07\x08") return split();
  if (head === "PK\x03\x04") return tail.includes(endSignature) ? damagedDirectory() : withoutEnd();
  return tail.includes(endSignature) ? damagedDirectory() : noArchive();
}

const endBytes = 22;
const locatorBytes = 20;
const zip64EndBytes = 56;
