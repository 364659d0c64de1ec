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
 * Returns a reader of independent files. An unreadable file fails the import, but the remaining files are still read to
 * report their faults too.
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
