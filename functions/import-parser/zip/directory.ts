/** The walk through a central directory (APPNOTE 4.3.12), of which only the wanted entries are kept. */
import { setImmediate } from "node:timers/promises";
import type { ImportFile } from "../import-file.ts";
import { type CentralDirectory, maxEntries } from "./end.ts";
import { damagedDirectory, hostile, tooManyEntries, unsafePath } from "./faults.ts";
import { isSafe, pathOf } from "./path.ts";
import { type EntryRecord, lengthOfRecord, readRecord, recordBytes } from "./record.ts";
import { recordSignature, startsWith } from "./signatures.ts";
import { bufferOf } from "./tail.ts";

/** An export has some dozen files of contacts; more are no export, and each costs a request. */
const maxWanted = 1_000;

/**
 * The records of wanted files in the directory's order, of equal paths the last. The walk ends where the directory
 * ends, not where the count says: some writers let the count overflow. Throws ImportFileError for a directory that is
 * damaged, too long, or has a path leading out of the archive.
 */
export async function selectRecords(
  file: ImportFile,
  directory: CentralDirectory,
  wanted: (path: string) => boolean,
): Promise<EntryRecord[]> {
  const selected = new Map<string, EntryRecord>();
  let count = 0;
  for await (const record of eachRecord(file, directory)) {
    count += 1;
    if (count > maxEntries) throw tooManyEntries(maxEntries);
    const path = pathOf(record);
    if (!isSafe(path)) throw unsafePath(path);
    if (path.endsWith("/") || !wanted(path)) continue;
    selected.delete(path);
    selected.set(path, readRecord(record, path));
    if (selected.size > maxWanted) throw hostile(`more than ${maxWanted} files in it have the name of a needed one`);
  }
  if (count % directory.entriesModulo !== directory.entries) throw damagedDirectory();
  return [...selected.values()];
}

/** The bytes of each record, its texts included, up to the first thing that is none or is cut off. */
async function* eachRecord(file: ImportFile, { start, end }: CentralDirectory): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of file.stream(start, end)) {
    let bytes = rest.length === 0 ? bufferOf(chunk) : Buffer.concat([rest, chunk]);
    while (bytes.length >= recordBytes) {
      if (!startsWith(bytes, 0, recordSignature)) return;
      const length = lengthOfRecord(bytes);
      if (length > bytes.length) break;
      yield bytes.subarray(0, length);
      bytes = bytes.subarray(length);
    }
    rest = bytes;
    // Nothing else lets others have a turn where the file is in memory.
    await setImmediate();
  }
}
