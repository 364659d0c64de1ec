/**
 * Finds the central directory of an archive (APPNOTE 4.3.14 to 4.3.16). Real archives have bytes before and after them,
 * comments with any content, and overflowed numbers instead of zip64 (Archive Utility of the Mac). Therefore the directory
 * is located from its end, and its stated offset only determines the error of all offsets.
 */
import type { ImportFile } from "../files/import-file.ts";
import { ImportFileError } from "../files/import-file-error.ts";
import { damaged, damagedDirectory, tooLarge, tooManyEntries, unreadable } from "./archive-faults.ts";
import { bufferOf, recordBytes, signatures, startsWith } from "./records.ts";

export interface Directory {
  /** Bytes from the start of the file. */
  start: number;
  end: number;
  /** The stated number of entries. `entriesModulo` is 65,536 if the number may have overflowed. */
  entries: number;
  entriesModulo: number;
  /** The number of bytes by which the directory and the entries lie after their stated offsets. */
  shift: number;
}

export const maxEntries = 200_000;
const maxDirectoryBytes = 64_000_000;
/** The longest comment of an archive (65,535), its end record in both forms (22 + 20 + 56), and some space. */
const tailBytes = 66_000;

/** Keeps the last 66 kB of the file in memory. A small archive fits into it and needs no other request. */
export async function holdTail(file: ImportFile): Promise<ImportFile> {
  const tailStart = Math.max(0, file.size - tailBytes);
  const tail = await file.read(tailStart, file.size);
  const held = (start: number, end: number) =>
    tail.subarray(Math.max(0, start - tailStart), Math.max(0, end - tailStart));
  return {
    name: file.name,
    size: file.size,
    read: async (start, end) => (start >= tailStart ? held(start, end) : file.read(start, end)),
    async *stream(start = 0, end = file.size) {
      if (start < Math.min(end, tailStart)) yield* file.stream(start, Math.min(end, tailStart));
      if (end > tailStart) yield held(start, end);
    },
  };
}

/** Throws ImportFileError if the file has no readable directory. */
export async function findDirectory(file: ImportFile): Promise<Directory> {
  const tailStart = Math.max(0, file.size - tailBytes);
  const tail = bufferOf(await file.read(tailStart, file.size));
  const ends = endsIn(tail, tailStart);
  const filled = ends.filter(({ size }) => size > 0);
  const end = filled.find(({ isLast }) => isLast) ?? filled[0] ?? ends[0];
  const head = end ? "" : bufferOf(await file.read(0, 4)).toString("latin1");
  if (end?.isSplit || head === "PK\x07\x08") {
    throw unreadable("The archive is split into several files. Join them to one ZIP file and import that.");
  }
  if (end === undefined) {
    if (tail.includes(signatures.end)) throw damagedDirectory();
    if (head === "PK\x03\x04") throw damaged("incomplete: its end is missing");
    throw new ImportFileError("file_kind", "The file is no ZIP archive. Import the file as it was downloaded.");
  }
  const { at, size, offset, entries, entriesModulo } = end;
  if (entries === 0 && size === 0) {
    throw new ImportFileError("file_empty", "The archive is empty: there is no file in it.");
  }
  if (entries > maxEntries) throw tooManyEntries(maxEntries);
  if (size > maxDirectoryBytes) throw tooLarge("its table of contents alone is longer than 64 MB");
  for (const start of [at - size, offset]) {
    const directory = { start, end: start + size, entries, entriesModulo, shift: start - offset };
    // No request is needed if both numbers give the same position.
    if (
      start + size <= at &&
      (at - size === offset || bufferOf(await file.read(start, start + 4)).equals(signatures.record))
    )
      return directory;
  }
  throw damagedDirectory();
}

interface StatedEnd {
  /** The latest possible end of the directory, in bytes from the start of the file. */
  at: number;
  /** Whether the comment of the record ends with the file. */
  isLast: boolean;
  isSplit: boolean;
  entries: number;
  entriesModulo: number;
  size: number;
  offset: number;
}

/** Returns all possible end records, the last one first. A comment or an entry may also contain the signature. */
function endsIn(tail: Buffer, tailStart: number): StatedEnd[] {
  const ends: StatedEnd[] = [];
  for (
    let at = tail.lastIndexOf(signatures.end);
    at >= 0;
    at = at > 0 ? tail.lastIndexOf(signatures.end, at - 1) : -1
  ) {
    const left = tail.length - at - endBytes;
    const comment = left >= 0 ? tail.readUInt16LE(at + 20) : Number.POSITIVE_INFINITY;
    if (comment > left) continue;
    const end = readEnd(tail, tailStart, at, comment === left);
    if (isPossible(end, tail, tailStart)) ends.push(end);
  }
  return ends;
}

/** Reads an end record. The numbers of zip64 replace its own if a locator before it points to a zip64 record. */
function readEnd(tail: Buffer, tailStart: number, at: number, isLast: boolean): StatedEnd {
  const locator = at - locatorBytes;
  const hasLocator = locator >= zip64EndBytes && startsWith(tail, locator, signatures.locator);
  const positions = hasLocator ? [Number(tail.readBigUInt64LE(locator + 8)) - tailStart, locator - zip64EndBytes] : [];
  const wide = positions.find(
    (start) => start >= 0 && start <= locator - zip64EndBytes && startsWith(tail, start, signatures.zip64End),
  );
  if (wide === undefined) {
    return {
      at: tailStart + at,
      isLast,
      isSplit: tail.readUInt32LE(at + 4) !== 0,
      entries: tail.readUInt16LE(at + 10),
      entriesModulo: 2 ** 16,
      size: tail.readUInt32LE(at + 12),
      offset: tail.readUInt32LE(at + 16),
    };
  }
  return {
    at: tailStart + wide,
    isLast,
    isSplit: tail.readBigUInt64LE(wide + 16) !== 0n,
    entries: Number(tail.readBigUInt64LE(wide + 32)),
    entriesModulo: Number.POSITIVE_INFINITY,
    size: Number(tail.readBigUInt64LE(wide + 40)),
    offset: Number(tail.readBigUInt64LE(wide + 48)),
  };
}

function isPossible({ at, isSplit, entries, size, offset }: StatedEnd, tail: Buffer, tailStart: number): boolean {
  if (isSplit || size === 0) return isSplit || entries === 0;
  if (size > at || entries * recordBytes > size) return false;
  return [at - size, offset].some(
    (start) => start < tailStart || startsWith(tail, start - tailStart, signatures.record),
  );
}

const endBytes = 22;
const locatorBytes = 20;
const zip64EndBytes = 56;
