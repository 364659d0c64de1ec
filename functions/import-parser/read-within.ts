/** Reads the files of an import within the limits of any import: rows, bytes and time. */
import { ImportFileError, type ImportFileFault, ImportFilesError } from "../../shared/imports/import-file-error.ts";
import type { RawRow } from "../../shared/imports/raw-row.ts";
import { fewerAtOnce } from "./fewer-at-once.ts";
import type { ImportFile, ReadOptions, RowReader } from "./import-file.ts";

/** Rows of one import, over all its files. */
export const maxRows = 50_000;
/**
 * Bytes of text of one import, over all its files, each counted once however often it is read. What is packed is
 * bounded by what unpacks it.
 */
export const maxTextBytes = 256 * 1024 * 1024;

export interface ReadLimits {
  /** Whether there is time to go on. */
  hasTime: () => boolean;
  /** What to do about too much in a single file, as a sentence; if not given, to split it. */
  remedy?: string;
}

/** A fault of ours in what reads a file: it would come again with every attempt. */
export class ParserFault extends Error {
  override readonly name = "ParserFault";
}

/**
 * The rows of all files. Throws ImportFilesError for what is wrong with the files and for a limit that is passed, the
 * storage's own fault where it could not be read, and ParserFault for any other.
 */
export async function* readWithin(
  reader: RowReader,
  files: readonly ImportFile[],
  options: ReadOptions,
  { hasTime, remedy = fewerAtOnce.vcard }: ReadLimits,
): AsyncGenerator<RawRow, void> {
  const storageFaults: unknown[] = [];
  const passedLimits: ImportFilesError[] = [];
  /** The most that was read of each file at once. */
  const bytes = files.map(() => 0);
  let current = 0;
  let rows = 0;

  const passed = (reason: ImportFileFault, limit: string) => {
    const message = `${limit} ${files.length > 1 ? "Import the files one by one." : remedy}`;
    const error = new ImportFilesError([{ index: current, error: new ImportFileError(reason, message) }]);
    passedLimits.push(error);
    return error;
  };
  const requireTime = () => {
    if (!hasTime()) throw passed("too_slow", "Reading takes too long.");
  };
  const noteBytes = (index: number, count: number) => {
    bytes[index] = Math.max(bytes[index] ?? 0, count);
    if (bytes.reduce((sum, each) => sum + each, 0) > maxTextBytes) {
      const megabytes = maxTextBytes / 1024 / 1024;
      throw passed("too_much_text", `An import may have ${megabytes} MB of text.`);
    }
    requireTime();
  };
  const fromStorage = async <Result>(reading: Promise<Result>): Promise<Result> => {
    try {
      return await reading;
    } catch (fault) {
      storageFaults.push(fault);
      throw fault;
    }
  };
  const watched = files.map(
    (file, index): ImportFile => ({
      name: file.name,
      size: file.size,
      read: async (start, end) => {
        current = index;
        const chunk = await fromStorage(file.read(start, end));
        noteBytes(index, chunk.byteLength);
        return chunk;
      },
      stream: async function* (start, end) {
        const chunks = file.stream(start, end)[Symbol.asyncIterator]();
        let count = 0;
        try {
          for (;;) {
            current = index;
            const { done, value } = await fromStorage(chunks.next());
            if (done) return;
            count += value.byteLength;
            noteBytes(index, count);
            yield value;
          }
        } finally {
          await chunks.return?.();
        }
      },
    }),
  );

  try {
    for await (const row of reader(watched, options)) {
      rows += 1;
      if (rows > maxRows) {
        throw passed("too_many_rows", `An import may have ${maxRows.toLocaleString("en")} rows.`);
      }
      requireTime();
      yield row;
    }
  } catch (fault) {
    // Whatever the reader made of them.
    const known = storageFaults[0] ?? passedLimits[0];
    if (known !== undefined) throw known;
    if (fault instanceof ImportFilesError) throw fault;
    if (fault instanceof ImportFileError) throw new ImportFilesError([{ index: current, error: fault }]);
    throw new ParserFault("the reader failed", { cause: fault });
  }
}
