/** Skips the files of an import that can't be read, beside others that can. */
import type { RawRow } from "../../../shared/import/row/raw-row.ts";
import { quote } from "../../../shared/import/row/row-issues.ts";
import type { ImportFile, ReadOptions, RowReader } from "./import-file.ts";
import { type ImportFileError, type ImportFileFault, ImportFilesError } from "./import-file-error.ts";

export interface SkippedFile {
  name: string;
  error: ImportFileError;
}

/** Adds an issue about each file to the row of the first person. */
export function noteSkipped({ issues }: RawRow, files: readonly SkippedFile[]): void {
  const about = { code: "file_passed_over", severity: "warning" } as const;
  for (const { name, error } of files.slice(0, maxListed)) {
    issues.push({ ...about, message: `The file ${quote(name)} was skipped. ${error.message}` });
  }
  const more = files.length - maxListed;
  if (more > 0) issues.push({ ...about, message: `${more} more files were skipped.` });
}

const maxListed = 20;

/**
 * Yields the rows of the files that can be read. The row of the first person names the others, so that several files, which
 * are small, are read once before for their faults. Throws ImportFilesError if no file can be read. `isStopped` says whether
 * a fault of the storage or a limit has ended the reading.
 */
export async function* readReadable(
  reader: RowReader,
  files: readonly ImportFile[],
  options: ReadOptions,
  isStopped: () => boolean,
): AsyncGenerator<RawRow, void> {
  const faults = files.length > 1 ? await findFaults(reader, files, options, isStopped) : [];
  const readable = [...files.entries()].filter(([at]) => faults.every(({ index }) => index !== at));
  if (readable.length === 0) throw new ImportFilesError(faults);
  const skipped = faults.map(({ index, error }) => ({ name: files[index]?.name || String(index + 1), error }));
  try {
    for await (const row of reader(
      readable.map(([, file]) => file),
      options,
    )) {
      if (!row.noPerson) noteSkipped(row, skipped.splice(0));
      yield row;
    }
  } catch (error) {
    if (!(error instanceof ImportFilesError)) throw error;
    // The choice of lists has nobody of all files together, which the other files alone would only say again.
    if (faults.some(({ error: { reason } }) => reason === "nobody_found")) throw new ImportFilesError(faults);
    const others = error.faults.map((fault) => ({ ...fault, index: readable[fault.index]?.[0] ?? 0 }));
    throw new ImportFilesError([...faults, ...others]);
  }
}

/** Reads all files, without progress, for the faults of those that can't be read. */
async function findFaults(
  reader: RowReader,
  files: readonly ImportFile[],
  options: ReadOptions,
  isStopped: () => boolean,
): Promise<ImportFilesError["faults"]> {
  const silent = files.map((file) => ({ ...file, noteRead: async () => {} }));
  try {
    for await (const _row of reader(silent, options));
    return [];
  } catch (error) {
    if (isStopped() || !(error instanceof ImportFilesError)) throw error;
    if (error.faults.some(({ error: { reason } }) => limits.has(reason))) throw error;
    return error.faults;
  }
}

/** Faults of all files together. */
const limits = new Set<ImportFileFault>(["too_many_rows", "too_much_text", "too_slow"]);
