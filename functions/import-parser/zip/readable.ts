/** What a wanted entry must be, as far as the directory tells. */
import { quote } from "../../../shared/imports/remarks.ts";
import { positionsOf } from "./content.ts";
import type { CentralDirectory } from "./end.ts";
import { damagedEntry, encrypted, hostile, symbolicLink, tooLargeInside, unknownMethod } from "./faults.ts";
import { type EntryRecord, localHeaderBytes } from "./record.ts";

const maxEntryBytes = 256_000_000;

/** Throws ImportFileError for the first entry that can't or must not be unpacked, and for too much together. */
export function requireReadable(
  records: readonly EntryRecord[],
  directory: CentralDirectory,
  maxUnpackedBytes: number,
): void {
  for (const record of records) {
    if (record.encrypted) throw encrypted(record.path);
    if (record.link) throw symbolicLink(record.path);
    if (record.method !== stored && record.method !== deflated) throw unknownMethod(record.path, record.method);
    if (record.size > maxEntryBytes)
      throw tooLargeInside(`${quote(record.path)} unpacks to more than ${megabytes(maxEntryBytes)}`);
    if (record.method === stored && record.packedSize !== record.size) throw damagedEntry(record.path);
    if (record.packedSize > longestPacked(record.size)) throw hostile("a file in it is larger than when unpacked");
  }
  const together = records.reduce((sum, { size }) => sum + size, 0);
  if (together > maxUnpackedBytes) {
    throw tooLargeInside(`the needed files in it unpack to more than ${megabytes(maxUnpackedBytes)}`);
  }
  requireApart(records, directory);
}

/** Entries that share their bytes let a small archive unpack to any size (Fifield 2019, "A better zip bomb"). */
function requireApart(records: readonly EntryRecord[], directory: CentralDirectory): void {
  const spans = records
    .map((record) => ({ packedSize: record.packedSize, positions: positionsOf(record, directory) }))
    // Of several positions only the file itself can tell which is the entry's.
    .filter(({ positions }) => positions.length === 1)
    .map(({ packedSize, positions: [start = 0] }) => ({ start, end: start + localHeaderBytes + packedSize }))
    .sort((a, b) => a.start - b.start);
  if (spans.some(({ start }, index) => start < (spans[index - 1]?.end ?? 0))) {
    throw hostile("files in it lie one over the other");
  }
}

/** Deflate never needs much more than what it packs, even in blocks of a few bytes (RFC 1951, section 3.2.4). */
function longestPacked(size: number): number {
  return 2 * size + 65_536;
}

function megabytes(bytes: number): string {
  return `${bytes / 1_000_000} MB`;
}

const stored = 0;
const deflated = 8;
