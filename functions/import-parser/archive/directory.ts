/**
 * Finds the central directory of an archive (APPNOTE 4.3.14 to 4.3.16). Real archives have bytes before and after them,
 * comments with any content, and overflowed numbers instead of zip64 (Archive Utility of the Mac). Therefore the directory
 * is located from its end, and its stated offset only determines the error of all offsets.
 */
import type { ImportFile } from "../files/import-file.ts";
import { ImportFileError } from "../files/import-file-error.ts";
import { damagedDirectory, tooLarge } from "./archive-faults.ts";
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
  const ends = endsIn(bufferOf(await file.read(tailStart, file.size)), tailStart);
  const end = ends.find(({ size }) => size > 0) ?? ends[0];
  if (end === undefined) throw damagedDirectory();
  const { at, size, offset, entries, entriesModulo } = end;
  if (size === 0) throw new ImportFileError("file_empty", "The archive is empty: there is no file in it.");
  if (size > maxDirectoryBytes) throw tooLarge("its table of contents alone is longer than 64 MB");
  const start = at - size;
  return { start, end: at, entries, entriesModulo, shift: start - offset };
}

interface StatedEnd {
  /** The end of the directory, in bytes from the start of the file. */
  at: number;
  entries: number;
  entriesModulo: number;
  size: number;
  offset: number;
}

/** Returns all possible end records, the last one first. A comment or an entry may also contain the signature. */
function endsIn(tail: Buffer, tailStart: number): StatedEnd[] {
  const ends: StatedEnd[] = [];
  for (let at = tail.length - endBytes; at >= 0; at -= 1) {
    if (!startsWith(tail, at, signatures.end)) continue;
    const end = readEnd(tail, tailStart, at);
    if (isPossible(end, tail, tailStart)) ends.push(end);
  }
  return ends;
}

/** Reads an end record. The numbers of zip64 replace its own if a zip64 record and its locator precede it. */
function readEnd(tail: Buffer, tailStart: number, at: number): StatedEnd {
  const wide = at - locatorBytes - zip64EndBytes;
  if (wide >= 0 && startsWith(tail, wide, signatures.zip64End)) {
    return {
      at: tailStart + wide,
      entries: Number(tail.readBigUInt64LE(wide + 32)),
      entriesModulo: Number.POSITIVE_INFINITY,
      size: Number(tail.readBigUInt64LE(wide + 40)),
      offset: Number(tail.readBigUInt64LE(wide + 48)),
    };
  }
  return {
    at: tailStart + at,
    entries: tail.readUInt16LE(at + 10),
    entriesModulo: 2 ** 16,
    size: tail.readUInt32LE(at + 12),
    offset: tail.readUInt32LE(at + 16),
  };
}

/** Whether a directory of the stated size starts with a record, if its start lies in the tail. */
function isPossible({ at, entries, size }: StatedEnd, tail: Buffer, tailStart: number): boolean {
  if (size === 0) return entries === 0;
  const start = at - size;
  if (start < 0 || entries * recordBytes > size) return false;
  return start < tailStart || startsWith(tail, start - tailStart, signatures.record);
}

const endBytes = 22;
const locatorBytes = 20;
const zip64EndBytes = 56;
