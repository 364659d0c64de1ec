/** The interface of an import file for parsers, which read it as a stream or by ranges. */

import type { FollowStrategy } from "../../../shared/import/row/parsed-contact.ts";
import type { RawRow } from "../../../shared/import/row/raw-row.ts";
import { ImportFileError, ImportFilesError } from "./import-file-error.ts";

export interface ImportFile {
  /** The original file name without folders. It may be empty. */
  readonly name: string;
  /** The size in bytes. */
  readonly size: number;
  /** Reads from `start` to before `end` in one request. Returns fewer bytes only at the end of the file. */
  read(start: number, end: number): Promise<Uint8Array>;
  /** Yields the bytes from `start` (default 0) to before `end` (default `size`). Leaving the loop stops the request. */
  stream(start?: number, end?: number): AsyncIterable<Uint8Array>;
  /** Receives how many further bytes of the file have become rows, if the caller of the parser shows the progress. */
  noteRead?(bytes: number): Promise<void>;
}

export interface ReadOptions {
  /** Only network_b uses this option. */
  strategy: FollowStrategy;
}

/**
 * Yields the rows of all files in their order, each as soon as it is read, so the caller decides how many stay in memory.
 * Throws ImportFilesError (import-file-error.ts), which lists every unreadable file.
 */
export type RowReader = (files: readonly ImportFile[], options: ReadOptions) => AsyncIterable<RawRow>;

/**
 * Passes content on that becomes rows, and tells the file of each chunk when it is used. The bytes of an archive are shared
 * out among the entries that are read, by their unpacked sizes: `bytesOfEach` is the share of one unpacked byte.
 */
export async function* noteReading(
  file: ImportFile,
  chunks: AsyncIterable<Uint8Array>,
  bytesOfEach = 1,
): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of chunks) {
    yield chunk;
    await file.noteRead?.(chunk.byteLength * bytesOfEach);
  }
}

/** The `bytesOfEach` of the entries of an archive that are read. */
export function shareOf(archive: ImportFile, entries: readonly { size: number }[]): number {
  return (
    archive.size /
    Math.max(
      1,
      entries.reduce((sum, { size }) => sum + size, 0),
    )
  );
}

/** A file whose bytes are in memory already. */
export function fileOf(bytes: Uint8Array, name = ""): ImportFile {
  return {
    name,
    size: bytes.byteLength,
    read: async (start, end) => bytes.subarray(start, end),
    async *stream(start = 0, end = bytes.byteLength) {
      for (let at = start; at < end; at += chunkBytes) yield bytes.subarray(at, Math.min(end, at + chunkBytes));
    },
  };
}

const chunkBytes = 64 * 1024;

/**
 * Returns a reader of independent files. After an unreadable file the remaining files are still read to report their faults
 * too.
 */
export function eachFile(readOne: (file: ImportFile) => AsyncIterable<RawRow>): RowReader {
  return async function* readAll(files) {
    const faults: { index: number; error: ImportFileError }[] = [];
    for (const [index, file] of files.entries()) {
      try {
        for await (const row of readOne(file)) {
          if (index > 0) row.file = index;
          yield row;
        }
      } catch (error) {
        if (!(error instanceof ImportFileError)) throw error;
        faults.push({ index, error });
      }
    }
    if (faults.length > 0) throw new ImportFilesError(faults);
  };
}
