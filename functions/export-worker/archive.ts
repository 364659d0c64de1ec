/** Writes ZIP archives of any number of files as streams. */
import { Readable } from "node:stream";
import JSZip from "jszip";
import type { ObjectWriter } from "../../shared/platform/s3/object-streams.ts";

export interface ArchiveEntry {
  name: string;
  bytes: number;
  /** The content is read when its turn comes. */
  open: () => AsyncIterable<Uint8Array>;
  /** Pictures, also inside of vCards, get no smaller. */
  compress: boolean;
}

export interface ArchiveLimits {
  entries: number;
  bytes: number;
}

/**
 * JSZip writes no ZIP64, so an archive must stay below 65,535 entries and 4 GB, and it needs about 7 KB for each entry from the
 * beginning on.
 */
export const usualArchiveLimits: ArchiveLimits = { entries: 20_000, bytes: 3_000_000_000 };

/** The entries of each archive, in their order. Throws for an entry that fits into none. */
export function divideEntries(entries: readonly ArchiveEntry[], limits: ArchiveLimits): ArchiveEntry[][] {
  const archives: ArchiveEntry[][] = [];
  let current: ArchiveEntry[] = [];
  let bytes = 0;
  for (const entry of entries) {
    if (entry.bytes > limits.bytes) throw new Error(`a document of ${entry.bytes} bytes fits into no archive`);
    if (current.length === limits.entries || (current.length > 0 && bytes + entry.bytes > limits.bytes)) {
      archives.push(current);
      [current, bytes] = [[], 0];
    }
    current.push(entry);
    bytes += entry.bytes;
  }
  return [...archives, current];
}

/** Resolves with the number of bytes. `date` is the time of all entries. */
export async function writeArchive(
  writer: ObjectWriter,
  entries: readonly ArchiveEntry[],
  date: Date,
): Promise<number> {
  const zip = new JSZip();
  for (const { name, open, compress } of entries) {
    const compression = compress ? "DEFLATE" : "STORE";
    zip.file(name, lateStream(open), { binary: true, createFolders: false, compression, date });
  }
  // The stream of JSZip has no iterator, because it is of an older kind.
  const output = new Readable().wrap(zip.generateNodeStream({ streamFiles: true, compressionOptions: { level: 1 } }));
  for await (const chunk of output as AsyncIterable<Uint8Array>) await writer.write(chunk);
  return writer.close();
}

/** Opens its source when it is read. */
function lateStream(open: () => AsyncIterable<Uint8Array>): Readable {
  const chunks = async function* () {
    yield* open();
  };
  return Readable.from(chunks(), { objectMode: false });
}
