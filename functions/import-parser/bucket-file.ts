/** A file of an import as it lies in the import bucket. */
import type { ImportFiles } from "../../shared/files/import-files.ts";
import type { ImportFile } from "./import-file.ts";

/**
 * `size` is what was announced: what was signed for, or what the route itself has put there, from the byte `start` of the
 * object on.
 */
export function bucketFile(
  files: Pick<ImportFiles, "readRange" | "streamRange">,
  key: string,
  { name, size, start: first = 0 }: { name: string; size: number; start?: number },
): ImportFile {
  const clamp = (at: number) => first + Math.min(Math.max(at, 0), size);
  return {
    name,
    size,
    read: async (start, end) => {
      const [from, to] = [clamp(start), clamp(end)];
      // S3 refuses a range without a byte.
      return from < to ? files.readRange(key, from, to) : new Uint8Array();
    },
    stream: (start = 0, end = size) => files.streamRange(key, clamp(start), clamp(end)),
  };
}
