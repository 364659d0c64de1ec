/**
 * What readers ask of a ZIP archive (APPNOTE 6.3.10): a look into its directory, and the few entries that they need, by
 * ranges. An entry that nobody wants is never opened, whatever it is; one that is wanted has to be flawless.
 */
import type { ImportFile } from "./import-file.ts";
import { unpackEntry } from "./zip/content.ts";
import { selectRecords } from "./zip/directory.ts";
import { findDirectory } from "./zip/end.ts";
import { requireReadable } from "./zip/readable.ts";
import { holdTail } from "./zip/tail.ts";

export interface ArchiveEntry {
  /** The whole path inside the archive, with `/` between its parts; never absolute, never with `..`. */
  readonly path: string;
  /** Bytes when unpacked, as the directory says; reading enforces it. */
  readonly size: number;
  /** The content, unpacked and checked against its size and CRC-32. Throws ImportFileError. */
  content(): AsyncIterable<Uint8Array>;
}

export interface ArchiveOptions {
  /** Bytes that all wanted entries together may unpack to; 256 MB if not given. */
  maxUnpackedBytes?: number;
}

/**
 * Whether a file that begins like this is a ZIP archive: an entry's header (also behind other bytes, such as those of a
 * self-extracting archive), the end of an empty one, or the marker of a split one. No text holds such bytes.
 */
export function isArchive(head: Uint8Array): boolean {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString("latin1");
  return text.includes("PK\x03\x04") || text.startsWith("PK\x05\x06") || text.startsWith("PK\x07\x08");
}

/**
 * The wanted entries of an archive, in the order of its directory. `wanted` is asked for the path of every file in it,
 * folders left out, so that it can also find out what else is there. Of entries with the same path the last one counts,
 * as it would when the archive is unpacked to a disk.
 *
 * Fetched are the last 66 kB, the directory in one request, and each entry in one or two. Throws ImportFileError for
 * what is no archive, is damaged, too large or made to harm, and when a wanted entry can't be read.
 */
export async function openArchive(
  file: ImportFile,
  wanted: (path: string) => boolean,
  { maxUnpackedBytes = 256_000_000 }: ArchiveOptions = {},
): Promise<ArchiveEntry[]> {
  const archive = await holdTail(file);
  const directory = await findDirectory(archive);
  const records = await selectRecords(archive, directory, wanted);
  requireReadable(records, directory, maxUnpackedBytes);
  return records.map((record) => ({
    path: record.path,
    size: record.size,
    content: () => unpackEntry(archive, directory, record),
  }));
}
