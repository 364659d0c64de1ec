/** Writes ZIP archives of any number of files as streams. */
import { Zip, ZipDeflate, ZipPassThrough } from "fflate";
import { type CreateFile, createDivided, type FileLimits, type NewFile } from "./divided-files.ts";

/** The library writes no ZIP64, so an archive must stay below 65,535 entries and 4 GB. */
export const usualArchiveLimits: FileLimits = { entries: 60_000, bytes: 3_000_000_000 };

export interface ArchiveEntry {
  name: string;
  bytes: number;
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** Pictures, also inside of vCards, get no smaller. */
  compress: boolean;
}

/** `<name>.zip`, and `<name>-2.zip` and so on beyond the limits. `date` is the time of all entries. */
export function createArchives(create: CreateFile, name: string, limits: FileLimits, date: Date) {
  const archives = createDivided(limits, (suffix) =>
    openArchive(create(`${name}${suffix}.zip`, "application/zip"), date),
  );
  return {
    add: async (entry: ArchiveEntry): Promise<void> => {
      const archive = await archives.fileFor(entry.bytes);
      await archive.add(entry);
    },
    close: archives.close,
  };
}

function openArchive({ key, writer }: NewFile, date: Date) {
  let written: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    written.push(chunk);
  });
  const flush = async () => {
    const chunks = written;
    written = [];
    for (const chunk of chunks) await writer.write(chunk);
  };
  return {
    key,
    add: async ({ name, content, compress }: ArchiveEntry) => {
      const entry = compress ? new ZipDeflate(name, { level: 1 }) : new ZipPassThrough(name);
      entry.mtime = date;
      zip.add(entry);
      for await (const chunk of content) {
        entry.push(chunk);
        await flush();
      }
      entry.push(new Uint8Array(), true);
      await flush();
    },
    close: async () => {
      zip.end();
      await flush();
      return writer.close();
    },
  };
}
