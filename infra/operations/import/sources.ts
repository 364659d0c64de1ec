/** Finds the source of a file by its name, or of an archive by the names in it. */
import { type FileHandle, open } from "node:fs/promises";
import { basename } from "node:path";
import { openArchive } from "../../../functions/import-parser/archive/open-archive.ts";
import type { ImportFile } from "../../../functions/import-parser/files/import-file.ts";
import { ImportFileError } from "../../../functions/import-parser/files/import-file-error.ts";
import { type ImportSource, importSources } from "../../../shared/import/row/parsed-contact.ts";
import { ImportCommandError } from "./options.ts";

const ofNames: readonly [RegExp, ImportSource][] = [
  [/\.(vcf|vcard)$/i, "vcard"],
  [/\.csv$/i, "network_a"],
  [/\.json$/i, "network_b"],
];

/** In this order, because the archive of a network may hold vCards that were sent as messages. */
const ofEntries: readonly [ImportSource, RegExp][] = [
  ["network_a", /connections[^/]*\.csv$/i],
  ["network_b", /(followers|following|close_friends)[^/]*\.(json|html)$/i],
  ["vcard", /\.(vcf|vcard)$/i],
];

/** Throws `ImportCommandError` if the source can't be told. */
export async function findSource(path: string): Promise<ImportSource> {
  const name = basename(path);
  const named = ofNames.find(([pattern]) => pattern.test(name))?.[1];
  if (named) return named;
  await using handle = await open(path);
  const found = await findInArchive(localFile(handle, name, (await handle.stat()).size));
  if (found) return found;
  throw new ImportCommandError(
    `What ${path} holds can't be told: say --source ${importSources.join(", or --source ")}.`,
  );
}

/** Reads no more than the directory. A file that is no archive, or a damaged one, has no source. */
async function findInArchive(file: ImportFile): Promise<ImportSource | undefined> {
  const found = new Set<ImportSource>();
  try {
    await openArchive(file, (path) => {
      for (const [source, pattern] of ofEntries) if (pattern.test(path)) found.add(source);
      return false;
    });
  } catch (fault) {
    if (!(fault instanceof ImportFileError)) throw fault;
  }
  return ofEntries.map(([source]) => source).find((source) => found.has(source));
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
