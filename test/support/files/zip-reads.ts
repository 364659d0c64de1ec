/** Reading archives in tests: what is read of them, and everything that they hold. */
import { Buffer } from "node:buffer";
import { type ArchiveEntry, openArchive } from "../../../functions/import-parser/archive/open-archive.ts";
import type { ImportFile } from "../../../functions/import-parser/files/import-file.ts";

interface CountedFile extends ImportFile {
  /** Each `read` and `stream` is one. */
  requests: number;
  /** Bytes that were handed out. */
  fetched: number;
}

/** Throws for a range that is not within the file, which storage would answer with an error. */
export function counted(file: ImportFile): CountedFile {
  const requireWithin = (start: number, end: number) => {
    if (start < 0 || start > end || end > file.size) throw new RangeError(`${start} to ${end} of ${file.size}`);
  };
  const counter: CountedFile = {
    ...file,
    requests: 0,
    fetched: 0,
    async read(start, end) {
      requireWithin(start, end);
      counter.requests += 1;
      const bytes = await file.read(start, end);
      counter.fetched += bytes.length;
      return bytes;
    },
    async *stream(start = 0, end = file.size) {
      requireWithin(start, end);
      counter.requests += 1;
      for await (const chunk of file.stream(start, end)) {
        counter.fetched += chunk.length;
        yield chunk;
      }
    },
  };
  return counter;
}

export async function contentOf(entry: ArchiveEntry): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of entry.content()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The content of every needed entry, by its path. */
export async function readArchive(
  file: ImportFile,
  isNeeded: (path: string) => boolean = () => true,
): Promise<Map<string, Buffer>> {
  const contents = new Map<string, Buffer>();
  for (const entry of await openArchive(file, isNeeded)) contents.set(entry.path, await contentOf(entry));
  return contents;
}

/** The same as texts. */
export async function readTexts(
  file: ImportFile,
  isNeeded?: (path: string) => boolean,
): Promise<Record<string, string>> {
  const contents = await readArchive(file, isNeeded);
  return Object.fromEntries([...contents].map(([path, content]) => [path, content.toString()]));
}
