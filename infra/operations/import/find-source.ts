/** Finds the source of a file by its name, or of an archive by the names in it. */
import { type FileHandle, open } from "node:fs/promises";
import { basename } from "node:path";
import { sourceOfArchive } from "../../../functions/import-parser/archive/archive-source.ts";
import type { ImportFile } from "../../../functions/import-parser/files/import-file.ts";
import { type ImportSource, sourceNames } from "../../../shared/import/row/parsed-contact.ts";
import { importSources } from "../../../shared/import/sources.ts";
import { ImportCommandError } from "./options.ts";

/** Throws `ImportCommandError` if the source can't be recognised. */
export async function findSource(path: string): Promise<ImportSource> {
  const name = basename(path);
  const named = sourceNames.findLast((source) => importSources[source].fileName.test(name));
  if (named) return named;
  await using handle = await open(path);
  const found = await sourceOfArchive(localFile(handle, name, (await handle.stat()).size));
  if (found) return found;
  throw new ImportCommandError(
    `What ${path} holds can't be recognised: say --source ${sourceNames.join(", or --source ")}.`,
  );
}

function localFile(handle: FileHandle, name: string, size: number): ImportFile {
  return {
    name,
    size,
    read: async (start, end) => {
      const buffer = Buffer.alloc(Math.max(0, Math.min(end, size) - start));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
      return buffer.subarray(0, bytesRead);
    },
    stream: (start = 0, end = size) => handle.createReadStream({ start, end: end - 1, autoClose: false }),
  };
}
