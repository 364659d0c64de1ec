/** Reads the files of an import within the limits on rows, bytes and time. */

import type { RawRow } from "../../../shared/import/row/raw-row.ts";
import { importSources } from "../../../shared/import/sources.ts";
import type { ImportFile, ReadOptions, RowReader } from "./import-file.ts";
import { ImportFileError, type ImportFileFault, ImportFilesError } from "./import-file-error.ts";
import { readReadable } from "./skipped-files.ts";

/** The maximum number of rows in all files of an import. */
export const maxRows = 50_000;
/** The maximum bytes in all files of an import. Repeated reads count once. The archive reader limits unpacked bytes. */
export const maxTextBytes = 256 * 1024 * 1024;

export const fewerFiles = "Import the files one by one.";

/** The fault of the files that exceed a limit. `remedy` is a sentence. */
export function passedLimit(reason: ImportFileFault, limit: string, remedy: string, index = 0): ImportFilesError {
  return new ImportFilesError([{ index, error: new ImportFileError(reason, `${limit} ${remedy}`) }]);
}

export interface ReadLimits {
  /** Whether enough time is left to continue. */
  hasTime: () => boolean;
  /** A sentence with the remedy for a single file that exceeds a limit. The default is to split the file. */
  remedy?: string;
}

/**
 * Receives the bytes of all files together that have become rows, after each chunk. A file that is read again counts once.
 * What it throws ends the parse.
 */
export type NoteProgress = (bytes: number) => Promise<void>;

/** A bug of the parser. It would recur with every attempt. */
export class ParserFault extends Error {
  override readonly name = "ParserFault";
}

/**
 * Yields the rows of all files that can be read. Throws ImportFilesError if there is none and for exceeded limits, rethrows
 * errors of the storage, and throws ParserFault for all other errors.
 */
export async function* readWithin(
  reader: RowReader,
  files: readonly ImportFile[],
  options: ReadOptions,
  { hasTime, remedy = importSources.vcard.fewerAtOnce }: ReadLimits,
  noteProgress: NoteProgress = async () => {},
): AsyncGenerator<RawRow, void> {
  /** The first storage error or exceeded limit. It is thrown even if the reader throws another error. */
  let cause: { fault: unknown } | undefined;
  /** The most bytes that one read returned, for each file. */
  const bytes = files.map(() => 0);
  /** The bytes of each file that have become rows. */
  const used = files.map(() => 0);
  let current = 0;
  let rows = 0;

  const passed = (reason: ImportFileFault, limit: string) => {
    return passedLimit(reason, limit, files.length > 1 ? fewerFiles : remedy, current);
  };
  const requireTime = () => {
    if (!hasTime()) throw passed("too_slow", "Reading takes too long.");
  };
  const noteBytes = (index: number, count: number) => {
    bytes[index] = Math.max(bytes[index] ?? 0, count);
    if (sumOf(bytes) > maxTextBytes) {
      const megabytes = maxTextBytes / 1024 / 1024;
      throw passed("too_much_text", `An import may have ${megabytes} MB of text.`);
    }
    requireTime();
  };
  /** Passes the chunks of one read on. The first fault of the storage is the cause of what the reader throws then. */
  async function* watch(
    index: number,
    chunks: AsyncIterable<Uint8Array> | Iterable<Promise<Uint8Array>>,
  ): AsyncGenerator<Uint8Array, undefined> {
    let count = 0;
    current = index;
    try {
      for await (const chunk of chunks) {
        count += chunk.byteLength;
        noteBytes(index, count);
        yield chunk;
        current = index;
      }
    } catch (fault) {
      cause ??= { fault };
      throw fault;
    }
  }
  const watched = files.map(
    (file, index): ImportFile => ({
      name: file.name,
      size: file.size,
      read: async (start, end) => (await watch(index, [file.read(start, end)]).next()).value ?? new Uint8Array(),
      stream: (start, end) => watch(index, file.stream(start, end)),
      noteRead: async (more) => {
        used[index] = Math.min(file.size, (used[index] ?? 0) + more);
        await noteProgress(sumOf(used)).catch((fault: unknown) => {
          cause ??= { fault };
          throw fault;
        });
      },
    }),
  );

  try {
    for await (const row of readReadable(reader, watched, options, () => cause !== undefined)) {
      rows += 1;
      if (rows > maxRows) {
        throw passed("too_many_rows", `An import may have ${maxRows.toLocaleString("en")} rows.`);
      }
      requireTime();
      yield row;
    }
  } catch (fault) {
    if (cause) throw cause.fault;
    if (fault instanceof ImportFilesError) throw fault;
    throw new ParserFault("the reader failed", { cause: fault });
  }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}
