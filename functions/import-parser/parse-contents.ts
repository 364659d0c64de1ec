/** From the bytes of an import's files to contacts: pure, and the same for every source. */
import type { ErrorDetail } from "../../shared/http/errors.ts";
import { ImportFileError } from "../../shared/imports/import-file-error.ts";
import type { ParsedFile } from "../../shared/imports/parsed-contact.ts";
import type { RawRow } from "../../shared/imports/raw-row.ts";

/** The people of one file. Throws ImportFileError for a file that can't be read. */
export type RowReader = (content: Uint8Array) => readonly RawRow[];

/** The rows of all files of an import as contacts. */
export type Normalise = (rows: readonly RawRow[]) => ParsedFile;

export interface FileFault {
  /** For the log: says nothing of what is in the file. */
  reason: string;
  detail: ErrorDetail;
}

/** Rows of one import, over all its files. */
export const maxRows = 50_000;

/** The contacts of all files in their order; or what is wrong, and with which of them. */
export function parseContents(
  read: RowReader,
  normalise: Normalise,
  contents: readonly Uint8Array[],
): ParsedFile | { faults: FileFault[] } {
  const rows: RawRow[] = [];
  const faults: FileFault[] = [];
  for (const [index, content] of contents.entries()) {
    try {
      for (const row of read(content)) rows.push(row);
      requireFewRows(rows.length);
    } catch (error) {
      if (!(error instanceof ImportFileError)) throw error;
      faults.push({ reason: error.reason, detail: { path: `body.files.${index}`, message: error.message } });
    }
  }
  return faults.length > 0 ? { faults } : normalise(rows);
}

function requireFewRows(count: number): void {
  if (count > maxRows) throw new ImportFileError("too_many_rows", `An import may have ${maxRows} rows.`);
}
