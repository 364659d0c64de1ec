/** A fault of a whole import file. It is independent of HTTP: `reason` is the code, and the message explains it. */
export class ImportFileError extends Error {
  override readonly name = "ImportFileError";
  readonly reason: ImportFileFault;

  constructor(reason: ImportFileFault, message: string) {
    super(message);
    this.reason = reason;
  }
}

export type ImportFileFault =
  | "file_empty"
  | "file_kind"
  | "file_unreadable"
  | "nobody_found"
  | "archive_hostile"
  | "archive_too_large"
  | "too_many_rows"
  | "too_much_text"
  | "too_slow";

/** The faults of the files of an import in the order of the files, each with the index of its file. */
export class ImportFilesError extends Error {
  override readonly name = "ImportFilesError";
  readonly faults: readonly { index: number; error: ImportFileError }[];

  constructor(faults: readonly { index: number; error: ImportFileError }[]) {
    super(faults.map(({ index, error }) => `file ${index}: ${error.message}`).join("; "));
    this.faults = faults.toSorted((one, other) => one.index - other.index);
  }
}
