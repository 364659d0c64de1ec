/** A file of an import as parsers see it: read as a stream or by ranges, never whole by itself. */
import { ImportFileError, ImportFilesError } from "../../shared/imports/import-file-error.ts";
import type { FollowStrategy } from "../../shared/imports/parsed-contact.ts";
import type { RawRow } from "../../shared/imports/raw-row.ts";

export interface ImportFile {
  /** As its owner called it, without folders; may be empty. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** The bytes from `start` to before `end`; fewer only at the end of the file. One request each. */
  read(start: number, end: number): Promise<Uint8Array>;
  /** All bytes from `start` (default 0) to before `end` (default `size`), in chunks; leaving the loop stops the request. */
  stream(start?: number, end?: number): AsyncIterable<Uint8Array>;
}

export interface ReadOptions {
  /** Of network_b only. */
  strategy: FollowStrategy;
}

/**
 * The rows of all files of an import, in their order, each as soon as it is read: whoever reads decides how many are
 * held. Throws ImportFilesError (import-file-error.ts) when a file can't be read, naming every such file.
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
 * A reader of files that have nothing to do with each other. A file that can't be read costs the import, but the others
 * are read on to find out whether they can; their rows are in vain.
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
