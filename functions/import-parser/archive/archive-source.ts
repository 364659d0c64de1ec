/** Finds the source of an archive by the names in it. */
import { type ImportSource, sourceNames } from "../../../shared/import/row/parsed-contact.ts";
import { importSources } from "../../../shared/import/sources.ts";
import type { ImportFile } from "../files/import-file.ts";
import { ImportFileError } from "../files/import-file-error.ts";
import { openArchive } from "./open-archive.ts";

/** Reads no more than the directory. A file that is no archive, or a damaged one, has no source. */
export async function sourceOfArchive(file: ImportFile): Promise<ImportSource | undefined> {
  const found = new Set<ImportSource>();
  try {
    await openArchive(file, (path) => {
      for (const source of sourceNames) if (importSources[source].inArchive.test(path)) found.add(source);
      return false;
    });
  } catch (fault) {
    if (!(fault instanceof ImportFileError)) throw fault;
  }
  return sourceNames.findLast((source) => found.has(source));
}

/** Throws ImportFileError for an archive of another source. */
export async function requireSource(file: ImportFile, source: ImportSource): Promise<void> {
  const found = await sourceOfArchive(file);
  if (found === undefined || found === source) return;
  throw new ImportFileError("file_kind", `This is an archive of the source ${found}. Import it with that source.`);
}
