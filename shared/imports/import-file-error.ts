/**
 * A fault of a whole import file, found by a parser that knows nothing of HTTP: `reason` says which, the message why.
 */
export class ImportFileError extends Error {
  override readonly name = "ImportFileError";
  readonly reason: ImportFileFault;

  constructor(reason: ImportFileFault, message: string) {
    super(message);
    this.reason = reason;
  }
}

export type ImportFileFault = "file_empty" | "file_kind" | "file_unreadable" | "too_many_rows" | "nobody_found";
