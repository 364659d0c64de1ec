/**
 * The people of a connections file of the professional network: its archive (ZIP) or the bare CSV, as the network wrote
 * it in any year since 2012, and as spreadsheets and people changed it.
 */
import { ImportFileError } from "../../shared/imports/import-file-error.ts";
import type { RawRow } from "../../shared/imports/raw-row.ts";
import { eachFile, type ImportFile, type RowReader } from "./import-file.ts";
import { readArchive } from "./network-a/archive.ts";
import { readCsv } from "./network-a/csv.ts";
import { isArchive } from "./zip.ts";

/**
 * A row for every record below the header that is not blank; those that name nobody, as of members who closed their
 * account, carry `noPerson`. Throws ImportFilesError for files that hold no connections or name nobody.
 */
export const readNetworkA: RowReader = eachFile(readFile);

async function* readFile(file: ImportFile): AsyncGenerator<RawRow> {
  if (file.size === 0) throw new ImportFileError("file_empty", "The file is empty.");
  const head = await file.read(0, headBytes);
  yield* isArchive(head) ? readArchive(file) : readCsv(file.stream());
}

/** Enough for the signature of any archive. */
const headBytes = 512;
