/** The files that a worker writes, and their division where one would be too large. */
import type { ExportedFile } from "../../shared/export/store/export.ts";
import type { ObjectWriter } from "../../shared/platform/s3/object-streams.ts";

/** A file that is being written, and its key. */
export interface NewFile {
  key: string;
  writer: ObjectWriter;
}

export type CreateFile = (fileName: string, contentType: string) => NewFile;

export interface FileLimits {
  entries: number;
  bytes: number;
}

/** Divides entries among files, each within the limits. The suffix of the first file's name is empty, then `-2` and so on. */
export function createDivided<File extends { key: string; close: () => Promise<number> }>(
  limits: FileLimits,
  open: (suffix: string) => File,
) {
  const files: ExportedFile[] = [];
  let current = open("");
  let [entries, bytes] = [0, 0];
  const close = async () => {
    files.push({ key: current.key, bytes: await current.close() });
    return files;
  };
  return {
    /** The file for another entry. Throws for an entry that fits into none. */
    fileFor: async (entryBytes: number): Promise<File> => {
      if (entryBytes > limits.bytes) throw new Error(`an entry of ${entryBytes} bytes fits into no file`);
      if (entries === limits.entries || bytes + entryBytes > limits.bytes) {
        await close();
        current = open(`-${files.length + 1}`);
        [entries, bytes] = [0, 0];
      }
      entries++;
      bytes += entryBytes;
      return current;
    },
    close,
  };
}
