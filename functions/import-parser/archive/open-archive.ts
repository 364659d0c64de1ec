/**
 * Reads the directory of a ZIP archive (APPNOTE 6.3.10) and the few needed entries by ranges. Other entries are never
 * opened. Each needed entry must be free of faults.
 */
import { pipeline, Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import { quote } from "../../../shared/import/row/row-issues.ts";
import type { ImportFile } from "../files/import-file.ts";
import { damagedDirectory, damagedEntry, hostile, tooLarge, unreadable } from "./archive-faults.ts";
import { type Directory, findDirectory, holdTail } from "./directory.ts";
import {
  bufferOf,
  type EntryRecord,
  eachRecord,
  localHeaderBytes,
  pathOf,
  readRecord,
  signatures,
  startsWith,
} from "./records.ts";

export interface ArchiveEntry {
  /** The whole path inside the archive, with `/` between its parts. It is never absolute and has no `..`. */
  readonly path: string;
  /** The unpacked size in bytes that the directory states. Reading enforces it. */
  readonly size: number;
  /** Unpacks the content and verifies its size and CRC-32. Throws ImportFileError. */
  content(): AsyncIterable<Uint8Array>;
}

const maxEntries = 200_000;
/** An export has a few dozen files of contacts. Each file costs a request, so an archive with many more is refused. */
const maxNeeded = 1_000;
/** The maximum unpacked size of all needed entries together, in bytes. */
const maxUnpackedBytes = 256_000_000;

/**
 * Whether a file with this start is a ZIP archive. It has the header of an entry (possibly after the program of a
 * self-extracting archive), the end record of an empty archive, or the marker of a split one. Text has no such bytes.
 */
export function isArchive(head: Uint8Array): boolean {
  const text = bufferOf(head).toString("latin1");
  return text.includes("PK\x03\x04") || text.startsWith("PK\x05\x06") || text.startsWith("PK\x07\x08");
}

/**
 * Returns the needed entries of an archive, in the order of its directory. `isNeeded` receives the path of every file but
 * not of folders, so that it can also inspect the other files. The last of several entries with the same path is returned,
 * because unpacking to a disk would also keep the last one.
 *
 * Requests the last 66 kB, the directory at once, and each entry with one or two requests. Throws ImportFileError if the
 * file is no archive, is damaged, too large or hostile, or if a needed entry is unreadable.
 */
export async function openArchive(file: ImportFile, isNeeded: (path: string) => boolean): Promise<ArchiveEntry[]> {
  const archive = await holdTail(file);
  const directory = await findDirectory(archive);
  const records = await selectRecords(archive, directory, isNeeded);
  requireReadable(records);
  return records.map((record) => ({
    path: record.path,
    size: record.size,
    content: () => unpackEntry(archive, directory, record),
  }));
}

/**
 * Returns the records of needed files, and the last one of equal paths. The loop ends at the end of the directory,
 * because the stated count of some writers overflows.
 */
async function selectRecords(
  file: ImportFile,
  directory: Directory,
  isNeeded: (path: string) => boolean,
): Promise<EntryRecord[]> {
  const selected = new Map<string, EntryRecord>();
  let count = 0;
  for await (const record of eachRecord(file, directory)) {
    count += 1;
    if (count > maxEntries) throw tooLarge(`it has more than ${maxEntries.toLocaleString("en")} files`);
    const path = pathOf(record);
    if (leadsOut.test(path)) throw hostile(`it has a path that leads out of it: ${quote(path)}`);
    if (path.endsWith("/") || !isNeeded(path)) continue;
    selected.delete(path);
    selected.set(path, readRecord(record));
    if (selected.size > maxNeeded) throw hostile(`more than ${maxNeeded} files in it have the name of a needed one`);
  }
  if (count % directory.entriesModulo !== directory.entries) throw damagedDirectory();
  return [...selected.values()];
}

/** Matches absolute paths, drive letters, parent folders, and the NUL character, which ends a name in C. */
const leadsOut = /^\/|^[A-Za-z]:\/|(?:^|\/)\.\.(?:\/|$)|\0/;

/**
 * Throws if an entry is unreadable. Entries that share bytes let a small archive unpack to any size (Fifield 2019,
 * "A better zip bomb"). The limit on the sum of the sizes, which reading enforces, prevents this.
 */
function requireReadable(records: readonly EntryRecord[]): void {
  for (const { path, encrypted, method, packedSize, size } of records) {
    if (encrypted) {
      const remedy = "Remove the password and import the archive again.";
      throw unreadable(`The archive is protected: ${quote(path)} needs a password. ${remedy}`);
    }
    // APPNOTE 4.4.5 numbers the methods, such as 9 for Deflate64.
    if (method !== stored && method !== deflated) {
      const remedy = "Unpack the archive and import the files that are needed.";
      throw unreadable(`${quote(path)} is packed by method ${method}, which is not read here. ${remedy}`);
    }
    // Deflate adds little to the size of its input, even in blocks of a few bytes (RFC 1951, section 3.2.4).
    if (packedSize > 2 * size + 65_536) throw hostile("a file in it is larger than when unpacked");
  }
  if (records.reduce((sum, { size }) => sum + size, 0) > maxUnpackedBytes) {
    throw tooLarge(`the needed files in it would unpack to more than ${maxUnpackedBytes / 1_000_000} MB`);
  }
}

const stored = 0;
const deflated = 8;

/**
 * Yields at most the stated size. Throws ImportFileError when a chunk exceeds it, or at the end if the size or the CRC-32
 * differs. Errors of `file` itself are rethrown. Leaving the loop stops the request.
 */
async function* unpackEntry(file: ImportFile, directory: Directory, record: EntryRecord): AsyncGenerator<Uint8Array> {
  let size = 0;
  let crc = 0;
  const packed = packedBytes(file, directory, record);
  for await (const chunk of record.method === stored ? packed : inflate(packed, record.path)) {
    size += chunk.length;
    if (size > record.size) throw hostile("a file in it unpacks to more than the archive says");
    crc = crc32(chunk, crc);
    yield chunk;
  }
  if (size !== record.size || crc !== record.crc) throw damagedEntry(record.path);
}

/** Requests a small entry with its header at once. A larger entry, or one with several positions, needs two requests. */
async function* packedBytes(file: ImportFile, directory: Directory, record: EntryRecord): AsyncGenerator<Uint8Array> {
  const positions = positionsOf(record, directory);
  const ahead = positions.length === 1 ? Math.min(record.packedSize, smallEntryBytes) : 0;
  for (const at of positions) {
    const firstBytes = record.headerBytes + spareBytes + ahead;
    const head = bufferOf(await file.read(at, Math.min(directory.start, at + firstBytes)));
    if (head.length < localHeaderBytes || !startsWith(head, 0, signatures.local)) continue;
    const start = localHeaderBytes + head.readUInt16LE(26) + head.readUInt16LE(28);
    const end = start + record.packedSize;
    if (start < Math.min(end, head.length)) yield head.subarray(start, end);
    if (end > head.length) yield* file.stream(at + Math.max(start, head.length), at + end);
    return;
  }
  throw damagedEntry(record.path);
}

/**
 * Returns the possible positions of the local header of an entry. All offsets have the error of the directory's offset.
 * An error of a multiple of 4 GB means that 32 bits overflowed. The offsets of the first entries are then right and those
 * of later ones are wrong, so the header at each position must be tested.
 */
function positionsOf({ offset, packedSize }: EntryRecord, { start, shift }: Directory): number[] {
  const times = shift > 0 && shift % 2 ** 32 === 0 ? shift / 2 ** 32 : 0;
  const overflowed = Array.from({ length: times }, (_, index) => offset + index * 2 ** 32);
  return [...overflowed, offset + shift].filter((at) => at >= 0 && at + localHeaderBytes + packedSize <= start);
}

const smallEntryBytes = 65_536;
/** The extra fields of a local header are usually a few numbers longer than those in the directory. */
const spareBytes = 64;

async function* inflate(packed: AsyncIterable<Uint8Array>, path: string): AsyncGenerator<Buffer> {
  const inflated = createInflateRaw({ chunkSize: 65_536 });
  // A fault of either stream ends the loop below, and leaving the loop ends both streams.
  pipeline(Readable.from(packed), inflated, () => {});
  try {
    for await (const chunk of inflated) yield chunk;
  } catch (error) {
    const isOfDeflate = error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
    throw isOfDeflate ? damagedEntry(path) : error;
  }
}
