/** The content of an entry as a stream, checked against what the directory says of it. */
import { pipeline, Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import type { ImportFile } from "../import-file.ts";
import type { CentralDirectory } from "./end.ts";
import { damagedEntry, hostile } from "./faults.ts";
import { type EntryRecord, localHeaderBytes } from "./record.ts";
import { localSignature, startsWith } from "./signatures.ts";
import { bufferOf } from "./tail.ts";

/**
 * Never more than the stated size. Throws ImportFileError at the chunk that is too much, or at the end when the size or
 * the CRC-32 is another; faults of `file` itself pass through. Leaving the loop stops the request.
 */
export async function* unpackEntry(
  file: ImportFile,
  directory: CentralDirectory,
  record: EntryRecord,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  let crc = 0;
  const packed = packedBytes(file, directory, record);
  for await (const chunk of record.method === 0 ? packed : inflate(packed, record.path)) {
    size += chunk.length;
    if (size > record.size) throw hostile("a file in it unpacks to more than the archive says");
    crc = crc32(chunk, crc);
    yield chunk;
  }
  if (size !== record.size || crc !== record.crc) throw damagedEntry(record.path);
}

/**
 * Where an entry's local header can be, from the start of the file. Offsets are off as far as the directory's is. Where
 * that is by a multiple of 4 GB, 32 bits were too few for it: then those of the entries before are right, and of those
 * behind not, and only the header itself can tell.
 */
export function positionsOf({ offset, packedSize }: EntryRecord, { start, shift }: CentralDirectory): number[] {
  const overflowed = shift > 0 && shift % 2 ** 32 === 0;
  const positions = overflowed
    ? Array.from({ length: shift / 2 ** 32 + 1 }, (_, times) => offset + times * 2 ** 32)
    : [offset + shift];
  return positions.filter((at) => at >= 0 && at + localHeaderBytes + packedSize <= start);
}

/** A small entry comes in one request, with its header; in two a larger one, and one whose place has to be tried. */
async function* packedBytes(
  file: ImportFile,
  directory: CentralDirectory,
  record: EntryRecord,
): AsyncGenerator<Uint8Array> {
  const positions = positionsOf(record, directory);
  const ahead = positions.length === 1 ? Math.min(record.packedSize, smallEntryBytes) : 0;
  for (const at of positions) {
    const firstBytes = record.headerBytes + spareBytes + ahead;
    const head = bufferOf(await file.read(at, Math.min(directory.start, at + firstBytes)));
    if (head.length < localHeaderBytes || !startsWith(head, 0, localSignature)) continue;
    const start = localHeaderBytes + head.readUInt16LE(26) + head.readUInt16LE(28);
    const end = start + record.packedSize;
    if (start < Math.min(end, head.length)) yield head.subarray(start, end);
    if (end > head.length) yield* file.stream(at + Math.max(start, head.length), at + end);
    return;
  }
  throw damagedEntry(record.path);
}

async function* inflate(packed: AsyncIterable<Uint8Array>, path: string): AsyncGenerator<Buffer> {
  const inflated = createInflateRaw({ chunkSize: 65_536 });
  // Either stream's fault ends the loop below, and so does leaving the loop end both streams.
  pipeline(Readable.from(packed), inflated, () => {});
  try {
    for await (const chunk of inflated) yield chunk;
  } catch (error) {
    throw isFaultOfDeflate(error) ? damagedEntry(path) : error;
  }
}

function isFaultOfDeflate(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
}

const smallEntryBytes = 65_536;
/** A local header's extra fields are mostly a few numbers longer than the directory's. */
const spareBytes = 64;
